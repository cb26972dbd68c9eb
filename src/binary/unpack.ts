import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Archive, ArchivedFile } from './archive.ts'

/** No place takes the package. */
export class NowhereToUnpack extends Error {
  /** Of each place, why not. */
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super('gamify cannot find a directory to unpack itself into')
    this.reasons = reasons
  }
}

/**
 * The directory of the unpacked package: where one of the places has it whole that is it, else it is unpacked into the
 * first that takes it. Programs that start at once find one whole package. Throws NowhereToUnpack.
 */
export function unpack(archive: Archive, places: readonly string[]): string {
  const reasons: string[] = []
  for (const place of places) {
    try {
      return unpackInto(place, archive)
    } catch (error) {
      reasons.push(`${place}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new NowhereToUnpack(reasons)
}

function unpackInto(place: string, archive: Archive): string {
  const target = join(place, archive.name)
  const isWhole = missingIn(target, archive).length === 0
  if (!isWhole) mkdirSync(place, { recursive: true, mode: 0o700 })
  refuseForeign(place)
  if (isWhole) return target
  const fresh = mkdtempSync(`${target}.`)
  try {
    writeFiles(fresh, archive)
    settle(fresh, target, archive)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return target
}

/** What others can write is nothing to run. */
function refuseForeign(place: string): void {
  const user = process.getuid?.()
  if (user === undefined) return
  const { uid, mode } = lstatSync(place)
  if (uid !== user) throw new Error('it belongs to another user')
  if ((mode & 0o022) !== 0) throw new Error('other users can write to it')
}

function missingIn(directory: string, { files }: Archive): readonly ArchivedFile[] {
  return files.filter(({ path, size }) => statSync(join(directory, path), { throwIfNoEntry: false })?.size !== size)
}

function writeFiles(directory: string, { files, content }: Archive): void {
  const bytes = content()
  let start = 0
  for (const { path, size } of files) {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes.subarray(start, start + size))
    start += size
  }
}

/** Others may have been faster, and run already from what is there: then no more is replaced than what it lacks. */
function settle(fresh: string, target: string, archive: Archive): void {
  try {
    renameSync(fresh, target)
  } catch {
    for (const { path } of missingIn(target, archive)) {
      mkdirSync(dirname(join(target, path)), { recursive: true })
      renameSync(join(fresh, path), join(target, path))
    }
  }
}
