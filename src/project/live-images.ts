import { turns } from '../game/kernel/turns.ts'
import type { FileSystem } from '../storage/fs.ts'
import { giveImages, lookAtImages, type GivenImages, type ImageLook, type ImageTaker } from './design-images.ts'
import { DesignWatch } from './design-watch.ts'
import { problemText, type Problem } from './problem.ts'

/** What there is to tell of the images in a design directory. */
export type ImageNews =
  /** The game shows what the files hold; `changes` say what is new, a line each, and may be none after a repair. */
  | { readonly news: 'images'; readonly isMended: boolean; readonly changes: readonly string[] }
  /** These files are no images; what they were before stays. */
  | { readonly news: 'broken images'; readonly problems: readonly Problem[] }

/** What images and a game are kept together with. */
export interface LiveImagesOptions {
  readonly files: FileSystem
  /** The design directory. */
  readonly directory: string
  /** What the game has been given of the files. */
  readonly given: GivenImages
  readonly game: ImageTaker
  readonly watch: 'events' | 'poll' | 'off'
  readonly tell: (news: ImageNews) => void
  readonly warn: (message: string) => void
}

/** A save is over when nothing was heard for so long: programs that draw write large files, in parts and without haste. */
const SETTLE_MS = 100

/** Each look reads all files, so that looking though nothing was heard can wait. */
const SWEEP_MS = 10_000

/** Keeps the images of a running game and those of its design directory together. Spec 6.3. */
export class LiveImages {
  readonly #options: LiveImagesOptions
  readonly #watch: DesignWatch<ImageLook> | undefined
  #given: GivenImages

  constructor(options: LiveImagesOptions) {
    this.#options = options
    this.#given = options.given
    const { files, directory, given, watch, warn } = options
    const watching = {
      directory,
      names: ['images'],
      look: () => lookAtImages(files, directory),
      known: given.look,
      poll: watch === 'poll',
      // Not those of the design: however many images there are, a saved rule does not wait for them.
      inTurn: turns(1),
      onChange: (look: ImageLook) => this.#changed(look),
      warn,
      settleMs: SETTLE_MS,
      sweepMs: SWEEP_MS,
    }
    this.#watch = watch === 'off' ? undefined : new DesignWatch(watching)
  }

  /** All that is wrong with the files. */
  get problems(): readonly Problem[] {
    return this.#given.problems
  }

  /** Ends it, once what is under way is done. */
  async close(): Promise<void> {
    await this.#watch?.close()
  }

  async #changed(look: ImageLook): Promise<void> {
    const { directory, game, tell } = this.#options
    const before = this.#given
    const now = await giveImages(look, directory, game, before)
    this.#given = now
    const changes = changesOf(before.held, now.held)
    const isMended = look.images !== undefined && before.problems.length > 0 && now.problems.length === 0
    if (changes.length > 0 || isMended) tell({ news: 'images', isMended, changes })
    const isNew = textOf(now.problems) !== textOf(before.problems)
    if (isNew && now.problems.length > 0) tell({ news: 'broken images', problems: now.problems })
  }
}

const textOf = (problems: readonly Problem[]): string => problems.map((each) => problemText(each, '/')).join('\n')

/** `images/xp: added`, and so on, in order of name. */
function changesOf(before: GivenImages['held'], now: GivenImages['held']): readonly string[] {
  const names = [...new Set([...before.keys(), ...now.keys()])].toSorted()
  return names.flatMap((name) => {
    const [old, id] = [before.get(name), now.get(name)]
    if (old === id) return []
    return [`images/${name}: ${old === undefined ? 'added' : id === undefined ? 'removed' : 'changed'}`]
  })
}
