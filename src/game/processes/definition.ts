import { within, type Report } from '../design/component.ts'
import { compileSettings, limitOf, type InstanceSettings } from '../design/instance-settings.ts'
import type { RequirementCatalogue } from '../rules/requirement.ts'
import { compileGraph } from './compile-graph.ts'
import { laneNames } from './container.ts'
import type { ProcessDesign } from './design.ts'
import type { Graph, Task } from './graph.ts'
import { type Nodes, withNodes } from './tokens.ts'

/** A compiled process definition. Spec 4.9. */
export interface ProcessDefinition extends InstanceSettings {
  readonly id: string
  readonly name: string
  readonly description?: string
  /** The lanes of the design. Includes the unnamed lane if a task is in it or there is no other. */
  readonly lanes: readonly string[]
  /** The lanes in which the creator of a process, and players who join without naming lanes, become `player`. */
  readonly defaultLanes: readonly string[]
  readonly maxActiveGlobalInstances: number
  readonly maxPlayerInstances: number
  readonly maxActivePlayerInstances: number
  readonly graph: Graph
  /** Tasks by every name of their triggers: trigger id, path, and the id of the task if it is unique. */
  readonly tasks: ReadonlyMap<string, Task>
  /** The states of the nodes when a process begins. */
  readonly initial: Nodes
}

/** Compiles the design of a process and reports references to components that do not exist. */
export function compileProcess(
  design: ProcessDesign,
  catalogue: RequirementCatalogue,
  report: Report,
): ProcessDefinition {
  const { id, name, description, settings = {} } = design
  const graph = compileGraph(design, catalogue, report)
  const tasks = [...graph.nodes.values()].filter((node) => node.kind === 'task')
  const lanes = laneNames(design)
  const preset = (design.lanes ?? []).filter((lane) => lane.default).map((lane) => lane.name)
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    lanes,
    defaultLanes: preset.length > 0 ? preset : lanes,
    ...compileSettings(settings, catalogue, within(report, 'settings')),
    maxActiveGlobalInstances: limitOf(settings.max_active_global_instances),
    maxPlayerInstances: limitOf(settings.max_player_instances),
    maxActivePlayerInstances: limitOf(settings.max_active_player_instances),
    graph,
    tasks: namesOf(tasks),
    initial: withNodes({}, graph.root.initial),
  }
}

/** Leaves out ids that several tasks share, unless an id is the whole path of one of them. */
function namesOf(tasks: readonly Task[]): ReadonlyMap<string, Task> {
  const unique = [...Map.groupBy(tasks, ({ id }) => id).values()].flatMap((same) => (same.length === 1 ? same : []))
  return new Map([
    ...unique.map((task) => [task.id, task] as const),
    ...tasks.flatMap((task) => [[task.path, task] as const, [task.trigger, task] as const]),
  ])
}
