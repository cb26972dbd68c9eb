import { Maximize2, Minus, Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import type { EdgeKind } from '../../graph/graph.ts'
import { legend } from '../../graph/legend.ts'
import type { Layout } from '../../graph/placed.ts'
import { texts } from '../texts.ts'
import { ArrowHead, GraphPicture, type Looks } from './graph-picture.tsx'

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

interface DrawingProps extends Pick<Looks, 'addressOf' | 'onOpen' | 'paintOf' | 'stateOf'> {
  readonly label: string
  readonly layout: Layout
  /** What is drawn over the graph, at its coordinates. */
  readonly children?: ReactNode
}

const MIN_SCALE = 0.005
const MAX_SCALE = 2.5
const STEP = 1.25
const MARGIN = 24
/** The height of the legend and the buttons below the drawing, which nothing should be behind. */
const FOOT = 40
/** How far an arrow key moves the drawing, in pixels of the screen. */
const MOVE = 80

/** A drawing that can be moved and zoomed by mouse and keyboard. Only what is in view is drawn. Spec 8.2. */
export function Drawing({ label, layout, children, ...known }: DrawingProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const first = useMemo(() => beginning(layout, size), [layout, size])
  const [chosen, setChosen] = useState<View>()
  useEffect(() => setChosen(undefined), [layout])
  const view = chosen ?? first
  const zoom = useCallback(
    (factor: number, at = { x: size.width / 2, y: size.height / 2 }): void =>
      setChosen((before = first) => zoomed(before, factor, at)),
    [first, size],
  )
  const showWhole = (): void => setChosen(fitted(layout, size))
  const move = (x: number, y: number): void =>
    setChosen((before = first) => ({ ...before, x: before.x + x / before.scale, y: before.y + y / before.scale }))
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
    '0': showWhole,
  }
  const seen = useMemo(() => visible(layout, view, size), [layout, view, size])
  const kinds = useMemo(() => [...new Set(kindsIn(layout))], [layout])
  const looks = { ...known, hasLabels: view.scale >= READABLE, hasText: view.scale >= LEGIBLE }
  return (
    <figure className="drawing" style={{ '--drawn': `${drawnHeight(layout, size)}px` } as CSSProperties}>
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
            <GraphPicture {...seen} looks={looks} />
            {children}
          </g>
        </svg>
      </div>
      {kinds.length > 1 && <Legend kinds={kinds} />}
      <div className="drawing-buttons">
        <button type="button" className="icon" aria-label={t.zoomIn} title={t.zoomIn} onClick={() => zoom(STEP)}>
          <Plus aria-hidden size={16} />
        </button>
        <button type="button" className="icon" aria-label={t.zoomOut} title={t.zoomOut} onClick={() => zoom(1 / STEP)}>
          <Minus aria-hidden size={16} />
        </button>
        <button type="button" className="icon" aria-label={t.whole} title={t.whole} onClick={showWhole}>
          <Maximize2 aria-hidden size={16} />
        </button>
      </div>
      <p className="hidden" id="drawing-help">
        {t.help}
      </p>
    </figure>
  )
}

function Legend({ kinds }: { readonly kinds: readonly EdgeKind[] }): ReactNode {
  return (
    <ul className="drawing-legend" aria-hidden>
      {kinds.map((kind) => (
        <li key={kind}>
          <svg width={28} height={8}>
            <path d="M0 4H26" className={`e-${kind}`} fill="none" strokeWidth={1.5} markerEnd={`url(#arrow-${kind})`} />
          </svg>{' '}
          {legend[kind]}
        </li>
      ))}
    </ul>
  )
}

const kindsIn = ({ edges, nodes }: Layout): readonly EdgeKind[] => [
  ...edges.map(({ edge }) => edge.kind),
  ...nodes.flatMap(({ inner }) => (inner ? kindsIn(inner) : [])),
]

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

/** The scale at which a drawing has its own size, or as much of it as there is room in a width. */
const scaleIn = (width: number, { width: whole }: Layout): number =>
  Math.min(1, (width - 2 * MARGIN) / Math.max(whole, 1))

/** Returns the height that a drawing needs if it begins as wide as there is room. */
const drawnHeight = (layout: Layout, { width }: Size): number =>
  layout.height * Math.max(FIRST_SCALE, scaleIn(width, layout)) + 2 * MARGIN + FOOT

/** Shows all of the drawing. */
function fitted(layout: Layout, size: Size): View {
  const height = (size.height - 2 * MARGIN - FOOT) / Math.max(layout.height, 1)
  return placed(layout, size, Math.max(MIN_SCALE, Math.min(scaleIn(size.width, layout), height)))
}

/** The least scale at which a drawing is shown first: texts in boxes are readable. */
const FIRST_SCALE = 0.65

/** Shows all of the drawing if that is readable, otherwise its upper left, where things begin. */
function beginning(layout: Layout, size: Size): View {
  const whole = fitted(layout, size)
  return whole.scale >= FIRST_SCALE ? whole : placed(layout, size, FIRST_SCALE)
}

/** Puts a drawing into the middle, or what does not fit at its beginning. */
function placed({ width, height }: Layout, size: Size, scale: number): View {
  const begin = (length: number, room: number): number => Math.max(MARGIN, (room - length * scale) / 2)
  return {
    scale,
    x: -begin(width, size.width) / scale,
    y: -begin(height, size.height - FOOT) / scale,
  }
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

/** Returns what of a drawing is in view. */
function visible({ nodes, edges, lanes, width: whole }: Layout, view: View, size: Size): Omit<Layout, 'height'> {
  const [left, top] = [view.x, view.y]
  const [right, bottom] = [left + size.width / view.scale, top + size.height / view.scale]
  return {
    lanes,
    width: whole,
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
