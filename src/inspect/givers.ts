import type { DesignSource } from '../game/design/source.ts'
import { isRecord } from '../game/kernel/json-value.ts'

/** A part of a design that can give something to a player: an action, a rule, or an activity of a process. */
export interface Giver {
  readonly kind: 'action' | 'rule' | 'activity'
  /** The id of the action or the rule, or of the process of the activity. */
  readonly id: string
  /** The name of the action, the rule or the activity. */
  readonly name: string
}

/** Returns what can give an item of a set, or a state, in the order of the design. */
export function giversOf(design: DesignSource, metric: string, part: string): readonly Giver[] {
  const gives = (value: unknown): boolean => givesPart(value, metric, part)
  return [
    ...recordsIn(design.actions)
      .filter(gives)
      .map((action) => giver('action', action)),
    ...recordsIn(design.rules)
      .filter((rule) => gives(rule) || ranks(rule, metric, part))
      .map((rule) => giver('rule', rule)),
    ...recordsIn(design.processes).flatMap((process) =>
      activitiesIn(process)
        .filter(({ rewards }) => gives(rewards))
        .map((activity) => ({ ...giver('activity', activity), id: textOf(process['id']) })),
    ),
  ]
}

type Part = Readonly<Record<string, unknown>>

const recordsIn = (values: unknown): readonly Part[] => (Array.isArray(values) ? values.filter(isRecord) : [])

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const giver = (kind: Giver['kind'], { id, name }: Part): Giver => ({
  kind,
  id: textOf(id),
  name: textOf(name) || textOf(id),
})

/** Returns the activities of a process, those of its sub-processes included. */
const activitiesIn = (container: Part): readonly Part[] =>
  recordsIn(container['activities']).flatMap((activity) => [activity, ...activitiesIn(activity)])

/** Whether a reward is in a value that gives the part, or an achievement of it. */
function givesPart(value: unknown, metric: string, part: string): boolean {
  if (Array.isArray(value)) return value.some((each) => givesPart(each, metric, part))
  if (!isRecord(value)) return false
  const { metric: of, verb, value: given, items, type, rewards, rules } = value
  if (isRecord(of) && of['id'] === metric) {
    if (type === 'achievement') return recordsIn(items).some(({ key }) => key === part)
    return verb !== 'remove' && (given === part || (isRecord(given) && Object.hasOwn(given, part)))
  }
  return givesPart(rewards, metric, part) || givesPart(rules, metric, part)
}

/** Whether a rule gives a level by a score. */
const ranks = ({ type, level_metric: of, levels }: Part, metric: string, part: string): boolean =>
  type === 'level' && of === metric && recordsIn(levels).some(({ rank }) => rank === part)
