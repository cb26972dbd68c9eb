import { openGate } from '../async/gate.ts'
import { turns } from '../async/turns.ts'
import { type ImageDescriptor, imageDescriptor } from '../game/images/descriptor.ts'
import type { DesignImages, ShownImage } from '../game/images/shown-image.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import type { ImageAlbum } from '../game/kernel/image-album.ts'
import { wholeOf, type ImageFolder, type ImageStore } from '../storage/images.ts'
import { withDecoder } from './decoder.ts'
import { type FileImages, type RefusedFile, takeFiles } from './file-images.ts'
import { imageId } from './image-file.ts'
import { openLanes } from './lanes.ts'
import { pictureFinder, type HasTag, type Picture } from './pictures.ts'

/** All images of a game: uploads in every size, and built-in images. Methods throw StorageError if the disk fails. */
export interface Gallery extends DesignImages {
  /** Adds an uploaded file. The image is stored when this resolves. */
  add(album: ImageAlbum, file: Buffer): Promise<Fault | ImageDescriptor>
  /**
   * Makes these files the images of the design's files, under their names, and drops those of earlier files. Returns
   * the files that are not images. An image that was deleted since its content was stored stays deleted.
   */
  takeFromFiles(files: FileImages): Promise<readonly RefusedFile[]>
  /** Returns the changes that routes have made to the images of the design and that its files do not contain. */
  changedByRoutes(): ImageChanges
  /** Returns the PNG of an upload to the design, or undefined if it was deleted since. */
  uploaded(id: string): Promise<Buffer | undefined>
  /** Deletes the uploads whose ids are names of the design's files. From then on they are images of the files. */
  forgetUploadsInFiles(): Promise<void>
  /**
   * Calls `listener` after every change that a route has made to the design's images. Returns a function that stops
   * this.
   */
  onRouteSave(listener: () => void): () => void
  /**
   * Returns an image in one size, or the reason why there is none. Does no work if the caller `has` the image, by its
   * entity tag.
   */
  picture(shown: ShownImage, has: HasTag): Promise<Fault | Picture>
  /** Rejects new work with `why`. Resolves when the work that has begun is done. */
  close(why: Error): Promise<void>
}

/** The differences between the images of a design and its files. */
export interface ImageChanges {
  /** The ids of uploads that no file contains. */
  readonly added: readonly string[]
  /** The images of files that were deleted: from name to the id of the content. */
  readonly deleted: ReadonlyMap<string, string>
}

/** Opens the gallery of a store. The image library is loaded at its first use. */
export function openGallery(store: ImageStore): Gallery {
  const gate = openGate()
  const lanes = openLanes(gate)
  const find = pictureFinder(store, lanes)
  const inTurn = turns(1)
  const change = <T>(task: () => Promise<T>): Promise<T> => inTurn(() => gate.enter(task))
  const keep = (folder: ImageFolder, file: Buffer): Promise<Fault | string> =>
    lanes.taking(() => storeImage(store, folder, file))

  const listeners = new Set<() => void>()
  const notifyListeners = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    add: async (album, file) => {
      const id = await keep(album, file)
      if (isFault(id)) return id
      if (album === 'design') notifyListeners()
      return imageDescriptor(album, id)
    },
    list: (skip, limit) => {
      const ids = new Set([...store.list(), ...namesOfFiles(store)])
      return [...ids].slice(skip, skip + limit).map((id) => imageDescriptor('design', id))
    },
    delete: (id) =>
      change(async () => {
        const names = store.names()
        const file = names.get(id)
        const isFile = file !== undefined && !file.isDeleted
        if (isFile) await store.setNames(new Map([...names, [id, { ...file, isDeleted: true }]]))
        const isDeleted = (await store.delete(id)) || isFile
        if (isDeleted) notifyListeners()
        return isDeleted
      }),
    changedByRoutes: () => {
      const inFiles = new Set(namesOfFiles(store))
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
        for (const name of namesOfFiles(store)) if (uploads.has(name)) await store.delete(name)
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

/** Stores an image under the id of its content and returns the id. */
async function storeImage(store: ImageStore, folder: ImageFolder, file: Buffer): Promise<Fault | string> {
  const { normalise } = await withDecoder(() => import('./normalise.ts'))
  const png = await normalise(file)
  if (isFault(png)) return png
  const id = imageId(file)
  await store.put(folder, id, png)
  return id
}

function namesOfFiles(store: ImageStore): string[] {
  return [...store.names()].flatMap(([name, { isDeleted }]) => (isDeleted ? [] : [name]))
}
