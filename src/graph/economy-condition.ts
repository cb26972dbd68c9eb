import { formatAmount, parseAmount } from '../game/kernel/decimal.ts'
import type { RequirementDesign } from '../game/rules/requirement.ts'
import { clockValueWords } from '../game/rules/words.ts'
import { formulaWords, inQuotes, scoreWords } from './economy-formula.ts'
import type { Names } from './economy-names.ts'

type Leaf = Extract<RequirementDesign, { readonly context: unknown }>
type Branch = Extract<RequirementDesign, { readonly type: 'and' | 'or' }>

const ALWAYS = 'always'

/** A condition that is never met. */
export const NEVER = 'never'

/**
 * Describes a requirement with names instead of ids, such as `Streak ≥ 7 and Rank is Gold`. Returns undefined if it is
 * always met.
 */
export function conditionWords(design: RequirementDesign | undefined, names: Names): string | undefined {
  const words = design === undefined ? ALWAYS : wordsOf(design, names)
  return words === ALWAYS ? undefined : words
}

/** Combines conditions that must all be met. */
export function allOf(conditions: readonly (string | undefined)[]): string | undefined {
  const words = conditions.filter((each) => each !== undefined)
  if (words.length < 2) return words[0]
  if (words.includes(NEVER)) return NEVER
  return words.map((each) => (each.includes(' or ') ? `(${each})` : each)).join(' and ')
}

function wordsOf(design: RequirementDesign, names: Names): string {
  if (!('type' in design)) return ALWAYS
  return 'expression' in design ? branchWords(design as Branch, names) : leafWords(design as Leaf, names)
}

function branchWords({ type, not = false, expression }: Branch, names: Names): string {
  const [neutral, decisive] = type === 'and' ? [ALWAYS, NEVER] : [NEVER, ALWAYS]
  const parts = expression
    .map((part) => ({ part, words: wordsOf(part, names) }))
    .filter(({ words }) => words !== neutral)
  if (parts.length === 0) return negated(neutral, not)
  if (parts.some(({ words }) => words === decisive)) return negated(decisive, not)
  const inner = ({ part, words }: (typeof parts)[number]): string =>
    parts.length > 1 && 'expression' in part && !part.not ? `(${words})` : words
  return negated(parts.map(inner).join(` ${type} `), not)
}

function negated(words: string, not: boolean): string {
  if (!not) return words
  if (words === ALWAYS) return NEVER
  return words === NEVER ? ALWAYS : `not (${words})`
}

type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

const SIGNS: Readonly<Record<Comparison, string>> = { eq: '=', ne: '≠', gt: '>', ge: '≥', lt: '<', le: '≤' }

/** The comparison that is true exactly when another is false. Any two values can be compared. */
const OPPOSITES: Readonly<Record<Comparison, Comparison>> = {
  eq: 'ne',
  ne: 'eq',
  gt: 'le',
  ge: 'lt',
  lt: 'ge',
  le: 'gt',
}

function leafWords(leaf: Leaf, names: Names): string {
  const { not = false } = leaf
  if (leaf.type === 'team') {
    const { definition_id: id = '', definition = id, role } = leaf.context
    return `${not ? 'not ' : ''}in any ${inQuotes(names.team(definition))} team${role === undefined ? '' : ` as ${role}`}`
  }
  const { operator } = leaf.context
  const plain = operator === 'neq' ? 'ne' : operator
  const comparison = not ? OPPOSITES[plain] : plain
  switch (leaf.type) {
    case 'metric': {
      const { id, item, type = names.typeOf(id), value } = leaf.context
      const what = scoreWords({ metric: id, item }, names)
      return type === 'state' ? named(what, comparison, String(value)) : compared(what, comparison, amountWords(value))
    }
    case 'action': {
      const { id, value } = leaf.context
      return compared(`plays of ${inQuotes(names.action(id))}`, comparison, amountWords(value))
    }
    case 'time':
    case 'timed': {
      const { func, value } = leaf.context
      const [what, shown] = [func.replaceAll('_', ' '), clockValueWords(func, value)]
      return shown === String(value) ? compared(what, comparison, amountWords(value)) : named(what, comparison, shown)
    }
    case 'var': {
      const [left, right] = [leaf.context.lhs, leaf.context.rhs].map((text) => formulaWords(text, names))
      return compared(left ?? '', comparison, right ?? '')
    }
  }
}

const compared = (what: string, comparison: Comparison, value: string): string =>
  `${what} ${SIGNS[comparison]} ${value}`

/** Describes a comparison with a name, which the value is or is not. */
function named(what: string, comparison: Comparison, name: string): string {
  if (comparison === 'eq') return `${what} is ${name}`
  return comparison === 'ne' ? `${what} is not ${name}` : compared(what, comparison, name)
}

function amountWords(value: string | number): string {
  const amount = parseAmount(String(value))
  return amount === undefined ? String(value) : formatAmount(amount)
}
