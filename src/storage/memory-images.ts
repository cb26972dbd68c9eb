import type { ImageFolder, ImageStore, NamedImage } from './images.ts'
import { contentsOf, imageInMemory } from './images.ts'

/** Images in memory and nothing on disk (`--memory`). */
export function memoryImages(): ImageStore {
  const folders: Readonly<Record<ImageFolder, Map<string, Buffer>>> = {
    design: new Map(),
    players: new Map(),
    files: new Map(),
  }
  let names: ReadonlyMap<string, NamedImage> = new Map()
  return {
    async put(folder, id, png) {
      if (!folders[folder].has(id)) folders[folder].set(id, Buffer.from(png))
    },
    has: async (folder, id) => folders[folder].has(id),
    find: async (folder, id) => {
      const png = folders[folder].get(id)
      return png && imageInMemory(png)
    },
    list: () => [...folders.design.keys()],
    delete: async (id) => folders.design.delete(id),
    names: () => names,
    async setNames(next) {
      names = next
      const contents = contentsOf(next)
      for (const id of folders.files.keys()) if (!contents.has(id)) folders.files.delete(id)
    },
  }
}
