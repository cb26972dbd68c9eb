import { TimeSlice } from '../../async/time-slice.ts'
import { BadState } from '../../emulator/transfer/state-lines.ts'
import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { designHash } from '../../storage/designs.ts'
import { judgeExpectation } from '../simulate/expectation.ts'
import type { EndExpectation } from '../simulate/report.ts'
import { compareGames } from './compare-games.ts'
import { DecidedGame, type DecidedGameOptions, type Outcome } from './decided-game.ts'
import { endTally } from './end-tally.ts'
import type { RefusedCommand, WhatIfReport } from './report.ts'

/** A recorded history, and what it is decided again with. */
export interface WhatIfOptions extends Omit<DecidedGameOptions, 'base'> {
  readonly entries: AsyncIterable<Entry> | Iterable<Entry>
  /** Creates the state that the entries continue, another one at each call (default: a new game). */
  readonly base?: (() => Promise<GameState>) | undefined
  /** The design that is deployed at the end, with which the recorded scores are read. */
  readonly deployed: Design
  /** What is expected of the players at the end under the other design. */
  readonly expect?: readonly EndExpectation[] | undefined
  /** Ends the replay early. The report then compares the games as far as it came, and is partial. */
  readonly signal?: AbortSignal | undefined
  /** Called several times a second with the number of entries so far. */
  readonly onProgress?: ((entries: number) => void) | undefined
  /** Called with each entry and what came of it. */
  readonly onOutcome?: ((entry: Entry, outcome: Outcome) => void) | undefined
}

/** How many refused commands are listed. */
const MAX_REFUSED = 20

/**
 * Decides a recorded history again under another design, and reports how each player's outcome differs. Throws BadState if
 * an entry cannot be applied. Spec 7.2.
 */
export async function whatIf(options: WhatIfOptions): Promise<WhatIfReport> {
  const { deployed, design, expect = [], signal, onProgress, onOutcome } = options
  const [recorded, game] = [
    new DecidedGame({ ...options, design: deployed, since: { seq: Infinity }, base: await options.base?.() }),
    new DecidedGame({ ...options, base: await options.base?.() }),
  ]
  const slice = new TimeSlice()
  const refused = new Map<string, number>()
  const first: RefusedCommand[] = []
  let [decided, accepted, entries, isPartial] = [0, 0, 0, false]
  let { seq: last, at } = recorded.state
  for await (const entry of options.entries) {
    const outcome = taken(entry, recorded, game)
    onOutcome?.(entry, outcome)
    entries += 1
    if (entry.seq > last) ({ seq: last, at } = entry)
    if (outcome.kind === 'decided') accepted += 1
    if (outcome.kind === 'decided' || outcome.kind === 'refused') decided += 1
    if (outcome.kind === 'refused') {
      const { fault } = outcome.fault
      refused.set(fault, (refused.get(fault) ?? 0) + 1)
      if (first.length < MAX_REFUSED) first.push(refusal(entry, fault))
    }
    if (!slice.over) continue
    await slice.next()
    onProgress?.(entries)
    if (signal?.aborted !== true) continue
    isPartial = true
    break
  }
  const tally = endTally(game.state, design)
  const [before, after] = [
    { state: recorded.state, design: deployed, tally: endTally(recorded.state, deployed) },
    { state: game.state, design, tally },
  ]
  return {
    entries,
    since: game.since ?? last + 1,
    design: { before: recorded.state.design || null, after: designHash(JSON.stringify(design.source)) },
    ...compareGames(before, after, at),
    commands: {
      accepted_before: decided,
      accepted_after: accepted,
      refused_now: Object.fromEntries([...refused].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      first,
    },
    expect: expect.map((each) => ({ ...each, ...judgeExpectation(each, tally) })),
    ...(isPartial && { partial: true as const }),
  }
}

/** Both games take an entry. Whoever wrote the file can have changed what an entry contains. */
function taken(entry: Entry, recorded: DecidedGame, game: DecidedGame): Outcome {
  try {
    recorded.take(entry)
    return game.take(entry)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new BadState(`Entry ${entry.seq} cannot be applied: ${why}`)
  }
}

function refusal({ seq, at, op, caller }: Entry, error: string): RefusedCommand {
  return { seq, at: toIso(at), op, player: caller.player ?? null, error }
}
