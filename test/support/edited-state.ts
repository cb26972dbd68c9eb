import { crc32 } from 'node:zlib'
import { checksum, formatSum } from '../../src/storage/checksum.ts'

/** Exported states that a test edits and seals again, so that their checksums hold. */

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
/** A line of a state. */
export type Line = { [name: string]: Json }

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

/** A state with its lines changed, sealed again. */
export function edited(text: string, change: (lines: Line[]) => void): string {
  const lines = linesOf(text)
  change(lines)
  return signed(lines)
}

/** A state whose text was changed, sealed again. */
export const signedAgain = (text: string): string => signed(linesOf(text))

/** The text of lines, each entry following on the one before it, with the sums that belong there. */
function signed(lines: readonly Line[]): string {
  const last = chainUp(lines)
  for (const line of lines)
    if (line['part'] === 'frame' && last !== undefined && isObject(line['data'])) line['data']['chain'] = last
  const body = lines.slice(0, -1).map((line) => `${JSON.stringify(line)}\n`)
  return `${body.join('')}${JSON.stringify({ lines: body.length, sum: formatSum(crc32(body.join(''))) })}\n`
}

/** Lets each entry name the sum of the one before it; the sum of the last one, where there are any. */
function chainUp(lines: readonly Line[]): number | undefined {
  let sum: number | undefined
  for (const line of lines) {
    if (!('events' in line)) continue
    if (sum !== undefined) line['chain'] = sum
    sum = checksum(JSON.stringify(line))
  }
  return sum
}

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
