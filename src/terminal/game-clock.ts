import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'
import { printable } from '../sentences/printable.ts'

/** The clock of a game, and the text of the answer. Spec 6.6. */
export type GameClock = ControlAnswer<'GET /_gamify/clock'> & { readonly text: string }

/** A change of the clock. Spec 6.6. */
export interface ClockChange {
  readonly now?: string
  readonly advance?: string
  readonly frozen?: boolean
}

/** Reads the clock of the game, or changes it. */
export async function gameClock(client: Client, change?: ClockChange): Promise<GameClock> {
  const { body, text } = await (change
    ? control(client, 'PATCH /_gamify/clock', { body: change })
    : control(client, 'GET /_gamify/clock'))
  return { ...body, text }
}

/** Returns `2026-05-01T12:00:00.000Z, Friday; the clock is frozen`. The weekday is in UTC. */
export function clockText({ now, frozen }: Pick<GameClock, 'now' | 'frozen'>): string {
  return `${printable(now)}${weekdayOf(now)}; the clock ${frozen ? 'is frozen' : 'is running'}`
}

function weekdayOf(now: string): string {
  const date = new Date(now)
  if (Number.isNaN(date.getTime())) return ''
  return `, ${date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })}`
}
