import { firstFew } from '../game/kernel/message-text.ts'
import type { GraphNode, NodeKind } from './graph.ts'
import { textWidth, wrap } from './measure.ts'

/** The font size and line height of a title. */
export const TITLE = { size: 13, line: 17 } as const
/** The font size and line height of a fact. */
export const FACT = { size: 11, line: 15 } as const
/** The font size and line height of a trigger. */
export const TRIGGER = { size: 10.5, line: 16 } as const
/** The font size and line height of a caption. */
export const CAPTION = { size: 9, line: 13 } as const

/** The space between the edge of a box and its content. */
export const PADDING = 13

/** The space between the texts of a box and the graph inside it. */
export const INNER_GAP = 4

const TITLE_WIDTH = 190
const FACT_WIDTH = 220
const MIN_WIDTH = 96
const MAX_TITLE_LINES = 3
const MAX_LINES_OF_FACT = 3
const MAX_FACTS = 12
/** Titles are bold, which makes them wider by this factor. */
const BOLD = 1.1
/** The width of a character of a monospaced font, as a fraction of the font size. */
const MONOSPACED = 0.61

const MARK = 22
const DIAMOND = 44
const DIAMOND_TITLE_WIDTH = 110

/** The captions above titles in boxes. Nodes with a shape of their own have none. */
export const captions: Readonly<Record<NodeKind, string | undefined>> = {
  start: undefined,
  end: undefined,
  task: undefined,
  sub_process: undefined,
  parallel: undefined,
  exclusive: undefined,
  newcomer: 'BOOTSTRAP',
  action: 'ACTION',
  process: 'PROCESS',
  custom: 'CUSTOM RULE',
  level: 'LEVELS',
  achievement: 'ACHIEVEMENT',
  point: 'POINTS',
  set: 'ITEMS',
  state: 'STATE',
  compound: 'COMPUTED',
  leaderboard: 'LEADERBOARD',
}

/** The size of a node, and its texts in lines. */
export interface NodeSize {
  readonly width: number
  readonly height: number
  /** The size of the shape without a title next to it. Arrows begin and end at the shape. */
  readonly shapeWidth: number
  readonly shapeHeight: number
  readonly title: readonly string[]
  readonly facts: readonly string[]
  /** The height of everything above the inner graph. */
  readonly headHeight: number
}

/** The size of an inner graph. */
interface Room {
  readonly width: number
  readonly height: number
}

/** Returns the size of a node. `inner` is the size of the graph inside it. */
export function sizeOf(node: GraphNode, inner?: Room): NodeSize {
  switch (node.kind) {
    case 'start':
    case 'end':
      return { ...squared(MARK), width: MARK, height: MARK, title: [], facts: [], headHeight: 0 }
    case 'parallel':
    case 'exclusive':
      return diamondSize(node)
    default:
      return boxSize(node, inner)
  }
}

const squared = (side: number) => ({ shapeWidth: side, shapeHeight: side })

/** The title is below the diamond. The same space above keeps the diamond in the middle. */
function diamondSize({ title }: GraphNode): NodeSize {
  const lines = wrap(title, FACT.size, DIAMOND_TITLE_WIDTH, 2)
  const width = Math.max(DIAMOND, ...lines.map((line) => textWidth(line, FACT.size)))
  const height = DIAMOND + 2 * (lines.length * FACT.line + 4)
  return { ...squared(DIAMOND), width, height, title: lines, facts: [], headHeight: 0 }
}

function boxSize({ kind, title, facts, trigger }: GraphNode, inner?: Room): NodeSize {
  const titles = wrap(title, TITLE.size * BOLD, Math.max(TITLE_WIDTH, (inner?.width ?? 0) - PADDING), MAX_TITLE_LINES)
  const { few, more } = firstFew(facts, MAX_FACTS + 1)
  const lines = [...few.flatMap((fact) => wrap(fact, FACT.size, FACT_WIDTH, MAX_LINES_OF_FACT)), ...more]
  const caption = captions[kind]
  const widest = Math.max(
    MIN_WIDTH - 2 * PADDING,
    ...titles.map((line) => textWidth(line, TITLE.size * BOLD)),
    ...lines.map((line) => textWidth(line, FACT.size)),
    caption === undefined ? 0 : textWidth(caption, CAPTION.size * 1.2),
    trigger === undefined ? 0 : trigger.length * TRIGGER.size * MONOSPACED,
    inner === undefined ? 0 : inner.width,
  )
  const texts =
    (caption === undefined ? 0 : CAPTION.line) +
    titles.length * TITLE.line +
    (trigger === undefined ? 0 : TRIGGER.line) +
    (lines.length === 0 ? 0 : 4 + lines.length * FACT.line)
  const headHeight = PADDING + texts
  const room = {
    width: widest + 2 * PADDING,
    height: headHeight + PADDING + (inner === undefined ? 0 : inner.height + INNER_GAP),
  }
  return { ...room, shapeWidth: room.width, shapeHeight: room.height, title: titles, facts: lines, headHeight }
}
