import { crc32 } from 'node:zlib'

/** The checksum of an entry: CRC-32 of its text in UTF-8, an unsigned 32-bit integer. */
export function checksum(text: string): number {
  return crc32(text)
}

/** A checksum as it stands in files: eight lower-case hexadecimal digits. */
export function formatSum(sum: number): string {
  return sum.toString(16).padStart(8, '0')
}
