import { hasGrown } from '../test/support/growth.ts'
import { LONG_MS, type Problem } from './attempt.ts'

/** A request that did what none may. */
export interface Failure {
  /** Of the request in its run. */
  readonly number: number
  readonly target: string
  readonly problem: Problem
  /** The damages without which it does not come about, as far as they could be dropped. */
  readonly mutations: readonly string[]
  /** What to send, as a line of JSON. */
  readonly line: string
  /** Whether it comes about in a game that has just begun, without what was sent before. */
  readonly alone: boolean
}

/** A request that took long. */
export interface Slow {
  readonly number: number
  readonly target: string
  readonly status: number
  readonly cpuMs: number
  /** The least of three times, not the only one. */
  readonly again: boolean
  readonly mutations: readonly string[]
  readonly line: string
}

/** How often a target was asked, and how often it said yes. */
export interface Asked {
  sent: number
  accepted: number
}

/** What a run has seen. */
export interface Report {
  readonly seed: number
  /** What the run kept to; all routes where it is empty. */
  readonly row: string
  sent: number
  /** Those that the web's fetch cannot say. */
  unsendable: number
  raw: number
  games: number
  /** Answers by status; those over a socket apart. */
  readonly statuses: Map<number, number>
  readonly rawStatuses: Map<number, number>
  readonly targets: Map<string, Asked>
  readonly failures: Failure[]
  /** Failures like one that is told. */
  alike: number
  /** Requests that held the loop longer than one may. */
  long: number
  /** The slowest, the slowest first. */
  slowest: readonly Slow[]
  /** Bytes in use after a game was over, in turn; none where the collector is out of reach. */
  readonly memory: number[]
  seconds: number
}

export function newReport(seed: number, row = ''): Report {
  return {
    seed,
    row,
    sent: 0,
    unsendable: 0,
    raw: 0,
    games: 0,
    statuses: new Map(),
    rawStatuses: new Map(),
    targets: new Map(),
    failures: [],
    alike: 0,
    long: 0,
    slowest: [],
    memory: [],
    seconds: 0,
  }
}

/** So many of the slowest are told. */
const MAX_SLOW = 10

/** Counts one more of something. */
export const count = <K>(counts: Map<K, number>, what: K): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

/** Takes note of a slow request; of each target only the slowest is told. */
export function noteSlow(report: Report, slow: Slow): void {
  const others = report.slowest.filter(({ target }) => target !== slow.target)
  const same = report.slowest.find(({ target }) => target === slow.target)
  const slower = same && same.cpuMs > slow.cpuMs ? same : slow
  report.slowest = [...others, slower].toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, MAX_SLOW)
}

/** A report for people. */
export function reportText(report: Report): string {
  const { seed, sent, unsendable, raw, games, seconds, failures, alike, targets } = report
  const asked = [...targets.values()].map((each) => each.sent)
  const neverAccepted = [...targets].filter(([, { accepted }]) => accepted === 0).map(([id]) => id)
  return [
    `seed ${seed}: ${sent} requests, ${Math.round(sent / seconds)} a second, in ${games} games, ${raw} of them raw, ${unsendable} not to be sent`,
    `targets: ${targets.size}, each asked ${Math.min(...asked)} to ${Math.max(...asked)} times; never accepted: ${neverAccepted.join(', ') || 'none'}`,
    `statuses: ${countsText(report.statuses)}`,
    `statuses over a socket: ${countsText(report.rawStatuses)}`,
    `memory in use after a game, MB: ${memoryText(report.memory)}`,
    `longer than ${LONG_MS} ms: ${report.long}; the slowest, ms of processor time:`,
    ...report.slowest.map(slowText),
    ...failures.map((failure) => failureText(failure, report)),
    ...(hasGrown(report.memory) ? ['what games leave in memory grew'] : []),
    failures.length === 0 ? 'nothing found' : `found: ${failures.length}, and ${alike} more like these`,
  ].join('\n')
}

const countsText = (counts: ReadonlyMap<number, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ')

/** Ten of them, from the first to the last. */
function memoryText(memory: readonly number[]): string {
  const step = Math.max(1, Math.floor(memory.length / 10))
  const shown = memory.filter((_, i) => i % step === 0 || i === memory.length - 1)
  return shown.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(' ') || 'not measured'
}

function slowText({ cpuMs, number, target, status, again, mutations, line }: Slow): string {
  const how = again ? 'the least of 3' : 'once'
  return `  ${cpuMs.toFixed(0)} (${how}) #${number} ${target} -> ${status} [${mutations.join('; ')}] ${line.slice(0, 300)}`
}

function failureText({ number, target, problem, mutations, line, alone }: Failure, { seed, row }: Report): string {
  const kept = row === '' ? '' : ` --row '${row}'`
  const history = alone ? 'in a new game' : 'after what was sent before it'
  return [
    `\n#${number} ${target}: ${problem.kind}: ${problem.words}`,
    `  by ${mutations.join('; ') || 'nothing special'}, ${history}`,
    `  again: npm run fuzz -- --seed ${seed}${kept} --at ${number}`,
    `  ${line}`,
  ].join('\n')
}
