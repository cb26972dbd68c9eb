import type { Design } from '../../game/design/design.ts'
import type { Variable } from '../../game/rules/variable.ts'
import {
  defaultPersona,
  defaultSimulation,
  type Choice,
  type Persona,
  type Simulation,
  type VariableValue,
} from './simulation.ts'

/** The personas of the built-in simulation, without what they choose. */
const personas: readonly Omit<Persona, 'choices'>[] = [
  {
    ...defaultPersona,
    id: 'casual',
    sessions: { kind: 'mean', mean: 0.4 },
    hours: [17, 23],
    plays: { kind: 'mean', mean: 3 },
    leavesPerDay: 0.02,
  },
  {
    ...defaultPersona,
    id: 'regular',
    sessions: { kind: 'mean', mean: 1 },
    plays: { kind: 'mean', mean: 6 },
    leavesPerDay: 0.01,
  },
  {
    ...defaultPersona,
    id: 'heavy',
    sessions: { kind: 'mean', mean: 3 },
    plays: { kind: 'mean', mean: 12 },
    pauseS: 10,
  },
]

/** The ids of the personas of the built-in simulation. */
export const builtInPersonas: readonly string[] = personas.map(({ id }) => id)

/** Returns the simulation of a project without one: players who choose evenly among what the design offers. Spec 7.1. */
export function builtInSimulation(design: Design): Simulation {
  const choices = offersOf(design)
  const { days, from, joinsOverDays } = defaultSimulation
  return {
    id: 'built-in',
    name: 'The built-in simulation',
    days,
    from,
    groups: [
      { persona: 'casual', players: 600, joinsOverDays },
      { persona: 'regular', players: 300, joinsOverDays },
      { persona: 'heavy', players: 100, joinsOverDays },
    ],
    personas: Object.fromEntries(personas.map((persona) => [persona.id, { ...persona, choices }])),
    expect: [],
  }
}

/** Returns a choice for each action, process and team. Players of a design without any do nothing. */
function offersOf({ actions, processes, teams }: Design): readonly Choice[] {
  const offers: readonly Choice[] = [
    ...actions.values().map(({ id, variables }): Choice => ({
      kind: 'action',
      weight: 1,
      action: id,
      count: 1,
      scopes: [],
      variables: requiredValues(variables),
    })),
    ...processes.keys().map((process): Choice => ({ kind: 'process', weight: 1, process })),
    ...teams.keys().map((team): Choice => ({ kind: 'team', weight: 1, team })),
  ]
  return offers.length > 0 ? offers : [{ kind: 'nothing', weight: 1 }]
}

/** Returns values of the variables without which the game refuses a play. */
const requiredValues = (variables: readonly Variable[]): Readonly<Record<string, VariableValue>> =>
  Object.fromEntries(variables.flatMap((each) => (each.required ? [[each.name, valueOf(each)] as const] : [])))

const WORDS = ['red', 'green', 'blue'] as const

const SMALL: VariableValue = { kind: 'between', low: 1, high: 10 }

/** Returns small numbers or short words, or values near the default. */
function valueOf({ type, default: usual }: Variable): VariableValue {
  if (type === 'string')
    return usual === undefined ? { kind: 'one_of', values: WORDS } : { kind: 'fixed', value: String(usual) }
  if (usual === undefined || Number(usual) === 0) return SMALL
  return Number.isSafeInteger(Number(usual) * 2) ? around(Number(usual)) : { kind: 'fixed', value: usual }
}

/** Returns the numbers from half of a number to one and a half times it. */
function around(usual: number): VariableValue {
  const [low = usual, high = usual] = [Math.trunc(usual / 2), Math.trunc(usual * 1.5)].toSorted((a, b) => a - b)
  return { kind: 'between', low, high }
}
