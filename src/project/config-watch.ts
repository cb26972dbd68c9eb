import { basename, dirname } from 'node:path'
import { turns } from '../async/turns.ts'
import type { FileSystem } from '../storage/fs.ts'
import { DesignWatch } from './design-watch.ts'

/** The options of a watch. */
export interface ConfigWatchOptions {
  readonly files: FileSystem
  /** The absolute path of the gamify.json that was read. */
  readonly path: string
  readonly watch: 'events' | 'poll'
  /** Called after each save whose content differs from that at the start of the watch. */
  readonly onChange: () => void
  readonly warn: (message: string) => void
}

/** The interval of sweeps, which find changes without events. No one waits for this, so it can be long. */
const SWEEP_MS = 10_000

/** Watches the gamify.json of a running game for changes, which only the next start applies. */
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
    read: look,
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
