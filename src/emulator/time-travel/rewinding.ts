import type { GameState } from '../../game/game-state.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'
import type { Checkpoint } from '../../storage/checkpoint.ts'
import type { Journal } from '../../storage/journal.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { periodFiles } from '../boards/period-archiver.ts'
import { recoverState, type RecoveredState } from '../checkpoints/recovery.ts'
import { entryCodec } from '../history/entry-codec.ts'
import { followKept, type KeptTimeline, type RuntimeWorld } from './kept-timeline.ts'
import type { Stage } from './staging.ts'

/** Holds the files of a game's finished periods, because the live game may stop naming some of them. */
interface PeriodHold {
  readonly hold: (state: GameState) => void
  readonly release: () => void
}

/** Creates a hold on the files of the state that it receives. */
export function periodHold({ storage }: KeptTimeline): PeriodHold {
  let held: GameState | undefined
  const release = storage.boards.archive.hold(() => (held ? periodFiles(held.boards) : []))
  return { hold: (state) => (held = state), release }
}

/**
 * Stages the game as it was at a history position: after that entry, or after the last entry that is not later than
 * that time. Calls `hold` with the state that needs the files of finished periods. Spec 6.6.
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

/** A state, and whether it had to be rebuilt without the existing checkpoints. */
interface StateAt extends RecoveredState {
  readonly isBase: boolean
}

/**
 * Rebuilds the state after an entry, next to the live one. Files that an older checkpoint names may have been removed
 * since. Then no checkpoint is usable.
 */
export async function stateAt(
  world: RuntimeWorld,
  { timeline, storage }: KeptTimeline,
  seq: number,
  hold: (state: GameState) => void,
): Promise<StateAt> {
  const { journal, markUnusable } = storage
  const recover = (checkpoints: readonly Checkpoint[]): Promise<RecoveredState> =>
    recoverState(world.name, { checkpoints, journal, markUnusable }, followKept(world), seq)
  const recovered = await recover(await storage.boards.checkpoints())
  hold(recovered.state)
  const kept = new Set(periodFiles(timeline.state.boards))
  const isKept = periodFiles(recovered.state.boards).every((file) => kept.has(file))
  if (isKept || journal.firstSeq > 1) return { ...recovered, isBase: false }
  return { ...(await recover([])), isBase: true }
}

/**
 * Returns the number of the entry that a history position refers to, as far as that state can be rebuilt. `refusal` says to
 * whom it matters that it cannot.
 */
export async function entryAt(
  { timeline, storage }: KeptTimeline,
  to: HistoryPosition,
  refusal = 'The game cannot go back to that point: it can go back',
): Promise<Fault | number> {
  const { journal } = storage
  const { now } = await timeline.clock.read()
  const first = await firstReachable(storage)
  const last = journal.lastSeq
  if (first === undefined || first > last) return fault('invalid_request', { message: 'None of the history is kept' })
  const { at: end } = timeline.state
  // For the entry of a checkpoint, nothing but the checkpoint may be stored.
  const firstKept = Math.max(first, journal.firstSeq)
  const begin = firstKept > last ? end : await timeOf(journal, firstKept)
  const isWithin = 'seq' in to ? to.seq >= first && to.seq <= last : to.at >= begin && to.at <= now
  if (!isWithin)
    return fault('invalid_request', {
      message: `${refusal} from entry ${last} (${toIso(end)}) to entry ${first} (${toIso(begin)})`,
    })
  return 'seq' in to ? to.seq : lastWhere(first, last, async (seq) => (await timeOf(journal, seq)) <= to.at)
}

/** Returns the first entry whose state can be rebuilt. Without the oldest entries, that takes a checkpoint. */
async function firstReachable({ journal, boards }: KeptTimeline['storage']): Promise<number | undefined> {
  if (journal.firstSeq === 1) return 1
  return (await boards.checkpoints()).at(-1)?.seq
}

async function timeOf(journal: Journal, seq: number): Promise<number> {
  const [text] = await journal.texts([seq])
  if (text === undefined) throw new StorageError(`Entry ${seq} of the history is no longer kept`)
  return entryCodec.read(text).at
}

/**
 * Returns the last number up to `last` for which a condition holds. The condition holds for `low`, and once it does not
 * hold, it does not hold for any higher number.
 */
export async function lastWhere(
  low: number,
  last: number,
  holds: (value: number) => Promise<boolean>,
): Promise<number> {
  let [known, high] = [low, last]
  while (known < high) {
    const middle = Math.ceil((known + high) / 2)
    if (await holds(middle)) known = middle
    else high = middle - 1
  }
  return known
}
