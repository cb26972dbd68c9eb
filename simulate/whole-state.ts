import { stateOf, stateParts } from '../src/emulator/checkpoints/state-parts.ts'
import type { Runtime } from '../src/emulator/runtime.ts'
import type { WholeRuntime } from '../src/emulator/transfer/whole-runtime.ts'
import { forgetBefore } from '../src/game/forgetting.ts'
import type { GameState } from '../src/game/game-state.ts'
import { mustBeSameLines } from './invariant.ts'

/** All that a runtime is at a moment. */
export interface WholeState {
  /**
   * Without its history, and without the boards that designers made on the way: those are counted from the history that was
   * kept when they were first asked for, which a crash may give back a part of. So is the board of all teams with each new
   * definition of teams.
   */
  readonly text: string
  /** The first entry that is kept. What is known of events before it is forgotten when it comes to that. */
  readonly first: number
  /** Of that moment, and nobody else's. */
  readonly copy: GameState
}

/** The state of a runtime as it is now. */
export async function wholeStateOf(runtime: Runtime, whole: Pick<WholeRuntime, 'export'>): Promise<WholeState> {
  let text = ''
  for await (const chunk of whole.export({ history: false })) text += chunk
  const { name, state } = runtime
  return {
    text: withoutPast(withoutLateBoards(text)),
    first: await firstOf(runtime),
    copy: await stateOf(name, stateParts(state)),
  }
}

async function firstOf(runtime: Runtime): Promise<number> {
  for await (const { seq } of runtime.history({ since: { seq: 1 } })) return seq
  return runtime.state.seq + 1
}

/** Two states are the same, by what `seen` leaves of their texts, and by what they know of events that both still keep. */
export function mustBeSameState(
  invariant: string,
  expected: WholeState,
  found: WholeState,
  seen: (text: string) => string = (text) => text,
): void {
  const first = Math.max(expected.first, found.first)
  mustBeSameLines(invariant, seen(expected.text), seen(found.text))
  mustBeSameLines(`${invariant}, and knows the same of the past`, pastOf(expected, first), pastOf(found, first))
}

/** Stands for all of a state. */
export const textOf = (state: WholeState): string => `${state.text}\n${pastOf(state, state.first)}`

/** Parts of a state that tell of past events. */
const PAST: ReadonlySet<string> = new Set(['tenures', 'reverted', 'feeds', 'feed-piece', 'board-places'])

/** What a state knows of events from an entry on; it forgets what was before. */
function pastOf({ copy }: WholeState, first: number): string {
  Array.from(forgetBefore(copy, first))
  const parts = [...stateParts(copy)].filter(({ name }) => PAST.has(name))
  const seen = copy.players.records.map((player) => player && [player.id, player.seen])
  return [...parts, ...seen].map((each) => JSON.stringify(each)).join('\n')
}

function withoutPast(state: string): string {
  const kept = state.split('\n').filter((line) => {
    const [, part = ''] = /^\{"part":"([^"]+)"/.exec(line) ?? []
    return !PAST.has(part)
  })
  return kept
    .join('\n')
    .replaceAll(/,"seen":\[[^\]]*\]/g, '')
    .replace(/,"feedsGone":\d+/, '')
}

const BOARD = '{"part":"board","data":{"id":"'
const LATE_BOARDS = [`${BOARD}extra`, `${BOARD}all-teams"`]

/** A state without the boards that came late, each with the lines that belong to it, and without the sum of all lines. */
function withoutLateBoards(state: string): string {
  let isLate = false
  const kept = state.split('\n').filter((line) => {
    if (line.startsWith(BOARD)) isLate = LATE_BOARDS.some((late) => line.startsWith(late))
    else if (!line.startsWith('{"part":"board')) isLate = false
    return !isLate && !line.startsWith('{"lines":')
  })
  return kept.join('\n')
}
