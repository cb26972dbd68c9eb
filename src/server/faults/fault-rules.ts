import type { ApiClient } from '../../auth/clients.ts'
import { fault, type Fault } from '../../game/kernel/fault.ts'
import type { RuleBody } from './rule.ts'

type RuntimeName = ApiClient['runtime']

/** An active fault rule. */
export interface FaultRule {
  readonly id: string
  readonly runtime: RuntimeName
  readonly body: RuleBody
  /** The rule as text, from which its luck is drawn. Rules with the same content have the same text. */
  readonly text: string
  /** The number of calls that it was drawn for. */
  calls: number
  /** The number of calls that it hit. */
  hits: number
}

/** The maximum number of rules of a runtime. */
const MAX_RULES = 100

/** The fault rules of a served game, in the order in which they were added. They end with the server. */
export class FaultRules {
  #all: readonly FaultRule[] = []
  #added = 0

  /** The rules of all runtimes. */
  get all(): readonly FaultRule[] {
    return this.#all
  }

  /** Returns the rules of a runtime. */
  of(runtime: RuntimeName): readonly FaultRule[] {
    return this.#all.filter((rule) => rule.runtime === runtime)
  }

  /** Adds a rule. Returns a fault if the runtime has too many. */
  add(runtime: RuntimeName, body: RuleBody): Fault | FaultRule {
    if (this.of(runtime).length >= MAX_RULES)
      return fault('invalid_request', { message: `There are ${MAX_RULES} fault rules, which is the limit` })
    this.#added += 1
    const id = `fault-${this.#added}`
    const rule = { id, runtime, body, text: JSON.stringify(body), calls: 0, hits: 0 }
    this.#all = [...this.#all, rule]
    return rule
  }

  /** Removes one rule of a runtime, or all of them, and returns the removed ones. */
  remove(runtime: RuntimeName, id?: string): readonly FaultRule[] {
    const removed = this.of(runtime).filter((rule) => id === undefined || rule.id === id)
    this.#all = this.#all.filter((rule) => !removed.includes(rule))
    return removed
  }
}
