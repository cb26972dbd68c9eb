import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ContainerDesign } from '../../src/game/processes/container.ts'
import type { Graph } from '../../src/game/processes/graph.ts'
import { canPerform } from '../../src/game/processes/offers.ts'
import type { Nodes } from '../../src/game/processes/tokens.ts'
import { naiveFlow } from '../support/naive-flow.ts'
import { begun, processOf, type Walk } from '../support/process-parts.ts'
import { randomProcess } from '../support/random-process.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

/** A choice among what is offered, and whether luck is with it. */
const step = fc.record({ choice: fc.nat(), lucky: fc.boolean() })
const steps = fc.array(step, { minLength: 1, maxLength: 60, size: 'max' })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Performs one of the tasks offered. */
function taken({ offers }: Walk, { choice, lucky }: Step): string {
  return `${lucky ? '' : '!'}${offers[choice % offers.length]}`
}

/** Performs by random choices until nothing is left to do, or there are no more choices. */
function* walks(design: ContainerDesign, choices: readonly Step[]): Generator<Walk> {
  let walk = begun(processOf(design))
  yield walk
  for (const choice of choices) {
    if (walk.completed) return
    walk = walk.does(taken(walk, choice))
    yield walk
  }
}

const held = (nodes: Nodes): boolean => Object.values(nodes).some(({ state }) => state !== 'COMPLETED')

test('random processes do what they are for', () => {
  const seen = new Map<string, number>()
  const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  for (const [design, choices] of fc.sample(fc.tuple(randomProcess, steps), { numRuns: 300, seed: 1 })) {
    for (const { completed, states, turns } of walks(design, choices)) {
      if (completed) see('completed')
      const shown = Object.entries(states)
      for (const turn of turns) see(turn.split(' ')[1] ?? '')
      if (turns.length > 1) see('sub_process done')
      if (shown.some(([node, state]) => /g\d$/.test(node) && state.startsWith('ACTIVE'))) see('waiting')
      if (shown.some(([node, state]) => /g\d$/.test(node) && state.startsWith('READY'))) see('choice')
      if (shown.some(([node, state]) => /a\d$/.test(node) && /[2-9]$/.test(state))) see('two tokens')
      if (shown.some(([node]) => node.split('/').length === 3)) see('nested twice')
    }
  }
  const wanted = [
    'completed',
    'failed',
    'looped',
    'done',
    'sub_process done',
    'waiting',
    'choice',
    'two tokens',
    'nested twice',
  ]
  expect(wanted.filter((what) => (seen.get(what) ?? 0) < 50)).toEqual([])
})

test('tokens run as a naive model has them run, and none comes or goes otherwise', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(randomProcess, steps, (design, choices) => {
      const naive = naiveFlow(design)
      let walk = begun(processOf(design))
      for (const choice of choices) {
        expect(walk.offers).toEqual(naive.offers())
        const tokens = Object.entries(walk.states).filter(([, state]) => !state.endsWith(' 0'))
        expect(Object.fromEntries(tokens)).toEqual(naive.states())
        expect(walk.completed).toBe(naive.isOver())
        if (walk.completed) return
        const name = taken(walk, choice)
        const path = name.replace('!', '')
        walk = walk.does(name)
        expect(walk.turns).toEqual(naive.perform(path, (of) => choice.lucky || of !== path))
      }
    }),
    runs(500),
  )
})

test(
  'something is offered as long as a process goes on, and it is over when no node is READY or ACTIVE',
  { timeout: TIMEOUT_MS },
  () => {
    fc.assert(
      fc.property(randomProcess, steps, (design, choices) => {
        for (const { completed, offers, nodes, states } of walks(design, choices)) {
          expect(completed).toBe(offers.length === 0)
          expect(completed).toBe(!held(nodes))
          expect(completed).toBe(Object.values(states).every((state) => state.startsWith('COMPLETED')))
        }
      }),
      runs(300),
    )
  },
)

test('a task can be performed when it is listed, and no other', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(randomProcess, steps, (design, choices) => {
      const { graph } = processOf(design)
      for (const { offers, nodes } of walks(design, choices)) expect(performable(graph, nodes)).toEqual(new Set(offers))
    }),
    runs(200),
  )
})

function performable(graph: Graph, nodes: Nodes): ReadonlySet<string> {
  const tasks = [...graph.nodes.values()].filter((node) => node.kind === 'task')
  return new Set(tasks.filter((task) => canPerform(graph, nodes, task)).map(({ path }) => path))
}
