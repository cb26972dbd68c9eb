import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import type { ProcessDesign } from '../../../game/processes/design.ts'
import type { Graph, GraphNode } from '../../../graph/graph.ts'
import { layOut } from '../../../graph/layout.ts'
import type { Layout, Point } from '../../../graph/placed.ts'
import { processGraph } from '../../../graph/process-graph.ts'
import type { NodeState } from '../../../inspect/process-states.ts'
import { GraphPicture } from '../../parts/graph-picture.tsx'
import { texts } from '../../texts.ts'

const t = texts.processes

/** The most nodes that are drawn without being asked for: drawing more takes a noticeable time. */
const MAX_NODES = 300

/** The most tokens that are drawn at a node. The table has the numbers. */
const MAX_TOKENS = 5

/** The graph of a process with its tokens, and the same as a table. */
export function ProcessGraph({
  design,
  states,
  isOver,
}: {
  readonly design: ProcessDesign
  readonly states: ReadonlyMap<string, NodeState>
  readonly isOver: boolean
}): ReactNode {
  // The design is loaded again with every change of the game, and is the same one nearly always.
  const text = JSON.stringify(design)
  const graph = useMemo(() => processGraph(JSON.parse(text) as ProcessDesign), [text])
  const nodes = useMemo(() => [...allNodes(graph)], [graph])
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      {nodes.length <= MAX_NODES || isAsked ? (
        <Picture graph={graph} states={states} />
      ) : (
        <p>
          <button type="button" onClick={() => setAsked(true)}>
            {t.draw(nodes.length)}
          </button>
        </p>
      )}
      <NodeTable nodes={nodes} states={states} isOver={isOver} isOpen={nodes.length > MAX_NODES && !isAsked} />
    </>
  )
}

function* allNodes({ nodes }: Graph): Generator<GraphNode> {
  for (const node of nodes) {
    if (node.kind === 'start' || node.kind === 'end') continue
    yield node
    if (node.inner) yield* allNodes(node.inner)
  }
}

function Picture({
  graph,
  states,
}: {
  readonly graph: Graph
  readonly states: ReadonlyMap<string, NodeState>
}): ReactNode {
  const layout = useMemo(() => layOut(graph), [graph])
  const places = useMemo(() => new Map(placesIn(layout, { x: 0, y: 0 })), [layout])
  const shown = useDeferredValue(states)
  const tokens = [...shown].flatMap(([id, { tokens: count }]) => {
    const place = places.get(id)
    return place
      ? Array.from({ length: Math.min(count, MAX_TOKENS) }, (_, i) => ({ x: place.x - i * 12, y: place.y }))
      : []
  })
  return (
    <div className="graph-box" tabIndex={0} role="region" aria-label={t.picture}>
      <GraphPicture
        layout={layout}
        label={t.graphOf(graph.title)}
        stateOf={(id) => shown.get(id)?.state.toLowerCase()}
        anyLane={t.anyLane}
      >
        {tokens.map(({ x, y }, i) => (
          // A token that moved is the same element at another place, so that it is seen to move.
          <circle key={i} r={7} className="token" style={{ transform: `translate(${x}px, ${y}px)` }} />
        ))}
      </GraphPicture>
    </div>
  )
}

/** Yields where the tokens of each node are drawn: at its upper right corner. */
function* placesIn({ nodes }: Layout, origin: Point): Generator<[id: string, place: Point]> {
  for (const { node, size, x, y, inner } of nodes) {
    yield [node.id, { x: origin.x + x + size.shapeWidth / 2 - 10, y: origin.y + y - size.shapeHeight / 2 + 4 }]
    if (!inner) continue
    yield* placesIn(inner, {
      x: origin.x + x - inner.width / 2,
      y: origin.y + y - size.height / 2 + size.headHeight + 4,
    })
  }
}

function NodeTable({
  nodes,
  states,
  isOver,
  isOpen,
}: {
  readonly nodes: readonly GraphNode[]
  readonly states: ReadonlyMap<string, NodeState>
  readonly isOver: boolean
  readonly isOpen: boolean
}): ReactNode {
  return (
    <details open={isOpen}>
      <summary>{t.asTable}</summary>
      <div className="scrolled" tabIndex={0} role="region" aria-label={t.asTable}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.node}</th>
              <th scope="col">{t.state}</th>
              <th scope="col" className="number">
                {t.tokens}
              </th>
              <th scope="col">{t.trigger}</th>
              <th scope="col">{t.gives}</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map(({ id, title, kind, trigger, facts }) => {
              const state = states.get(id)
              return (
                <tr key={id}>
                  <th scope="row">
                    {title}{' '}
                    {(kind === 'parallel' || kind === 'exclusive') && <span className="muted">{t.kinds[kind]}</span>}
                  </th>
                  <td>{nodeStateText(state, isOver)}</td>
                  <td className="number">{state?.tokens.toLocaleString() ?? ''}</td>
                  <td>{trigger !== undefined && <code>{trigger}</code>}</td>
                  <td className="muted">{facts.join('; ')}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function nodeStateText(state: NodeState | undefined, isOver: boolean): string {
  if (state === undefined) return isOver ? t.notTaken : t.notReached
  return t.nodeStates[state.state as keyof typeof t.nodeStates] ?? state.state
}
