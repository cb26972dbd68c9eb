import type { Design } from '../../game/design/design.ts'
import { exercisableParts } from '../../game/design/exercisable.ts'
import { byId } from '../../game/design/identity.ts'
import type { Kind } from '../../game/design/source.ts'
import { compare, formatAmount } from '../../game/kernel/decimal.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import { requirementWords } from '../../game/rules/words.ts'
import { isExact, type Interval } from './interval.ts'
import type { LintId, Severity } from './lints.ts'
import { narrow } from './narrow.ts'
import { keys, type Ranges } from './ranges.ts'
import { reachOf, type Reach } from './reach.ts'
import { flowsOf, sourcesOf, type Flows } from './sources.ts'

/** Something that a lint found. */
export interface Finding {
  readonly id: LintId
  /** The severity, if it is not the one of the lint. */
  readonly severity?: Severity
  readonly kind: Kind
  /** The id of the component. */
  readonly component: string
  /** The path from the component, as its author wrote it, to what was found. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** What all lints read: a design, and what it lets happen. */
export interface Economy {
  readonly design: Design
  readonly flows: Flows
  readonly reach: Reach
  /** The paths of the compiled parts of components. */
  readonly paths: ReadonlyMap<object, Finding['path']>
}

/** Returns what the lints read of a design. */
export function economyOf(design: Design): Economy {
  const flows = flowsOf(design)
  return {
    design,
    flows,
    reach: reachOf(design, sourcesOf(design, flows)),
    paths: new Map([...exercisableParts(design)].map(({ compiled, path }) => [compiled, path])),
  }
}

/** Describes a metric or item in a message: `'coins'`, or `the item 'Fan' of 'badges'`. */
export function partWords(metric: string, item?: string): string {
  return item === undefined ? quoted(metric) : `the item ${quoted(item)} of ${quoted(metric)}`
}

/** Describes where scores can be: `is always 0`, or `is from 0 to 300`. */
export function rangeWords(range: Interval): string {
  const { low, high } = range
  if (isExact(range)) return `is always ${formatAmount(low)}`
  if (compare(high, Infinity) === 0)
    return compare(low, -Infinity) === 0 ? 'can be any amount' : `is never below ${formatAmount(low)}`
  if (compare(low, -Infinity) === 0) return `is never above ${formatAmount(high)}`
  return `is from ${formatAmount(low)} to ${formatAmount(high)}`
}

/** Why a requirement can never be met: the part that cannot, and what is known of what it reads. */
interface Blame {
  readonly requirement: Requirement
  readonly facts: readonly string[]
}

/** Finds the smallest part of a requirement that can never be met. Undefined if it can be met on its own. */
export function blameOf(requirement: Requirement, ranges: Ranges, design: Design): Blame | undefined {
  if (requirement.kind === 'always' || narrow(requirement, ranges, design.metrics)) return undefined
  if (requirement.kind === 'and' && !requirement.not)
    for (const part of requirement.parts) {
      const blame = blameOf(part, ranges, design)
      if (blame) return blame
    }
  return { requirement, facts: factsOf(requirement, ranges) }
}

function factsOf(requirement: Requirement, ranges: Ranges): string[] {
  if (requirement.kind !== 'metric') return []
  const { metric, item } = requirement
  if (metric.type === 'state') {
    const states = [...ranges.statesOf(metric.id)].filter((state) => state !== '')
    return [
      `${quoted(metric.id)} is never ${states.length === 0 ? 'set' : 'anything but ' + states.map(quoted).join(' or ')}`,
    ]
  }
  const range = ranges.amount(item === undefined ? keys.score(metric.id) : keys.item(metric.id, item))
  return [`${partWords(metric.id, item)} ${rangeWords(range)}`]
}

/** Describes a requirement as its author wrote it, in the component at the path. */
export function writtenWords(
  { design }: Economy,
  kind: Kind,
  component: string,
  path: Finding['path'],
): string | undefined {
  let part = byId(design.source[kind]).get(component)
  for (const step of path) part = (part as Readonly<Record<string, unknown>> | undefined)?.[step]
  return requirementWords(part)
}

/** Lists quoted names: `'a'`, `'a' and 'b'`, or `'a', 'b' and 'c'`. */
export function listed(names: readonly string[]): string {
  const words = names.map(quoted)
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
}
