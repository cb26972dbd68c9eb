import { windowName } from '../../game/actions/rate.ts'
import { limitWords } from '../../game/actions/words.ts'
import { compare, formatAmount } from '../../game/kernel/decimal.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import type { SubProcess } from '../../game/processes/graph.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import { blameOf, partWords, writtenWords, type Economy, type Finding } from './economy.ts'
import { isExact, meet } from './interval.ts'
import { keys } from './ranges.ts'
import { withVariables, type Effect } from './reach.ts'

/** Finds actions, activities and rules whose requirements can never be met. */
export function* neverPlayable(economy: Economy): Generator<Finding> {
  const seen = new Set<string>()
  for (const effect of economy.reach.effects) {
    const { source, isPossible, rules } = effect
    const { kind, origin, activity } = source
    if (kind === 'bootstrap' || origin === 'waiting' || source.unreachable) continue
    if (!isPossible) {
      const gate = source.gates.at(-1) as Requirement
      // Activities within one that can never be performed follow from it.
      const around = activity?.within.some((path) => seen.has(`${source.component}/${path}`))
      if (activity) seen.add(`${source.component}/${activity.path}`)
      if (around) continue
      const place = [...(activity ? (economy.paths.get(activity) ?? []) : []), 'requires']
      const what = origin === 'action' ? 'played' : origin === 'achievement' ? 'given' : 'performed'
      yield impossible(economy, effect, gate, place, `${source.name} can never be ${what}`)
      continue
    }
    for (const [i, rule] of source.rules.entries())
      if (!rules.has(rule))
        yield impossible(
          economy,
          effect,
          rule.requires,
          ['rules', i, 'requires'],
          `the rewards of rule ${i + 1} of ${source.name} can never be given`,
        )
  }
}

function impossible(
  economy: Economy,
  { source }: Effect,
  requirement: Requirement,
  place: Finding['path'],
  what: string,
): Finding {
  const { design, reach, paths } = economy
  const kind = source.kind as Finding['kind']
  const blame = blameOf(requirement, withVariables(source, reach.ranges), design)
  const path = blame ? (paths.get(blame.requirement) ?? place) : place
  const words = writtenWords(economy, kind, source.component, path)
  const because = !blame
    ? `its requirement contradicts the one around it${words === undefined ? '' : `: ${words}`}`
    : [`${words ?? 'its requirement'} can never be met`, ...blame.facts].join(', and ')
  return { id: 'never-playable', kind, component: source.component, path, message: `${what}: ${because}` }
}

/** Finds levels outside the scores that the base metric can have. */
export function* levelsOutOfReach({ design, reach, paths }: Economy): Generator<Finding> {
  for (const { id, base, levels } of design.levels) {
    if (!reach.entered.has(base.id)) continue
    const range = reach.ranges.amount(keys.score(base.id))
    const out = levels.filter(({ low, high }) => !meet(range, { low, high, openLow: true }))
    for (const isAbove of [true, false]) {
      const side = out.filter(({ low }) => compare(low, range.high) >= 0 === isAbove)
      const nearest = isAbove ? side[0] : side.at(-1)
      if (!nearest) continue
      const others = side.length - 1
      const more = others === 0 ? '' : `, and ${others === 1 ? 'one more level' : `${others} more levels`} beyond it`
      const limit = isAbove ? range.high : range.low
      const isLimit = base.type === 'point' && compare(limit, isAbove ? base.max : base.min) === 0
      const bound = isLimit ? (isAbove ? ', its maximum' : ', its minimum') : ''
      yield {
        id: 'level-out-of-reach',
        kind: 'rules',
        component: id,
        path: paths.get(nearest) ?? [],
        message: isAbove
          ? `the level ${quoted(nearest.rank)} begins above ${formatAmount(nearest.low)}, but ${quoted(base.id)} is never above ${formatAmount(limit)}${bound}${more}`
          : `the level ${quoted(nearest.rank)} ends at ${formatAmount(nearest.high)}, but ${quoted(base.id)} is never below ${formatAmount(limit)}${bound}${more}`,
      }
    }
  }
}

/** Finds rewards that never change anything, because the metric is at its limit whenever they can be given. */
export function* waste({ reach, paths }: Economy): Generator<Finding> {
  for (const { source, isPossible, gifts } of reach.effects) {
    if (!isPossible || source.kind === 'bootstrap' || source.origin === 'achievement') continue
    for (const { reward, key, item, amount, before, min, max } of gifts) {
      if (!before || !isExact(before)) continue
      const isMoving = !isExact(reach.ranges.amount(key)) || (item !== undefined && compare(max, 0) === 0)
      if (!isMoving || reward.verb === 'set') continue
      const atMax = compare(before.low, max) === 0 && compare(amount.low, 0) > 0
      const atMin = compare(before.high, min) === 0 && compare(amount.high, 0) < 0
      if (!atMax && !atMin) continue
      yield {
        id: 'waste',
        kind: source.kind,
        component: source.component,
        path: paths.get(reward) ?? [],
        message: `${source.name} ${atMax ? 'adds to' : 'takes from'} ${partWords(reward.metric.id, item)} only when it ${atMax ? `has its maximum of ${formatAmount(max)}` : `has its minimum of ${formatAmount(min)}`} already`,
      }
    }
  }
}

/** Finds rates of activities that another limit always reaches first. A play of an action can have any count. */
export function* ratesWithoutEffect({ design, flows, paths }: Economy): Generator<Finding> {
  for (const [id, { graph }] of design.processes) {
    const flow = flows.get(id)
    for (const node of graph.nodes.values()) {
      if (node.kind !== 'task' || !node.rate) continue
      const { rate, path, loop } = node
      const found = (message: string): Finding => ({
        id: 'rate-without-effect',
        kind: 'processes',
        component: id,
        path: [...(paths.get(node) ?? []), 'rate'],
        message: `the rate of the activity ${quoted(path)} of ${quoted(id)}, ${limitWords([rate.count, rate.windowMs, rate.kind])}, refuses nothing: ${message}`,
      })
      const around = node.within.map((each) => graph.nodes.get(each) as SubProcess)
      const stricter = around.find(
        (each) =>
          each.rate?.kind === rate.kind && each.rate.windowMs === rate.windowMs && each.rate.count <= rate.count,
      )
      const isOnce = [...around, node].every((each) => each.probability >= 1 || !each.retry)
      const rounds = around.every((each) => each.loop === 0) ? loop + 1 : Infinity
      if (stricter?.rate)
        yield found(`${quoted(stricter.path)} around it allows ${stricter.rate.count} per ${windowName(rate)}`)
      else if (flow?.performed?.has(path) && !flow.repeated.has(path) && isOnce && rounds <= rate.count)
        yield found(`it can be performed ${rounds === 1 ? 'once' : `${rounds} times`} in a process`)
    }
  }
}
