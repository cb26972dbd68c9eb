import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The file of the newest snapshot in a data directory, of those that are finished. */
export function newestSnapshot(directory: string): string {
  const snapshots = join(directory, 'staging', 'snapshots')
  const names = readdirSync(snapshots).filter((name) => !name.endsWith('.tmp'))
  const [newest] = names.toSorted().toReversed()
  if (newest === undefined) throw new Error('there is no snapshot to measure')
  return join(snapshots, newest)
}
