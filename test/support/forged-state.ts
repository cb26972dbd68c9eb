import { crc32 } from 'node:zlib'
import { Replay } from '../../src/emulator/snapshots/recovery.ts'
import { partLine } from '../../src/emulator/transfer/state-file.ts'
import { stateParts } from '../../src/emulator/snapshots/state-parts.ts'
import { compileDesign } from '../../src/game/design/design.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import { newGame, type GameState } from '../../src/game/game-state.ts'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { followBoards } from '../../src/game/leaderboards/follow.ts'
import { checksum, formatSum } from '../../src/storage/checksum.ts'

/** States that somebody has changed, and signed so that nothing of it shows in their sums. */

/** What stands in a line. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
/** A line of a state. */
export type Line = { [name: string]: Json }

/** Gives numbers from 0 to below a limit, the same ones for the same seed. */
export function dice(seed: number): (limit: number) => number {
  let state = seed * 2_654_435_761
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

type Dice = ReturnType<typeof dice>

const pick = <T>(roll: Dice, from: readonly T[]): T => from[roll(from.length)] as T

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

/**
 * An exported state with one thing changed somewhere, and what that was. Where it is an entry, the state may be made again
 * of the entries, as somebody would who does it well.
 */
export async function forged(text: string, seed: number): Promise<{ readonly what: string; readonly text: string }> {
  const roll = dice(seed)
  const lines = linesOf(text)
  const end = lines.length - 1
  const at = pickLine(roll, lines)
  const line = lines[at] as Line
  const isEntry = 'seq' in line && 'events' in line
  const way = roll(30)
  let what: string
  if (way === 0 && at > 0) {
    lines.splice(at, 1)
    what = `line ${at + 1} dropped`
  } else if (way === 1 && at > 0) {
    lines.splice(at, 0, structuredClone(line))
    what = `line ${at + 1} twice`
  } else if (way === 2 && at > 0 && at + 1 < end) {
    lines.splice(at, 2, lines[at + 1] as Line, line)
    what = `lines ${at + 1} and ${at + 2} swapped`
  } else if (typeof line['bytes'] === 'string') what = changeBytes(roll, line as { bytes: string }, at)
  else what = `line ${at + 1} ${changeIn(roll, line, poolOf(lines))}`
  const again = signed(lines)
  if (!isEntry || roll(4) === 0) return { what, text: again }
  const made = await withStateOf(linesOf(again)).catch(() => undefined)
  return { what: `${what}, with its state`, text: made === undefined ? again : signed(made) }
}

/** Each kind of line is as likely as any other. */
function pickLine(roll: Dice, lines: readonly Line[]): number {
  const kinds = new Map<string, number[]>()
  for (const [i, line] of lines.slice(0, -1).entries()) {
    if ('source' in line) continue
    const events = line['events'] as { event: string }[] | undefined
    const kind = events ? `entry ${events[0]?.event}` : JSON.stringify(line['part'] ?? 'header')
    const known = kinds.get(kind)
    if (known) known.push(i)
    else kinds.set(kind, [i])
  }
  return pick(roll, pick(roll, [...kinds.values()]))
}

/** Texts that stand somewhere in a state. */
function poolOf(lines: readonly Line[]): readonly string[] {
  const texts = new Set<string>()
  const walk = (value: Json): void => {
    if (typeof value === 'string' && value.length < 100) texts.add(value)
    else if (Array.isArray(value)) value.forEach(walk)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  for (const line of lines) if (!('source' in line) && !('bytes' in line)) walk(line)
  return [...texts]
}

interface Spot {
  readonly holder: Json[] | { [name: string]: Json }
  readonly key: string | number
  readonly path: string
}

function spotsIn(value: Json, path: string, into: Spot[]): Spot[] {
  if (typeof value !== 'object' || value === null) return into
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  for (const key of keys) {
    const holder = value as Record<string, Json>
    into.push({ holder, key, path: `${path}.${key}` })
    spotsIn(holder[key] as Json, `${path}.${key}`, into)
  }
  return into
}

/** Changes one value of a line, or takes it out, or doubles it. */
function changeIn(roll: Dice, line: Line, pool: readonly string[]): string {
  const { holder, key, path } = pick(roll, spotsIn(line, '', []))
  const before = (holder as Record<string, Json>)[key] as Json
  const way = roll(8)
  if (way === 0) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
    return `${path} dropped`
  }
  if (way === 1 && Array.isArray(holder)) {
    holder.splice(Number(key), 0, structuredClone(before))
    return `${path} twice`
  }
  if (way === 1) {
    delete (holder as Line)[key]
    ;(holder as Line)[pick(roll, [`${key}x`, ...pool])] = before
    return `${path} renamed`
  }
  const after = way === 2 ? pick(roll, strangers) : changedValue(roll, before, pool)
  ;(holder as Record<string, Json>)[key] = after
  return `${path}: ${JSON.stringify(before).slice(0, 200)} -> ${JSON.stringify(after).slice(0, 200)}`
}

const strangers: readonly Json[] = [null, true, false, 0, -1, 'x', '', [], {}, [null], { '=x': 1 }]
const numbers = [
  0,
  -1,
  0.5,
  2 ** 31,
  2 ** 32,
  2 ** 35 - 1,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  2 ** 53,
  1e300,
  253402300799999,
]

function changedValue(roll: Dice, before: Json, pool: readonly string[]): Json {
  switch (typeof before) {
    case 'number':
      return pick(roll, [before + 1, before - 1, -before, before * 2, ...numbers])
    case 'string':
      return pick(roll, ['', `${before}x`, '__proto__', before.toUpperCase(), pick(roll, pool), pick(roll, pool)])
    case 'boolean':
      return !before
    default:
      return Array.isArray(before)
        ? pick(roll, [[], before.toReversed(), [...before, ...before]])
        : pick(roll, strangers)
  }
}

/** Puts something else at a place of bytes. */
function changeBytes(roll: Dice, line: { bytes: string }, at: number): string {
  const bytes = Buffer.from(line.bytes, 'base64')
  const where = `line ${at + 1} bytes of ${bytes.length}`
  if (bytes.length < 20 || roll(6) === 0) {
    line.bytes = (roll(2) === 0 ? bytes.subarray(0, bytes.length - 20) : Buffer.concat([bytes, bytes])).toString(
      'base64',
    )
    return `${where}, cut or doubled`
  }
  const isWide = roll(2) === 0
  const place = roll(Math.floor(bytes.length / (isWide ? 8 : 4))) * (isWide ? 8 : 4)
  const value = pick(roll, isWide ? [NaN, Infinity, -1, 0.5, 1e300, 2 ** 53, 3, 0, -0] : [0, 1, 2, -1, 2 ** 31 - 1, 77])
  if (isWide) bytes.writeDoubleLE(value, place)
  else bytes.writeInt32LE(value, place)
  line.bytes = bytes.toString('base64')
  return `${where}, ${value} at ${place}`
}

/** A state whose lines are changed, with the sums that belong there then. */
export function edited(text: string, change: (lines: Line[]) => void): string {
  const lines = linesOf(text)
  change(lines)
  return signed(lines)
}

/** A state whose text was changed, with the sums that belong there now. */
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

/** The lines with the state that the entries make. */
async function withStateOf(lines: readonly Line[]): Promise<Line[]> {
  const designs = new Map(lines.flatMap(({ design, source }) => (source ? [[design, source as unknown] as const] : [])))
  const follow = async (state: GameState): Promise<void> => {
    const design = compileDesign(designs.get(state.design) as DesignSource)
    if ('source' in design) followBoards(state, design, () => 0)
  }
  const replay = new Replay(newGame('staging'), follow)
  for (const line of lines)
    if ('events' in line) await replay.take(line as unknown as Entry, checksum(JSON.stringify(line)))
  const { state } = replay
  const clock = { offsetMs: 0, frozenAt: state.clock.frozenAt }
  const parts = [...stateParts({ ...state, clock })].map((part) => JSON.parse(partLine(part)) as Line)
  const header = lines.slice(0, 1).map((line) => ({ ...line, seq: state.seq, seed: state.seed, design: state.design }))
  const of = (name: string): Line[] => lines.slice(1).filter((line) => name in line)
  return [...header, ...of('source'), ...parts, ...of('events'), ...of('sum')]
}
