import { turns } from '../async/turns.ts'
import type { FileSystem } from '../storage/fs.ts'
import { giveImages, readImages, type GivenImages, type FoundImages, type ImageTaker } from './design-images.ts'
import { DesignWatch } from './design-watch.ts'
import { problemText, type Problem } from './problem.ts'
import type { UnwrittenComponent } from './write-design.ts'
import { writeImages, type ImageChanges, type UploadedImages } from './write-images.ts'

/** A report about the images in a design directory. */
export type ImageReport =
  /**
   * The game shows the images of the files. `changes` describe what is new, one per line. They can be empty after a
   * repair.
   */
  | { readonly type: 'images'; readonly isMended: boolean; readonly changes: readonly string[] }
  /** These files are not images. Their previous images stay. */
  | { readonly type: 'broken images'; readonly problems: readonly Problem[] }
  /** Images that routes have added were written to the files, and those that they have deleted were removed. */
  | { readonly type: 'images written'; readonly wrote: readonly string[]; readonly removed: readonly string[] }
  /** Changes through routes, one per line, are not in the files, because writing back is off. */
  | { readonly type: 'images differing'; readonly changes: readonly string[] }
  /** Changes through routes could not be written to the files. */
  | { readonly type: 'left'; readonly left: readonly UnwrittenComponent[] }

/** The images of a running game, as their files use them. */
export interface LiveGallery extends ImageTaker, UploadedImages {
  /** Returns the changes through routes that the files do not contain. */
  changedByRoutes(): ImageChanges
  /** Deletes the uploads whose ids are names of files. From then on they are images of the files. */
  forgetUploadsInFiles(): Promise<void>
  /** Calls `listener` after every change through a route. Returns a function that stops this. */
  onRouteSave(listener: () => void): () => void
}

/** The options for keeping images and a game in sync. */
export interface LiveImagesOptions {
  readonly files: FileSystem
  /** The path of the design directory. */
  readonly directory: string
  /** What the game was given of the files. */
  readonly given: GivenImages
  readonly game: LiveGallery
  readonly watch: 'events' | 'poll' | 'off'
  readonly writeBack: boolean
  readonly report: (added: ImageReport) => void
  readonly warn: (message: string) => void
}

/**
 * How long there must be no events until a save counts as finished. Drawing programs write large files slowly and in
 * parts.
 */
const SETTLE_MS = 100

/** The interval of sweeps. Each look reads all files, so this is long. */
const SWEEP_MS = 10_000

/** Keeps the images of a running game and of its design directory in sync. Spec 6.3. */
export class LiveImages {
  readonly #options: LiveImagesOptions
  // A queue of its own, so that a saved rule does not wait for images, however many there are.
  readonly #inTurn = turns(1)
  readonly #watch: DesignWatch<FoundImages> | undefined
  readonly #endListening: () => void
  #given: GivenImages
  /** The images reported as left since the last save through a route, so that each is reported once. */
  readonly #reportedLeft = new Set<string>()

  constructor(options: LiveImagesOptions) {
    this.#options = options
    this.#given = options.given
    const { files, directory, given, game, watch, warn } = options
    this.#endListening = game.onRouteSave(() => void this.#saved())
    const watching = {
      directory,
      names: ['images'],
      read: () => readImages(files, directory),
      known: given.look,
      poll: watch === 'poll',
      inTurn: this.#inTurn,
      onChange: (reading: FoundImages) => this.#changed(reading),
      warn,
      settleMs: SETTLE_MS,
      sweepMs: SWEEP_MS,
    }
    this.#watch = watch === 'off' ? undefined : new DesignWatch(watching)
    void this.#saved()
  }

  /** All problems of the files. */
  get problems(): readonly Problem[] {
    return this.#given.problems
  }

  /** Ends it when the current work is done. */
  async close(): Promise<void> {
    this.#endListening()
    await this.#watch?.close()
    await this.#inTurn(async () => {})
  }

  /** Applies a change of the files. */
  async #changed(reading: FoundImages): Promise<void> {
    await this.#take(reading)
    if (this.#options.writeBack) await this.#writeBack()
  }

  /** Handles a change of the game. */
  #saved(): Promise<void> {
    const { game, writeBack, report, warn } = this.#options
    this.#reportedLeft.clear()
    return this.#inTurn(async () => {
      if (writeBack) return await this.#writeBack()
      const { added, deleted } = game.changedByRoutes()
      const changes = [...added.map((id) => line(id, 'added')), ...[...deleted.keys()].map((id) => line(id, 'removed'))]
      if (changes.length > 0) report({ type: 'images differing', changes })
    }).catch((error: unknown) => {
      warn(`images could not be written back: ${error instanceof Error ? error.message : String(error)}`)
    })
  }

  /** Gives the game the images of the files and reports the changes, except those that we wrote ourselves. */
  async #take(reading: FoundImages, ours: ReadonlySet<string> = new Set()): Promise<void> {
    const { directory, game, report } = this.#options
    const before = this.#given
    const now = await giveImages(reading, directory, game, before)
    this.#given = now
    const changes = changesOf(before.held, now.held, ours)
    const isMended = reading.images !== undefined && before.problems.length > 0 && now.problems.length === 0
    if (changes.length > 0 || isMended) report({ type: 'images', isMended, changes })
    const isNew = textOf(now.problems) !== textOf(before.problems)
    if (isNew && now.problems.length > 0) report({ type: 'broken images', problems: now.problems })
  }

  /** Writes the changes of routes to the files. */
  async #writeBack(): Promise<void> {
    const { files, directory, game, report } = this.#options
    await game.forgetUploadsInFiles()
    const changes = game.changedByRoutes()
    if (changes.added.length + changes.deleted.size === 0) return
    // A missing directory is not created again: the user who removed it has the images.
    const isMissing = this.#given.held.size > 0 && !(await readImages(files, directory)).images
    if (isMissing) return this.#reportLeft(allLeft(changes))
    const { wrote, removed, names, left } = await writeImages(files, directory, game, changes)
    if (names.size > 0) await this.#take(await readImages(files, directory), names)
    await game.forgetUploadsInFiles()
    if (names.size > 0) report({ type: 'images written', wrote, removed })
    this.#reportLeft(left)
  }

  #reportLeft(left: readonly UnwrittenComponent[]): void {
    const added = left.filter(({ name }) => !this.#reportedLeft.has(name))
    for (const { name } of added) this.#reportedLeft.add(name)
    if (added.length > 0) this.#options.report({ type: 'left', left: added })
  }
}

const allLeft = ({ added, deleted }: ImageChanges): UnwrittenComponent[] =>
  [...deleted.keys(), ...added].map((name) => ({
    name: `images/${name}`,
    reason: 'the design directory is missing; gamify writes once it is back',
  }))

const textOf = (problems: readonly Problem[]): string => problems.map((each) => problemText(each, '/')).join('\n')

const line = (name: string, what: 'added' | 'removed' | 'changed'): string => `images/${name}: ${what}`

/** Describes changes, such as `images/xp: added`, in order of name. Leaves out names that are in `ours`. */
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
