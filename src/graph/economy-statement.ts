import type { ActionDesign } from '../game/actions/design.ts'
import { formatAmount, negate, percentText } from '../game/kernel/decimal.ts'
import { isProblem, parseFormula, type Formula } from '../game/kernel/formula-parser.ts'
import { constantOf } from '../game/kernel/formula.ts'
import type { RequirementDesign } from '../game/rules/requirement.ts'
import type { RewardDesign, Verb } from '../game/rules/reward.ts'
import { allOf, conditionWords, NEVER } from './economy-condition.ts'
import { variableWords, formulaWords } from './economy-formula.ts'
import type { Names } from './economy-names.ts'
import { formulasRead, variablesRead } from './economy-reads.ts'

/** A reward and everything that decides when it is given. */
export interface Gift {
  readonly reward: RewardDesign
  /** The activity that gives it, if its arrow does not begin there. */
  readonly source?: string
  /** How often and when it is given. */
  readonly clauses?: readonly string[]
  /** The requirements, all of which must be met. */
  readonly requires?: readonly (RequirementDesign | undefined)[]
  /** The variables of the action or rule that gives it. */
  readonly variables?: ActionDesign['variables']
}

/**
 * Describes a reward in a sentence that begins with its amount, such as `+10 for Visit, 25% of the time, if Streak ≥
 * 7`.
 */
export function statementOf(gift: Gift, names: Names): GiftWords {
  const { reward, source, clauses = [], requires = [] } = gift
  const { words, isTaken } = giftWordsOf(reward, names)
  const { probability = 1 } = reward
  const condition = allOf(requires.map((each) => conditionWords(each, names)))
  const parts = [
    source === undefined ? words : `${words} for ${source}`,
    ...clauses,
    ...(probability < 1 ? [`${percentText(probability)} of the time`] : []),
  ]
  const when = condition === undefined || condition === NEVER ? undefined : `if ${condition}`
  if (condition === NEVER) parts.push('never given')
  // A single condition follows without a comma.
  const sentence = [parts.join(', '), ...(when === undefined ? [] : [when])].join(parts.length === 1 ? ' ' : ', ')
  return { words: [sentence, ...defaultWords(gift, names)].join(', '), isTaken }
}

/** Describes the defaults of the variables that a reward or its condition reads. */
function defaultWords({ reward: { metric, value }, requires = [], variables = [] }: Gift, names: Names): string[] {
  const values = typeof value === 'string' ? [value] : Object.values(value).map(String)
  const formulas = [...(metric.type === 'state' ? [] : values), ...requires.flatMap(formulasRead)]
  const read = new Set(formulas.flatMap(variablesRead))
  const words = variables.flatMap(({ name, type, required, default: value }) => {
    if (!read.has(name) || required || value === undefined) return []
    return [`${variableWords(name, names)} is ${type === 'int' ? value : `'${value}'`}`]
  })
  return words.length === 0 ? [] : [`where ${words.join(' and ')} by default`]
}

/** The description of a reward, and whether it takes something away. */
interface GiftWords {
  readonly words: string
  readonly isTaken: boolean
}

/** Describes what a reward gives, such as `+10`, `-5`, `sets Coins to 3`, `+1 × Rookie` or `sets Rank to Gold`. */
function giftWordsOf({ metric, verb, value }: Omit<RewardDesign, 'probability'>, names: Names): GiftWords {
  if (typeof value === 'string') {
    const what = names.metric(metric.id)
    return metric.type === 'state'
      ? { words: `sets ${what} to ${value}`, isTaken: false }
      : changeWords(verb, value, { what, sign: '' }, names)
  }
  const items = Object.entries(value).map(([item, count]) =>
    changeWords(verb, String(count), { what: item, sign: ` × ${item}` }, names),
  )
  if (items.length === 0) return { words: 'no items', isTaken: false }
  return { words: items.map(({ words }) => words).join(', '), isTaken: items.every(({ isTaken }) => isTaken) }
}

/** What a reward changes: its name, and the text after an amount of it. */
interface Changed {
  readonly what: string
  readonly sign: string
}

function changeWords(verb: Verb, value: string, { what, sign }: Changed, names: Names): GiftWords {
  const parsed = parseFormula(value)
  const constant = isProblem(parsed) ? undefined : constantOf(parsed)
  if (verb === 'set') {
    return {
      words: `sets ${what} to ${constant === undefined ? formulaWords(value, names) : formatAmount(constant)}`,
      isTaken: false,
    }
  }
  if (constant === undefined) {
    const words = formulaWords(value, names)
    const isPlain = !isProblem(parsed) && isName(parsed)
    return {
      words: `${verb === 'add' ? '+' : '-'}${isPlain ? words : `(${words})`}${sign}`,
      isTaken: verb === 'remove',
    }
  }
  const text = formatAmount(verb === 'add' ? constant : negate(constant))
  const isTaken = text.startsWith('-')
  return { words: `${isTaken ? '' : '+'}${text}${sign}`, isTaken }
}

const isName = ({ expression: { kind } }: Formula): boolean => kind === 'variable' || kind === 'score'
