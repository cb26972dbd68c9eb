import { percentText } from '../kernel/decimal.ts'
import { requirementSchema, type RequirementDesign } from './requirement.ts'
import { rewardSchema, type RewardDesign } from './reward.ts'

const SIGNS = { eq: '=', ne: '!=', neq: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

/**
 * Describes a requirement in plain words: `xp >= 100 and not (plays of like = 0)`. Returns undefined for something that
 * is not a requirement. In a requirement without parts, `name` replaces the id of the metric, action or team.
 */
export function requirementWords(design: unknown, name?: string): string | undefined {
  const parsed = requirementSchema.safeParse(design)
  return parsed.success ? wordsOf(parsed.data, name) : undefined
}

function wordsOf(design: RequirementDesign, name?: string): string {
  if (!('type' in design)) return 'nothing'
  const words = 'expression' in design ? branchWords(design as Branch) : leafWords(design as Leaf, name)
  return design.not ? `not (${words})` : words
}

type Leaf = Extract<RequirementDesign, { readonly context: unknown }>
type Branch = Extract<RequirementDesign, { readonly type: 'and' | 'or' }>

function branchWords({ type, expression }: Branch): string {
  if (expression.length === 0) return type === 'and' ? 'nothing' : 'a condition that never holds'
  return expression
    .map((part) => ('expression' in part && !part.not ? `(${wordsOf(part)})` : wordsOf(part)))
    .join(` ${type} `)
}

function leafWords(leaf: Leaf, name?: string): string {
  switch (leaf.type) {
    case 'metric': {
      const { id, item, operator, value } = leaf.context
      const what = name ?? id
      return `${item === undefined ? what : `${what}.${item}`} ${SIGNS[operator]} ${value}`
    }
    case 'action':
      return `plays of ${name ?? leaf.context.id} ${SIGNS[leaf.context.operator]} ${leaf.context.value}`
    case 'team': {
      const { definition_id: id, definition, role } = leaf.context
      return `in a team ${name ?? id ?? definition ?? ''}${role === undefined ? '' : ` as ${role}`}`
    }
    case 'time':
    case 'timed':
      return clockWords(leaf.context)
    case 'var':
      return `${leaf.context.lhs} ${SIGNS[leaf.context.operator]} ${leaf.context.rhs}`
  }
}

const CLOCK_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['day_of_week', ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']],
  [
    'month_of_year',
    [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
  ],
])

/** Describes the value of a clock: days of the week and months, which count from 1, by name. Spec 4.3. */
export const clockValueWords = (func: string, value: string | number): string =>
  CLOCK_NAMES.get(func)?.[Number(value) - 1] ?? String(value)

const clockWords = ({ func, operator, value }: Extract<Leaf, { type: 'time' }>['context']): string =>
  `${func.replaceAll('_', ' ')} ${SIGNS[operator]} ${clockValueWords(func, value)}`

/**
 * Describes a reward in plain words: `xp +10`, `badges +1 Lucky (5%)`, `rank = Gold`. Returns undefined for something
 * that is not a reward.
 */
export function rewardWords(design: unknown): string | undefined {
  const parsed = rewardSchema.loose().safeParse(design)
  return parsed.success ? `${parsed.data.metric.id} ${giftWords(parsed.data)}` : undefined
}

/** Like `rewardWords`, without the name of the metric. */
export function giftWords({ verb, value, probability = 1 }: Omit<RewardDesign, 'metric'>): string {
  const gift =
    typeof value === 'string'
      ? amountWords(verb, value)
      : Object.entries(value)
          .map(([item, count]) => `${amountWords(verb, String(count))} ${item}`)
          .join(', ')
  return `${gift}${probability < 1 ? ` (${percentText(probability)})` : ''}`
}

function amountWords(verb: RewardDesign['verb'], amount: string): string {
  if (verb === 'set') return `= ${amount}`
  const sign = verb === 'add' ? '+' : '-'
  return /^[\w.]+$/.test(amount) ? `${sign}${amount}` : `${sign}(${amount})`
}
