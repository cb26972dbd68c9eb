import type { ImageAlbum } from '../game/kernel/image-album.ts'
import { StorageError } from './storage-error.ts'

/** An image of the design's files: the id of its content, and whether it was deleted since it was taken from them. */
export interface NamedImage {
  readonly id: string
  readonly isDeleted: boolean
}

/** An image in a store, of which little is held. */
export interface KeptImage {
  /** In bytes. */
  readonly length: number
  /** All of its bytes, each piece read when it is asked for. Throws StorageError, also where it has gone meanwhile. */
  readonly pieces: () => AsyncIterable<Buffer>
}

/** Where images are kept: those of an album, or the contents of the design's own files. */
export type ImageFolder = ImageAlbum | 'files'

/**
 * Uploaded images as PNG files, by folder and id. An id stands for what was uploaded, so what is kept under one never
 * changes. Every operation throws StorageError where the disk fails.
 */
export interface ImageStore {
  /** Keeps an image, once however often it comes; it counts when this resolves. The id must be one (`isImageId`). */
  put(folder: ImageFolder, id: string, png: Uint8Array): Promise<void>
  has(folder: ImageFolder, id: string): Promise<boolean>
  /** Undefined where there is none; StorageError where it has lost its beginning or its end. */
  find(folder: ImageFolder, id: string): Promise<KeptImage | undefined>
  /** The ids of the design's images, in the order in which they came. */
  list(): readonly string[]
  /** Removes an image of the design; false where there was none. */
  delete(id: string): Promise<boolean>
  /** The images of the design's files, by name. */
  names(): ReadonlyMap<string, NamedImage>
  /** Replaces those; what they name is kept already. What nobody names any more is removed. */
  setNames(names: ReadonlyMap<string, NamedImage>): Promise<void>
}

const IMAGE_ID = /^[0-9a-f]{24}$/

/** Whether a text can be the id of an image: 24 hexadecimal digits. Spec 4.15. */
export function isImageId(text: string): boolean {
  return IMAGE_ID.test(text)
}

/** The error of what is kept and no image any more. What is a StorageError already stays as it is. */
export function damagedImage(what: string, cause?: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(`The image ${what} is damaged. Restore the file from a backup`, { cause })
}

/** The error of what should be there and is not. */
export function missingImage(path: string): StorageError {
  return new StorageError(`The image ${path} is missing. Restore the file from a backup`)
}

/** An image whose bytes are here. */
export function imageInMemory(png: Buffer): KeptImage {
  return { length: png.length, pieces: () => onePiece(png) }
}

async function* onePiece(png: Buffer): AsyncGenerator<Buffer> {
  yield png
}

/** All of an image at once. */
export async function wholeOf({ length, pieces }: KeptImage): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(length)
  let at = 0
  for await (const piece of pieces()) at += piece.copy(whole, at)
  return whole
}

/** The ids of the contents that names lead to. */
export function contentsOf(names: ReadonlyMap<string, NamedImage>): ReadonlySet<string> {
  return new Set(Array.from(names.values(), ({ id }) => id))
}
