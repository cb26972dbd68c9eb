import { hasGrown } from '../test/support/growth.ts'
import { rows } from './call.ts'
import type { DayReport, Failure, SimulationResult, SimulationSettings } from './simulation.ts'

const MIB = 1024 * 1024

const number = (value: number): string => String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** The line that repeats a simulation. */
export function repeatLine({ seed, operations, days }: SimulationSettings): string {
  return `npm run simulate -- --seed ${seed} --operations ${operations} --days ${days}`
}

/** A day of a simulation in a line. */
export function dayText(report: DayReport): string {
  const { day, operations, rss, heap, buffers, files, players, processes, teams, entries, cpuS } = report
  const memory = `${number(rss / MIB)} MiB, ${number(heap / MIB)} of them heap and ${number(buffers / MIB)} buffers, the files being ${number(files / MIB)}`
  return `day ${day}: ${number(operations)} operations, ${number(entries)} entries, ${players} players, ${processes} processes, ${teams} teams; ${memory}; ${number(cpuS)} s computed`
}

/** Whether the heap still grew when the game had long been as large as it gets. */
export const heapHasGrown = ({ days }: SimulationResult): boolean => hasGrown(days.map(({ heap }) => heap))

/** What a simulation came to; `ms` is how long it took. */
export function summaryText(result: SimulationResult, ms: number): string {
  const { settings, operations, tally, hash, failure, days } = result
  if (failure) return failureText(settings, failure)
  const { cpuS = 0 } = days.at(-1) ?? {}
  const called = [...tally.rows.values()].reduce((sum, { answered, refused }) => sum + answered + refused, 0)
  const never = rows.filter(({ name }) => !tally.rows.has(name)).map(({ name }) => name)
  return [
    `seed ${settings.seed}: ${number(operations)} operations over ${days.length} days of game time, ${number(called)} calls, in ${number(ms / 1000)} s, ${number(cpuS)} of them computed (${number((cpuS * 1e6) / operations)} µs each)`,
    `the state at the end: ${hash}`,
    '',
    'outcomes:',
    ...counted(tally.outcomes),
    '',
    'done to the game:',
    ...counted(tally.injected),
    '',
    'calls, answered and refused:',
    ...[...tally.rows]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([name, { answered, refused }]) => `  ${number(answered).padStart(9)} ${number(refused).padStart(9)}  ${name}`,
      ),
    '',
    never.length === 0 ? 'Every row of the route table was called.' : `never called: ${never.join(', ')}`,
    heapHasGrown(result) ? 'The heap grew from day to day.' : 'Nothing was found that does not hold.',
  ].join('\n')
}

function counted(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${number(count).padStart(10)}  ${name}`)
}

function failureText(settings: SimulationSettings, { operation, call, violation }: Failure): string {
  return [
    `seed ${settings.seed}: at operation ${operation} something does not hold.`,
    `  call:      ${call}`,
    `  invariant: ${violation.invariant}`,
    `  expected:  ${shown(violation.expected)}`,
    `  found:     ${shown(violation.found)}`,
    `  again:     ${repeatLine(settings)}`,
  ].join('\n')
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)))
