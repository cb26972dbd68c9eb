import { printable } from '../../../terminal/render/printable.ts'

/** A fault rule as the control routes answer it. Spec 6.6. */
export interface ShownRule {
  readonly id: string
  readonly route: string
  readonly status?: number
  readonly error?: string
  readonly delay_ms?: number
  readonly drop?: boolean
  readonly rate: number
  readonly times?: number
  readonly hits: number
}

/** The fault rules of a runtime as the control routes answer them. */
export interface ShownRules {
  readonly data: readonly ShownRule[]
  readonly total: number
}

/** Where the fault rules stand. */
export const FAULTS_PATH = '/_gamify/faults'

/** What a rule does to a call that it hits: `waits 2 s, then answers 408 temporary_failure`. */
export function whatItDoes({ status, error, delay_ms: delayMs, drop = false }: ShownRule): string {
  const waits = delayMs === undefined ? [] : [`waits ${delayMs / 1000} s`]
  const isMore = drop || error !== undefined || status !== undefined || delayMs === undefined
  const said = [...(status === undefined ? [] : [status]), error ?? 'temporary_failure'].join(' ')
  const ends = drop ? 'drops the connection' : `answers ${printable(said)}`
  return [...waits, ...(isMore ? [ends] : [])].join(', then ')
}

/** Which calls a rule hits: `every call`, `10% of calls, 3 times at most`. */
export function howOften({ rate, times }: Pick<ShownRule, 'rate' | 'times'>): string {
  const share = rate === 1 ? 'every call' : `${Number((rate * 100).toPrecision(6))}% of calls`
  return times === undefined ? share : `${share}, ${times} ${times === 1 ? 'time' : 'times'} at most`
}
