import { compileDesign } from '../../../game/design/design.ts'
import type { DesignSource } from '../../../game/design/source.ts'
import { economyGraph } from '../../../graph/economy-graph.ts'
import { layOut } from '../../../graph/layout.ts'
import type { Layout } from '../../../graph/placed.ts'
import type { DesignFinding, DesignTask } from './design-worker.ts'

/** Draws the economy of a design, or only the nodes of it that are named. */
export function economyLayout({ design, title, only }: Extract<DesignTask, { task: 'draw' }>): Layout {
  const graph = economyGraph(design, title)
  if (!only) return layOut(graph)
  const named = new Set(only)
  return layOut({
    ...graph,
    nodes: graph.nodes.filter(({ id }) => named.has(id)),
    edges: graph.edges.filter(({ from, to }) => named.has(from) && named.has(to)),
  })
}

/** Finds the problems of a design, as the service would when it deploys it. Spec 4.13. */
export function checkedDesign(design: DesignSource): readonly DesignFinding[] {
  const compiled = compileDesign(design)
  if (!('problems' in compiled)) return []
  return compiled.problems.map(({ kind, id = '', path, message }) => ({ kind, id, path, message }))
}
