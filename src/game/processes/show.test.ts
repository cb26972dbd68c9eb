import { describe, expect, test } from 'vitest'
import { begun, container, exclusive, parallel, processOf, sub, task } from '../../../test/support/process-parts.ts'
import { olderFlow } from './show.ts'

const [a, b, c] = [task('a'), task('b'), task('c')]

const shapeOf = (parts: object, ...performed: readonly string[]) => {
  const definition = processOf(parts)
  return olderFlow(definition, { id: 'neo/quest', nodes: begun(definition).does(...performed).nodes })
}

describe('the older shape (1, 4.9)', () => {
  test('has the process under its definition, with the state and tokens of each node reached', () => {
    const parts = container([a, b, c], [parallel('x')], 'a x', 'b x', 'x c')
    expect(shapeOf(parts)).toEqual({
      keys: { 'neo/quest': 'p' },
      containers: {
        p: {
          key: 'neo/quest',
          tokens: 2,
          nodes: { a: { state: 'READY', tokens: 1 }, b: { state: 'READY', tokens: 1 } },
        },
      },
    })
    expect(shapeOf(parts, 'a').containers['p']).toEqual({
      key: 'neo/quest',
      tokens: 2,
      nodes: {
        a: { state: 'COMPLETED', tokens: 0 },
        b: { state: 'READY', tokens: 1 },
        x: { state: 'ACTIVE', tokens: 1 },
      },
    })
  })

  test('has one container more for each sub_process entered, at any depth', () => {
    const inner = container([sub('t', container([b])), c], [], 't c')
    const parts = container([a, sub('s', inner)], [], 'a s')
    expect(Object.keys(shapeOf(parts).containers)).toEqual(['p'])
    const entered = shapeOf(parts, 'a')
    expect(entered.keys).toEqual({ 'neo/quest': 'p', 'neo/quest/s': 'p/s', 'neo/quest/s/t': 'p/s/t' })
    expect(entered.containers['p/s/t']).toEqual({
      key: 'neo/quest/s/t',
      tokens: 1,
      nodes: { b: { state: 'READY', tokens: 1 } },
    })
    const left = shapeOf(parts, 'a', 's/t/b', 's/c').containers
    expect(left['p/s']).toMatchObject({ tokens: 0, nodes: { t: { state: 'COMPLETED' }, c: { state: 'COMPLETED' } } })
    expect(left['p/s/t']).toMatchObject({ tokens: 0, nodes: { b: { state: 'COMPLETED' } } })
  })

  test('has the branches of a choice READY, their token with the gateway; a sub_process among them is not entered yet', () => {
    const parts = container([a, sub('s', container([b]))], [exclusive('x')], 'x a', 'x s')
    const { keys, containers } = shapeOf(parts)
    expect(keys).toEqual({ 'neo/quest': 'p' })
    expect(containers['p']).toMatchObject({
      tokens: 1,
      nodes: {
        x: { state: 'READY', tokens: 1 },
        a: { state: 'READY', tokens: 0 },
        s: { state: 'READY', tokens: 0 },
      },
    })
  })

  test('has the names of nodes as they are', () => {
    expect(shapeOf(container([task('constructor')])).containers['p']?.nodes).toEqual({
      constructor: { state: 'READY', tokens: 1 },
    })
  })
})
