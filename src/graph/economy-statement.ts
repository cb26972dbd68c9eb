import type { ActionDesign } from '../game/actions/design.ts'
import { percentText } from '../game/kernel/percent.ts'
import type { RequirementDesign } from '../game/rules/requirement.ts'
import type { RewardDesign } from '../game/rules/reward.ts'
import { allOf, conditionWords, NEVER } from './economy-condition.ts'
import { variableWords } from './economy-formula.ts'
import { giftWordsOf, type GiftWords } from './economy-gift.ts'
import type { Names } from './economy-names.ts'
import { formulasRead, variablesRead } from './economy-reads.ts'

/** A reward with everything that decides when it is given. */
export interface Gift {
  readonly reward: RewardDesign
  /** What it is for, where its arrow does not begin there. */
  readonly source?: string
  /** How often and when it is given. */
  readonly clauses?: readonly string[]
  /** What must hold, all of it. */
  readonly requires?: readonly (RequirementDesign | undefined)[]
  /** The variables of the play that brings it. */
  readonly variables?: ActionDesign['variables']
}

/** A reward in a sentence that begins with its amount: `+10 for Visit, 25% of the time, if Streak ≥ 7`. */
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
  // A condition alone needs no comma.
  const sentence = [parts.join(', '), ...(when === undefined ? [] : [when])].join(parts.length === 1 ? ' ' : ', ')
  return { words: [sentence, ...defaultWords(gift, names)].join(', '), isTaken }
}

/** The defaults of the variables that a reward or its condition reads. */
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
