import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import { formatAmount, type Amount } from '../../game/kernel/decimal.ts'
import type { FormulaValue } from '../../game/kernel/formula-parser.ts'
import { isFailure } from '../../game/kernel/formula.ts'
import { wallTime, type WallTime } from '../../game/kernel/instant.ts'
import { isInTeam } from '../../game/members/state.ts'
import { actionUse, type Player } from '../../game/players/player.ts'
import { judge } from '../../game/rules/judge.ts'
import { createObserver } from '../../game/rules/observer.ts'
import { observedBy, type Reading } from '../../game/rules/reading.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import { noVariables } from '../../game/rules/variable.ts'

/** What a check reads of one player after the other, so that watching a play creates no object. */
export class WatchedReading implements Reading {
  readonly variables = noVariables
  readonly metrics: Reading['metrics']
  #player: Player | undefined
  #state: GameState | undefined
  #localMs = NaN

  constructor({ metrics }: Design) {
    this.metrics = metrics
  }

  /** Returns this reading, which is about that player in that state at that local time from now on. */
  at(player: Player, state: GameState, localMs: number): this {
    this.#player = player
    this.#state = state
    this.#localMs = localMs
    return this
  }

  get scores(): Reading['scores'] {
    return this.#present(this.#player).scores
  }

  actionCount(id: string): number {
    return actionUse(this.#present(this.#player), id).count
  }

  inTeam(definition: string, role: string | undefined): boolean {
    return isInTeam(this.#present(this.#state), this.#present(this.#player).id, definition, role)
  }

  wall(): WallTime {
    return wallTime(this.#localMs)
  }

  #present<T>(part: T | undefined): T {
    if (part === undefined) throw new Error('a reading of no player')
    return part
  }
}

/** Returns what a requirement that is not met has found, as a phrase: `coins = -5`. */
export function failingValue(requirement: Requirement, reading: Reading): string {
  let found = ''
  const observer = createObserver({
    judged: (leaf, _, value, against) => {
      if (value !== undefined) found = leafPhrase(leaf, value, against)
    },
  })
  const met = judge(requirement, observedBy(observer, reading))
  return isFailed(met) ? `it cannot be computed: ${met.failure}` : found
}

const isFailed = (met: ReturnType<typeof judge>): met is Exclude<typeof met, boolean> =>
  typeof met !== 'boolean' && isFailure(met)

const textOf = (value: FormulaValue): string => (typeof value === 'object' ? value.text : formatAmount(value as Amount))

function leafPhrase(leaf: Requirement, value: FormulaValue, against: FormulaValue | undefined): string {
  const found = textOf(value)
  switch (leaf.kind) {
    case 'metric':
      return `${leaf.metric.id}${leaf.item === undefined ? '' : `.${leaf.item}`} = ${found || 'nothing'}`
    case 'action':
      return `plays of ${leaf.id} = ${found}`
    case 'team':
      return `${value === 1 ? 'in' : 'not in'} a team ${leaf.definition}`
    case 'time':
      return `${leaf.clock} = ${found}`
    case 'var':
      return `${leaf.lhs.text} = ${found}${isConstant(leaf.rhs.text) ? '' : `, ${leaf.rhs.text} = ${against === undefined ? '' : textOf(against)}`}`
    default:
      return ''
  }
}

const isConstant = (formula: string): boolean => !formula.includes('$')
