import { stateOf } from '../../emulator/checkpoints/state-parts.ts'
import { partProblem } from '../../emulator/checkpoints/state-shapes.ts'
import { entryCodec } from '../../emulator/history/entry-codec.ts'
import { StateDesigns } from '../../emulator/transfer/state-designs.ts'
import {
  baseLineSchema,
  designLineSchema,
  footerSchema,
  partOf,
  type StateHeader,
} from '../../emulator/transfer/state-file.ts'
import { stateHeaderOf } from '../../emulator/transfer/state-header.ts'
import { BadState, stateLines, type StateLine } from '../../emulator/transfer/state-lines.ts'
import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { parseInstant } from '../../game/kernel/instant.ts'
import type { AnyEvent } from '../../game/registry.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import { formatSum } from '../../storage/checksum.ts'
import { canName, namedEntries } from './decided-game.ts'

/** The stored history of a game, as `gamify state export` writes it. */
export interface RecordedHistory {
  readonly header: StateHeader
  /** The design that is deployed at the end. */
  readonly deployed: Design
  /** The last other design that was deployed before it. Undefined if no kept entry and no base names one. */
  readonly previous: Design | undefined
  /** The entries whose events later commands name. */
  readonly named: ReadonlySet<number>
  /** The first entry that can be decided again: the one after the base. */
  readonly first: number
  /** Creates the state that the history continues; undefined if the history is whole. Throws BadState. */
  readonly base: (() => Promise<GameState>) | undefined
  /** Reads the stored entries, also those that led to the base. Throws BadState. */
  readonly entries: () => AsyncIterable<Entry>
}

/** Creates the bytes of the same file again at each call. */
export type Bytes = () => AsyncIterable<Buffer>

/**
 * Examines an exported state: it must be of this game, complete and unchanged, and have its history from the first entry
 * on, or from an earlier state on. Throws BadState, which names the line. Spec 7.2.
 */
export async function readHistory(bytes: Bytes, game: string): Promise<RecordedHistory> {
  const designs = new StateDesigns()
  const named = new Set<number>()
  const hashes: string[] = []
  let header: StateHeader | undefined
  let last: StateLine | undefined
  for await (const line of stateLines(bytes())) {
    header ??= headerOf(line, game)
    last = line
    if (line.text.startsWith(DESIGN)) addDesign(designs, line)
    else if (!isEntry(line.text)) continue
    else if (canName(line.text)) for (const seq of namedEntries(entryOf(line))) named.add(seq)
    else if (entryCodec.canHold(line.text, DEPLOYED)) hashes.push(...deployedIn(entryOf(line)))
  }
  if (!header || !last) throw new BadState('The file is empty; expected the state of a game')
  checkFooter(last)
  const deployed = atLine(last, () => designs.designOf(header.design ?? ''))
  const base = header.first > 1 ? () => baseIn(bytes, header) : undefined
  const { seq = 0, design = '' } = (await base?.()) ?? {}
  const hash = [design, ...hashes].findLast((each) => each !== header.design)
  const previous = hash === undefined || hash === '' ? undefined : atLine(last, () => designs.designOf(hash))
  return { header, deployed, previous, named, first: seq + 1, base, entries: () => entriesIn(bytes, header) }
}

/** How the lines of designs and of entries begin. A later format of entries has its number first. */
const DESIGN = '{"design":'
const ENTRIES = ['{"seq":', '{"v":']

const DEPLOYED = 'design:deployed'

/** Returns the hashes of the designs that an entry deploys. */
function deployedIn({ events }: Entry): readonly string[] {
  return (events as readonly AnyEvent[]).flatMap((event) => (event.event === DEPLOYED ? [event.hash] : []))
}

const isEntry = (text: string): boolean => ENTRIES.some((each) => text.startsWith(each))

function headerOf(line: StateLine, game: string): StateHeader {
  const header = stateHeaderOf(parsed(line))
  if (header.game !== game)
    throw new BadState(`This is a history of the game '${header.game}', but the project is '${game}'`)
  if (header.first > 1 && header.seq < header.first)
    throw new BadState("The file has no history; export the game without 'history=false'")
  if (parseInstant(header.time) === undefined) throw new BadState('Line 1: time: expected a time stamp')
  return header
}

function addDesign(designs: StateDesigns, line: StateLine): void {
  const { success, data } = designLineSchema.safeParse(parsed(line))
  if (!success) throw new BadState(`Line ${line.number}: expected a design`)
  atLine(line, () => designs.add(data.design, data.source))
}

function checkFooter(line: StateLine): void {
  const { success, data } = footerSchema.safeParse(parsed(line))
  if (!success) throw new BadState(`The file ends after line ${line.number}: it was cut off`)
  if (data.lines !== line.number - 1 || data.sum !== formatSum(line.sumBefore))
    throw new BadState(`Line ${line.number}: a line before it was changed or is missing`)
}

async function baseIn(bytes: Bytes, { runtime, first }: StateHeader): Promise<GameState> {
  try {
    return await stateOf(runtime, basePartsIn(bytes))
  } catch (error) {
    if (error instanceof BadState || !(error instanceof Error)) throw error
    throw new BadState(`The state that entry ${first} continues is not valid: ${error.message}`)
  }
}

async function* basePartsIn(bytes: Bytes): AsyncGenerator<CheckpointPart, void, void> {
  let hasBase = false
  for await (const line of stateLines(bytes())) {
    if (isEntry(line.text) && hasBase) return
    if (isEntry(line.text)) throw new BadState(`Line ${line.number}: ${NO_BASE}`)
    if (!line.text.startsWith(BASE)) continue
    hasBase = true
    const { success, data } = baseLineSchema.safeParse(parsed(line))
    const part = success ? partOf(data) : undefined
    const problem = part ? partProblem(part) : 'expected a part of a state'
    if (problem !== undefined) throw new BadState(`Line ${line.number}: ${problem}`)
    if (part) yield part
  }
}

/** How the lines of an earlier state begin. */
const BASE = '{"base":'

const NO_BASE =
  'older entries are no longer kept, and the file does not have the state that this entry continues. A game in memory and an imported game do not have it. Serve the game from a data directory, and export it again once more is played'

async function* entriesIn(bytes: Bytes, { first, seq: last }: StateHeader): AsyncGenerator<Entry, void, void> {
  let next = first
  for await (const line of stateLines(bytes())) {
    if (!isEntry(line.text)) continue
    const entry = entryOf(line)
    if (entry.seq !== next) throw new BadState(`Line ${line.number}: this entry does not follow the one before it`)
    next += 1
    yield entry
  }
  if (next !== last + 1) throw new BadState(`The history ends at entry ${next - 1}, but the state is of entry ${last}`)
}

const entryOf = (line: StateLine): Entry => atLine(line, () => entryCodec.read(line.text))

function parsed({ number, text }: StateLine): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadState(`Line ${number} is not a JSON object`)
  }
}

/** Adds the number of the line to what is wrong with it. */
function atLine<T>({ number }: StateLine, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new BadState(`Line ${number}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Whether an error says what is wrong with a recorded history. */
export const isBadHistory = (error: unknown): error is Error => error instanceof BadState
