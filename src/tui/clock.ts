import { gameClock, type GameClock } from '../terminal/game-clock.ts'
import type { Resource } from './resource.ts'

/** The game time, and when it was read, in ms of this machine. */
export interface ReadClock extends Pick<GameClock, 'now' | 'frozen'> {
  readonly readAtMs: number
}

/** The game clock. */
export const clockResource: Resource<ReadClock> = {
  key: 'clock',
  load: async (client) => {
    const { now, frozen } = await gameClock(client)
    return { now, frozen, readAtMs: Date.now() }
  },
}

/** `2030-01-06 12:00:00Z (frozen)`: what the clock shows at a time of this machine. */
export function clockText({ now, frozen, readAtMs }: ReadClock, nowMs: number): string {
  const shownMs = Date.parse(now) + (frozen ? 0 : Math.max(0, nowMs - readAtMs))
  const shown = new Date(shownMs)
  if (Number.isNaN(shown.getTime())) return ''
  return `${shown.toISOString().replace('T', ' ').slice(0, 19)}Z${frozen ? ' (frozen)' : ''}`
}
