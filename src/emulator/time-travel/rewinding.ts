import type { GameState } from '../../game/game-state.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { Journal } from '../../storage/journal.ts'
import type { Checkpoint } from '../../storage/checkpoint.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'
import { periodFiles } from '../boards/period-archiver.ts'
import { followKept, type KeptTimeline, type RuntimeWorld } from './kept-timeline.ts'
import { recoverState, type RecoveredState } from '../checkpoints/recovery.ts'
import type { Stage } from './staging.ts'
import { entries } from '../history/entry-codec.ts'

/**
 * What the finished periods of a game lie in is held until it is let go of: the one in force may name some of it no
 * more.
 */
interface PeriodHold {
  readonly hold: (state: GameState) => void
  readonly letGo: () => void
}

/** Holds what the game that it will be told of needs. */
export function periodHold({ storage }: KeptTimeline): PeriodHold {
  let held: GameState | undefined
  const letGo = storage.boards.archive.hold(() => (held ? periodFiles(held.boards) : []))
  return { hold: (state) => (held = state), letGo }
}

/**
 * Stages the game as it was at a point of its history: after that entry, or after the last one not after that time.
 * `hold` is told of the state that needs the files of finished periods. Spec 6.6.
 */
export function stageRewind(
  world: RuntimeWorld,
  kept: KeptTimeline,
  to: HistoryPosition,
  hold: (state: GameState) => void,
): Stage {
  return async ({ begin }) => {
    const seq = await entryAt(kept, to)
    if (isFault(seq)) return seq
    const recovered = await stateAt(world, kept, seq, hold)
    const { state } = recovered
    const parent = { generation: kept.storage.generation, seq }
    const storage = await begin({ parent, first: seq + 1, chain: state.chain })
    return { storage, ...recovered, nowMs: 'at' in to ? to.at : state.at, knownSeq: seq }
  }
}

/** A state, and whether it had to be made without the checkpoints that there are. */
interface StateAt extends RecoveredState {
  readonly isBase: boolean
}

/**
 * The state after an entry, beside the one in force. What an older checkpoint names may have been removed since; then
 * none is of use.
 */
export async function stateAt(
  world: RuntimeWorld,
  { timeline, storage }: KeptTimeline,
  seq: number,
  hold: (state: GameState) => void,
): Promise<StateAt> {
  const { journal, markUnusable: markUnusable } = storage
  const recover = (checkpoints: readonly Checkpoint[]): Promise<RecoveredState> =>
    recoverState(world.name, { checkpoints: checkpoints, journal, markUnusable: markUnusable }, followKept(world), seq)
  const recovered = await recover(await storage.boards.checkpoints())
  hold(recovered.state)
  const kept = new Set(periodFiles(timeline.state.boards))
  const isKept = periodFiles(recovered.state.boards).every((file) => kept.has(file))
  if (isKept || journal.firstSeq > 1) return { ...recovered, isBase: false }
  return { ...(await recover([])), isBase: true }
}

/** The number of the entry that a point names, as far as the game can be had as it was then. */
async function entryAt({ timeline, storage }: KeptTimeline, to: HistoryPosition): Promise<Fault | number> {
  const { journal } = storage
  const { now } = await timeline.clock.read()
  const first = await firstReachable(storage)
  const last = journal.lastSeq
  if (first === undefined || first > last) return beyond('none of its history is kept')
  const { at: end } = timeline.state
  // Of the entry that a checkpoint stands after nothing may be kept but that.
  const firstKept = Math.max(first, journal.firstSeq)
  const begin = firstKept > last ? end : await timeOf(journal, firstKept)
  const isWithin = 'seq' in to ? to.seq >= first && to.seq <= last : to.at >= begin && to.at <= now
  if (!isWithin) return beyond(`it can go back from entry ${last} (${toIso(end)}) to entry ${first} (${toIso(begin)})`)
  return 'seq' in to ? to.seq : lastWhere(first, last, async (seq) => (await timeOf(journal, seq)) <= to.at)
}

const beyond = (range: string): Fault =>
  fault('invalid_request', { message: `The game cannot go back to that point: ${range}` })

/** The first entry after which the state is to be had: without those before, only from a checkpoint on. */
async function firstReachable({ journal, boards }: KeptTimeline['storage']): Promise<number | undefined> {
  if (journal.firstSeq === 1) return 1
  return (await boards.checkpoints()).at(-1)?.seq
}

async function timeOf(journal: Journal, seq: number): Promise<number> {
  const [text] = await journal.texts([seq])
  if (text === undefined) throw new StorageError(`Entry ${seq} of the history is no longer kept`)
  return entries.read(text).at
}

/** The last number up to `last` for which something holds that holds up to some number and not after it; `low` holds. */
export async function lastWhere(low: number, last: number, holds: (at: number) => Promise<boolean>): Promise<number> {
  let [known, high] = [low, last]
  while (known < high) {
    const middle = Math.ceil((known + high) / 2)
    if (await holds(middle)) known = middle
    else high = middle - 1
  }
  return known
}
