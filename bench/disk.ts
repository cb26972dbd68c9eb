import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './paired.ts'

const SYNCS = 200
const BYTES = 512

/** The median time of a small append and its sync on the disk of this directory, in ms. */
export async function medianSyncMs(directory: string): Promise<number> {
  const file = openSync(join(directory, 'syncs'), 'w')
  const bytes = Buffer.alloc(BYTES, 'x')
  const times = Array.from({ length: SYNCS }, () => {
    const start = performance.now()
    writeSync(file, bytes)
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  return median(times)
}
