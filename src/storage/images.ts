import type { ImageAlbum } from '../game/kernel/image-album.ts'
import { StorageError } from './storage-error.ts'

/** An image of the design's files: the id of its content, and whether it was deleted since it was read from them. */
export interface NamedImage {
  readonly id: string
  readonly isDeleted: boolean
}

/** An image in a store, of which only a small part is in memory. */
export interface KeptImage {
  /** The length in bytes. */
  readonly length: number
  /**
   * Streams all of its bytes. Each piece is read when it is requested. Throws StorageError, also if the image was
   * deleted meanwhile.
   */
  readonly pieces: () => AsyncIterable<Buffer>
}

/** Where images are kept: an album, or the contents of the design's own files. */
export type ImageFolder = ImageAlbum | 'files'

/**
 * Uploaded images as PNG files, by folder and id. The id depends on the uploaded content, so the image under an id
 * never changes. Every operation throws StorageError if the disk fails.
 */
export interface ImageStore {
  /**
   * Stores an image, only once even if it is uploaded several times. It counts when this resolves. The id must be valid
   * (`isImageId`).
   */
  put(folder: ImageFolder, id: string, png: Uint8Array): Promise<void>
  has(folder: ImageFolder, id: string): Promise<boolean>
  /** Returns undefined if there is none. Throws StorageError if its beginning or end is missing. */
  find(folder: ImageFolder, id: string): Promise<KeptImage | undefined>
  /** The ids of the design's images, in the order in which they were uploaded. */
  list(): readonly string[]
  /** Removes an image of the design. Returns false if there was none. */
  delete(id: string): Promise<boolean>
  /** The images of the design's files, by name. */
  names(): ReadonlyMap<string, NamedImage>
  /** Replaces the names. Their images are already stored. Images that nothing names any longer are removed. */
  setNames(names: ReadonlyMap<string, NamedImage>): Promise<void>
}

const IMAGE_ID = /^[0-9a-f]{24}$/

/** Whether a text can be the id of an image: 24 hexadecimal digits. Spec 4.15. */
export function isImageId(text: string): boolean {
  return IMAGE_ID.test(text)
}

/** Creates the error for a stored file that is no longer an image. Returns a StorageError unchanged. */
export function damagedImage(what: string, cause?: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(`The image ${what} is damaged. Restore the file from a backup`, { cause })
}

/** Creates the error for an image that should exist and does not. */
export function missingImage(path: string): StorageError {
  return new StorageError(`The image ${path} is missing. Restore the file from a backup`)
}

/** Returns an image whose bytes are in memory. */
export function imageInMemory(png: Buffer): KeptImage {
  return { length: png.length, pieces: () => onePiece(png) }
}

async function* onePiece(png: Buffer): AsyncGenerator<Buffer> {
  yield png
}

/** Reads a whole image at once. */
export async function wholeOf({ length, pieces }: KeptImage): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(length)
  let at = 0
  for await (const piece of pieces()) at += piece.copy(whole, at)
  return whole
}

/** Returns the ids of the contents that the names refer to. */
export function contentsOf(names: ReadonlyMap<string, NamedImage>): ReadonlySet<string> {
  return new Set(Array.from(names.values(), ({ id }) => id))
}
