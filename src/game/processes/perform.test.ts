import { describe, expect, test } from 'vitest'
import { begun, container, exclusive, parallel, processOf, sub, task } from '../../../test/support/process-parts.ts'
import { MAX_TOKENS } from './shapes.ts'
import { type Nodes } from './tokens.ts'

const [a, b, c, d] = [task('a'), task('b'), task('c'), task('d')]

/** A process of these nodes and arrows that has just begun. */
const process = (activities: readonly object[], gateways: readonly object[] = [], ...arrows: readonly string[]) =>
  begun(processOf(container(activities, gateways, ...arrows)))

const tokensAt = (nodes: Nodes, id: string): number => nodes[`=${id}`]?.tokens ?? 0

describe('tokens (4.9 "Flow")', () => {
  test('stand at the beginning at every node without a flow in', () => {
    const walk = process([a, b, c], [], 'a b')
    expect(walk.offers).toEqual(['a', 'c'])
    expect(walk.states).toEqual({ a: 'READY 1', c: 'READY 1' })
  })

  test('move along the flow of the task that is performed', () => {
    const walk = process([a, b], [], 'a b').does('a')
    expect(walk.offers).toEqual(['b'])
    expect(walk.states).toEqual({ a: 'COMPLETED 0', b: 'READY 1' })
    expect(walk.turns).toEqual(['a done'])
  })

  test('complete the process when the last of them comes to its end', () => {
    const walk = process([a, b], [], 'a b').does('a')
    expect(walk.completed).toBe(false)
    expect(walk.does('b')).toMatchObject({
      completed: true,
      offers: [],
      states: { a: 'COMPLETED 0', b: 'COMPLETED 0' },
    })
  })

  test('pass gateways with one flow in and one out, and end at those without one out', () => {
    const walk = process([a, b, c], [exclusive('x'), parallel('y')], 'a x', 'x b', 'c y').does('a', 'c')
    expect(walk.states).toMatchObject({ x: 'COMPLETED 0', y: 'COMPLETED 0', b: 'READY 1' })
    expect(walk.does('b').completed).toBe(true)
  })

  test('go along every flow out of a diverging parallel gateway, also when it is what the process begins with', () => {
    expect(process([a, b, c], [parallel('x')], 'a x', 'x b', 'x c').does('a').offers).toEqual(['b', 'c'])
    expect(process([b, c], [parallel('x')], 'x b', 'x c').offers).toEqual(['b', 'c'])
  })

  test('wait at a converging parallel gateway until one has come on each of its flows', () => {
    const walk = process([a, b, c], [parallel('x')], 'a x', 'b x', 'x c').does('a')
    expect(walk.offers).toEqual(['b'])
    expect(walk.states).toMatchObject({ x: 'ACTIVE 1' })
    expect(walk.does('b').offers).toEqual(['c'])
    expect(walk.does('b').states).toMatchObject({ x: 'COMPLETED 0', c: 'READY 1' })
  })

  test('that come twice on one flow do not stand for another', () => {
    const nodes = [exclusive('x'), parallel('y')]
    const walk = process([a, b, c, d], nodes, 'a x', 'b x', 'x y', 'c y', 'y d').does('a', 'b')
    expect(walk.offers).toEqual(['c'])
    expect(walk.states).toMatchObject({ y: 'ACTIVE 2' })
    expect(walk.does('c').states).toMatchObject({ y: 'ACTIVE 1', d: 'READY 1' })
  })

  test('on two flows between the same two gateways are told apart', () => {
    const walk = process([a, b], [parallel('x'), parallel('y')], 'a x', 'x y', 'x y', 'y b').does('a')
    expect(walk.states).toEqual({ a: 'COMPLETED 0', x: 'COMPLETED 0', y: 'COMPLETED 0', b: 'READY 1' })
  })

  test('go on at each arrival at a converging exclusive gateway', () => {
    const walk = process([a, b, c], [exclusive('x')], 'a x', 'b x', 'x c').does('a')
    expect(walk.offers).toEqual(['b', 'c'])
    expect(walk.does('c').offers).toEqual(['b'])
    expect(walk.does('c', 'b').offers).toEqual(['c'])
  })

  test('are counted: what two have reached is performed twice, and listed once at a time', () => {
    const walk = process([a, b, c], [exclusive('x')], 'a x', 'b x', 'x c').does('a', 'b')
    expect(walk.offers).toEqual(['c'])
    expect(walk.states).toMatchObject({ c: 'READY 2' })
    expect(walk.does('c')).toMatchObject({ offers: ['c'], states: { c: 'READY 1' }, completed: false })
    expect(walk.does('c', 'c').completed).toBe(true)
  })

  test('that wait at a gateway when nothing is left to do are dropped', () => {
    const walk = process([a, b, c, d], [exclusive('x'), parallel('y')], 'a x', 'x b', 'x c', 'b y', 'd y').does(
      'a',
      'd',
      'c',
    )
    expect(walk).toMatchObject({ completed: true, states: { y: 'COMPLETED 0', c: 'COMPLETED 0' } })
  })

  test('that a loop makes more and more of are all there', () => {
    const gateways = [exclusive('in'), parallel('fork'), exclusive('out')]
    const arrows = ['a in', 'in b', 'b fork', 'fork out', 'fork out', 'out c', 'c in']
    let walk = process([a, b, c], gateways, ...arrows).does('a')
    for (let i = 0; i < 1200; i += 1) walk = walk.does('b', 'c')
    expect(tokensAt(walk.does('b').nodes, 'c')).toBe(1202)
    expect(walk.offers).toEqual(['b', 'c'])
  })

  test('that many gateways in a row make more of stay within it too, as fast', () => {
    const stages = Array.from({ length: 200 }, (_, i) => i)
    const gateways = stages.flatMap((i) => [parallel(`fork${i}`), exclusive(`join${i}`)])
    const arrows = stages.flatMap((i) => [
      `fork${i} join${i}`,
      `fork${i} join${i}`,
      `join${i} ${i < 199 ? `fork${i + 1}` : 'b'}`,
    ])
    const walk = process([a, b], gateways, 'a fork0', ...arrows).does('a')
    expect(tokensAt(walk.nodes, 'b')).toBe(MAX_TOKENS)
  })
})

describe('a choice: a diverging exclusive gateway', () => {
  const choice = process([a, b, c, d], [exclusive('x')], 'a x', 'x b', 'x c', 'b d').does('a')

  test('offers all its branches', () => {
    expect(choice.offers).toEqual(['b', 'c'])
    expect(choice.states).toEqual({ a: 'COMPLETED 0', x: 'READY 1', b: 'READY 0', c: 'READY 0' })
  })

  test('withdraws the others when one is performed', () => {
    expect(choice.does('b')).toMatchObject({ offers: ['d'], states: { x: 'COMPLETED 0', b: 'COMPLETED 0' } })
    expect(choice.does('b').states).not.toHaveProperty('c')
    expect(choice.does('c').completed).toBe(true)
  })

  test('can be what a process begins with', () => {
    expect(process([a, b], [exclusive('x')], 'x a', 'x b').offers).toEqual(['a', 'b'])
    expect(process([a, b], [exclusive('x')], 'x a', 'x b').does('b').completed).toBe(true)
  })

  test('is made by the first performance of a looping task', () => {
    const walk = process([task('b', { loop: '1' }), c], [exclusive('x')], 'x b', 'x c').does('b')
    expect(walk).toMatchObject({ offers: ['b'], states: { b: 'ACTIVE 1', x: 'COMPLETED 0' } })
    expect(walk.does('b').completed).toBe(true)
  })

  test('is made by a performance without luck too', () => {
    const walk = process([b, c, d], [exclusive('x')], 'x b', 'x c', 'b d retry').does('!b')
    expect(walk).toMatchObject({ offers: ['b'], states: { b: 'READY 1', x: 'COMPLETED 0' }, turns: ['b failed'] })
  })

  test('is made by the first performance of anything in a sub_process', () => {
    const inner = container([task('e'), task('f'), task('g')], [], 'e f')
    const walk = process([sub('s', inner), c], [exclusive('x')], 'x s', 'x c')
    expect(walk.offers).toEqual(['s/e', 's/g', 'c'])
    expect(walk.does('s/g')).toMatchObject({ offers: ['s/e'], states: { s: 'ACTIVE 1', x: 'COMPLETED 0' } })
    expect(walk.does('c').completed).toBe(true)
  })

  test('within a choice is made together with it', () => {
    const inner = container([task('e'), task('f')], [exclusive('y')], 'y e', 'y f')
    const walk = process([sub('s', inner), c], [exclusive('x')], 'x s', 'x c')
    expect(walk.offers).toEqual(['s/e', 's/f', 'c'])
    expect(walk.does('s/f').completed).toBe(true)
  })

  test('is offered again for each token', () => {
    const walk = process([a, d, b, c], [exclusive('in'), exclusive('x')], 'a in', 'd in', 'in x', 'x b', 'x c').does(
      'a',
      'd',
    )
    expect(walk).toMatchObject({ offers: ['b', 'c'], states: { x: 'READY 2' } })
    expect(walk.does('b')).toMatchObject({ offers: ['b', 'c'], states: { x: 'READY 1' } })
    expect(walk.does('b', 'c').completed).toBe(true)
  })

  test('between loops of the branch that was chosen, the loops go on before another token is taken', () => {
    const nodes = [a, d, task('b', { loop: '1' }), c]
    const walk = process(nodes, [exclusive('in'), exclusive('x')], 'a in', 'd in', 'in x', 'x b', 'x c').does(
      'a',
      'd',
      'b',
    )
    expect(walk).toMatchObject({ offers: ['b', 'c'], states: { x: 'READY 1', b: 'ACTIVE 1' } })
    expect(walk.does('b')).toMatchObject({ offers: ['b', 'c'], states: { x: 'READY 1', b: 'READY 0' } })
  })
})

describe('loops and luck', () => {
  test('a task with loop n is performed n + 1 times, ACTIVE in between', () => {
    const walk = process([task('a', { loop: '2' }), b], [], 'a b').does('a')
    expect(walk).toMatchObject({ offers: ['a'], states: { a: 'ACTIVE 1' }, turns: ['a looped'] })
    expect(walk.does('a').states).toEqual({ a: 'ACTIVE 1' })
    expect(walk.does('a', 'a')).toMatchObject({ offers: ['b'], states: { a: 'COMPLETED 0' }, turns: ['a done'] })
  })

  test('a task with loop 0, or a number instead of a string, loops as often as that says', () => {
    expect(process([task('a', { loop: '0' })]).does('a').completed).toBe(true)
    expect(process([task('a', { loop: 1 })]).does('a').completed).toBe(false)
    expect(process([task('a', { loop: 1 })]).does('a', 'a').completed).toBe(true)
  })

  test('a task with loop Infinity is performed again and again', () => {
    let walk = process([task('a', { loop: 'Infinity' })])
    for (let i = 0; i < 50; i += 1) walk = walk.does('a')
    expect(walk).toMatchObject({ completed: false, offers: ['a'] })
  })

  test('each token has all the loops', () => {
    const nodes = [a, b, task('c', { loop: '1' })]
    const walk = process(nodes, [exclusive('x')], 'a x', 'b x', 'x c').does('a', 'c')
    expect(walk.does('b')).toMatchObject({ states: { c: 'ACTIVE 2' } })
    expect(walk.does('b', 'c').states).toMatchObject({ c: 'READY 1' })
    expect(walk.does('b', 'c', 'c', 'c').completed).toBe(true)
  })

  test('bad luck leaves a task whose flow out says retry as it is', () => {
    const walk = process([a, b], [], 'a b retry').does('!a', '!a')
    expect(walk).toMatchObject({ offers: ['a'], states: { a: 'READY 1' }, turns: ['a failed'] })
    expect(walk.does('a').offers).toEqual(['b'])
  })

  test('bad luck between loops does not count as one of them', () => {
    const walk = process([task('a', { loop: '1' }), b], [], 'a b retry').does('a', '!a')
    expect(walk).toMatchObject({ offers: ['a'], states: { a: 'ACTIVE 1' } })
    expect(walk.does('a').offers).toEqual(['b'])
  })

  test('bad luck without retry: the task is done', () => {
    expect(process([a, b], [], 'a b').does('!a')).toMatchObject({ offers: ['b'], turns: ['a done'] })
    expect(process([task('a', { loop: '1' })]).does('!a')).toMatchObject({
      states: { a: 'ACTIVE 1' },
      turns: ['a looped'],
    })
  })
})

describe('a sub_process', () => {
  const inner = container([task('e'), task('f')], [], 'e f')

  test('is entered as a node, and offers what it begins with', () => {
    const walk = process([a, sub('s', inner)], [], 'a s').does('a')
    expect(walk.offers).toEqual(['s/e'])
    expect(walk.states).toEqual({ a: 'COMPLETED 0', s: 'READY 1', 's/e': 'READY 1' })
  })

  test('is ACTIVE while something in it goes on, and done when no token is left in it', () => {
    const walk = process([sub('s', inner), b], [], 's b').does('s/e')
    expect(walk).toMatchObject({ offers: ['s/f'], states: { s: 'ACTIVE 1', 's/e': 'COMPLETED 0', 's/f': 'READY 1' } })
    expect(walk.does('s/f')).toMatchObject({
      offers: ['b'],
      states: { s: 'COMPLETED 0' },
      turns: ['s/f done', 's done'],
    })
  })

  test('that ends one around it ends that too, and the process', () => {
    const walk = process([sub('s', container([sub('t', container([task('e')]))]))])
    expect(walk.offers).toEqual(['s/t/e'])
    expect(walk.does('s/t/e')).toMatchObject({ completed: true, turns: ['s/t/e done', 's/t done', 's done'] })
  })

  test('that is reached while it runs is entered again when it is done', () => {
    const walk = process([a, b, sub('s', inner), d], [exclusive('x')], 'a x', 'b x', 'x s', 's d').does('a', 's/e', 'b')
    expect(walk).toMatchObject({ offers: ['s/f'], states: { s: 'ACTIVE 2' } })
    expect(walk.does('s/f')).toMatchObject({ offers: ['s/e', 'd'], states: { s: 'READY 1', 's/e': 'READY 1' } })
    expect(walk.does('s/f', 's/e').states).toMatchObject({ s: 'ACTIVE 1', 's/e': 'COMPLETED 0', 's/f': 'READY 1' })
    expect(walk.does('s/f', 's/e', 's/f', 'd', 'd').completed).toBe(true)
  })

  test('begins anew with nothing left of the last time', () => {
    const parts = container([task('e'), task('f'), task('g')], [], 'e f', 'f g')
    const walk = process([sub('s', parts, { loop: '1' })]).does('s/e', 's/f', 's/g', 's/e')
    expect(walk.states).toEqual({ s: 'ACTIVE 1', 's/e': 'COMPLETED 0', 's/f': 'READY 1' })
  })

  test('loops as a task does', () => {
    const walk = process([sub('s', inner, { loop: '1' }), b], [], 's b').does('s/e', 's/f')
    expect(walk).toMatchObject({ offers: ['s/e'], turns: ['s/f done', 's looped'] })
    expect(walk.does('s/e', 's/f').offers).toEqual(['b'])
  })

  test('drops what waits in it when nothing is left to do there', () => {
    const parts = container(
      [task('e'), task('f'), task('g')],
      [exclusive('y'), parallel('z')],
      'y e',
      'y f',
      'e z',
      'g z',
    )
    const walk = process([sub('s', parts), b], [], 's b').does('s/g', 's/f')
    expect(walk).toMatchObject({ offers: ['b'], states: { 's/z': 'COMPLETED 0' } })
  })

  test('with a gateway first begins behind it', () => {
    const parts = container([task('e'), task('f')], [parallel('y')], 'y e', 'y f')
    expect(process([sub('s', parts)]).does('s/f').offers).toEqual(['s/e'])
  })
})

describe('cycles', () => {
  const gateways = [exclusive('in'), exclusive('out')]
  const round = process([a, b, c, d], gateways, 'a in', 'in b', 'b out', 'out c', 'out d', 'd in')

  test('by way of tasks go round as often as it is chosen', () => {
    const walk = round.does('a', 'b', 'd', 'b', 'd', 'b')
    expect(walk).toMatchObject({ offers: ['c', 'd'], states: { d: 'READY 0' } })
    expect(walk.does('c').completed).toBe(true)
  })

  test('of tasks alone can be left out: nothing leads into them', () => {
    expect(process([a, b, c], [], 'b c', 'c b').does('a').completed).toBe(true)
  })
})

describe('a definition that changed under a process', () => {
  const before = processOf(container([a, b, c], [], 'a b', 'b c'))
  const without = processOf(container([a, c], [], 'a c'))

  test('hides what it does not have, and has it again with the definition', () => {
    const walk = begun(before).does('a').under(without)
    expect(walk).toMatchObject({ offers: [], states: { a: 'COMPLETED 0' } })
    expect(walk.under(before).does('b').offers).toEqual(['c'])
  })

  test('lets a process end that has nothing else to do', () => {
    const beside = processOf(container([a, d]))
    const walk = begun(processOf(container([a, b, d], [], 'a b')))
      .does('a')
      .under(beside)
    expect(walk.does('d').completed).toBe(true)
  })

  test('may make a sub_process of a task, a task of a gateway, anything of anything', () => {
    const inner = container([task('e')])
    const made = processOf(container([a, sub('b', inner), c], [], 'a b', 'b c'))
    expect(begun(before).does('a').under(made).does('b/e').offers).toEqual(['c'])
    const choice = processOf(container([a, b, c], [exclusive('x')], 'a x', 'x b', 'x c'))
    const plain = processOf(container([a, b, task('x')], [], 'a x', 'x b'))
    expect(begun(choice).does('a').under(plain).does('x').offers).toEqual(['b'])
    const waiting = begun(processOf(container([a, b, c], [parallel('x')], 'a x', 'b x', 'x c'))).does('a')
    expect(waiting.under(choice).does('b', 'c').completed).toBe(true)
    const inside = begun(made)
      .does('a')
      .under(processOf(container([a, task('b')], [], 'a b')))
    expect(inside.does('b').completed).toBe(true)
  })
})
