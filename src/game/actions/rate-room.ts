import { takeRate, type Rate, type RateUses } from './rate.ts'

/** When a limit is looked at. */
export interface RateTime {
  readonly at: number
  readonly zoneOffsetMs: number
}

/** How much of a limit is used, and when there is room again. */
export interface RateRoom {
  /** Plays that are counted now. */
  readonly used: number
  /** The first time, in ms since 1970, at which so many more plays are taken; undefined where that is never. */
  readonly freeAtMs: number | undefined
}

/**
 * What is left of a limit, by asking it: plays that fit now, and when `plays` more do. The clock of the zone is taken to
 * go on as it does now. Spec 4.6, 4.16 "Rates".
 */
export function rateRoom(rate: Rate, uses: RateUses, plays: number, { at, zoneOffsetMs }: RateTime): RateRoom {
  const takes = (more: number, atMs: number): boolean => takeRate(rate, uses, more, atMs, zoneOffsetMs) !== undefined
  const room = firstOf(1, rate.count + 1, (more) => !takes(more, at)) - 1
  // A month by the calendar may be longer than its window.
  const end = at + 2 * rate.windowMs
  return {
    used: rate.count - room,
    freeAtMs: takes(plays, end) ? firstOf(at, end, (atMs) => takes(plays, atMs)) : undefined,
  }
}

/** The first number from `low` on for which it is so, as it is for all after it; `high` where it is so for none before. */
function firstOf(low: number, high: number, isSo: (number: number) => boolean): number {
  let [first, last] = [low, high]
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    if (isSo(middle)) last = middle
    else first = middle + 1
  }
  return first
}
