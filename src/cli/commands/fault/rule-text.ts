import type { ShownFaultRule } from '../../../interface/control-answers.ts'
import { printable } from '../../../sentences/printable.ts'

/** Describes what a rule does to a call: `waits 2 s, then answers 408 temporary_failure`. */
export function effectText({ status, error, delay_ms: delayMs, drop = false }: ShownFaultRule): string {
  const waits = delayMs === undefined ? [] : [`waits ${delayMs / 1000} s`]
  const isMore = drop || error !== undefined || status !== undefined || delayMs === undefined
  const answer = [...(status === undefined ? [] : [status]), error ?? 'temporary_failure'].join(' ')
  const ends = drop ? 'drops the connection' : `answers ${printable(answer)}`
  return [...waits, ...(isMore ? [ends] : [])].join(', then ')
}

/** Describes which calls a rule affects: `every call`, `10% of calls, 3 times at most`. */
export function frequencyText({ rate, times }: Pick<ShownFaultRule, 'rate' | 'times'>): string {
  const share = rate === 1 ? 'every call' : `${Number((rate * 100).toPrecision(6))}% of calls`
  return times === undefined ? share : `${share}, ${times} ${times === 1 ? 'time' : 'times'} at most`
}
