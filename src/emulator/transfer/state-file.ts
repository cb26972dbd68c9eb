import * as z from 'zod'
import { kinds } from '../../game/design/source.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'

/** The format of state files without an earlier state, and of those with one. This version writes and reads both. */
const PLAIN_FORMAT = 1
export const STATE_FORMAT = 2

/** The maximum length of a line in bytes, without its newline. */
export const MAX_STATE_LINE_BYTES = 64 << 20

const sumSchema = z.int().min(0).max(0xffffffff)
const seqSchema = z.int().min(0)
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'expected the hash of a design')

/**
 * The first line of a state file: the game and its position. The designs, the parts of the state, those of an
 * earlier state if older entries are no longer kept, and the stored entries follow, a line each, and then a line that verifies the lines before it. Spec 6.6.
 */
export const stateHeaderSchema = strictObject({
  format: z.literal([PLAIN_FORMAT, STATE_FORMAT]),
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

/** A piece of the earlier state that the stored history continues. */
export const baseLineSchema = z.union([
  strictObject({ base: partName, data: z.unknown() }),
  strictObject({ base: partName, bytes: z.base64() }),
])

/** The last line: the number of lines before it, and the checksum of their bytes including newlines. */
export const footerSchema = strictObject({ lines: z.int().min(1), sum: z.string() })

/** Creates the first line from the facts of a state. */
export function stateHeader(
  facts: Omit<StateHeader, 'format' | 'time' | 'design'> & {
    readonly now: number
    readonly design: string
    /** Whether an earlier state follows. */
    readonly hasBase: boolean
  },
): StateHeader {
  const { version, game, runtime, seq, now, frozen, seed, design, first, chain, hasBase } = facts
  const time = toIso(now)
  const deployed = design === '' ? null : design
  const format = hasBase ? STATE_FORMAT : PLAIN_FORMAT
  return { format, version, game, runtime, seq, time, frozen, seed, design: deployed, first, chain }
}

/** Formats a part of the state, or of the earlier one, as a line without its newline. */
export function partLine(part: CheckpointPart, of: 'part' | 'base' = 'part'): string {
  if ('data' in part) return JSON.stringify({ [of]: part.name, data: part.data })
  const { buffer, byteOffset, byteLength } = part.bytes
  return JSON.stringify({ [of]: part.name, bytes: Buffer.from(buffer, byteOffset, byteLength).toString('base64') })
}

/** Returns the part in a line. Its bytes have their own ArrayBuffer. */
export function partOf(line: z.output<typeof partLineSchema | typeof baseLineSchema>): CheckpointPart {
  const name = 'part' in line ? line.part : line.base
  if (!('bytes' in line)) return { name, data: line.data }
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(line.bytes, 'base64'))
  bytes.write(line.bytes, 'base64')
  return { name, bytes }
}
