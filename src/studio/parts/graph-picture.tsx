import { memo, type ReactNode } from 'react'
import { arrowPath } from '../../graph/arrow-path.ts'
import { boxRows } from '../../graph/box-rows.ts'
import { gatewayShape } from '../../graph/gateway-shape.ts'
import type { EdgeKind } from '../../graph/graph.ts'
import { labelRows } from '../../graph/label-rows.ts'
import { LANE_HEAD } from '../../graph/layout.ts'
import { CAPTION, FACT, TITLE, TRIGGER } from '../../graph/node-size.ts'
import { innerCorner, type Layout, type PlacedEdge, type PlacedLane, type PlacedNode } from '../../graph/placed.ts'
import { texts } from '../texts.ts'

/** What a page adds to a node: a part of it that is filled, and what that means. */
export interface Paint {
  /** From 0 to 1. */
  readonly share: number
  readonly text: string
}

/** What a page knows of the nodes of a graph, and how closely they are looked at. */
export interface Looks {
  /** The address of the page of a node; undefined if it has none. */
  readonly addressOf?: ((id: string) => string | undefined) | undefined
  readonly onOpen?: ((address: string) => void) | undefined
  readonly paintOf?: ((id: string) => Paint | undefined) | undefined
  /** The state of a node, which decides its colours instead of its kind, such as `active`. */
  readonly stateOf?: ((id: string) => string) | undefined
  readonly hasLabels: boolean
  readonly hasText: boolean
}

/** Draws the parts of a graph that are in view. */
export function GraphPicture({
  lanes,
  edges,
  nodes,
  width,
  looks,
}: Omit<Layout, 'height'> & { readonly looks: Looks }): ReactNode {
  return (
    <>
      {lanes.map((lane, i) => (
        <Lane key={lane.name} lane={lane} isOdd={i % 2 === 1} width={width} hasText={looks.hasText} />
      ))}
      <Arrows edges={edges} hasLabels={looks.hasLabels} />
      {nodes.map((placed) => (
        <Node key={placed.node.id} placed={placed} looks={looks} />
      ))}
    </>
  )
}

/** The head of arrows of a kind, which they refer to. */
export function ArrowHead({ kind }: { readonly kind: EdgeKind }): ReactNode {
  return (
    <marker id={`arrow-${kind}`} viewBox="0 0 10 10" refX={9} refY={5} markerWidth={7} markerHeight={7} orient="auto">
      <path d="M0 1L9.5 5L0 9Z" className={`a-${kind}`} />
    </marker>
  )
}

const LANE_RADIUS = 10
const LANE_SIZE = 12

function Lane({
  lane: { name, y, height },
  isOdd,
  width,
  hasText,
}: {
  readonly lane: PlacedLane
  readonly isOdd: boolean
  readonly width: number
  readonly hasText: boolean
}): ReactNode {
  const [x, middle] = [LANE_HEAD / 2, y + height / 2]
  return (
    <g>
      <rect y={y} width={width} height={height} rx={LANE_RADIUS} className={isOdd ? 'lane odd' : 'lane'} />
      <rect y={y} width={LANE_HEAD} height={height} rx={LANE_RADIUS} className="head" />
      {hasText && (
        <text
          x={x}
          y={middle + LANE_SIZE * 0.36}
          textAnchor="middle"
          transform={`rotate(-90 ${x} ${middle})`}
          className="soft row-title"
          fontSize={LANE_SIZE}
        >
          {name === '~' ? texts.drawing.anyLane : name}
        </text>
      )}
    </g>
  )
}

const Arrows = memo(function Arrows({
  edges,
  hasLabels,
}: {
  readonly edges: readonly PlacedEdge[]
  readonly hasLabels: boolean
}): ReactNode {
  return (
    <g aria-hidden>
      {edges.map((placed, i) => (
        <path
          // Two arrows can join the same nodes, and their order never changes.
          key={i}
          d={arrowPath(placed)}
          className={`e-${placed.edge.kind}`}
          fill="none"
          strokeWidth={1.5}
          markerEnd={`url(#arrow-${placed.edge.kind})`}
        />
      ))}
      {hasLabels && edges.map((placed, i) => <Label key={i} placed={placed} />)}
    </g>
  )
})

function Label({ placed }: { readonly placed: PlacedEdge }): ReactNode {
  if (!placed.label) return null
  const { x, y, width, height } = placed.label
  return (
    <g>
      <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx={4} className="paper" />
      {labelRows(placed).map((row) => (
        <text
          key={row.y}
          x={row.x}
          y={row.y}
          textAnchor={row.isCentred ? 'middle' : undefined}
          className={`a-${placed.edge.kind}`}
          fontSize={FACT.size}
        >
          {row.text}
        </text>
      ))}
    </g>
  )
}

function Node({ placed, looks }: { readonly placed: PlacedNode; readonly looks: Looks }): ReactNode {
  const { addressOf, onOpen, paintOf, stateOf, hasText } = looks
  const { node, inner } = placed
  const address = addressOf?.(node.id)
  const corner = innerCorner(placed)
  const drawn = (
    <>
      <Shape placed={placed} hasText={hasText} state={stateOf?.(node.id)} paint={paintOf?.(node.id)} />
      {inner && (
        <g transform={`translate(${corner.x} ${corner.y})`}>
          <GraphPicture {...inner} looks={looks} />
        </g>
      )}
    </>
  )
  if (address === undefined) return drawn
  return (
    <a
      href={address}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen?.(address)
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      {drawn}
    </a>
  )
}

interface ShapeProps {
  readonly placed: PlacedNode
  readonly hasText: boolean
  readonly state: string | undefined
  readonly paint: Paint | undefined
}

/** A node without the graph inside it. There can be thousands, and hardly any changes while a page is open. */
const Shape = memo(function Shape({ placed, hasText, state, paint }: ShapeProps): ReactNode {
  const { node, size, x, y } = placed
  const gateway = gatewayShape(placed)
  const names = [`n-${node.kind}`, ...(paint?.share === 0 ? ['never'] : [])].join(' ')
  const isMark = node.kind === 'start' || node.kind === 'end'
  const title = [[node.title, ...(paint ? [paint.text] : [])].join(', '), ...node.facts].join('\n')
  return (
    <g className="node" data-state={state}>
      {!isMark && <title>{title}</title>}
      {isMark && (
        <circle
          cx={x}
          cy={y}
          r={size.shapeWidth / 2 - 1}
          className={names}
          strokeWidth={node.kind === 'end' ? 3.5 : 1.8}
        />
      )}
      {gateway && (
        <>
          <path d={gateway.outline} className={names} strokeWidth={1.5} strokeLinejoin="round" />
          <path d={gateway.sign} className="sign" fill="none" strokeWidth={2.6} />
          {hasText &&
            gateway.title.map((line) => (
              <text key={line.y} x={line.x} y={line.y} textAnchor="middle" className="soft" fontSize={FACT.size}>
                {line.text}
              </text>
            ))}
        </>
      )}
      {!isMark && !gateway && <Box placed={placed} names={names} hasText={hasText} />}
      {paint && <Covered placed={placed} share={paint.share} />}
    </g>
  )
})

const SIZES = { caption: CAPTION.size, title: TITLE.size, trigger: TRIGGER.size, fact: FACT.size } as const
const RADIUS = 9
const BAR = 5

function Box({
  placed,
  names,
  hasText,
}: {
  readonly placed: PlacedNode
  readonly names: string
  readonly hasText: boolean
}): ReactNode {
  const { size, x, y } = placed
  return (
    <>
      <rect
        x={x - size.width / 2}
        y={y - size.height / 2}
        width={size.width}
        height={size.height}
        rx={RADIUS}
        strokeWidth={1.5}
        className={names}
      />
      {hasText &&
        boxRows(placed).map((row) => (
          <text
            key={`${row.kind} ${row.y}`}
            x={row.x}
            y={row.y}
            className={`${row.colour} row-${row.kind}`}
            fontSize={SIZES[row.kind]}
          >
            {row.text}
          </text>
        ))}
    </>
  )
}

/** A bar at the foot of a box, filled to a share. */
function Covered({
  placed: { size, x, y },
  share,
}: {
  readonly placed: PlacedNode
  readonly share: number
}): ReactNode {
  const bar = {
    x: x - size.width / 2 + RADIUS,
    y: y + size.height / 2 - BAR - 3,
    height: BAR,
    rx: 2.5,
  }
  const width = size.width - 2 * RADIUS
  return (
    <g className="coverage">
      <rect {...bar} width={width} />
      <rect {...bar} width={width * share} className="covered" />
    </g>
  )
}
