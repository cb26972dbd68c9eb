import { deployDesign } from '../../game/design/deployment.ts'
import { setClock, setSeed } from '../../game/design/run.ts'
import { newGame, type GameState } from '../../game/game-state.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { changeClock } from '../session/clock.ts'
import { emulatorCaller, type Timeline } from '../session/timeline.ts'
import type { KeptTimeline, RuntimeWorld } from './kept-timeline.ts'
import type { Stage } from './staging.ts'

/** How a reset game begins. */
export interface Beginning {
  /**
   * The time of its first entries, in ms since 1970 (default: the time of the clock). It must not be later than the
   * clock.
   */
  readonly atMs?: number
  /** Fills the game before anyone else can use it. A fault cancels the reset. */
  readonly seed?: (game: Timeline) => Promise<Fault | void>
}

/**
 * Stages a game without players, with the clock, the seed and the design of the live one. `labelFor` returns the label
 * of a design whose upgrade was pending; a game without players has nothing that blocks the upgrade. Spec 6.6.
 */
export function stageReset(
  world: RuntimeWorld,
  { timeline: old }: KeptTimeline,
  { atMs, seed }: Beginning,
  labelFor: (hash: string) => string,
): Stage {
  const { state: before, design: deployed } = old
  const { clock, seed: luck, design: hash, deployment } = before
  const nowMs = clock.frozenAt ?? Math.max(world.machineNow() + clock.offsetMs, before.at)
  const prepare = async (timeline: Timeline): Promise<Fault | undefined> => {
    const at = atMs ?? nowMs
    const waiting = deployment.pending
    const next = waiting && (await world.designOf(waiting.hash))
    const steps = [
      () => timeline.execute(setClock, { clock, nowMs }, emulatorCaller, at),
      () => timeline.execute(setSeed, { seed: luck }, emulatorCaller, at),
      async () => (hash === '' ? undefined : timeline.deploy(deployed, hash, deployment.label, emulatorCaller, at)),
      async () => next && timeline.deploy(next, waiting.hash, labelFor(waiting.hash), emulatorCaller, at),
      () => seed?.(timeline),
    ]
    for (const step of steps) {
      const done = await step()
      if (isFault(done)) return done
    }
    return undefined
  }
  // The clock can be changed while this is staged, and game time does not go back.
  const catchUp = async (timeline: Timeline): Promise<Fault | undefined> => {
    const [shown, staged] = [await old.clock.read(), await timeline.clock.read()]
    if (before.clock === clock && shown.now <= staged.now) return undefined
    const machineMs = world.machineNow()
    const set = changeClock(shown, { now: Math.max(shown.now, staged.now) }, machineMs)
    const at = Math.max(atMs ?? set.nowMs, timeline.state.at)
    return timeline.execute(setClock, set, emulatorCaller, at)
  }
  return async ({ begin }) => {
    const refused = atMs === undefined ? undefined : await refuseUnlessUnused(old)
    if (refused) return refused
    const storage = await begin({ parent: null, first: 1, chain: 0 })
    return { storage, state: newGame(world.name), knownSeq: 0, prepare, catchUp }
  }
}

/** Whether a game has no players, so that it may never have been used. */
export const hasNoPlayers = ({ players }: GameState): boolean => players.index.size === 0

/** The operations that set up a game before its first use. */
const settingUp: ReadonlySet<string> = new Set([setClock, setSeed, deployDesign].map(({ name }) => name))

/**
 * Returns a fault unless a game was only set up and its whole history shows that. Only such a game can begin in the
 * past.
 */
export async function refuseUnlessUnused(timeline: Timeline): Promise<Fault | undefined> {
  const { state } = timeline
  if (!hasNoPlayers(state)) return inUse
  let seen = 0
  for await (const { seq, op } of timeline.history({})) {
    seen += 1
    if (seq !== seen || !settingUp.has(op)) return inUse
  }
  return seen === state.seq ? undefined : inUse
}

const inUse = fault('invalid_date', {
  message: 'Only an empty game can start in the past',
})
