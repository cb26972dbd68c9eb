import { simulate } from '../src/lab/simulate/simulate.ts'
import type { Persona, Simulation } from '../src/lab/simulate/simulation.ts'
import { benchDesign } from './game.ts'
import { benchGame } from './settings.ts'

/** How many players are simulated, by how many threads. */
export interface SimulatedBurst {
  readonly players: number
  readonly days: number
  readonly jobs: number
}

/** What a simulation took. */
export interface SimulatedPlays {
  readonly plays: number
  readonly ms: number
  readonly residentBytes: number
}

const persona: Persona = {
  id: 'player',
  sessions: { kind: 'mean', mean: 1 },
  hours: [8, 23],
  plays: { kind: 'mean', mean: 5 },
  pauseS: 20,
  choices: [{ kind: 'action', weight: 1, action: 'like', count: 1, scopes: [], variables: {} }],
  greedy: undefined,
  leavesPerDay: 0,
  leavesWithoutProgress: Infinity,
}

/** Simulates players who play the measured action. */
export async function run({ players, days, jobs }: SimulatedBurst): Promise<SimulatedPlays> {
  const simulation: Simulation = {
    id: 'bench',
    days,
    from: '2030-01-07',
    groups: [{ persona: 'player', players, joinsOverDays: 1 }],
    personas: { player: persona },
    expect: [],
  }
  const start = performance.now()
  const { plays } = await simulate({
    simulation,
    design: benchDesign(),
    game: { ...benchGame, created: 0 },
    seed: 'bench',
    jobs,
  })
  const ms = performance.now() - start
  return { plays, ms, residentBytes: process.resourceUsage().maxRSS * 1024 }
}
