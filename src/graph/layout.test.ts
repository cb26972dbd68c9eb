import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSample } from '../../test/support/sample-process.ts'
import type { EdgeKind, Graph, GraphNode, NodeKind } from './graph.ts'
import { LANE_HEAD, layOut } from './layout.ts'
import type { Layout, PlacedNode } from './placed.ts'
import { processGraph } from './process-graph.ts'

const kinds: readonly NodeKind[] = ['task', 'start', 'parallel', 'action', 'point', 'sub_process']
const edgeKinds: readonly EdgeKind[] = ['flow', 'gives', 'needs']

const node = (id: string, depth: number): fc.Arbitrary<GraphNode> =>
  fc.record({
    id: fc.constant(id),
    kind: fc.constantFrom(...kinds),
    title: fc.string({ maxLength: 60 }),
    facts: fc.array(fc.string({ maxLength: 60 }), { maxLength: 3 }),
    lane: fc.nat(2),
    ...(depth > 0 ? { inner: graph(depth - 1, 3, 0) } : {}),
  })

function graph(depth: number, count: number, lanes: number): fc.Arbitrary<Graph> {
  const ids = Array.from({ length: count }, (_, i) => `n${i}`)
  const edge = fc.record(
    {
      from: fc.constantFrom(...ids, 'none'),
      to: fc.constantFrom(...ids),
      kind: fc.constantFrom(...edgeKinds),
      label: fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 3 }),
      isWeak: fc.boolean(),
    },
    { requiredKeys: ['from', 'to', 'kind'] },
  )
  return fc
    .tuple(fc.tuple(...ids.map((id, i) => node(id, i === 0 ? depth : 0))), fc.array(edge, { maxLength: 20 }))
    .map(([nodes, edges]) => ({
      title: '',
      lanes: ['a', 'b', 'c'].slice(0, lanes),
      nodes: nodes.map((each) => ({ ...each, lane: lanes === 0 ? 0 : each.lane })),
      edges,
    }))
}

const anyGraph = fc.constantFrom(0, 3).chain((lanes) => graph(1, 9, lanes))

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const boxOf = ({ x, y, size }: PlacedNode): Box => ({ x, y, width: size.width, height: size.height })

const overlap = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width - 0.01 && Math.abs(a.y - b.y) * 2 < a.height + b.height - 0.01

const isBetweenTwo = ({ edge: { from, to } }: Layout['edges'][number]): boolean => from !== to

function boxes({ nodes, edges }: Layout): Box[] {
  return [...nodes.map(boxOf), ...edges.flatMap(({ label }) => label ?? [])]
}

describe('a layout', () => {
  test('lets no two nodes or labels overlap, and keeps all within itself', () => {
    fc.assert(
      fc.property(anyGraph, (drawing) => {
        const layout = layOut(drawing)
        const all = boxes(layout)
        all.forEach((box, i) => {
          expect(all.slice(i + 1).filter((other) => overlap(box, other))).toEqual([])
          expect(box.x - box.width / 2).toBeGreaterThanOrEqual(-0.01)
          expect(box.x + box.width / 2).toBeLessThanOrEqual(layout.width + 0.01)
          expect(box.y - box.height / 2).toBeGreaterThanOrEqual(-0.01)
          expect(box.y + box.height / 2).toBeLessThanOrEqual(layout.height + 0.01)
        })
      }),
    )
  })

  test('keeps every node in its lane, behind the name of the lane', () => {
    fc.assert(
      fc.property(graph(1, 9, 3), (drawing) => {
        const layout = layOut(drawing)
        expect(layout.lanes.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
        for (const placed of layout.nodes) {
          const lane = layout.lanes[placed.node.lane]
          expect(placed.y - placed.size.height / 2).toBeGreaterThanOrEqual(lane?.y ?? Infinity)
          expect(placed.y + placed.size.height / 2).toBeLessThanOrEqual((lane?.y ?? 0) + (lane?.height ?? 0))
          expect(placed.x - placed.size.width / 2).toBeGreaterThan(LANE_HEAD)
        }
      }),
    )
  })

  test('begins and ends every arrow at the sides of its nodes, and draws all that join two of them', () => {
    fc.assert(
      fc.property(anyGraph, (drawing) => {
        const layout = layOut(drawing)
        const placed = new Map(layout.nodes.map((each) => [each.node.id, each]))
        const joining = drawing.edges.filter(({ from }) => from !== 'none')
        expect(new Set(layout.edges.map(({ edge }) => edge))).toEqual(new Set(joining))
        expect(layout.edges).toHaveLength(joining.length)
        for (const { edge, points } of layout.edges.filter(isBetweenTwo)) {
          const [first, last] = [points[0], points.at(-1)]
          for (const [point, id] of [
            [first, edge.from],
            [last, edge.to],
          ] as const) {
            const { x, y, size } = placed.get(id)!
            expect(Math.abs((point?.x ?? 0) - x)).toBeCloseTo(size.shapeWidth / 2)
            expect(Math.abs((point?.y ?? Infinity) - y)).toBeLessThanOrEqual(size.shapeHeight / 2)
          }
        }
      }),
    )
  })

  test('lets every arrow lead into the side at which it ends, so that its head points there', () => {
    fc.assert(
      fc.property(anyGraph, (drawing) => {
        const layout = layOut(drawing)
        for (const { edge, points } of layout.edges.filter(isBetweenTwo)) {
          const target = layout.nodes.find(({ node: { id } }) => id === edge.to)
          const [before, last] = points.slice(-2)
          const side = Math.sign((last?.x ?? 0) - (target?.x ?? 0))
          expect(Math.sign((last?.x ?? 0) - (before?.x ?? 0))).toBe(-side)
        }
      }),
    )
  })

  test('keeps the heads of arrows apart that end at one box, however many they are', () => {
    const box = (id: string): GraphNode => ({ id, kind: 'point', title: id, facts: [], lane: 0 })
    const sources = Array.from({ length: 60 }, (_, i) => box(`${i}`))
    const gives = (from: string) => ({ from, to: 'xp', kind: 'gives' }) as const
    const { nodes, edges } = layOut({
      title: '',
      lanes: [],
      nodes: [...sources, box('xp')],
      edges: [...sources.map(({ id }) => gives(id)), gives('0'), { from: 'xp', to: '1', kind: 'needs', isWeak: true }],
    })
    const ends = edges.flatMap(({ edge, points }) => (edge.kind === 'gives' ? [points.at(-1)?.y ?? 0] : []))
    const inOrder = ends.toSorted((a, b) => a - b)
    expect(ends).toHaveLength(61)
    for (const [i, y] of inOrder.slice(1).entries()) expect(y - (inOrder[i] ?? 0)).toBeGreaterThanOrEqual(9.99)
    const target = nodes.find(({ node: { id } }) => id === 'xp')
    expect(target?.size.height).toBeGreaterThan((inOrder.at(-1) ?? 0) - (inOrder[0] ?? 0))
  })

  test('draws arrows from a node to itself above it, one around the other', () => {
    const task: GraphNode = { id: 'a', kind: 'task', title: 'a', facts: [], lane: 0 }
    const again = { from: 'a', to: 'a', kind: 'retry', label: ['retry'] } as const
    const { nodes, edges, height } = layOut({
      title: '',
      lanes: [],
      nodes: [task],
      edges: [again, { from: 'a', to: 'a', kind: 'needs' }],
    })
    const top = (nodes[0]?.y ?? 0) - (nodes[0]?.size.height ?? 0) / 2
    expect(edges.map(({ points, rise }) => [points.map(({ y }) => y), rise])).toEqual([
      [[top, top], 24],
      [[top, top], 34],
    ])
    expect((edges[0]?.label?.y ?? 0) - (edges[0]?.label?.height ?? 0) / 2).toBeGreaterThanOrEqual(0)
    expect(height).toBeGreaterThan(top)
  })

  test('sets what follows further right, one flow in a straight line', () => {
    const task = (id: string): GraphNode => ({ id, kind: 'task', title: id, facts: [], lane: 0 })
    const flow = (from: string, to: string) => ({ from, to, kind: 'flow' }) as const
    const { nodes } = layOut({
      title: '',
      lanes: [],
      nodes: [task('c'), task('a'), task('b')],
      edges: [flow('a', 'b'), flow('b', 'c')],
    })
    const [c, a, b] = nodes
    expect([a?.y, b?.y]).toEqual([c?.y, c?.y])
    expect(a?.x).toBeLessThan(b?.x ?? 0)
    expect(b?.x).toBeLessThan(c?.x ?? 0)
  })

  test('crosses no arrows that need not cross', () => {
    const task = (id: string): GraphNode => ({ id, kind: 'task', title: id, facts: [], lane: 0 })
    const flow = (from: string, to: string) => ({ from, to, kind: 'flow' }) as const
    const { nodes } = layOut({
      title: '',
      lanes: [],
      nodes: ['a', 'b', 'c', 'x', 'y', 'z'].map(task),
      edges: [flow('a', 'z'), flow('b', 'y'), flow('c', 'x')],
    })
    const y = (id: string): number => nodes.find((each) => each.node.id === id)?.y ?? 0
    expect([y('a') - y('z'), y('b') - y('y'), y('c') - y('x')]).toEqual([0, 0, 0])
  })

  test('has room in a sub-process for all that is in it', () => {
    const walk = layOut(processGraph(readSample())).nodes.find(({ node: { id } }) => id === 'walk')
    expect(walk?.size.width).toBeGreaterThan(walk?.inner?.width ?? Infinity)
    expect(walk?.size.height).toBeGreaterThan((walk?.inner?.height ?? Infinity) + (walk?.size.headHeight ?? 0))
  })

  test('is made of a thousand tasks one behind the other, and of hundreds with a long way back', () => {
    const inRow = (count: number): Graph => ({
      title: '',
      lanes: [],
      nodes: Array.from({ length: count }, (_, i) => ({ id: `${i}`, kind: 'task', title: `${i}`, facts: [], lane: 0 })),
      edges: Array.from({ length: count - 1 }, (_, i) => ({ from: `${i}`, to: `${i + 1}`, kind: 'flow' })),
    })
    expect(layOut(inRow(1000)).nodes).toHaveLength(1000)
    const row = inRow(200)
    const back = row.nodes.slice(1).map(({ id }) => ({ from: id, to: '0', kind: 'needs', isWeak: true }) as const)
    expect(layOut({ ...row, edges: [...row.edges, ...back] }).edges).toHaveLength(398)
  })
})
