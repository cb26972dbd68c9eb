import { watch, type FSWatcher } from 'chokidar'
import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** The options of a watch. */
export interface FileWatchOptions {
  /** The absolute path, which need not exist. */
  readonly directory: string
  /** The names in it that are watched, with everything below them. */
  readonly names: readonly string[]
  /** Whether to poll, for mounts that send no events. */
  readonly poll: boolean
  /** Called when something may have changed. Only the files show what did. */
  readonly ring: () => void
  /** Called with a message if changes cannot be noticed as they happen. */
  readonly warn: (message: string) => void
}

/** The polling interval, and that of images, of which there can be many. */
const POLL_MS = 100
const POLL_IMAGES_MS = 500

/** Calls `ring` when something happens to a directory, its files, or the targets of its links. */
export class FileWatch {
  readonly #options: FileWatchOptions
  readonly #watcher: FSWatcher
  /** The targets of the names before chokidar read them. */
  readonly #targets: string
  #hasFailed = false

  private constructor(options: FileWatchOptions, targets: string) {
    this.#options = options
    this.#targets = targets
    const { directory, poll, ring } = options
    // Watch the parent directory, so that the directory can be created, deleted and replaced.
    this.#watcher = watch(dirname(directory), {
      ignored: (path) => !isWatched(path, options),
      ignoreInitial: true,
      ignorePermissionErrors: true,
      // The receiver has its own rules for the end of a save.
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

  /** Begins a watch. */
  static async begin(options: FileWatchOptions): Promise<FileWatch> {
    const watching = new FileWatch(options, await targetsOf(options))
    await new Promise<void>((resolve) => watching.#watcher.once('ready', resolve))
    // Changes while the watch began caused no events.
    options.ring()
    return watching
  }

  /**
   * Returns this watch, or a new one if a name now has another target, because chokidar may keep watching the previous
   * one.
   */
  async renewed(): Promise<FileWatch> {
    if ((await targetsOf(this.#options)) === this.#targets) return this
    // Close first. chokidar shares watchers by path, so a new watch would keep the previous target too.
    await this.close()
    return FileWatch.begin(this.#options)
  }

  close(): Promise<void> {
    return this.#watcher.close()
  }

  /** Warns once, because the reason usually affects other files too. */
  #fail(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    const reason = error instanceof Error ? error.message : String(error)
    this.#options.warn(
      `not all of ${this.#options.directory} can be watched, so changes may be noticed late: ${reason}`,
    )
  }
}

/**
 * Returns the targets of the directory, the names in it, and the links there. The text is the same as long as they are.
 */
async function targetsOf({ directory, names }: FileWatchOptions): Promise<string> {
  const paths = [directory, ...names.map((name) => join(directory, name))]
  return (await Promise.all(paths.map(targetOf))).join('\n')
}

async function targetOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return ''
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(path, name))
  const targets = await Promise.all(links.map(async (link) => `${link} ${await realpath(link).catch(() => '')}`))
  return [`${found.dev}:${found.ino}`, ...targets.toSorted()].join(' ')
}

/** Whether a path is the directory, its parent, or a watched name in it. */
function isWatched(path: string, { directory, names }: FileWatchOptions): boolean {
  const inDirectory = relative(directory, resolve(path))
  if (inDirectory === '') return true
  const [first = ''] = inDirectory.split(sep)
  return first === '..' ? resolve(path) === dirname(directory) : names.includes(first)
}

/** Whether an event concerns the directory. Of events in directories around it, only those of its own name do. */
function concerns(name: string | null, about: unknown, { directory }: FileWatchOptions): boolean {
  const { watchedPath } = about as { readonly watchedPath?: string }
  if (watchedPath === undefined || name === null) return true
  const around = relative(resolve(watchedPath), directory)
  const isAround = around !== '' && around.split(sep)[0] !== '..'
  return !isAround || around.split(sep)[0] === name
}
