import type { GameClock } from '../../../terminal/game-clock.ts'
import { printable } from '../../../terminal/render/printable.ts'

/** `2026-05-01T12:00:00.000Z, Friday; the clock is frozen`. The weekday is that of UTC. */
export function clockText({ now, frozen }: Pick<GameClock, 'now' | 'frozen'>): string {
  return `${printable(now)}${weekdayOf(now)}; the clock ${frozen ? 'is frozen' : 'is running'}`
}

function weekdayOf(now: string): string {
  const date = new Date(now)
  if (Number.isNaN(date.getTime())) return ''
  return `, ${date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })}`
}
