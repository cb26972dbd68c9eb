import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../../test/support/design-parts.ts'
import { container, exclusive, parallel, sub, task } from '../../../test/support/process-parts.ts'

const found = (parts: object): string[] => problemsOf({ processes: [{ id: 'p', name: 'P', ...parts }] })
const told = (problem: string): string[] => [`processes/p ${problem}`]

const [a, b, c, d] = [task('a'), task('b'), task('c'), task('d')]

describe('a process is accepted', () => {
  test.each<[string, object]>([
    ['without nodes', {}],
    ['of tasks one after the other, and one beside them', container([a, b, c], [], 'a b')],
    ['whose branches part and meet', container([a, b], [parallel('x'), parallel('y')], 'x a', 'x b', 'a y', 'b y')],
    ['with a choice', container([a, b, c], [exclusive('x')], 'a x', 'x b', 'x c')],
    ['with a choice of a sub_process', container([a, sub('s', container([b], []))], [exclusive('x')], 'x a', 'x s')],
    ['whose first task stands behind gateways', container([a], [parallel('x'), exclusive('y')], 'x y', 'y a')],
    [
      'whose first task stands behind the one of two gateways that is reached',
      container([a, b], [exclusive('x'), exclusive('y')], 'x y', 'b y', 'y a', 'a b'),
    ],
    [
      'that goes round by way of a task',
      container([a, b, c, d], [exclusive('in'), exclusive('out')], 'a in', 'in b', 'b out', 'out c', 'out d', 'd in'),
    ],
    [
      'whose parallel gateway leads to a gateway',
      container([a, b, c], [parallel('x'), exclusive('y')], 'x a', 'x y', 'y b', 'y c'),
    ],
    [
      'in lanes',
      { lanes: [{ name: 'left' }], ...container([task('a', { lane: 'left' }), task('b', { lane: '~' })], []) },
    ],
  ])('%s', (_, parts) => {
    expect(found(parts)).toEqual([])
  })

  test('whose rewards wait for an activity beside it, or for one by its path', () => {
    const waiting = (resolution: string) =>
      task('w', { rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '1', resolution }] })
    const design = (activities: readonly object[]) =>
      problemsOf({
        metrics: [{ id: 'xp', name: 'XP', type: 'point' }],
        processes: [{ id: 'p', name: 'P', activities }],
      })
    expect(design([a, waiting('a')])).toEqual([])
    expect(design([waiting('s/b'), sub('s', container([b], []))])).toEqual([])
    expect(design([a, sub('s', container([b, waiting('b')], []))])).toEqual([])
    expect(design([a, sub('s', container([waiting('a')], []))])).toEqual([])
    expect(design([waiting('b'), sub('s', container([b], []))])).toEqual(
      told("activities.0.rewards.0.resolution: the process has no activity 'b'"),
    )
  })
})

describe('a process is refused on save (4.9)', () => {
  test.each<[string, object, string]>([
    [
      'a flow from nowhere',
      container([a], [], 'nowhere a'),
      "sequence_flows.0.src: there is no 'nowhere' in this container",
    ],
    [
      'a flow that leaves its container',
      container([a, sub('s', container([task('inside')], []))], [], 'a inside'),
      "sequence_flows.0.tgt: there is no 'inside' in this container",
    ],
    [
      'a flow that comes into a sub_process from outside',
      container([task('outside'), sub('s', container([b], [], 'outside b'))], []),
      "activities.1.sequence_flows.0.src: there is no 'outside' in this container",
    ],
    [
      'a task with two flows out',
      container([a, b, c], [], 'a b', 'a c'),
      "activities.0: 'a' has more than one outgoing flow",
    ],
    [
      'a task with two flows in',
      container([a, b, c], [], 'a c', 'b c'),
      "activities.2: 'c' has more than one incoming flow",
    ],
    [
      'a sub_process with two flows in',
      container([a, b, sub('s', container([c]))], [], 'a s', 'b s'),
      "activities.2: 's' has more than one incoming flow",
    ],
    [
      'a gateway that converges and diverges',
      container([a, b, c, d], [parallel('x')], 'a x', 'b x', 'x c', 'x d'),
      "gateways.0: 'x' has more than one incoming flow and more than one outgoing flow: a gateway can split or join, not both",
    ],
    [
      'a choice of a gateway',
      container([a, b, c], [exclusive('x'), parallel('y')], 'x a', 'x y', 'y b', 'y c'),
      "gateways.0: 'x' can only lead to tasks and sub_processes, because the player chooses one of them, but 'y' is a gateway",
    ],
    [
      'a lane that there is not',
      { lanes: [{ name: 'left' }], activities: [task('a', { lane: 'lefd' })] },
      "activities.0.lane: the process has no lane 'lefd' (did you mean 'left'?)",
    ],
    [
      'a lane of a process without lanes',
      { activities: [task('a', { lane: 'left' })] },
      "activities.0.lane: the process has no lane 'left'",
    ],
    [
      'a gateway in a lane that there is not',
      container([a], [parallel('x', { lane: 'left' })]),
      "gateways.0.lane: the process has no lane 'left'",
    ],
    ['two nodes of an id', container([a], [parallel('a')]), "gateways.0.id: the id 'a' appears twice in its container"],
    [
      'no node to start with',
      container([a, b], [], 'a b', 'b a'),
      'sequence_flows: no start node: every node has an incoming flow',
    ],
    [
      'a sub_process without a node to start with',
      container([a, sub('s', container([b], [], 'b b'))], []),
      'activities.1.sequence_flows: no start node: every node has an incoming flow',
    ],
    [
      'a sub_process without nodes',
      container([a, sub('s', {})], []),
      'activities.1: no activity can be performed at the start',
    ],
    [
      'gateways alone',
      container([], [parallel('x'), parallel('y')], 'x y'),
      ': no activity can be performed at the start',
    ],
    [
      'a sub_process that waits for itself when it begins',
      container([sub('s', container([b], [parallel('x'), parallel('y')], 'x y', 'b y', 'y b')), a], []),
      'activities.0: no activity can be performed at the start',
    ],
  ])('%s', (_, parts, problem) => {
    expect(found(parts)).toEqual(told(problem))
  })

  test('a cycle of gateways alone', () => {
    const gateways = [parallel('x'), parallel('y'), parallel('z')]
    const alone = 'is part of a loop that has only gateways'
    expect(found(container([a, b], gateways, 'a x', 'x y', 'y x', 'y b', 'b z'))).toEqual([
      `processes/p gateways.0: 'x' ${alone}`,
      `processes/p gateways.1: 'y' ${alone}`,
    ])
    const between = [parallel('w'), ...gateways]
    expect(found(container([a, b, c], between, 'a w', 'w x', 'w c', 'x y', 'y x', 'y z', 'z b'))).toEqual([
      `processes/p gateways.1: 'x' ${alone}`,
      `processes/p gateways.2: 'y' ${alone}`,
    ])
    expect(found(container([a], [parallel('x')], 'a x', 'x x'))).toEqual(told(`gateways.0: 'x' ${alone}`))
  })

  test('more sub_processes within each other than a design may nest', () => {
    const nested = (levels: number): object =>
      Array.from({ length: levels }).reduce<object>((inner) => container([sub('s', inner)]), container([a]))
    expect(found(nested(25))).toEqual([])
    expect(found(nested(1000))).toEqual(told(': nested deeper than 64 levels'))
  })
})
