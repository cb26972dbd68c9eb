import { limitWords } from '../game/actions/words.ts'
import { add, formatAmount, parseAmount, percentText } from '../game/kernel/decimal.ts'
import type { ActivityDesign, ActivityRewardDesign, ContainerDesign } from '../game/processes/container.ts'
import type { ProcessDesign } from '../game/processes/design.ts'
import type { RequirementDesign } from '../game/rules/requirement.ts'
import { conditionWords, NEVER } from './economy-condition.ts'
import { namesById, type Names } from './economy-names.ts'
import type { Gift } from './economy-statement.ts'

/** An activity with the sub_processes that it is in, from the outermost inwards. */
interface Step {
  readonly path: string
  readonly activity: ActivityDesign
  readonly around: readonly Step[]
}

function* stepsOf({ activities = [] }: ContainerDesign, around: readonly Step[] = []): Generator<Step> {
  for (const activity of activities) {
    const step = {
      path: [...around.map((each) => each.activity), activity].map(({ id }) => id).join('/'),
      activity,
      around,
    }
    yield step
    yield* stepsOf(activity, [...around, step])
  }
}

type Name = (path: string) => string

const activityNames = (steps: readonly Step[]): Name =>
  namesById(steps.map(({ path, activity }) => ({ id: path, name: activity.name })))

/** The rewards of all activities of a process, each for the activity that brings it. */
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
      requires: [...step.around, step].map(({ activity }) => activity.requires),
    })),
  )
}

/** What stops activities that bring nothing themselves. */
export function processNotes(design: ProcessDesign, names: Names): string[] {
  const steps = [...stepsOf(design)]
  const name = activityNames(steps)
  return steps.flatMap(({ path, activity: { requires, rewards = [] } }) => {
    const words = rewards.length === 0 ? conditionWords(requires, names) : undefined
    if (words === undefined) return []
    return [`${name(path)} ${words === NEVER ? 'is never possible' : `only if ${words}`}`]
  })
}

/** What the activities of a process require. */
export const activityRequirements = (design: ProcessDesign): readonly (RequirementDesign | undefined)[] =>
  [...stepsOf(design)].map(({ activity }) => activity.requires)

/** How often a reward is given: on the last loop of its activity, or on every one. Spec 4.9. */
function timesWords({ activity, around }: Step, { recurring = false }: ActivityRewardDesign, name: Name): string[] {
  const times = timesOf(activity)
  const own =
    times === undefined
      ? []
      : times === Infinity
        ? [recurring ? 'every time' : 'never given as it has no last time']
        : [recurring ? `each of ${times} times` : `after ${times} times`]
  const rounds = around.flatMap((step) => {
    const count = timesOf(step.activity)
    if (count === undefined) return []
    return [
      count === Infinity ? `in every round of ${name(step.path)}` : `in each of ${count} rounds of ${name(step.path)}`,
    ]
  })
  return [...own, ...rounds]
}

/** How often an activity is performed; undefined for once. */
function timesOf({ loop = '0' }: ActivityDesign): string | typeof Infinity | undefined {
  if (loop === 'Infinity') return Infinity
  const more = parseAmount(String(loop)) ?? 0
  return more === 0 ? undefined : formatAmount(add(more, 1) ?? more)
}

interface Known {
  readonly paths: ReadonlySet<string>
  readonly name: Name
}

/** A reward that waits for another activity, of the same container or by its path. Spec 4.9. */
function waitWords({ around }: Step, { resolution }: ActivityRewardDesign, { paths, name }: Known): string[] {
  if (resolution === undefined) return []
  const within = around.at(-1)
  const beside = within === undefined ? resolution : `${within.path}/${resolution}`
  return [`once ${name(paths.has(beside) ? beside : resolution)} is done`]
}

const luckWords = ({ activity: { probability = 1 } }: Step): string[] =>
  probability < 1 ? [`which succeeds ${percentText(probability)} of the time`] : []

/** The limits on an activity and on the sub_processes around it. */
function limitsOn({ activity, around }: Step, name: Name): string[] {
  const limits = activity.rate === undefined ? [] : [limitWords(activity.rate)]
  const outer = around.flatMap(({ path, activity: { rate } }) =>
    rate === undefined ? [] : [`${name(path)} ${limitWords(rate)}`],
  )
  return [...limits, ...outer]
}
