import type { ImageDescriptor } from '../game/images/descriptor.ts'
import { imageDescriptor } from '../game/images/descriptor.ts'
import type { DesignImages, ShownImage } from '../game/images/shown-image.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import { openGate } from '../async/gate.ts'
import type { ImageAlbum } from '../game/kernel/image-album.ts'
import { turns } from '../async/turns.ts'
import { wholeOf, type ImageFolder, type ImageStore } from '../storage/images.ts'
import { withDecoder } from './decoder.ts'
import type { FileImages, RefusedFile } from './file-images.ts'
import { takeFiles } from './file-images.ts'
import { imageId } from './image-file.ts'
import { openLanes } from './lanes.ts'
import { pictureFinder, type HasTag, type Picture } from './pictures.ts'

/** All images of a game: those that were uploaded, in every size, and those that are drawn. StorageError where the disk fails. */
export interface Gallery extends DesignImages {
  /** Takes an uploaded file; it counts when this resolves. */
  add(album: ImageAlbum, file: Buffer): Promise<Fault | ImageDescriptor>
  /**
   * Takes the images of the design's files, and no others of earlier ones, under their names; tells those that are none.
   * What was deleted since the same content was taken stays so.
   */
  takeFromFiles(files: FileImages): Promise<readonly RefusedFile[]>
  /** What routes have done to the design's images that its files do not show. */
  changedByRoutes(): ImageChanges
  /** The PNG of an upload to the design; undefined where it has been deleted since. */
  uploaded(id: string): Promise<Buffer | undefined>
  /** Forgets the uploads that the design's files hold under their ids: they are images of its files from then on. */
  forgetUploadsInFiles(): Promise<void>
  /** Tells `listener` of every change of the design's images through a route, once it is kept; gives what ends that. */
  onRouteSave(listener: () => void): () => void
  /** An image in one size, or why there is none. No work is done for one that the caller `has`, by its tag. */
  picture(shown: ShownImage, has: HasTag): Promise<Fault | Picture>
  /** Takes on no work any more, and rejects it with `why`; resolves when what is under way is done. */
  close(why: Error): Promise<void>
}

/** How the images of a design differ from those of its files. */
export interface ImageChanges {
  /** The ids of uploads that no file holds. */
  readonly added: readonly string[]
  /** The images of files that were deleted, by name: the id of the content that they had. */
  readonly deleted: ReadonlyMap<string, string>
}

/** The gallery over a store. What works on images is loaded when it is first needed. */
export function openGallery(store: ImageStore): Gallery {
  const gate = openGate()
  const lanes = openLanes(gate)
  const find = pictureFinder(store, lanes)
  const inTurn = turns(1)
  const change = <T>(task: () => Promise<T>): Promise<T> => inTurn(() => gate.enter(task))
  const keep = (folder: ImageFolder, file: Buffer): Promise<Fault | string> =>
    lanes.taking(() => keepImage(store, folder, file))

  const listeners = new Set<() => void>()
  const saved = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    add: async (album, file) => {
      const id = await keep(album, file)
      if (isFault(id)) return id
      if (album === 'design') saved()
      return imageDescriptor(album, id)
    },
    list: (skip, limit) => {
      const ids = new Set([...store.list(), ...namesThere(store)])
      return [...ids].slice(skip, skip + limit).map((id) => imageDescriptor('design', id))
    },
    delete: (id) =>
      change(async () => {
        const names = store.names()
        const file = names.get(id)
        const isFile = file !== undefined && !file.isDeleted
        if (isFile) await store.setNames(new Map([...names, [id, { ...file, isDeleted: true }]]))
        const isDeleted = (await store.delete(id)) || isFile
        if (isDeleted) saved()
        return isDeleted
      }),
    changedByRoutes: () => {
      const inFiles = new Set(namesThere(store))
      const deleted = [...store.names()].flatMap(([name, { id, isDeleted }]) =>
        isDeleted ? [[name, id] as const] : [],
      )
      return { added: store.list().filter((id) => !inFiles.has(id)), deleted: new Map(deleted) }
    },
    uploaded: (id) =>
      gate.enter(async () => {
        const image = await store.find('design', id)
        return image && wholeOf(image)
      }),
    forgetUploadsInFiles: () =>
      change(async () => {
        const uploads = new Set(store.list())
        for (const name of namesThere(store)) if (uploads.has(name)) await store.delete(name)
      }),
    onRouteSave: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    takeFromFiles: (files) => change(() => takeFiles(store, files, (file) => keep('files', file))),
    picture: ({ sources, size, missing }, has) =>
      gate.enter(async () => {
        for (const source of sources) {
          const picture = await find(source, size, has)
          if (picture) return picture
        }
        return missing
      }),
    close: (why) => gate.close(why),
  }
}

/** Keeps an image under the id of its content, which is given back. */
async function keepImage(store: ImageStore, folder: ImageFolder, file: Buffer): Promise<Fault | string> {
  const { normalise } = await withDecoder(() => import('./normalise.ts'))
  const png = await normalise(file)
  if (isFault(png)) return png
  const id = imageId(file)
  await store.put(folder, id, png)
  return id
}

function namesThere(store: ImageStore): string[] {
  return [...store.names()].flatMap(([name, { isDeleted }]) => (isDeleted ? [] : [name]))
}
