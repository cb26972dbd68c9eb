import stringWidth from 'string-width'
import type { ContainerDesign } from '../../game/processes/container.ts'
import type { ProcessDesign } from '../../game/processes/design.ts'
import type { GraphNode } from './graph/graph.ts'
import { processGraph } from './graph/process-graph.ts'
import { railLines, type RailLine } from './graph/rail-graph.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'
import { table } from './table.ts'

/** A process, as far as it is shown. Spec 1 "Process instance". */
export interface ShownProcess {
  readonly id: string
  readonly name: string
  readonly definition: { readonly id: string; readonly name: string }
  readonly state: string
  readonly access: string
  readonly owner: { readonly id: string }
  readonly performers: readonly {
    readonly id: string
    readonly lanes: readonly { readonly name: string; readonly role: string }[]
  }[]
}

/** The states of nodes by container, that of the process under its definition's id, those of sub_processes below it. */
type ShownContainers = Readonly<
  Record<string, { readonly nodes: Readonly<Record<string, { readonly state: string; readonly tokens: number }>> }>
>

/** What a drawing of a process is made of. */
export interface Picture {
  readonly design: ProcessDesign
  readonly containers: ShownContainers
}

/** Marks of activities and of gateways, by the state of the node; of those not reached yet under ''. */
const MARKS: ReadonlyMap<string, readonly [activity: string, gateway: string]> = new Map([
  ['', ['○', '◇']],
  ['READY', ['◉', '◈']],
  ['ACTIVE', ['◐', '◈']],
  ['COMPLETED', ['●', '◆']],
])

/** A process as a heading, its nodes on rails with the state of each where there is a picture, and who is in it. */
export function processText(process: ShownProcess, picture: Picture | undefined, paint: Paint): string {
  const { id, name, definition, state, access, owner } = process
  const title = paint.strong(printable(name === id ? id : `${id} (${name})`))
  const heading = `${title}, ${printable(definition.name)} of ${printable(owner.id)}, ${access}, ${state}`
  const drawing = picture === undefined ? [] : drawn(picture, process, paint)
  return [heading, ...drawing, performersText(process)].join('\n')
}

function performersText({ performers }: ShownProcess): string {
  return table(
    ['PLAYER', 'LANES'],
    performers.map(({ id, lanes }) => [id, lanes.map((lane) => `${lane.name} (${lane.role})`).join(', ')]),
  )
}

function drawn({ design, containers }: Picture, { definition, state: whole }: ShownProcess, paint: Paint): string[] {
  const lanes = new Map(lanesIn(design, ''))
  const told = statesOf(definition.id, containers)
  const states = new Map([...offeredIn(design, '', told), ...told])
  const stateOf = ({ id }: GraphNode): string => states.get(id) ?? ''
  const mark = (node: GraphNode): string => {
    const [activity, gateway] = MARKS.get(stateOf(node)) ?? ['?', '?']
    return node.kind === 'parallel' || node.kind === 'exclusive' ? gateway : activity
  }
  const lines = railLines(processGraph(design), mark)
  const rows = lines.map((line) => [
    line.rails,
    titleOf(line),
    printable(lanes.get(line.node?.id ?? '') ?? ''),
    noteOf(line, stateOf, whole === 'COMPLETED'),
  ])
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => stringWidth(row[column] ?? ''))))
  return rows.map((row, i) => {
    const cells = row.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))))
    const text = cells.join('  ').trimEnd()
    const node = lines[i]?.node
    return node === undefined ? text : inColour(text, stateOf(node), paint)
  })
}

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
