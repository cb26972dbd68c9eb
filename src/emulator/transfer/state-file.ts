import * as z from 'zod'
import { kinds } from '../../game/design/source.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'

/** The only format of state files that this version writes and reads. */
export const STATE_FORMAT = 1

/** The maximum length of a line in bytes, without its newline. */
export const MAX_STATE_LINE_BYTES = 64 << 20

const sumSchema = z.int().min(0).max(0xffffffff)
const seqSchema = z.int().min(0)
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'expected the hash of a design')

/**
 * The first line of a state file: the game and its position. The designs, the parts of the state and the stored entries
 * follow, a line each, and then a line that verifies the lines before it. Spec 6.6.
 */
export const stateHeaderSchema = strictObject({
  format: z.literal(STATE_FORMAT),
  /** The version of gamify. */
  version: z.string().max(64),
  /** The id of the game. */
  game: z.string(),
  runtime: z.enum(['staging', 'production']),
  /** Its last entry; 0 if there is none. */
  seq: seqSchema,
  /** The time of its clock as a timestamp, and whether the clock is frozen. */
  time: z.string(),
  frozen: z.boolean(),
  seed: z.string(),
  /** The hash of the deployed design; null before the first deployment. */
  design: hashSchema.nullable(),
  /**
   * The number of the first entry in the file, or `seq + 1` if there is none, and the checksum of the entry before it.
   */
  first: z.int().min(1),
  chain: sumSchema,
})

/** The first line. */
export type StateHeader = Readonly<z.output<typeof stateHeaderSchema>>

/** A design that the entries or the state name. */
export const designLineSchema = strictObject({
  design: hashSchema,
  source: z.looseObject(Object.fromEntries(kinds.map((kind) => [kind, z.array(z.unknown())]))),
})

const partName = z.string().max(64)

/** A piece of the state: JSON, or bytes in base64. */
export const partLineSchema = z.union([
  strictObject({ part: partName, data: z.unknown() }),
  strictObject({ part: partName, bytes: z.base64() }),
])

/** The last line: the number of lines before it, and the checksum of their bytes including newlines. */
export const footerSchema = strictObject({ lines: z.int().min(1), sum: z.string() })

/** Creates the first line from the facts of a state. */
export function stateHeader(
  facts: Omit<StateHeader, 'format' | 'time' | 'design'> & { readonly now: number; readonly design: string },
): StateHeader {
  const { version, game, runtime, seq, now, frozen, seed, design, first, chain } = facts
  const time = toIso(now)
  const deployed = design === '' ? null : design
  return { format: STATE_FORMAT, version, game, runtime, seq, time, frozen, seed, design: deployed, first, chain }
}

/** Formats a part as a line, without its newline. */
export function partLine(part: CheckpointPart): string {
  if ('data' in part) return JSON.stringify({ part: part.name, data: part.data })
  const { buffer, byteOffset, byteLength } = part.bytes
  return JSON.stringify({ part: part.name, bytes: Buffer.from(buffer, byteOffset, byteLength).toString('base64') })
}

/** Returns the part in a line. Its bytes have their own ArrayBuffer. */
export function partOf(line: z.output<typeof partLineSchema>): CheckpointPart {
  if (!('bytes' in line)) return { name: line.part, data: line.data }
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(line.bytes, 'base64'))
  bytes.write(line.bytes, 'base64')
  return { name: line.part, bytes }
}
