import { Maximize2, Minus, Plus } from 'lucide-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { arrowPath } from '../../graph/arrow-path.ts'
import { boxRows } from '../../graph/box-rows.ts'
import type { EdgeKind } from '../../graph/graph.ts'
import { INDENT, LABEL_PADDING } from '../../graph/label.ts'
import { legend } from '../../graph/legend.ts'
import { CAPTION, FACT, TITLE, TRIGGER } from '../../graph/node-size.ts'
import type { Layout, PlacedEdge, PlacedNode } from '../../graph/placed.ts'
import { texts } from '../texts.ts'

const t = texts.drawing

/** The part of a drawing that is in view: its upper left corner, and how large the drawing is shown. */
interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** What a page adds to a node: a part of it that is filled, and what that means. */
export interface Paint {
  /** From 0 to 1. */
  readonly share: number
  readonly text: string
}

interface DrawingProps {
  readonly label: string
  readonly layout: Layout
  /** The address of the page of a node; undefined if it has none. */
  readonly addressOf: (id: string) => string | undefined
  readonly onOpen: (address: string) => void
  readonly paintOf?: (id: string) => Paint | undefined
}

const MIN_SCALE = 0.02
const MAX_SCALE = 2.5
const STEP = 1.25
const MARGIN = 24
/** How far an arrow key moves the drawing, in pixels of the screen. */
const MOVE = 80

/** A drawing that can be moved and zoomed by mouse and keyboard. Only what is in view is drawn. Spec 8.2. */
export function Drawing({ label, layout, addressOf, onOpen, paintOf }: DrawingProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const whole = useMemo(() => fitted(layout, size), [layout, size])
  const [chosen, setChosen] = useState<View>()
  useEffect(() => setChosen(undefined), [layout])
  const view = chosen ?? whole
  const zoom = useCallback(
    (factor: number, at = { x: size.width / 2, y: size.height / 2 }): void =>
      setChosen((before = whole) => zoomed(before, factor, at)),
    [whole, size],
  )
  const move = (x: number, y: number): void =>
    setChosen((before = whole) => ({ ...before, x: before.x + x / before.scale, y: before.y + y / before.scale }))
  useWheel(box, zoom)
  const drag = useDrag(move)
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(-MOVE, 0),
    ArrowRight: () => move(MOVE, 0),
    ArrowUp: () => move(0, -MOVE),
    ArrowDown: () => move(0, MOVE),
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': () => setChosen(undefined),
  }
  const seen = useMemo(() => visible(layout, view, size), [layout, view, size])
  const kinds = useMemo(() => [...new Set(layout.edges.map(({ edge }) => edge.kind))], [layout])
  return (
    <figure className="drawing">
      <div
        ref={box}
        className="drawing-box"
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-roledescription={t.role}
        aria-describedby="drawing-help"
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey ? undefined : keys[event.key]
          if (!act) return
          event.preventDefault()
          act()
        }}
        {...drag}
      >
        <svg width={size.width} height={size.height} aria-hidden={false}>
          <defs>
            {kinds.map((kind) => (
              <ArrowHead key={kind} kind={kind} />
            ))}
          </defs>
          <g transform={`scale(${view.scale}) translate(${-view.x} ${-view.y})`}>
            <Arrows edges={seen.edges} hasLabels={view.scale >= READABLE} />
            {seen.nodes.map((node) => (
              <Box
                key={node.node.id}
                placed={node}
                hasText={view.scale >= LEGIBLE}
                address={addressOf(node.node.id)}
                onOpen={onOpen}
                paint={paintOf?.(node.node.id)}
              />
            ))}
          </g>
        </svg>
      </div>
      <ul className="drawing-legend" aria-hidden>
        {kinds.map((kind) => (
          <li key={kind}>
            <svg width={28} height={8}>
              <path
                d="M0 4H26"
                className={`e-${kind}`}
                fill="none"
                strokeWidth={1.5}
                markerEnd={`url(#arrow-${kind})`}
              />
            </svg>{' '}
            {legend[kind]}
          </li>
        ))}
      </ul>
      <div className="drawing-buttons">
        <button type="button" className="icon" aria-label={t.zoomIn} title={t.zoomIn} onClick={() => zoom(STEP)}>
          <Plus aria-hidden size={16} />
        </button>
        <button type="button" className="icon" aria-label={t.zoomOut} title={t.zoomOut} onClick={() => zoom(1 / STEP)}>
          <Minus aria-hidden size={16} />
        </button>
        <button
          type="button"
          className="icon"
          aria-label={t.whole}
          title={t.whole}
          onClick={() => setChosen(undefined)}
        >
          <Maximize2 aria-hidden size={16} />
        </button>
      </div>
      <p className="hidden" id="drawing-help">
        {t.help}
      </p>
    </figure>
  )
}

/** Below these scales, labels of arrows and texts in boxes are too small to read, and are left out. */
const READABLE = 0.3
const LEGIBLE = 0.16

function useSize(box: { readonly current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 800, height: 500 })
  useEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }))
    observer.observe(current)
    return () => observer.disconnect()
  }, [box])
  return size
}

function fitted({ width, height }: Layout, size: Size): View {
  const scale = Math.min(
    1,
    Math.max(
      MIN_SCALE,
      Math.min((size.width - 2 * MARGIN) / Math.max(width, 1), (size.height - 2 * MARGIN) / Math.max(height, 1)),
    ),
  )
  return { scale, x: width / 2 - size.width / 2 / scale, y: height / 2 - size.height / 2 / scale }
}

function zoomed(view: View, factor: number, at: { readonly x: number; readonly y: number }): View {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor))
  return {
    scale,
    x: view.x + at.x / view.scale - at.x / scale,
    y: view.y + at.y / view.scale - at.y / scale,
  }
}

function useWheel(
  box: { readonly current: HTMLElement | null },
  zoom: (factor: number, at: { readonly x: number; readonly y: number }) => void,
): void {
  useEffect(() => {
    const { current } = box
    if (!current) return
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const { left, top } = current.getBoundingClientRect()
      zoom(Math.exp(-event.deltaY / WHEEL), { x: event.clientX - left, y: event.clientY - top })
    }
    // React listens to the wheel without a way to keep the page from scrolling.
    current.addEventListener('wheel', onWheel, { passive: false })
    return () => current.removeEventListener('wheel', onWheel)
  }, [box, zoom])
}

const WHEEL = 400

/** How far the pointer must move before a press is a drag and no click. */
const SLACK = 4

function useDrag(move: (x: number, y: number) => void) {
  const from = useRef<{ x: number; y: number; isDrag: boolean }>(undefined)
  return {
    onPointerDown: ({ clientX, clientY, button }: { clientX: number; clientY: number; button: number }) => {
      if (button === 0) from.current = { x: clientX, y: clientY, isDrag: false }
    },
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      const { current } = from
      if (!current || event.buttons === 0) return
      const [x, y] = [event.clientX - current.x, event.clientY - current.y]
      if (!current.isDrag && Math.hypot(x, y) < SLACK) return
      if (!current.isDrag) event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY, isDrag: true }
      move(-x, -y)
    },
    onPointerUp: () => {
      from.current = undefined
    },
  }
}

function visible({ nodes, edges }: Layout, view: View, size: Size): Pick<Layout, 'nodes' | 'edges'> {
  const [left, top] = [view.x, view.y]
  const [right, bottom] = [left + size.width / view.scale, top + size.height / view.scale]
  return {
    nodes: nodes.filter(
      ({ x, y, size: { width, height } }) =>
        x + width / 2 >= left && x - width / 2 <= right && y + height / 2 >= top && y - height / 2 <= bottom,
    ),
    edges: edges.filter(({ points }) => {
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
      return Math.max(...xs) >= left && Math.min(...xs) <= right && Math.max(...ys) >= top && Math.min(...ys) <= bottom
    }),
  }
}

function ArrowHead({ kind }: { readonly kind: EdgeKind }): ReactNode {
  return (
    <marker id={`arrow-${kind}`} viewBox="0 0 10 10" refX={9} refY={5} markerWidth={7} markerHeight={7} orient="auto">
      <path d="M0 1L9.5 5L0 9Z" className={`a-${kind}`} />
    </marker>
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
      {edges.map((placed) => (
        <path
          key={`${placed.edge.from} ${placed.edge.to} ${placed.edge.kind}`}
          d={arrowPath(placed)}
          className={`e-${placed.edge.kind}`}
          fill="none"
          strokeWidth={1.5}
          markerEnd={`url(#arrow-${placed.edge.kind})`}
        />
      ))}
      {hasLabels &&
        edges.map((placed) => (
          <Label key={`${placed.edge.from} ${placed.edge.to} ${placed.edge.kind}`} placed={placed} />
        ))}
    </g>
  )
})

function Label({ placed: { edge, label } }: { readonly placed: PlacedEdge }): ReactNode {
  if (!label) return null
  const { x, y, width, height, lines } = label
  const first = y - ((lines.length - 1) * FACT.line) / 2 + FACT.size * 0.36
  const left = x - width / 2 + LABEL_PADDING
  const isOne = (edge.label ?? []).length < 2
  return (
    <g>
      <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx={4} className="paper" />
      {lines.map((line, i) => (
        <text
          // Lines have no identity but their place.
          key={i}
          x={isOne ? x : line.isContinued ? left + INDENT : left}
          y={first + i * FACT.line}
          textAnchor={isOne ? 'middle' : undefined}
          className={`a-${edge.kind}`}
          fontSize={FACT.size}
        >
          {line.text}
        </text>
      ))}
    </g>
  )
}

const SIZES = { caption: CAPTION.size, title: TITLE.size, trigger: TRIGGER.size, fact: FACT.size } as const
const RADIUS = 9
const BAR = 5

const Box = memo(function Box({
  placed,
  hasText,
  address,
  onOpen,
  paint,
}: {
  readonly placed: PlacedNode
  readonly hasText: boolean
  readonly address: string | undefined
  readonly onOpen: (address: string) => void
  readonly paint: Paint | undefined
}): ReactNode {
  const { node, size, x, y } = placed
  const [left, top] = [x - size.width / 2, y - size.height / 2]
  const name = [node.title, ...(paint ? [paint.text] : [])].join(', ')
  const drawn = (
    <>
      <title>{[name, ...node.facts].join('\n')}</title>
      <rect
        x={left}
        y={top}
        width={size.width}
        height={size.height}
        rx={RADIUS}
        strokeWidth={1.5}
        className={paint?.share === 0 ? `n-${node.kind} never` : `n-${node.kind}`}
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
      {paint && (
        <g className="coverage">
          <rect
            x={left + RADIUS}
            y={top + size.height - BAR - 3}
            width={size.width - 2 * RADIUS}
            height={BAR}
            rx={2.5}
          />
          <rect
            className="covered"
            x={left + RADIUS}
            y={top + size.height - BAR - 3}
            width={(size.width - 2 * RADIUS) * paint.share}
            height={BAR}
            rx={2.5}
          />
        </g>
      )}
    </>
  )
  if (address === undefined) return <g>{drawn}</g>
  return (
    <a
      href={address}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen(address)
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      {drawn}
    </a>
  )
})
