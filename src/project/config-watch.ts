import { basename, dirname } from 'node:path'
import { turns } from '../async/turns.ts'
import type { FileSystem } from '../storage/fs.ts'
import { DesignWatch } from './design-watch.ts'

/** What is watched, and who is told. */
export interface ConfigWatchOptions {
  readonly files: FileSystem
  /** The gamify.json that was read; absolute. */
  readonly path: string
  readonly watch: 'events' | 'poll'
  /** Told of each save by which it is another than it was when the watch began. */
  readonly onChange: () => void
  readonly warn: (message: string) => void
}

/** Nobody waits for news of it: what makes no sound is found late. */
const SWEEP_MS = 10_000

/** Notices that the gamify.json of a running game has come to say something else, which nothing reads before the next start. */
export async function watchConfig(options: ConfigWatchOptions): Promise<Pick<DesignWatch<never>, 'close'>> {
  const { files, path, watch, onChange, warn } = options
  const look = async () => {
    const bytes = await files.readFile(path).catch(() => undefined)
    return { signature: `${bytes?.toString()}`, problems: [], paths: new Set(bytes && [path]) }
  }
  const known = await look()
  return new DesignWatch({
    directory: dirname(path),
    names: [basename(path)],
    look,
    known,
    poll: watch === 'poll',
    inTurn: turns(1),
    onChange: async ({ signature }) => {
      if (signature !== known.signature) onChange()
    },
    warn,
    sweepMs: SWEEP_MS,
  })
}
