import { economyGraph } from '../../graph/economy-graph.ts'
import { layOut } from '../../graph/layout.ts'
import type { Layout } from '../../graph/placed.ts'
import type { EconomyTask } from './worker.ts'

/** Draws the economy of a design, or only the nodes of it that are named. */
export function economyLayout({ design, title, only }: EconomyTask): Layout {
  const graph = economyGraph(design, title)
  if (!only) return layOut(graph)
  const named = new Set(only)
  return layOut({
    ...graph,
    nodes: graph.nodes.filter(({ id }) => named.has(id)),
    edges: graph.edges.filter(({ from, to }) => named.has(from) && named.has(to)),
  })
}
