import { createHash } from 'node:crypto'

/** The number of hexadecimal digits of SHA-256 that make the id of an image. Spec 4.15. */
const ID_LENGTH = 24

/**
 * Returns the id of an image by its content. The largest image takes 6 ms. Another thread would take as long, because
 * it needs a copy.
 */
export function imageId(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, ID_LENGTH)
}

/** The accepted formats of images. Spec 5.2 "unsupported_media_type". */
type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif'

/** The first bytes of a file of each format. A dot matches any byte. */
const BEGINNINGS: readonly (readonly [ImageFormat, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF....WEBP'],
]

/** Detects the format of a file by its content, whatever its name. Returns undefined for other formats. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const begins = (beginning: string): boolean =>
    bytes.length > beginning.length &&
    Array.from(beginning).every((char, index) => char === '.' || bytes[index] === char.charCodeAt(0))
  return BEGINNINGS.find(([, beginning]) => begins(beginning))?.[0]
}

/**
 * Whether a file reaches the end that its format marks. It checks the formats whose decoders do not: they stop at the
 * last pixel of the first picture. A file that lacks only the final checksum counts as cut off too, because the sender
 * does not have all of it.
 */
export function isComplete(format: ImageFormat, bytes: Uint8Array): boolean {
  return completenessChecks[format]?.(bytes) ?? true
}

const completenessChecks: Partial<Record<ImageFormat, (bytes: Uint8Array) => boolean>> = {
  png: hasPngEnd,
  jpeg: hasJpegEnd,
  gif: hasGifEnd,
}

const PNG_SIGNATURE_BYTES = 8
/** The length, type and checksum of a chunk. */
const PNG_CHUNK_BYTES = 12
const IEND = 0x49454e44

/** Walks from chunk to chunk. Ignores what follows the last chunk. */
function hasPngEnd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = PNG_SIGNATURE_BYTES; offset + PNG_CHUNK_BYTES <= bytes.length;) {
    const end = offset + PNG_CHUNK_BYTES + view.getUint32(offset)
    if (view.getUint32(offset + 4) === IEND) return end <= bytes.length
    offset = end
  }
  return false
}

const JPEG_MARK = 0xff
const JPEG_MARKER_BYTES = 2
const JPEG_SCAN = 0xda
const JPEG_END = 0xd9

/**
 * Walks from marker to marker. Each marker but the last is followed by a segment that begins with its length. A scan is
 * followed by data as well.
 */
function hasJpegEnd(bytes: Uint8Array): boolean {
  for (let offset = JPEG_MARKER_BYTES; offset + 1 < bytes.length;) {
    const marker = bytes[offset + 1] ?? 0
    if (marker === JPEG_END) return true
    // Any number of fill bytes can precede a marker.
    if (marker === JPEG_MARK) offset += 1
    else {
      const length = ((bytes[offset + JPEG_MARKER_BYTES] ?? 0) << 8) + (bytes[offset + JPEG_MARKER_BYTES + 1] ?? 0)
      offset += JPEG_MARKER_BYTES + length
      if (marker === JPEG_SCAN) offset = endOfJpegData(bytes, offset)
    }
  }
  return false
}

/**
 * Returns the offset of the next marker. Within data, 0xff is followed by 0 (an escaped 0xff) or is a restart marker.
 */
function endOfJpegData(bytes: Uint8Array, from: number): number {
  let offset = bytes.indexOf(JPEG_MARK, from)
  while (offset >= 0 && isWithinJpegData(bytes[offset + 1])) offset = bytes.indexOf(JPEG_MARK, offset + 1)
  return offset < 0 ? bytes.length : offset
}

const isWithinJpegData = (marker = 0): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

const GIF_HEAD_BYTES = 13
const GIF_FLAGS_AT = 10
const GIF_EXTENSION = 0x21
const GIF_EXTENSION_HEAD_BYTES = 2
const GIF_PICTURE = 0x2c
const GIF_PICTURE_HEAD_BYTES = 10
const GIF_END = 0x3b

/** Walks from block to block: extensions and pictures, each followed by data. */
function hasGifEnd(bytes: Uint8Array): boolean {
  let offset = GIF_HEAD_BYTES + colorTableBytes(bytes[GIF_FLAGS_AT])
  while (offset < bytes.length) {
    if (bytes[offset] === GIF_END) return true
    if (bytes[offset] === GIF_EXTENSION) offset = endOfGifData(bytes, offset + GIF_EXTENSION_HEAD_BYTES)
    else if (bytes[offset] === GIF_PICTURE) {
      const colors = colorTableBytes(bytes[offset + GIF_PICTURE_HEAD_BYTES - 1])
      // One byte after the head says how the data is encoded.
      offset = endOfGifData(bytes, offset + GIF_PICTURE_HEAD_BYTES + colors + 1)
    } else return false
  }
  return false
}

/** Returns the end of data that comes in sub-blocks of up to 255 bytes. The last sub-block is empty. */
function endOfGifData(bytes: Uint8Array, from: number): number {
  let offset = from
  for (let size = bytes[offset]; size !== undefined && size > 0; size = bytes[offset]) offset += 1 + size
  return offset + 1
}

/** Returns the size of the color table, 3 bytes for each color, or 0 if the flags say that there is none. */
function colorTableBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}
