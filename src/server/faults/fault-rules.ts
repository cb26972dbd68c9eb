import type { ApiClient } from '../../auth/clients.ts'
import { fault, type Fault } from '../../game/kernel/fault.ts'
import type { RuleBody } from './rule.ts'

type RuntimeName = ApiClient['runtime']

/** A fault rule that is in force. */
export interface FaultRule {
  readonly id: string
  readonly runtime: RuntimeName
  readonly body: RuleBody
  /** The same of rules that say the same: their luck is drawn by it. */
  readonly text: string
  /** Calls that it was drawn for, and those of them that it hit. */
  calls: number
  hits: number
}

/** So many rules a runtime can have. */
const MAX_RULES = 100

/** The fault rules of a served game, in the order in which they came. They last as long as it is served. */
export class FaultRules {
  #rules: FaultRule[] = []
  #made = 0

  /** Those of all runtimes. */
  get all(): readonly FaultRule[] {
    return this.#rules
  }

  of(runtime: RuntimeName): readonly FaultRule[] {
    return this.#rules.filter((rule) => rule.runtime === runtime)
  }

  add(runtime: RuntimeName, body: RuleBody): Fault | FaultRule {
    if (this.of(runtime).length >= MAX_RULES)
      return fault('invalid_request', { message: `There are ${MAX_RULES} fault rules, which is the limit` })
    this.#made += 1
    const id = `fault-${this.#made}`
    const rule = { id, runtime, body, text: JSON.stringify(body), calls: 0, hits: 0 }
    this.#rules = [...this.#rules, rule]
    return rule
  }

  /** Takes a rule out, or all of a runtime; gives those that were. */
  remove(runtime: RuntimeName, id?: string): readonly FaultRule[] {
    const gone = this.of(runtime).filter((rule) => id === undefined || rule.id === id)
    this.#rules = this.#rules.filter((rule) => !gone.includes(rule))
    return gone
  }
}
