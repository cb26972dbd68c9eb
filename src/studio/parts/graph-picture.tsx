import { memo, type ReactNode } from 'react'
import { INDENT, LABEL_PADDING } from '../../graph/label.ts'
import { LANE_HEAD } from '../../graph/layout.ts'
import { FACT, PADDING, TITLE, TRIGGER } from '../../graph/node-size.ts'
import type { Layout, PlacedEdge, PlacedNode, Point } from '../../graph/placed.ts'

/** Draws a graph that is laid out. `stateOf` says what of a node is shown besides its design. */
export function GraphPicture({
  layout,
  label,
  stateOf,
  anyLane,
  children,
}: {
  readonly layout: Layout
  readonly label: string
  readonly stateOf: (id: string) => string | undefined
  /** The name of the lane of nodes that name none. */
  readonly anyLane: string
  /** What is drawn over the graph. */
  readonly children?: ReactNode
}): ReactNode {
  return (
    <svg
      className="graph"
      role="img"
      aria-label={label}
      width={layout.width + 2}
      height={layout.height + 2}
      viewBox={`-1 -1 ${layout.width + 2} ${layout.height + 2}`}
    >
      <defs>
        {(['flow', 'retry'] as const).map((kind) => (
          <marker
            key={kind}
            id={`arrow-${kind}`}
            viewBox="0 0 10 10"
            refX={9}
            refY={5}
            markerWidth={7}
            markerHeight={7}
            orient="auto"
          >
            <path d="M0 1L9.5 5L0 9Z" className={`arrow ${kind}`} />
          </marker>
        ))}
      </defs>
      <GraphPart layout={layout} stateOf={stateOf} anyLane={anyLane} />
      {children}
    </svg>
  )
}

interface PartProps {
  readonly layout: Layout
  readonly stateOf: (id: string) => string | undefined
  readonly anyLane: string
}

function GraphPart({ layout, stateOf, anyLane }: PartProps): ReactNode {
  const { lanes, edges, nodes, width } = layout
  return (
    <>
      {lanes.map(({ name, y, height }) => (
        <g key={name}>
          <rect x={0} y={y} width={width} height={height} rx={10} className="lane" />
          <rect x={0} y={y} width={LANE_HEAD} height={height} rx={10} className="lane head" />
          <text
            x={LANE_HEAD / 2}
            y={y + height / 2 + 4}
            textAnchor="middle"
            transform={`rotate(-90 ${LANE_HEAD / 2} ${y + height / 2})`}
            className="fact"
            fontSize={12}
          >
            {name === '~' ? anyLane : name}
          </text>
        </g>
      ))}
      {edges.map((placed, i) => (
        <Arrow key={i} placed={placed} />
      ))}
      {nodes.map((placed) => (
        <Node key={placed.node.id} placed={placed} state={stateOf(placed.node.id)}>
          {placed.inner && (
            <g
              transform={`translate(${placed.x - placed.inner.width / 2} ${placed.y - placed.size.height / 2 + placed.size.headHeight + 4})`}
            >
              <GraphPart layout={placed.inner} stateOf={stateOf} anyLane={anyLane} />
            </g>
          )}
        </Node>
      ))}
    </>
  )
}

const Arrow = memo(({ placed: { edge, points, rise, label } }: { readonly placed: PlacedEdge }) => (
  <g>
    <path
      d={rise === undefined ? pathOf(points) : loopOf(points, rise)}
      className={`edge ${edge.kind}`}
      markerEnd={`url(#arrow-${edge.kind})`}
    />
    {label?.lines.map((line, i) => (
      <text
        key={i}
        x={label.x - label.width / 2 + LABEL_PADDING + (line.isContinued ? INDENT : 0)}
        y={label.y - ((label.lines.length - 1) * FACT.line) / 2 + FACT.size * 0.36 + i * FACT.line}
        className="fact"
        fontSize={FACT.size}
      >
        {line.text}
      </text>
    ))}
  </g>
))

function Node({
  placed,
  state,
  children,
}: {
  readonly placed: PlacedNode
  readonly state: string | undefined
  readonly children: ReactNode
}): ReactNode {
  return (
    <g className="node" data-kind={placed.node.kind} data-state={state}>
      <NodeShape placed={placed} />
      {children}
    </g>
  )
}

/** A drawing of a large process has thousands of these, and they never change. */
const NodeShape = memo(({ placed }: { readonly placed: PlacedNode }): ReactNode => {
  const { node, size, x, y } = placed
  const r = size.shapeWidth / 2
  if (node.kind === 'start' || node.kind === 'end') return <circle cx={x} cy={y} r={r - 1} className="shape" />
  if (node.kind === 'parallel' || node.kind === 'exclusive') {
    const arm = node.kind === 'parallel' ? 8.5 : 6.5
    const sign =
      node.kind === 'parallel'
        ? `M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}`
        : `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}`
    return (
      <>
        <path d={`M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`} className="shape" />
        <path d={sign} className="sign" />
        {size.title.map((line, i) => (
          <text
            key={i}
            x={x}
            y={y + r + FACT.size + 3 + i * FACT.line}
            textAnchor="middle"
            className="fact"
            fontSize={FACT.size}
          >
            {line}
          </text>
        ))}
      </>
    )
  }
  const [left, top] = [x - size.width / 2, y - size.height / 2]
  const titleEnd = top + PADDING + size.title.length * TITLE.line
  const factsBegin = titleEnd + (node.trigger === undefined ? 0 : TRIGGER.line) + 4
  return (
    <>
      <rect x={left} y={top} width={size.width} height={size.height} rx={9} className="shape" />
      {size.title.map((line, i) => (
        <text
          key={i}
          x={left + PADDING}
          y={top + PADDING + i * TITLE.line + 13}
          className="title"
          fontSize={TITLE.size}
        >
          {line}
        </text>
      ))}
      {node.trigger !== undefined && (
        <text x={left + PADDING} y={titleEnd + 12} className="trigger" fontSize={TRIGGER.size}>
          {node.trigger}
        </text>
      )}
      {size.facts.map((line, i) => (
        <text key={i} x={left + PADDING} y={factsBegin + i * FACT.line + 11} className="fact" fontSize={FACT.size}>
          {line}
        </text>
      ))}
    </>
  )
})

/** Returns a path of horizontal lines between points of the same height, and of curves otherwise. */
function pathOf(points: readonly Point[]): string {
  return points
    .map(({ x, y }, i) => {
      const before = points[i - 1]
      if (before === undefined) return `M${x} ${y}`
      if (before.y === y) return `H${x}`
      const middle = (before.x + x) / 2
      return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`
    })
    .join('')
}

/** Returns an arc above its ends. */
function loopOf([from = { x: 0, y: 0 }, to = from]: readonly Point[], rise: number): string {
  const top = from.y - (rise * 4) / 3
  return `M${from.x} ${from.y}C${from.x - rise} ${top} ${to.x + rise} ${top} ${to.x} ${to.y}`
}
