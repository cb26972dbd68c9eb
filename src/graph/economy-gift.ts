import { formatAmount, negate } from '../game/kernel/decimal.ts'
import { isProblem, parseFormula, type Formula } from '../game/kernel/formula-parser.ts'
import { constantOf } from '../game/kernel/formula.ts'
import type { RewardDesign, Verb } from '../game/rules/reward.ts'
import { formulaWords } from './economy-formula.ts'
import type { Names } from './economy-names.ts'

/** What a reward gives, and whether it takes away. */
export interface GiftWords {
  readonly words: string
  readonly isTaken: boolean
}

/** What a reward gives: `+10`, `-5`, `sets Coins to 3`, `+1 × Rookie`, `sets Rank to Gold`. */
export function giftWordsOf({ metric, verb, value }: Omit<RewardDesign, 'probability'>, names: Names): GiftWords {
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

/** What changes: its name where it is set, and what stands behind an amount of it. */
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
