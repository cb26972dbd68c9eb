import { arrowPath } from './arrow-path.ts'
import { boxRows, type RowKind } from './box-rows.ts'
import { gatewayShape, type GatewayShape } from './gateway-shape.ts'
import type { EdgeKind, Graph } from './graph.ts'
import { labelRows } from './label-rows.ts'
import { LANE_HEAD, layOut } from './layout.ts'
import { legend } from './legend.ts'
import { textWidth, wrap } from './measure.ts'
import { CAPTION, FACT, TITLE, TRIGGER } from './node-size.ts'
import { styleSheet } from './palette.ts'
import { innerCorner, type Layout, type PlacedEdge, type PlacedNode, type Point } from './placed.ts'

const SANS_SERIF = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
const MONOSPACED = "ui-monospace, Consolas, Menlo, 'DejaVu Sans Mono', monospace"
const MARGIN = 28
const HEADING = { size: 19, line: 25 } as const
const HEADING_LINES = 2
const MIN_WIDTH = 420
const LANE_TITLE_SIZE = 12
const LEGEND_SIZE = 11
const LEGEND_HEIGHT = 34
const RADIUS = 9
const LANE_RADIUS = 10

/** Returns a graph as an SVG document for light and dark mode, with titles for screen readers. */
export function svgOf(graph: Graph): string {
  const layout = layOut(graph)
  const width = Math.ceil(Math.max(layout.width, MIN_WIDTH) + 2 * MARGIN)
  const heading = wrap(graph.title, HEADING.size * 1.08, width - 2 * MARGIN, HEADING_LINES)
  const top = MARGIN + heading.length * HEADING.line + 14
  const kinds = [...new Set(layout.edges.map(({ edge }) => edge.kind))]
  const foot = kinds.length > 1 ? LEGEND_HEIGHT : 0
  const height = Math.ceil(top + layout.height + foot + MARGIN)
  const left = (width - layout.width) / 2
  const body = [
    element('title', {}, escaped(graph.title)),
    element('style', {}, styleSheet()),
    element('defs', {}, kindsIn(layout).map(arrowHead).join('')),
    element('rect', { width, height, class: 'paper' }),
    ...heading.map((line, i) =>
      text(line, {
        x: MARGIN,
        y: MARGIN + HEADING.size + i * HEADING.line,
        class: 'ink',
        size: HEADING.size,
        bold: true,
      }),
    ),
    element('g', { transform: `translate(${round(left)} ${round(top)})` }, drawn(layout)),
    foot > 0 ? legendLine(kinds, height - MARGIN) : '',
  ]
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'font-family': SANS_SERIF,
  }
  return `${element('svg', attributes, `\n${body.filter((part) => part !== '').join('\n')}\n`)}\n`
}

function kindsIn(layout: Layout): EdgeKind[] {
  const inner = layout.nodes.flatMap((node) => (node.inner ? kindsIn(node.inner) : []))
  return [...new Set([...layout.edges.map(({ edge }) => edge.kind), ...inner])]
}

function drawn({ width, nodes, edges, lanes }: Layout): string {
  const titles = new Map(nodes.map(({ node: { id, title } }) => [id, title]))
  const titled = (placed: PlacedEdge, content: string): string => {
    const { from, to, label = [] } = placed.edge
    const ends = `${titles.get(from) ?? ''} → ${titles.get(to) ?? ''}`
    return content === '' ? '' : element('g', {}, element('title', {}, escaped([ends, ...label].join('\n'))) + content)
  }
  return [
    ...lanes.map((lane, i) => laneOf(lane, i, width)),
    ...edges.map((placed) => titled(placed, arrow(placed))),
    ...edges.map((placed) => titled(placed, label(placed))),
    ...nodes.map(nodeOf),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function laneOf({ name, y, height }: Layout['lanes'][number], i: number, width: number): string {
  const shape = { y, height, rx: LANE_RADIUS }
  const [x, middle] = [LANE_HEAD / 2, y + height / 2]
  const [shown = ''] = wrap(name === '~' ? 'any lane' : name, LANE_TITLE_SIZE, height - 12, 1)
  return [
    element('rect', { ...shape, x: 0, width, class: i % 2 === 0 ? 'lane' : 'lane odd' }),
    element('rect', { ...shape, x: 0, width: LANE_HEAD, class: 'head' }),
    text(shown, {
      x,
      y: middle + LANE_TITLE_SIZE * 0.36,
      class: 'soft',
      size: LANE_TITLE_SIZE,
      bold: true,
      anchor: 'middle',
      turnedAbout: { x, y: middle },
    }),
  ].join('\n')
}

function arrowHead(kind: EdgeKind): string {
  const box = { viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: 'auto' }
  const head = element('path', { d: 'M0 1L9.5 5L0 9Z', class: `a-${kind}` })
  return element('marker', { id: `arrow-${kind}`, ...box }, head)
}

function arrow(placed: PlacedEdge): string {
  const { kind } = placed.edge
  return element('path', {
    d: arrowPath(placed),
    class: `e-${kind}`,
    fill: 'none',
    'stroke-width': 1.5,
    'marker-end': `url(#arrow-${kind})`,
  })
}

function label(placed: PlacedEdge): string {
  if (!placed.label) return ''
  const { x, y, width, height } = placed.label
  const box = { x: x - width / 2, y: y - height / 2, width, height, rx: 4, class: 'paper' }
  const texts = labelRows(placed).map((row) =>
    text(row.text, {
      x: row.x,
      y: row.y,
      class: `a-${placed.edge.kind}`,
      size: FACT.size,
      ...(row.isCentred ? ({ anchor: 'middle' } as const) : {}),
    }),
  )
  return [element('rect', box), ...texts].join('\n')
}

function nodeOf(placed: PlacedNode): string {
  const shape = gatewayShape(placed)
  if (shape) return gateway(placed, shape)
  return placed.node.kind === 'start' || placed.node.kind === 'end' ? mark(placed) : box(placed)
}

function mark({ node: { kind }, size, x, y }: PlacedNode): string {
  const r = size.shapeWidth / 2
  return element('circle', { cx: x, cy: y, r: r - 1, class: `n-${kind}`, 'stroke-width': kind === 'end' ? 3.5 : 1.8 })
}

function gateway({ node: { kind, title } }: PlacedNode, shape: GatewayShape): string {
  return element(
    'g',
    {},
    [
      element('title', {}, escaped(title)),
      element('path', { d: shape.outline, class: `n-${kind}`, 'stroke-width': 1.5, 'stroke-linejoin': 'round' }),
      element('path', { d: shape.sign, class: 'sign', fill: 'none', 'stroke-width': 2.6 }),
      ...shape.title.map(({ text: line, x, y }) =>
        text(line, { x, y, class: 'soft', size: FACT.size, anchor: 'middle' }),
      ),
    ].join(''),
  )
}

/** How each row of a box is written. */
const rowStyles: Readonly<Record<RowKind, Omit<TextStyle, 'x' | 'y' | 'class'>>> = {
  caption: { size: CAPTION.size, bold: true, spaced: true },
  title: { size: TITLE.size, bold: true },
  trigger: { size: TRIGGER.size, code: true },
  fact: { size: FACT.size },
}

function box(placed: PlacedNode): string {
  const { node, size, inner, x, y } = placed
  const { kind, title, trigger, facts } = node
  const [left, top] = [x - size.width / 2, y - size.height / 2]
  const shape = { x: left, y: top, width: size.width, height: size.height, rx: RADIUS, 'stroke-width': 1.5 }
  const rows = boxRows(placed).map((row) =>
    text(row.text, { ...rowStyles[row.kind], x: row.x, y: row.y, class: row.colour }),
  )
  const corner = innerCorner(placed)
  const within = inner
    ? element('g', { transform: `translate(${round(corner.x)} ${round(corner.y)})` }, `\n${drawn(inner)}\n`)
    : ''
  return element(
    'g',
    {},
    [
      element('title', {}, escaped([title, ...(trigger === undefined ? [] : [trigger]), ...facts].join('\n'))),
      element('rect', { ...shape, class: `n-${kind}` }),
      ...rows,
      within,
    ].join(''),
  )
}

function legendLine(kinds: readonly EdgeKind[], y: number): string {
  let x = MARGIN
  return kinds
    .map((kind) => {
      const start = x
      const words = legend[kind]
      x += 34 + textWidth(words, LEGEND_SIZE) + 22
      return [
        arrow({
          edge: { from: '', to: '', kind },
          points: [
            { x: start, y },
            { x: start + 26, y },
          ],
        }),
        text(words, { x: start + 34, y: y + LEGEND_SIZE * 0.36, class: 'soft', size: LEGEND_SIZE }),
      ].join('')
    })
    .join('\n')
}

interface TextStyle extends Point {
  readonly class: string
  readonly size: number
  readonly bold?: boolean
  readonly spaced?: boolean
  /** In a monospaced font. */
  readonly code?: boolean
  readonly anchor?: 'middle'
  /** The point around which the text is rotated, to be read upward. */
  readonly turnedAbout?: Point
}

function text(
  content: string,
  { x, y, class: name, size, bold, spaced, code, anchor, turnedAbout }: TextStyle,
): string {
  return element(
    'text',
    {
      x,
      y,
      class: name,
      'font-size': size,
      ...(bold ? { 'font-weight': 600 } : {}),
      ...(spaced ? { 'letter-spacing': 0.6 } : {}),
      ...(code ? { 'font-family': MONOSPACED } : {}),
      ...(anchor ? { 'text-anchor': anchor } : {}),
      ...(turnedAbout ? { transform: `rotate(-90 ${round(turnedAbout.x)} ${round(turnedAbout.y)})` } : {}),
    },
    escaped(content),
  )
}

/** Returns an element. The caller escapes texts in it. */
function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : value}"`,
  )
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`
}

const round = (value: number): number => Math.round(value * 10) / 10

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for XML. Characters that XML cannot contain are replaced by U+FFFD. */
function escaped(content: string): string {
  return content
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
