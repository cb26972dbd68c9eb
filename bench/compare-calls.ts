import type { Effort, Goal, Row } from './figure.ts'
import type { Job } from './job.ts'
import type { BurstResult } from './load.ts'
import { median, paired, rateRatio } from './paired.ts'

const WARM_MS = 200

/** A server that runs, and the requests that are sent to it. */
export interface Subject {
  readonly name: string
  readonly port: number
  readonly requests: readonly string[]
}

/** Compares how many calls a second two servers answer. */
export async function compareSubjects(
  load: Job<'load'>,
  { pairs, burstMs }: Effort,
  subject: Subject,
  peer: Subject,
  connections: number,
  goal: Goal | undefined,
): Promise<Row> {
  const burst =
    ({ port, requests }: Subject) =>
    (): Promise<BurstResult> =>
      load.run({ port, requests, connections, warmMs: WARM_MS, countMs: burstMs })
  const bursts = await paired(pairs, burst(subject), burst(peer))
  const perSecond = ({ answered, ms }: BurstResult): number => (answered / ms) * 1000
  const middle = (side: 'first' | 'second', valueOf: (result: BurstResult) => number): number =>
    median(bursts.map((pair) => valueOf(pair[side])))
  return {
    what: `${subject.name} / ${peer.name}, ${connections} connections`,
    ...rateRatio(bursts, perSecond),
    goal,
    notes: {
      'calls a second': Math.round(middle('first', perSecond)),
      'of the peer': Math.round(middle('second', perSecond)),
      'cores for the load': Number(middle('second', ({ busy }) => busy).toFixed(2)),
    },
  }
}
