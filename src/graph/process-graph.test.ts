import { describe, expect, test } from 'vitest'
import { readSample } from '../../test/support/sample-process.ts'
import { processSchema } from '../game/processes/design.ts'
import type { Graph, GraphNode } from './graph.ts'
import { processGraph } from './process-graph.ts'

const graph = processGraph(readSample())
const nodeOf = (id: string, { nodes }: Graph = graph): GraphNode | undefined => nodes.find((node) => node.id === id)
const arrows = ({ edges }: Graph): string[] => edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`)

describe('the graph of a process', () => {
  test('has its lanes, and one more for nodes that name none', () => {
    expect(graph.lanes).toEqual(['guest', 'guide', '~'])
    expect([nodeOf('book')?.lane, nodeOf('join')?.lane, nodeOf('wave')?.lane]).toEqual([0, 1, 2])
  })

  test('has no lanes where the process has none', () => {
    const plain = processSchema.parse({ id: 'a', name: 'A', activities: [{ id: 'b', name: 'B', type: 'task' }] })
    expect(processGraph(plain)).toMatchObject({ lanes: [], nodes: [{ lane: 0 }, { lane: 0 }, { lane: 0 }] })
    const laned = processSchema.parse({ id: 'a', name: 'A', lanes: [{ name: 'x' }], activities: [] })
    expect(processGraph(laned)).toMatchObject({ lanes: ['x'], nodes: [], edges: [] })
  })

  test('names each trigger by the gateway that offers it, within sub-processes by their path', () => {
    expect([nodeOf('book')?.trigger, nodeOf('pay')?.trigger]).toEqual(['book:book', 'pay:split'])
    const inner = nodeOf('walk')?.inner
    expect(inner && nodeOf('walk/look', inner)?.trigger).toBe('walk/look:look')
    expect(inner && nodeOf('walk/rest', inner)?.trigger).toBe('walk/rest:choose')
    expect(nodeOf('walk')?.trigger).toBeUndefined()
  })

  test('tells what a task gives, how often it is done and what it needs', () => {
    expect(nodeOf('book')?.facts).toEqual(['xp +10', 'needs plays of like >= 3'])
    expect(nodeOf('prepare')?.facts).toEqual(['xp +2, each time', 'xp +5, once walk/look is done', '3 times'])
    expect(nodeOf('pay')?.facts).toEqual(['succeeds 90% of the time', 'at most 1 per day'])
    const inner = nodeOf('walk')?.inner
    expect(inner && nodeOf('walk/rest', inner)?.facts).toEqual(['in lane guest', 'again and again'])
    expect(inner && nodeOf('walk/climb', inner)?.facts).toEqual([])
  })

  test('has every flow, and marks where it begins and ends, in sub-processes too', () => {
    expect(arrows(graph)).toEqual([
      'book:start flow book',
      'wave:start flow wave',
      'book flow split',
      'split flow prepare',
      'split flow pay',
      'prepare flow join',
      'pay retry join',
      'join flow walk',
      'walk flow walk:end',
      'wave flow wave:end',
    ])
    expect(arrows(nodeOf('walk')?.inner ?? graph)).toEqual([
      'walk/look:start flow walk/look',
      'walk/look flow walk/choose',
      'walk/choose flow walk/rest',
      'walk/choose flow walk/climb',
      'walk/rest flow walk/rest:end',
      'walk/climb flow walk/climb:end',
    ])
    expect(nodeOf('walk:end')).toMatchObject({ kind: 'end', lane: 1 })
  })
})
