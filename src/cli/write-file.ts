import type { FileSystem } from '../storage/fs.ts'

/** Writes a file; `create` is for one that is not there yet. Rejects as the file system does, and leaves nothing open. */
export async function writeFile(
  files: FileSystem,
  path: string,
  mode: 'create' | 'replace',
  content: Buffer,
): Promise<void> {
  const handle = await files.open(path, mode)
  try {
    await handle.write(content, 0)
  } finally {
    await handle.close()
  }
}
