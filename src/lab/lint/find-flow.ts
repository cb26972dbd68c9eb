import { byId } from '../../game/design/identity.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import type { ContainerDesign } from '../../game/processes/container.ts'
import { isActivity } from '../../game/processes/tokens.ts'
import { listed, type Economy, type Finding } from './economy.ts'
import { exploreFlow, type FlowReport } from './flow.ts'

/** Finds converging parallel gateways that can never go on, with something behind them, and branches that nobody can take. */
export function* deadEnds({ design, flows, reach }: Economy): Generator<Finding> {
  const written = byId(design.source.processes)
  for (const [id, process] of design.processes) {
    const { graph } = process
    // What is behind a loop that nothing leaves is found with the loop.
    if ((flows.get(id)?.trapped.length ?? 0) > 0) continue
    const impossible = impossibleTasks(id, reach)
    const { performed, taken } =
      impossible.size === 0 ? (flows.get(id) as FlowReport) : exploreFlow(process, impossible)
    if (!performed) continue
    for (const { prefix, path, container } of containersIn(written.get(id) as ContainerDesign)) {
      const { gateways = [], sequence_flows = [] } = container
      const found = (place: Finding['path'], message: string): Finding => ({
        id: 'dead-end',
        kind: 'processes',
        component: id,
        path: [...path, ...place],
        message,
      })
      const hasBegun = prefix === '' || [...performed].some((each) => each.startsWith(prefix))
      for (const [i, gateway] of gateways.entries()) {
        const at = prefix + gateway.id
        const node = graph.nodes.get(at)
        if (!node || isActivity(node)) continue
        const into = sequence_flows.filter(({ tgt }) => tgt === gateway.id).map(({ src }) => src)
        const hasArrived = into.length === 0 ? hasBegun : into.some((src) => taken.get(prefix + src)?.has(at))
        const out = taken.get(at) ?? new Set()
        if (!hasArrived) continue
        if (node.joins.length > 0 && out.size === 0) {
          const behind = reachableFrom(gateway.id, container).filter((each) => !performed.has(prefix + each))
          if (behind.length > 0)
            yield found(
              ['gateways', i],
              `the parallel gateway ${quoted(at)} of ${quoted(id)} waits for tokens from ${listed([...new Set(into)])}, which cannot all come, so ${listed(behind.map((each) => prefix + each))} can never be performed`,
            )
        }
        if (!node.chooses) continue
        for (const [branch, { src, tgt }] of sequence_flows.entries())
          if (src === gateway.id && !out.has(prefix + tgt))
            yield found(
              ['sequence_flows', branch],
              `the branch to ${quoted(prefix + tgt)} at the exclusive gateway ${quoted(at)} of ${quoted(id)} can never be taken, because nobody can ever meet the requirements for it`,
            )
      }
    }
  }
}

/** Returns the paths of the tasks of a process whose requirements can never be met. */
function impossibleTasks(process: string, { effects }: Economy['reach']): ReadonlySet<string> {
  return new Set(
    effects.flatMap(({ source: { component, kind, origin, activity, unreachable }, isPossible }) =>
      kind === 'processes' && component === process && origin === 'task' && activity && !unreachable && !isPossible
        ? [activity.path]
        : [],
    ),
  )
}

interface Place {
  readonly prefix: string
  readonly path: Finding['path']
  readonly container: ContainerDesign
}

/** Yields a process and its sub_processes, with the prefix of the paths of their nodes. */
function* containersIn(container: ContainerDesign, prefix = '', path: Finding['path'] = []): Generator<Place> {
  yield { prefix, path, container }
  for (const [i, activity] of (container.activities ?? []).entries())
    yield* containersIn(activity, `${prefix}${activity.id}/`, [...path, 'activities', i])
}

/** Returns the ids of the activities that flows lead to from a node. */
function reachableFrom(id: string, { activities = [], sequence_flows = [] }: ContainerDesign): string[] {
  const reached = new Set([id])
  // The set grows while it is iterated.
  for (const src of reached) for (const flow of sequence_flows) if (flow.src === src) reached.add(flow.tgt)
  return activities.map((activity) => activity.id).filter((activity) => reached.has(activity))
}

/** Finds loops of flows without a way out, and activities that repeat for good although something comes after them. */
export function* neverEnding({ design, flows, paths }: Economy): Generator<Finding> {
  for (const [id, { graph }] of design.processes) {
    const found = (path: Finding['path'], message: string): Finding => ({
      id: 'never-ends',
      kind: 'processes',
      component: id,
      path,
      message,
    })
    const trapped = flows.get(id)?.trapped ?? []
    const first = graph.nodes.get(trapped[0] ?? '')
    if (first)
      yield found(
        paths.get(first) ?? [],
        `nothing leads out of the loop of ${listed(trapped)}, so ${quoted(id)} is never completed`,
      )
    for (const node of graph.nodes.values()) {
      if (!isActivity(node) || node.out.length === 0) continue
      const isEndless = node.loop === Infinity
      if (!isEndless && !(node.probability === 0 && node.retry)) continue
      const next = listed(node.out.map(({ to }) => to))
      yield found(
        paths.get(node) ?? [],
        isEndless
          ? `the activity ${quoted(node.path)} of ${quoted(id)} loops without end, so ${next} after it is never reached`
          : `the activity ${quoted(node.path)} of ${quoted(id)} is tried again until it succeeds, but its probability is 0, so ${next} after it is never reached`,
      )
    }
  }
}
