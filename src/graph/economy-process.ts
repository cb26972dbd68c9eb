import { limitWords } from '../game/actions/words.ts'
import { add, formatAmount, parseAmount, percentText } from '../game/kernel/decimal.ts'
import type { ActivityDesign, ActivityRewardDesign, ContainerDesign } from '../game/processes/container.ts'
import type { ProcessDesign } from '../game/processes/design.ts'
import type { RequirementDesign } from '../game/rules/requirement.ts'
import { conditionWords, NEVER } from './economy-condition.ts'
import { namesById, type Names } from './economy-names.ts'
import type { Gift } from './economy-statement.ts'

/** An activity, its path, and the sub_processes around it, outermost first. */
interface Step {
  readonly path: string
  readonly activity: ActivityDesign
  readonly parents: readonly Step[]
}

function* stepsOf({ activities = [] }: ContainerDesign, parents: readonly Step[] = []): Generator<Step> {
  for (const activity of activities) {
    const step = {
      path: [...parents.map((each) => each.activity), activity].map(({ id }) => id).join('/'),
      activity,
      parents,
    }
    yield step
    yield* stepsOf(activity, [...parents, step])
  }
}

type Name = (path: string) => string

const activityNames = (steps: readonly Step[]): Name =>
  namesById(steps.map(({ path, activity }) => ({ id: path, name: activity.name })))

/** Returns the rewards of all activities of a process, each with the activity that gives it. */
export function processGifts(design: ProcessDesign): Gift[] {
  const steps = [...stepsOf(design)]
  const name = activityNames(steps)
  const paths = new Set(steps.map(({ path }) => path))
  return steps.flatMap((step) =>
    (step.activity.rewards ?? []).map((reward): Gift => ({
      reward,
      source: name(step.path),
      clauses: [
        ...luckWords(step),
        ...timesWords(step, reward, name),
        ...waitWords(step, reward, { paths, name }),
        ...limitsOn(step, name),
      ],
      requires: [...step.parents, step].map(({ activity }) => activity.requires),
    })),
  )
}

/** Describes the requirements of activities that have no rewards. */
export function processNotes(design: ProcessDesign, names: Names): string[] {
  const steps = [...stepsOf(design)]
  const name = activityNames(steps)
  return steps.flatMap(({ path, activity: { requires, rewards = [] } }) => {
    const words = rewards.length === 0 ? conditionWords(requires, names) : undefined
    if (words === undefined) return []
    return [`${name(path)} ${words === NEVER ? 'is never possible' : `only if ${words}`}`]
  })
}

/** Returns the requirements of the activities of a process. */
export const activityRequirements = (design: ProcessDesign): readonly (RequirementDesign | undefined)[] =>
  [...stepsOf(design)].map(({ activity }) => activity.requires)

/** Describes how often a reward is given: on the last loop of its activity, or on every one. Spec 4.9. */
function timesWords({ activity, parents }: Step, { recurring = false }: ActivityRewardDesign, name: Name): string[] {
  const times = timesOf(activity)
  const own =
    times === undefined
      ? []
      : times === Infinity
        ? [recurring ? 'every time' : 'never given as it has no last time']
        : [recurring ? `each of ${times} times` : `after ${times} times`]
  const rounds = parents.flatMap((step) => {
    const count = timesOf(step.activity)
    if (count === undefined) return []
    return [
      count === Infinity ? `in every round of ${name(step.path)}` : `in each of ${count} rounds of ${name(step.path)}`,
    ]
  })
  return [...own, ...rounds]
}

/** Returns how often an activity is performed, or undefined for once. */
function timesOf({ loop = '0' }: ActivityDesign): string | typeof Infinity | undefined {
  if (loop === 'Infinity') return Infinity
  const more = parseAmount(String(loop)) ?? 0
  return more === 0 ? undefined : formatAmount(add(more, 1) ?? more)
}

interface Known {
  readonly paths: ReadonlySet<string>
  readonly name: Name
}

/**
 * Describes that a reward waits for another activity, which is named by its id in the same container or by its path.
 * Spec 4.9.
 */
function waitWords({ parents }: Step, { resolution }: ActivityRewardDesign, { paths, name }: Known): string[] {
  if (resolution === undefined) return []
  const parent = parents.at(-1)
  const sibling = parent === undefined ? resolution : `${parent.path}/${resolution}`
  return [`once ${name(paths.has(sibling) ? sibling : resolution)} is done`]
}

const luckWords = ({ activity: { probability = 1 } }: Step): string[] =>
  probability < 1 ? [`which succeeds ${percentText(probability)} of the time`] : []

/** Describes the rates of an activity and of the sub_processes around it. */
function limitsOn({ activity, parents }: Step, name: Name): string[] {
  const limits = activity.rate === undefined ? [] : [limitWords(activity.rate)]
  const outer = parents.flatMap(({ path, activity: { rate } }) =>
    rate === undefined ? [] : [`${name(path)} ${limitWords(rate)}`],
  )
  return [...limits, ...outer]
}
