import { turns } from '../async/turns.ts'
import type { FileSystem } from '../storage/fs.ts'
import { giveImages, lookAtImages, type GivenImages, type ImageLook, type ImageTaker } from './design-images.ts'
import { DesignWatch } from './design-watch.ts'
import { problemText, type Problem } from './problem.ts'
import type { LeftComponent } from './write-design.ts'
import { writeImages, type ImageChanges, type UploadedImages } from './write-images.ts'

/** What there is to tell of the images in a design directory. */
export type ImageReport =
  /** The game shows what the files hold; `changes` say what is new, a line each, and may be none after a repair. */
  | { readonly news: 'images'; readonly isMended: boolean; readonly changes: readonly string[] }
  /** These files are no images; what they were before stays. */
  | { readonly news: 'broken images'; readonly problems: readonly Problem[] }
  /** What routes have added is in the files, and what they have deleted no more. */
  | { readonly news: 'images written'; readonly wrote: readonly string[]; readonly removed: readonly string[] }
  /** What routes have added and deleted, a line each, is not so in the files, since nobody asked for that. */
  | { readonly news: 'images differing'; readonly changes: readonly string[] }
  /** What routes have added and deleted, and could not be brought into the files. */
  | { readonly news: 'left'; readonly left: readonly LeftComponent[] }

/** The images of a running game, as far as its files go. */
export interface LiveGallery extends ImageTaker, UploadedImages {
  /** What routes have done that the files do not show. */
  changedByRoutes(): ImageChanges
  /** Lets what routes have added, and files hold under its id, be an image of the files from then on. */
  forgetUploadsInFiles(): Promise<void>
  /** Tells of every change through a route; gives what ends that. */
  onRouteSave(listener: () => void): () => void
}

/** What images and a game are kept together with. */
export interface LiveImagesOptions {
  readonly files: FileSystem
  /** The design directory. */
  readonly directory: string
  /** What the game has been given of the files. */
  readonly given: GivenImages
  readonly game: LiveGallery
  readonly watch: 'events' | 'poll' | 'off'
  readonly writeBack: boolean
  readonly report: (added: ImageReport) => void
  readonly warn: (message: string) => void
}

/** A save is over when nothing was heard for so long: programs that draw write large files, in parts and without haste. */
const SETTLE_MS = 100

/** Each look reads all files, so that looking though nothing was heard can wait. */
const SWEEP_MS = 10_000

/** Keeps the images of a running game and those of its design directory together. Spec 6.3. */
export class LiveImages {
  readonly #options: LiveImagesOptions
  // Not that of the design: however many images there are, a saved rule does not wait for them.
  readonly #inTurn = turns(1)
  readonly #watch: DesignWatch<ImageLook> | undefined
  readonly #endListening: () => void
  #given: GivenImages
  /** What was told to be left since a route saved last, so that it is told once. */
  readonly #toldLeft = new Set<string>()

  constructor(options: LiveImagesOptions) {
    this.#options = options
    this.#given = options.given
    const { files, directory, given, game, watch, warn } = options
    this.#endListening = game.onRouteSave(() => void this.#saved())
    const watching = {
      directory,
      names: ['images'],
      look: () => lookAtImages(files, directory),
      known: given.look,
      poll: watch === 'poll',
      inTurn: this.#inTurn,
      onChange: (look: ImageLook) => this.#changed(look),
      warn,
      settleMs: SETTLE_MS,
      sweepMs: SWEEP_MS,
    }
    this.#watch = watch === 'off' ? undefined : new DesignWatch(watching)
    void this.#saved()
  }

  /** All that is wrong with the files. */
  get problems(): readonly Problem[] {
    return this.#given.problems
  }

  /** Ends it, once what is under way is done. */
  async close(): Promise<void> {
    this.#endListening()
    await this.#watch?.close()
    await this.#inTurn(async () => {})
  }

  /** The files have come to hold something else. */
  async #changed(look: ImageLook): Promise<void> {
    await this.#take(look)
    if (this.#options.writeBack) await this.#writeBack()
  }

  /** The game has come to show something else. */
  #saved(): Promise<void> {
    const { game, writeBack, report, warn } = this.#options
    this.#toldLeft.clear()
    return this.#inTurn(async () => {
      if (writeBack) return await this.#writeBack()
      const { added, deleted } = game.changedByRoutes()
      const changes = [...added.map((id) => line(id, 'added')), ...[...deleted.keys()].map((id) => line(id, 'removed'))]
      if (changes.length > 0) report({ news: 'images differing', changes })
    }).catch((error: unknown) => {
      warn(`images could not be written back: ${error instanceof Error ? error.message : String(error)}`)
    })
  }

  /** Gives the game what the files hold, and tells of that; of what we wrote ourselves there is nothing to tell. */
  async #take(look: ImageLook, ours: ReadonlySet<string> = new Set()): Promise<void> {
    const { directory, game, report } = this.#options
    const before = this.#given
    const now = await giveImages(look, directory, game, before)
    this.#given = now
    const changes = changesOf(before.held, now.held, ours)
    const isMended = look.images !== undefined && before.problems.length > 0 && now.problems.length === 0
    if (changes.length > 0 || isMended) report({ news: 'images', isMended, changes })
    const isNew = textOf(now.problems) !== textOf(before.problems)
    if (isNew && now.problems.length > 0) report({ news: 'broken images', problems: now.problems })
  }

  /** Brings into the files what routes have done. */
  async #writeBack(): Promise<void> {
    const { files, directory, game, report } = this.#options
    await game.forgetUploadsInFiles()
    const changes = game.changedByRoutes()
    if (changes.added.length + changes.deleted.size === 0) return
    // A directory that is gone is not made again: whoever took it away has the images.
    const isGone = this.#given.held.size > 0 && !(await lookAtImages(files, directory)).images
    if (isGone) return this.#tellLeft(allLeft(changes))
    const { wrote, removed, names, left } = await writeImages(files, directory, game, changes)
    if (names.size > 0) await this.#take(await lookAtImages(files, directory), names)
    await game.forgetUploadsInFiles()
    if (names.size > 0) report({ news: 'images written', wrote, removed })
    this.#tellLeft(left)
  }

  #tellLeft(left: readonly LeftComponent[]): void {
    const added = left.filter(({ name }) => !this.#toldLeft.has(name))
    for (const { name } of added) this.#toldLeft.add(name)
    if (added.length > 0) this.#options.report({ news: 'left', left: added })
  }
}

const allLeft = ({ added, deleted }: ImageChanges): LeftComponent[] =>
  [...deleted.keys(), ...added].map((name) => ({
    name: `images/${name}`,
    reason: 'the design directory is missing; gamify writes once it is back',
  }))

const textOf = (problems: readonly Problem[]): string => problems.map((each) => problemText(each, '/')).join('\n')

const line = (name: string, what: 'added' | 'removed' | 'changed'): string => `images/${name}: ${what}`

/** `images/xp: added`, and so on, in order of name; not of those that are `ours`. */
function changesOf(
  before: GivenImages['held'],
  now: GivenImages['held'],
  ours: ReadonlySet<string>,
): readonly string[] {
  const names = [...new Set([...before.keys(), ...now.keys()])].toSorted()
  return names.flatMap((name) => {
    const [old, id] = [before.get(name), now.get(name)]
    if (old === id || ours.has(name)) return []
    return [line(name, old === undefined ? 'added' : id === undefined ? 'removed' : 'changed')]
  })
}
