import type { Design } from '../../src/game/design/design.ts'
import type { GameInfo } from '../../src/game/kernel/game-info.ts'
import type { SimulationReport } from '../../src/lab/simulate/report.ts'
import { simulate } from '../../src/lab/simulate/simulate.ts'
import type { ActionChoice, Choice, Expectation, Persona, Simulation } from '../../src/lab/simulate/simulation.ts'

/** Builders of simulations, as short as the rules that tests state with them. */

/** A choice of an action, once and without variables unless `more` says otherwise. */
export const play = (id: string, weight = 1, more: Partial<ActionChoice> = {}): Choice => ({
  kind: 'action',
  weight,
  action: id,
  count: 1,
  scopes: [],
  variables: {},
  ...more,
})

export const walk = (process: string, weight = 1): Choice => ({ kind: 'process', weight, process })
export const join = (team: string, weight = 1): Choice => ({ kind: 'team', weight, team })
export const rest = (weight = 1): Choice => ({ kind: 'nothing', weight })

export const exactly = (count: number) => ({ kind: 'exactly', count }) as const
export const between = (low: number, high: number) => ({ kind: 'between', low, high }) as const
export const mean = (of: number) => ({ kind: 'mean', mean: of }) as const

/** A player who comes once a day, between 8 and 9 o'clock, and tries two things, a minute apart. */
export const steady: Persona = {
  id: 'steady',
  sessions: exactly(1),
  hours: [8, 9],
  plays: exactly(2),
  pauseS: 60,
  choices: [play('like')],
  greedy: undefined,
  leavesPerDay: 0,
  leavesWithoutProgress: Infinity,
}

export const gameIn = (timezone: string): GameInfo => ({
  id: 'test',
  title: '',
  description: '',
  type: 'game',
  listed: false,
  access: 'PUBLIC',
  timezone,
  image: '',
  created: 0,
})

/** What is simulated: by default one steady player for three days from a Monday. */
export interface SimulatedLives {
  readonly design: Design
  readonly personas?: readonly Persona[]
  readonly groups?: Simulation['groups']
  readonly days?: number
  readonly from?: string
  readonly expect?: readonly Expectation[]
  readonly jobs?: number
  readonly seed?: string
  readonly timezone?: string
  readonly signal?: AbortSignal
  readonly onPartial?: (report: SimulationReport) => void
}

/** Simulates the lives. Without groups, there is one player of each persona. */
export const live = ({
  design,
  personas = [steady],
  groups = personas.map(({ id }) => ({ persona: id, players: 1, joinsOverDays: 1 })),
  days = 3,
  from = '2030-01-07',
  expect = [],
  jobs = 1,
  seed = 'seed',
  timezone = 'UTC',
  signal,
  onPartial,
}: SimulatedLives): Promise<SimulationReport> => {
  const all = Object.fromEntries(personas.map((persona) => [persona.id, persona]))
  const simulation = { id: 'test', days, from, groups, personas: all, expect }
  return simulate({ simulation, design, game: gameIn(timezone), seed, jobs, signal, onPartial })
}

/** Returns the figures of all players on each day, such as the plays. */
export const byDays = (report: SimulationReport, figure: 'joined' | 'active' | 'left' | 'plays'): readonly number[] =>
  report.all.days.map((day) => day[figure])
