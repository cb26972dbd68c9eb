/** The formats of images that are taken. Spec 5.2 "unsupported_media_type". */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif'

/** What a file of each format begins with, byte for byte; a dot for any byte. */
const BEGINNINGS: readonly (readonly [ImageFormat, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF....WEBP'],
]

/** The format of a file by what it holds, whatever it is called; undefined for all others. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const begins = (beginning: string): boolean =>
    bytes.length > beginning.length &&
    Array.from(beginning).every((char, index) => char === '.' || bytes[index] === char.charCodeAt(0))
  return BEGINNINGS.find(([, beginning]) => begins(beginning))?.[0]
}
