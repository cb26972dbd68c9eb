import type { RouteOutput } from '../../client/route-types.ts'
import type { ContainerDesign } from '../../game/processes/container.ts'
import type { ProcessDesign } from '../../game/processes/design.ts'
import type { GraphNode } from '../../graph/graph.ts'
import { processGraph } from '../../graph/process-graph.ts'
import { railLines, type RailLine } from '../../graph/rail-graph.ts'
import { nodeStates, type ShownContainers } from '../../inspect/process-states.ts'
import { printable } from '../../sentences/printable.ts'
import type { Paint } from './paint.ts'
import { table, cut } from './table.ts'
import { textWidth } from './text-width.ts'

/** A process. Spec 1 "Process instance". */
export type ShownProcess = RouteOutput<'GET /v2/admin/processes/:process_id'>

/** What a drawing of a process needs. */
export interface Picture {
  readonly design: ProcessDesign
  readonly containers: ShownContainers
}

type Marks = ReadonlyMap<string, readonly [activity: string, gateway: string]>

/** The marks of activities and gateways by the state of the node; '' is a node that was not reached yet. */
const MARKS: Marks = new Map([
  ['', ['○', '◇']],
  ['READY', ['◉', '◈']],
  ['ACTIVE', ['◐', '◈']],
  ['COMPLETED', ['●', '◆']],
])

/** The same marks in ASCII. */
const ASCII_MARKS: Marks = new Map([
  ['', ['o', '<']],
  ['READY', ['@', '#']],
  ['ACTIVE', ['%', '#']],
  ['COMPLETED', ['*', 'x']],
])

const inAscii = (rails: string): string =>
  rails
    .replaceAll('│', '|')
    .replaceAll('─', '-')
    .replaceAll(/[\u2500-\u257f]/g, '+')

/**
 * Formats a process: a heading, its nodes on rails with their states if there is a picture, and its performers. If the
 * nodes are too wide, their lanes are left out and their names are shortened.
 */
export function processText(
  process: ShownProcess,
  picture: Picture | undefined,
  paint: Paint,
  room: Room = { width: Infinity, unicode: true },
): string {
  const { id, name, definition, state, access, owner } = process
  const title = paint.strong(printable(name === id ? id : `${id} (${name})`))
  const heading = `${title}, ${printable(definition.name)} owned by ${printable(owner.id)}, ${access}, ${state}`
  const drawing = picture === undefined ? [] : drawingLines(picture, process, paint, room)
  return [heading, ...drawing, performersText(process)].join('\n')
}

function performersText({ performers }: ShownProcess): string {
  return table(
    ['PLAYER', 'LANES'],
    performers.map(({ id, lanes }) => [id, lanes.map((lane) => `${lane.name} (${lane.role})`).join(', ')]),
  )
}

function drawingLines(
  { design, containers }: Picture,
  { state: whole }: ShownProcess,
  paint: Paint,
  room: Room,
): string[] {
  const lanes = new Map(lanesIn(design, ''))
  const states = nodeStates(design, containers)
  const stateOf = ({ id }: GraphNode): string => states.get(id)?.state ?? ''
  const mark = (node: GraphNode): string => {
    const [activity, gateway] = (room.unicode ? MARKS : ASCII_MARKS).get(stateOf(node)) ?? ['?', '?']
    return node.kind === 'parallel' || node.kind === 'exclusive' ? gateway : activity
  }
  const lines = railLines(processGraph(design), mark)
  const rows = lines.map((line): Cells => [
    room.unicode ? line.rails : inAscii(line.rails),
    titleOf(line),
    printable(lanes.get(line.node?.id ?? '') ?? ''),
    noteOf(line, stateOf, whole === 'COMPLETED'),
  ])
  return inColumns(rows, room).map((text, i) => {
    const node = lines[i]?.node
    return node === undefined ? text : inColour(text, stateOf(node), paint)
  })
}

/** The space for a drawing. */
interface Room {
  readonly width: number
  readonly unicode: boolean
}

/** The cells of a node. */
type Cells = readonly [rails: string, title: string, lane: string, note: string]

/** The minimum length of a shortened name. */
const LEAST_TITLE = 8

/** Formats rows in columns. If there is not enough room, it leaves out the lanes first, and then shortens the names. */
function inColumns(rows: readonly Cells[], { width, unicode }: Room): string[] {
  const widest = (column: number): number => Math.max(0, ...rows.map((row) => textWidth(row[column] ?? '')))
  const widths = [0, 1, 2, 3].map(widest)
  const [rails = 0, titles = 0, lanes = 0, notes = 0] = widths
  if (rails + titles + lanes + notes + 6 <= width) return rows.map((row) => padded(row, widths))
  const most = Math.max(LEAST_TITLE, width - rails - notes - 4)
  const fitting = [rails, Math.min(titles, most), notes]
  // A name without a note after it can be longer.
  return rows.map(([rail, title, , note]) =>
    padded([rail, cut(title, note === '' ? Math.max(most, width - rails - 2) : most, unicode), note], fitting),
  )
}

const padded = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(cell))))
    .join('  ')
    .trimEnd()

/** Returns the lane of each node that has one, by the path of the node: `tour/visit`. */
function* lanesIn(
  { activities = [], gateways = [] }: ContainerDesign,
  below: string,
): Generator<[path: string, lane: string]> {
  for (const { id, lane } of [...activities, ...gateways]) if (lane !== undefined) yield [below + id, lane]
  for (const activity of activities) yield* lanesIn(activity, `${below}${activity.id}/`)
}

const titleOf = ({ node }: RailLine): string => (node === undefined ? '' : printable(node.title))

/**
 * Returns the note of a node: its state, the trigger of an active one, and where flows lead back to. Nodes of a
 * completed process that were not reached are `not taken`.
 */
function noteOf({ node, back }: RailLine, stateOf: (node: GraphNode) => string, isOver: boolean): string {
  if (node === undefined) return ''
  const state = stateOf(node) === '' && isOver ? 'not taken' : stateOf(node)
  const trigger = node.trigger !== undefined && (state === 'READY' || state === 'ACTIVE') ? [node.trigger] : []
  const returns = back.map(({ title }) => `back to ${title}`)
  return printable([state.toLowerCase(), ...trigger, ...returns].filter((part) => part !== '').join('  '))
}

function inColour(text: string, state: string, paint: Paint): string {
  if (state === 'COMPLETED') return paint.faint(text)
  return state === '' ? text : paint.good(text)
}
