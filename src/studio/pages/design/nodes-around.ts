import type { Layout } from '../../../graph/placed.ts'

/** Returns the ids of the nodes with a text in their name or id, and of those that an arrow joins to them. */
export function nodesAround({ nodes, edges }: Layout, text: string): readonly string[] {
  const lower = text.trim().toLowerCase()
  const found = new Set(
    nodes
      .filter(({ node: { id, title } }) => id.toLowerCase().includes(lower) || title.toLowerCase().includes(lower))
      .map(({ node: { id } }) => id),
  )
  const joined = edges.flatMap(({ edge: { from, to } }) => (found.has(from) ? [to] : found.has(to) ? [from] : []))
  return [...new Set([...found, ...joined])]
}
