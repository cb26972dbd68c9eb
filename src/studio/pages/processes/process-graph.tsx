import { useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { ProcessDesign } from '../../../game/processes/design.ts'
import type { Graph, GraphNode } from '../../../graph/graph.ts'
import { innerCorner, type Layout, type Point } from '../../../graph/placed.ts'
import { processGraph } from '../../../graph/process-graph.ts'
import type { NodeState } from '../../../inspect/process-states.ts'
import { Drawing } from '../../parts/drawing.tsx'
import { Shown } from '../../parts/problem.tsx'
import { askWorker } from '../../shell/ask-worker.ts'
import { describe, type Loaded } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

const t = texts.processes

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
  return (
    <>
      <Picture graph={graph} states={states} />
      <NodeTable nodes={nodes} states={states} isOver={isOver} />
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
  const loaded = useLayout(graph)
  const { value: layout } = loaded
  const places = useMemo(() => (layout ? new Map(placesIn(layout, { x: 0, y: 0 })) : undefined), [layout])
  const shown = useDeferredValue(states)
  const tokens = [...shown].flatMap(([id, { tokens: count }]) => {
    const place = places?.get(id)
    return place
      ? Array.from({ length: Math.min(count, MAX_TOKENS) }, (_, i) => ({ x: place.x - i * 12, y: place.y }))
      : []
  })
  const stateOf = useCallback((id: string) => shown.get(id)?.state.toLowerCase() ?? 'unreached', [shown])
  return (
    <Shown of={loaded}>
      {(drawn) => (
        <div className="process-drawing">
          <Drawing layout={drawn} label={t.graphOf(graph.title)} stateOf={stateOf}>
            {tokens.map(({ x, y }, i) => (
              // A token that moved is the same element at another place, so that it is seen to move.
              <circle key={i} r={7} className="token" style={{ transform: `translate(${x}px, ${y}px)` }} />
            ))}
          </Drawing>
        </div>
      )}
    </Shown>
  )
}

/** Lays out a graph in the worker. The drawing before stays until the next one is there. */
function useLayout(graph: Graph): Loaded<Layout> {
  const [found, setFound] = useState<Loaded<Layout>>({ value: undefined, problem: undefined, isLoading: true })
  useEffect(() => {
    let isOld = false
    void askWorker({ task: 'graph', graph }).then(
      (value) => !isOld && setFound({ value, problem: undefined, isLoading: false }),
      (error: unknown) => !isOld && setFound({ value: undefined, problem: describe(error), isLoading: false }),
    )
    return () => {
      isOld = true
    }
  }, [graph])
  return found
}

/** Yields where the tokens of each node are drawn: at its upper right corner. */
function* placesIn({ nodes }: Layout, origin: Point): Generator<[id: string, place: Point]> {
  for (const placed of nodes) {
    const { node, size, x, y, inner } = placed
    yield [node.id, { x: origin.x + x + size.shapeWidth / 2 - 10, y: origin.y + y - size.shapeHeight / 2 + 4 }]
    const corner = innerCorner(placed)
    if (inner) yield* placesIn(inner, { x: origin.x + corner.x, y: origin.y + corner.y })
  }
}

function NodeTable({
  nodes,
  states,
  isOver,
}: {
  readonly nodes: readonly GraphNode[]
  readonly states: ReadonlyMap<string, NodeState>
  readonly isOver: boolean
}): ReactNode {
  return (
    <details>
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
