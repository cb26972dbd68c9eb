import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { DataDirectory } from '../emulator/settings.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { makeDirectory } from '../storage/durable-file.ts'
import { parseHistoryName } from '../storage/history-name.ts'
import { piecesOf, writePieces, type Blobs } from '../storage/log/blobs.ts'
import { orStorageFailure, StorageError } from '../storage/storage-error.ts'
import type { SharedFile } from './log-documents.ts'

/** Stores the files of a generation of a runtime as blobs. */
export async function shareGeneration(
  data: DataDirectory,
  blobs: Blobs,
  runtime: RuntimeName,
  generation: number,
): Promise<readonly SharedFile[]> {
  const paths: string[] = []
  for (const folder of ['journal', 'snapshots']) {
    const names = await listed(data, join(runtime, folder))
    const own = names.filter((name) => parseHistoryName(name)?.generation === generation)
    paths.push(...own.map((name) => `${runtime}/${folder}/${name}`))
  }
  return shareFiles(data, blobs, paths)
}

/** Stores files of a data directory as blobs. `paths` are relative to it. */
export async function shareFiles(
  { files: fs, directory }: DataDirectory,
  blobs: Blobs,
  paths: readonly string[],
  onShared: () => void = () => {},
): Promise<readonly SharedFile[]> {
  const shared: SharedFile[] = []
  for (const path of paths) {
    const blob = `files/${randomUUID()}`
    await blobs.put(blob, () => piecesOf(fs, join(directory, path)))
    shared.push({ path, blob })
    onShared()
  }
  return shared
}

/** Lists a directory within a data directory. Throws StorageError. */
export const listed = ({ files, directory }: DataDirectory, path: string): Promise<readonly string[]> =>
  orStorageFailure(`${join(directory, path)} cannot be listed`, () => files.list(join(directory, path)))

/** Makes files of a data directory what the log says. Throws StorageError, also if a blob is gone. */
export async function fetchFiles(
  { files: fs, directory }: DataDirectory,
  blobs: Blobs,
  files: readonly SharedFile[],
): Promise<void> {
  for (const { path, blob } of files) {
    const target = join(directory, path)
    await orStorageFailure(`${target} cannot be changed`, async () => {
      if (blob === null) return fs.unlink(target)
      if (await fs.facts(target)) return
      const pieces = await blobs.get(blob)
      if (!pieces)
        throw new StorageError(
          `The log names the file ${path}, and its content ${blob} is not among the blobs. Restore the blobs, or copy the file from another node`,
        )
      await makeDirectory(fs, dirname(target))
      await writePieces(fs, target, pieces)
    })
  }
}
