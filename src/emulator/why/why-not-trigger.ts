import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { getNamed } from '../../game/kernel/name-map.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import { memberOf } from '../../game/members/state.ts'
import { subjectKey } from '../../game/members/subject.ts'
import type { ProcessDefinition } from '../../game/processes/definition.ts'
import type { Activity, Graph, ProcessNode, Task } from '../../game/processes/graph.ts'
import { canPerform, offeredTasks } from '../../game/processes/offers.ts'
import { perform } from '../../game/processes/perform.ts'
import { rateUseIn, usedRatesOf } from '../../game/processes/rate-uses.ts'
import { knownProcess, stateOf, type KnownProcess } from '../../game/processes/show.ts'
import { isActivity } from '../../game/processes/tokens.ts'
import { playTrigger } from '../../game/processes/trigger-play.ts'
import { gatesOf } from '../../game/processes/triggers.ts'
import { rulesOf } from '../../game/processes/waiting.ts'
import type { Obstacle, Prospect, WhyNot } from '../../interface/why-answer.ts'
import {
  answer,
  requirementContext,
  disabledObstacles,
  rateObstacles,
  readingOf,
  refusalOf,
  type WhyQuery,
} from './query.ts'
import { obstaclesIn } from './requirement-obstacles.ts'
import { prospectOf } from './reward-obstacles.ts'

/** How many tasks that lead to a task are named. */
const MAX_LEADING = 10

/**
 * Returns the obstacles of a trigger: the process, the positions of its tokens, the player's lane, requirements and
 * limits. Spec 4.9.
 */
export function whyNotTrigger(query: WhyQuery, id: string, trigger: string): Fault | WhyNot {
  const { state, context } = query
  const known = knownProcess(state, context.design, id)
  if (isFault(known)) return known
  const { process, definition } = known
  const task = definition.tasks.get(trigger)
  if (!task) return noTrigger(definition, id, trigger)
  const isOngoing = stateOf(known) === 'ACTIVE'
  const isOffered = isOngoing && canPerform(definition.graph, process.nodes, task)
  const inTheWay: readonly Obstacle[] = [
    ...disabledObstacles(query.player),
    ...(isOngoing ? [] : [{ kind: 'completed', process: id } as const]),
    ...(isOngoing && !isOffered ? [notOffered(known, task)] : []),
    ...laneObstacles(query, id, task),
    ...gatesOf(task, definition).flatMap((activity) => gateObstacles(query, id, activity)),
  ]
  const input = { process: id, trigger, scopes: [], query: false }
  const left = inTheWay.length > 0 ? inTheWay : refusalOf(playTrigger, input, task.path, query)
  const part = { kind: 'trigger', id: task.trigger, name: task.name, process: id } as const
  return answer(query, part, left, {
    odds: task.probability,
    prospects: isOffered ? prospects(query, known, task) : [],
  })
}

const noTrigger = ({ tasks }: ProcessDefinition, id: string, trigger: string): Fault =>
  fault('trigger_not_found', {
    id,
    trigger,
    message: `The process '${id}' has no trigger '${trigger}'${suggestion(trigger, tasks.keys())}`,
  })

/** Returns the obstacle that no token is at a task, with the tasks offered now from which one can reach it. */
function notOffered({ process, definition: { graph } }: KnownProcess, task: Task): Obstacle {
  const leading = leadingTo(graph, task)
  const after = offeredTasks(graph, process.nodes).flatMap(({ path }) => (leading.has(path) ? [path] : []))
  return { kind: 'not_offered', of: task.path, after: after.slice(0, MAX_LEADING) }
}

/** Returns the paths of the nodes from which tokens can reach a task, including the ends of sub_processes. */
function leadingTo({ nodes }: Graph, { path }: Task): ReadonlySet<string> {
  const steps = Map.groupBy([...nodes.values()].flatMap(stepsFrom), ({ to }) => to)
  const found = new Set<string>()
  const open = [path]
  for (let to = open.pop(); to !== undefined; to = open.pop())
    for (const { from } of steps.get(to) ?? [])
      if (!found.has(from)) {
        found.add(from)
        open.push(from)
      }
  return found
}

/** A step in a process: `to` can come right after `from`. */
interface Step {
  readonly from: string
  readonly to: string
}

/**
 * Returns the name of the end of a sub_process, to distinguish it from its beginning. No path of a node has that form.
 */
const endOf = (path: string): string => `${path}/`

function stepsFrom(node: ProcessNode): readonly Step[] {
  const { path, out } = node
  const flows = out.map(({ to }) => to)
  const steps = (from: string, next: readonly string[]) => next.map((to) => ({ from, to }))
  if (!isActivity(node)) return steps(path, flows)
  const around = node.within.slice(-1).map(endOf)
  if (node.kind === 'task') return steps(path, [...flows, ...around])
  const again = node.loop > 0 || node.retry ? [path] : []
  const begun = node.inside.nodes.map((inner) => inner.path)
  return [...steps(path, begun), ...steps(endOf(path), [...flows, ...around, ...again])]
}

/**
 * Returns an obstacle if the player does not have the role `player` in the lane of a task, or is not in the process.
 * Spec 4.9.
 */
function laneObstacles({ state, player }: WhyQuery, id: string, { lane, path: of }: Task): readonly Obstacle[] {
  const membership = memberOf(state.members, state.drops, subjectKey({ kind: 'process', id }), player.id)
  const role = membership && getNamed(membership.roles, lane)
  if (role === 'player') return []
  const outside = membership ? [] : [{ kind: 'performer', process: id } as const]
  return [...outside, { kind: 'lane', of, lane, role: role === undefined ? null : String(role) }]
}

/** Returns the obstacles of an activity that is or contains a task: its requirement and its limit. */
function gateObstacles(query: WhyQuery, id: string, { path, requires, rate }: Activity): readonly Obstacle[] {
  const uses = usedRatesOf(query.state.rates, id, query.player.id)
  return [
    ...obstaclesIn(requires, readingOf(query), requirementContext(query, path)),
    ...rateObstacles(path, rate, rateUseIn(uses, path), query),
  ]
}

/**
 * Returns what performing a task would give at once, with luck: its own rewards, and those of each sub_process that it
 * ends.
 */
function prospects(query: WhyQuery, { process, definition }: KnownProcess, task: Task): readonly Prospect[] {
  const { turns } = perform(definition.graph, process.nodes, task, () => true)
  const reading = readingOf(query)
  let reached = 1
  return rulesOf(turns).flatMap((rule, i) => {
    const turn = turns[i]
    if (!turn) return []
    const { path, probability, retry } = turn.activity
    const own = reached * probability
    // Without luck, a sub_process is not completed if its contents have to be tried again.
    if (retry) reached = own
    return rule.rewards.length === 0
      ? []
      : [prospectOf(rule, reading, { context: requirementContext(query, path), probability: own, count: 1 })]
  })
}
