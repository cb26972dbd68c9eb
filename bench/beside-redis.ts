import { threeDigits, type Goal, type Row } from './figure.ts'
import { median, rateRatio, paired } from './paired.ts'

/** Something that is measured beside Redis, if that is there: a burst gives the µs of a call. */
export interface Subject {
  /** What a call does, to what it is done, and what Redis does instead. */
  readonly what: string
  readonly to: string
  readonly instead: string
  /** How many times as many calls are to be made. */
  readonly goal: Goal | undefined
  readonly burst: () => Promise<number>
  readonly redis: (() => Promise<number>) | undefined
}

/** How many times the calls of Redis are made in the same time; where it is not there, the time of one. */
export async function besideRedis(pairs: number, { what, to, instead, goal, burst, redis }: Subject): Promise<Row> {
  const bursts = await paired(pairs, burst, redis ?? burst)
  const us = median(bursts.map(({ first }) => first))
  if (!redis) return { what: `${what}, ${to}`, value: us, unit: 'µs' }
  return {
    what: `${what} / ${instead}, ${to}`,
    ...rateRatio(bursts, (time) => 1 / time),
    goal,
    notes: { µs: threeDigits(us), 'µs of Redis': threeDigits(median(bursts.map(({ second }) => second))) },
  }
}
