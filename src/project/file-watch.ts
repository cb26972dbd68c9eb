import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { watch, type FSWatcher } from 'chokidar'

/** What is watched, and who is told. */
export interface FileWatchOptions {
  /** Absolute; it need not be there. */
  readonly directory: string
  /** The names in it that matter, with all that is below them. */
  readonly names: readonly string[]
  /** Asks for the state of files again and again, for mounts that send no events. */
  readonly poll: boolean
  /** Told that something may have changed; what, and whether at all, the files themselves tell. */
  readonly ring: () => void
  /** Told in words when changes cannot be noticed as they happen. */
  readonly warn: (message: string) => void
}

/** How often `poll` asks, and how often after images, which may be many. */
const POLL_MS = 100
const POLL_IMAGES_MS = 500

/** Rings when something happens to files of a directory: to themselves, to what links lead to, to the directory. */
export class FileWatch {
  readonly #options: FileWatchOptions
  readonly #watcher: FSWatcher
  /** What the names led to before chokidar looked at them. */
  readonly #places: string
  #hasFailed = false

  private constructor(options: FileWatchOptions, places: string) {
    this.#options = options
    this.#places = places
    const { directory, poll, ring } = options
    // The directory is watched as a name in the one that holds it, so that it may come, go, and be swapped.
    this.#watcher = watch(dirname(directory), {
      ignored: (path) => !isWatched(path, options),
      ignoreInitial: true,
      ignorePermissionErrors: true,
      // Whoever is told waits for the end of a save by its own rules.
      atomic: false,
      backend: poll ? 'polling' : 'native',
      pollingInterval: POLL_MS,
      pollingBinaryInterval: POLL_IMAGES_MS,
    })
    this.#watcher.on('all', ring)
    this.#watcher.on('raw', (_event, name, about) => {
      if (concerns(name, about, options)) ring()
    })
    this.#watcher.on('error', (error) => this.#fail(error))
  }

  /** Watches from now on. */
  static async begin(options: FileWatchOptions): Promise<FileWatch> {
    const watching = new FileWatch(options, await placesOf(options))
    await new Promise<void>((resolve) => watching.#watcher.once('ready', resolve))
    // What has changed while the watch was made made no sound.
    options.ring()
    return watching
  }

  /** This watch, or another in its place where a name leads elsewhere now: chokidar may stay with what it led to. */
  async renewed(): Promise<FileWatch> {
    if ((await placesOf(this.#options)) === this.#places) return this
    // First: chokidar shares what it asks of the system by paths, and another watch would stay with the old place too.
    await this.close()
    return FileWatch.begin(this.#options)
  }

  close(): Promise<void> {
    return this.#watcher.close()
  }

  /** One warning is enough: what keeps one file from being watched keeps others. */
  #fail(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    const reason = error instanceof Error ? error.message : String(error)
    this.#options.warn(
      `not all of ${this.#options.directory} can be watched, so changes may be noticed late: ${reason}`,
    )
  }
}

/** What the directory, the names in it, and the links there lead to; the same text as long as that is the same. */
async function placesOf({ directory, names }: FileWatchOptions): Promise<string> {
  const paths = [directory, ...names.map((name) => join(directory, name))]
  return (await Promise.all(paths.map(placeOf))).join('\n')
}

async function placeOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return ''
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(path, name))
  const targets = await Promise.all(links.map(async (link) => `${link} ${await realpath(link).catch(() => '')}`))
  return [`${found.dev}:${found.ino}`, ...targets.toSorted()].join(' ')
}

/** The directory, the way to it, and what matters in it. */
function isWatched(path: string, { directory, names }: FileWatchOptions): boolean {
  const way = relative(directory, resolve(path))
  if (way === '') return true
  const [first = ''] = way.split(sep)
  return first === '..' ? resolve(path) === dirname(directory) : names.includes(first)
}

/** Of what happens around the directory only that concerns it which happens to its name. */
function concerns(name: string | null, about: unknown, { directory }: FileWatchOptions): boolean {
  const { watchedPath } = about as { readonly watchedPath?: string }
  if (watchedPath === undefined || name === null) return true
  const around = relative(resolve(watchedPath), directory)
  const isAround = around !== '' && around.split(sep)[0] !== '..'
  return !isAround || around.split(sep)[0] === name
}
