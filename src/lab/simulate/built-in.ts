import type { Design } from '../../game/design/design.ts'
import type { Variable } from '../../game/rules/variable.ts'
import type { Choice, Persona, Simulation, VariableValue } from './simulation.ts'

/** The texts of variables without a default. */
const SOME_TEXTS = ['amber', 'breeze', 'cedar', 'dawn', 'ember']

/**
 * Returns the simulation of a project that has none: 1,000 players over 30 days who choose evenly among what the design
 * offers. Spec 7.1.
 */
export function builtInSimulation(design: Design): Simulation {
  const choices = choicesOf(design)
  const persona = (id: string, sessions: number, plays: number): Persona => ({
    id,
    sessions: { kind: 'mean', mean: sessions },
    hours: [8, 23],
    plays: { kind: 'mean', mean: plays },
    pauseS: 20,
    choices,
    greedy: undefined,
    leavesPerDay: 0,
    leavesWithoutProgress: Infinity,
  })
  return {
    id: 'built-in',
    name: 'A thousand players for a month',
    days: 30,
    from: '2030-01-07',
    groups: [
      { persona: 'casual', players: 600, joinsOverDays: 1 },
      { persona: 'regular', players: 300, joinsOverDays: 1 },
      { persona: 'heavy', players: 100, joinsOverDays: 1 },
    ],
    personas: {
      casual: persona('casual', 0.4, 3),
      regular: persona('regular', 1, 6),
      heavy: persona('heavy', 3, 12),
    },
    expect: [],
  }
}

function choicesOf({ actions, processes, teams }: Design): readonly Choice[] {
  const all: Choice[] = [
    ...Array.from(actions.values(), ({ id, variables }): Choice => ({
      kind: 'action',
      weight: 1,
      action: id,
      count: 1,
      scopes: [],
      variables: Object.fromEntries(
        variables.filter(({ required }) => required).map((variable) => [variable.name, valueFor(variable)]),
      ),
    })),
    ...Array.from(processes.keys(), (process): Choice => ({ kind: 'process', weight: 1, process })),
    ...Array.from(teams.keys(), (team): Choice => ({ kind: 'team', weight: 1, team })),
  ]
  return all.length > 0 ? all : [{ kind: 'nothing', weight: 1 }]
}

function valueFor({ type, default: usual }: Variable): VariableValue {
  if (usual !== undefined) return { kind: 'fixed', value: usual }
  return type === 'int' ? { kind: 'between', low: 1, high: 10 } : { kind: 'one_of', values: SOME_TEXTS }
}
