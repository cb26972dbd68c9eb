import { crc32 } from 'node:zlib'

/** The checksum of an entry: CRC-32 of its text in UTF-8, an unsigned 32-bit integer. */
export function checksum(text: string): number {
  return crc32(text)
}

/** A checksum as it stands in files: eight lower-case hexadecimal digits. */
export function formatSum(sum: number): string {
  // In halves: V8 writes numbers beyond 31 bits several times slower.
  return hex16(sum >>> 16) + hex16(sum & 0xffff)
}

const hex16 = (half: number): string => half.toString(16).padStart(4, '0')
