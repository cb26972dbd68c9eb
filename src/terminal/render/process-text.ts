import stringWidth from 'string-width'
import type { RouteOutput } from '../../client/route-types.ts'
import type { ContainerDesign } from '../../game/processes/container.ts'
import type { ProcessDesign } from '../../game/processes/design.ts'
import type { GraphNode } from '../../graph/graph.ts'
import { processGraph } from '../../graph/process-graph.ts'
import { railLines, type RailLine } from '../../graph/rail-graph.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'
import { table, cut } from './table.ts'

/** A process. Spec 1 "Process instance". */
export type ShownProcess = RouteOutput<'GET /v2/admin/processes/:process_id'>

/** The states of nodes by container, that of the process under its definition's id, those of sub_processes below it. */
type ShownContainers = Readonly<
  Record<string, { readonly nodes: Readonly<Record<string, { readonly state: string; readonly tokens: number }>> }>
>

/** What a drawing of a process is made of. */
export interface Picture {
  readonly design: ProcessDesign
  readonly containers: ShownContainers
}

type Marks = ReadonlyMap<string, readonly [activity: string, gateway: string]>

/** Marks of activities and of gateways, by the state of the node; of those not reached yet under ''. */
const MARKS: Marks = new Map([
  ['', ['○', '◇']],
  ['READY', ['◉', '◈']],
  ['ACTIVE', ['◐', '◈']],
  ['COMPLETED', ['●', '◆']],
])

/** The same, for a terminal that knows no others than these letters. */
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
 * A process as a heading, its nodes on rails with the state of each where there is a picture, and who is in it. Where the
 * nodes are wider than there is room, they are told without their lanes, and with shorter names.
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
  { definition, state: whole }: ShownProcess,
  paint: Paint,
  room: Room,
): string[] {
  const lanes = new Map(lanesIn(design, ''))
  const shownStates = statesOf(definition.id, containers)
  const states = new Map([...offeredIn(design, '', shownStates), ...shownStates])
  const stateOf = ({ id }: GraphNode): string => states.get(id) ?? ''
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

/** What a drawing has to fit into. */
interface Room {
  readonly width: number
  readonly unicode: boolean
}

/** What is told of a node. */
type Cells = readonly [rails: string, title: string, lane: string, note: string]

/** A name is not cut shorter than this. */
const LEAST_TITLE = 8

/** Rows in columns, as far as there is room: the lanes go first, then the ends of the names. */
function inColumns(rows: readonly Cells[], { width, unicode }: Room): string[] {
  const widest = (column: number): number => Math.max(0, ...rows.map((row) => stringWidth(row[column] ?? '')))
  const widths = [0, 1, 2, 3].map(widest)
  const [rails = 0, titles = 0, lanes = 0, notes = 0] = widths
  if (rails + titles + lanes + notes + 6 <= width) return rows.map((row) => padded(row, widths))
  const most = Math.max(LEAST_TITLE, width - rails - notes - 4)
  const fitting = [rails, Math.min(titles, most), notes]
  // A name may go on where nothing follows it.
  return rows.map(([rail, title, , note]) =>
    padded([rail, cut(title, note === '' ? Math.max(most, width - rails - 2) : most, unicode), note], fitting),
  )
}

const padded = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))))
    .join('  ')
    .trimEnd()

/** The lane of each node that names one, by path: `tour/visit`. */
function* lanesIn(
  { activities = [], gateways = [] }: ContainerDesign,
  below: string,
): Generator<[path: string, lane: string]> {
  for (const { id, lane } of [...activities, ...gateways]) if (lane !== undefined) yield [below + id, lane]
  for (const activity of activities) yield* lanesIn(activity, `${below}${activity.id}/`)
}

/** Nodes by their paths: `tour/visit`. */
function statesOf(definition: string, containers: ShownContainers): ReadonlyMap<string, string> {
  const found = Object.entries(containers).flatMap(([key, { nodes }]) => {
    const below = key === definition ? '' : `${key.slice(definition.length + 1)}/`
    return Object.entries(nodes).map(([id, { state }]) => [below + id, state] as const)
  })
  return new Map(found)
}

/** What a sub_process offers that nobody has entered yet: its beginnings, which have no state of their own before. */
function* offeredIn(
  { activities = [] }: ContainerDesign,
  below: string,
  states: ReadonlyMap<string, string>,
): Generator<[path: string, state: string]> {
  for (const activity of activities) {
    const path = below + activity.id
    const led = new Set((activity.sequence_flows ?? []).map(({ tgt }) => tgt))
    const begins = states.get(path) === 'READY' ? (activity.activities ?? []).filter(({ id }) => !led.has(id)) : []
    const offered = begins.map(({ id }) => [`${path}/${id}`, 'READY'] as const)
    for (const [inner, state] of offered) yield [inner, state]
    yield* offeredIn(activity, `${path}/`, new Map([...states, ...offered]))
  }
}

const titleOf = ({ node }: RailLine): string => (node === undefined ? '' : printable(node.title))

/** What is ready is told with the trigger that does it; what leads back, where to; what is behind a way not taken, that it is. */
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
