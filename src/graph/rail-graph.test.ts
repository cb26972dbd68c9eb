import { describe, expect, test } from 'vitest'
import type { Graph, GraphNode } from './graph.ts'
import { railLines } from './rail-graph.ts'

const node = (id: string, inner?: Graph): GraphNode => ({
  id,
  kind: inner ? 'sub_process' : 'task',
  title: id,
  facts: [],
  lane: 0,
  ...(inner ? { inner } : {}),
})

/** A graph of flows such as `a>b`; nodes are in the order in which they are named first. */
function graphOf(flows: string, inner: Readonly<Record<string, Graph>> = {}): Graph {
  const pairs = flows.split(' ').map((flow) => flow.split('>'))
  const ids = [...new Set(pairs.flat())]
  return {
    title: '',
    lanes: [],
    nodes: ids.map((id) => node(id, inner[id])),
    edges: pairs.flatMap(([from = '', to]) => (to === undefined ? [] : [{ from, to, kind: 'flow' as const }])),
  }
}

const drawn = (graph: Graph): string[] =>
  railLines(graph, () => 'o').map(({ rails, node: at, back }) =>
    [rails, at?.id, ...(back.length > 0 ? [`back to ${back.map(({ id }) => id).join(', ')}`] : [])]
      .filter((part) => part !== undefined)
      .join(' '),
  )

describe('a process on rails', () => {
  test.each<[string, Graph, string[]]>([
    ['one after the other', graphOf('a>b b>c'), ['o a', 'o b', 'o c']],
    [
      'branches that come together',
      graphOf('a>s s>b s>c s>d b>j c>j d>x x>j j>e'),
      ['o a', 'o s', '├─┬─╮', 'o │ │ b', '│ o │ c', '│ │ o d', '│ │ o x', '├─┴─╯', 'o j', 'o e'],
    ],
    [
      'a way back is named',
      graphOf('a>m m>b b>q q>again q>c again>m'),
      ['o a', 'o m', 'o b', 'o q', '├─╮', 'o │ again back to m', '  o c'],
    ],
    ['several beginnings', graphOf('a>c b'), ['o a', 'o c', 'o b']],
    [
      'what is in a sub_process stands below it, further right',
      graphOf('s>a s>sub a>j sub>j', { sub: graphOf('x>y') }),
      ['o s', '├─╮', 'o │ a', '│ o sub', '│ │  o x', '│ │  o y', '├─╯', 'o j'],
    ],
  ])('%s', (_name, graph, lines) => {
    expect(drawn(graph)).toEqual(lines)
  })

  test('leaves marks of beginning and end out', () => {
    const graph = graphOf('a')
    const start: GraphNode = { ...node('a:start'), kind: 'start' }
    expect(
      drawn({ ...graph, nodes: [start, ...graph.nodes], edges: [{ from: 'a:start', to: 'a', kind: 'flow' }] }),
    ).toEqual(['o a'])
  })

  test('a thousand nodes in a circle are drawn', () => {
    const flows = Array.from({ length: 1000 }, (_, i) => `n${i}>n${(i + 1) % 1000}`).join(' ')
    expect(drawn(graphOf(flows))).toHaveLength(1000)
  })
})
