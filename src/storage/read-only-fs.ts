import type { FileHandle, FileSystem } from './fs.ts'

const nothing = async (): Promise<void> => {}

/**
 * Returns a view of a file system that changes nothing. Operations that would change a file or a name do nothing, so
 * recovery can read everything that a crash left without repairing it. Creating a file throws.
 */
export function readOnly(files: FileSystem): FileSystem {
  // Listed one by one, because a spread would omit methods of a class.
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
