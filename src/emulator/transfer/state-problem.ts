import { feedIndexProblem } from '../../game/feeds/feed-index.ts'
import type { GameState } from '../../game/game-state.ts'
import { LAST_INSTANT } from '../../game/kernel/instant.ts'
import { MAX_EVENTS_AN_ENTRY, MAX_SEQ } from '../../game/kernel/ids.ts'
import type { ClockReading } from '../session/clock.ts'
import type { StateHeader } from './state-file.ts'

/** The history of a state that comes from elsewhere may be so long: a game goes on from there, and ids must tell it. */
const MAX_STATE_SEQ = MAX_SEQ / 2

/** What is wrong with a record of a part, by its place among those of that name; a sentence without its subject. */
export interface RecordProblem {
  readonly part: string
  readonly index: number
  readonly problem: string
}

/** Where a state is not the one that its first line tells of; a sentence without its subject. */
export function headerProblem(state: GameState, header: StateHeader, clock: ClockReading): string | undefined {
  const { seq, seed, design, at, clock: kept } = state
  if (seq !== header.seq || seed !== header.seed || design !== (header.design ?? ''))
    return 'does not match the first line of the file'
  if (seq > MAX_STATE_SEQ) return 'has a longer history than a game can continue'
  const shown = kept.frozenAt === null ? null : Math.max(kept.frozenAt, at)
  if (at > clock.now || shown !== (clock.frozen ? clock.now : null)) return 'has a different clock from the first line'
  if (clock.now > LAST_INSTANT) return 'has a clock that cannot advance further'
  if (header.first === seq + 1 && header.chain !== state.chain) return 'does not continue the history of the first line'
  return feedIndexProblem(state.feeds, { seq, index: MAX_EVENTS_AN_ENTRY - 1, at })
}
