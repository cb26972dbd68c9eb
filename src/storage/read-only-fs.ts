import type { FileHandle, FileSystem } from './fs.ts'

const nothing = async (): Promise<void> => {}

/**
 * A file system in which nothing is ever changed: what would change a file or a name does nothing, so that whoever mends
 * what a crash has left reads all of it and mends nothing. There is nothing to be made in it.
 */
export function readOnly(files: FileSystem): FileSystem {
  // Named one by one: those of a class are not its object's own, and a spread would leave them out.
  return {
    readFile: (path, maxBytes) => files.readFile(path, maxBytes),
    list: (path) => files.list(path),
    realPath: (path) => files.realPath(path),
    facts: (path) => files.facts(path),
    async open(path, mode) {
      if (mode === 'create' || mode === 'replace') throw new Error(`${path} would be made where nothing may be changed`)
      return unchanged(await files.open(path, 'read'))
    },
    mkdir: nothing,
    rename: nothing,
    replaceKnown: async () => false,
    unlink: nothing,
    syncDirectory: nothing,
  }
}

function unchanged(handle: FileHandle): FileHandle {
  return { ...handle, write: nothing, sync: nothing, truncate: nothing, setRights: nothing }
}
