import { crc32 } from 'node:zlib'

/** Returns the checksum of an entry: CRC-32 of its text in UTF-8, an unsigned 32-bit integer. */
export function checksum(text: string): number {
  return crc32(text)
}

/** Formats a checksum as files have it: eight lower-case hexadecimal digits. */
export function formatSum(sum: number): string {
  // Formats the two halves separately, because V8 formats numbers of more than 31 bits several times slower.
  return hex16(sum >>> 16) + hex16(sum & 0xffff)
}

const hex16 = (half: number): string => half.toString(16).padStart(4, '0')
