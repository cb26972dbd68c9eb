import { draw } from '../../game/kernel/randomness.ts'
import type { Between } from './simulation.ts'

/** Draws a number from 0 to less than 1 for a purpose. The same purpose always gives the same number. */
export type DrawFor = (which: string) => number

/**
 * Returns the draws of a simulated player on a day, counted from 1. They are a hash of the seed, the player, the day and
 * the purpose, so they do not depend on what else happens. Spec 7 "All commands".
 */
export function drawsOf(seed: string, player: string, day: number): DrawFor {
  return (which) => draw({ seed, player, subject: 'simulate', play: day, which })
}

/** Draws from the Poisson distribution with this mean by inversion. The mean must be at most 500. */
export function poisson(mean: number, drawn: number): number {
  let count = 0
  let chance = Math.exp(-mean)
  for (let sum = chance; drawn >= sum && chance > 0; sum += chance) {
    count += 1
    chance *= mean / count
  }
  return count
}

/** Draws from the geometric distribution over 1, 2, 3 … with this mean, which is at least 1. */
export function geometric(mean: number, drawn: number): number {
  return mean <= 1 ? 1 : 1 + Math.floor(Math.log1p(-drawn) / Math.log1p(-1 / mean))
}

/** Draws a whole number evenly, both ends included. */
export function evenly({ low, high }: Pick<Between, 'low' | 'high'>, drawn: number): number {
  return low + Math.floor(drawn * (high - low + 1))
}

/** Draws one of several evenly. */
export function oneOf<T>(values: readonly T[], drawn: number): T {
  return values[Math.floor(drawn * values.length)] as T
}
