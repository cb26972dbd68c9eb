import { deployDesign } from '../../game/design/deployment.ts'
import { setClock, setSeed } from '../../game/design/run.ts'
import { newGame, type GameState } from '../../game/game-state.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { changeClock } from '../session/clock.ts'
import type { KeptTimeline, RuntimeWorld } from './kept-timeline.ts'
import type { Stage } from './staging.ts'
import { emulatorCaller, type Timeline } from '../session/timeline.ts'

/** How a game begins anew. */
export interface Beginning {
  /** When its first entries stand, in ms since 1970, where that is not what the clock shows; not after that. */
  readonly atMs?: number
  /** Plays on it before anybody else. A fault has nothing come of the reset. */
  readonly seed?: (game: Timeline) => Promise<Fault | void>
}

/**
 * Stages a game without players, by the clock, the luck and the design of the one in force; `labelFor` tells the version
 * that a design runs under which waited until now. Nothing of a game without players stands in the way of that. Spec 6.6.
 */
export function stageReset(
  world: RuntimeWorld,
  { timeline: old }: KeptTimeline,
  { atMs, seed }: Beginning,
  labelFor: (hash: string) => string,
): Stage {
  const { state: before, design: inForce } = old
  const { clock, seed: luck, design: hash, deployment } = before
  const nowMs = clock.frozenAt ?? Math.max(world.machineNow() + clock.offsetMs, before.at)
  const prepare = async (timeline: Timeline): Promise<Fault | undefined> => {
    const at = atMs ?? nowMs
    const waiting = deployment.pending
    const next = waiting && (await world.designOf(waiting.hash))
    const steps = [
      () => timeline.execute(setClock, { clock, nowMs }, emulatorCaller, at),
      () => timeline.execute(setSeed, { seed: luck }, emulatorCaller, at),
      async () => (hash === '' ? undefined : timeline.deploy(inForce, hash, deployment.label, emulatorCaller, at)),
      async () => next && timeline.deploy(next, waiting.hash, labelFor(waiting.hash), emulatorCaller, at),
      () => seed?.(timeline),
    ]
    for (const step of steps) {
      const done = await step()
      if (isFault(done)) return done
    }
    return undefined
  }
  // The clock may be set while this is staged, and game time does not go back.
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

/** Whether nobody is in a game, so that it is worth a look whether anybody ever was. */
export const hasNoPlayers = ({ players }: GameState): boolean => players.index.size === 0

/** What a game consists of before anybody has come into it. */
const settingUp: ReadonlySet<string> = new Set([setClock, setSeed, deployDesign].map(({ name }) => name))

/** A fault where anything has happened in a game beside its being set up, or its history does not tell: it does not begin in the past. */
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
