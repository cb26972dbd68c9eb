import { HOUR_MS } from '../../game/kernel/instant.ts'
import type { Calendar } from './calendar.ts'
import { evenly, geometric, poisson, type DrawFor } from './draws.ts'
import type { Persona } from './simulation.ts'

/** A session of a player: when it would begin, in ms since 1970, and the number of tries. */
export interface Session {
  readonly at: number
  readonly tries: number
  /** Draws within the session. */
  readonly drawFor: DrawFor
}

/** Draws the sessions of a player on a day, in any order. Spec 7.1 "Sessions". */
export function sessionsOf(persona: Persona, calendar: Calendar, day: number, drawFor: DrawFor): readonly Session[] {
  const count = sessionCount(persona, calendar.weekdayOf(day), drawFor)
  return Array.from({ length: count }, (_, index): Session => {
    const within: DrawFor = (which) => drawFor(`${index} ${which}`)
    return {
      at: calendar.instantOf(day, beginsAt(persona, within('begins'))),
      tries: tryCount(persona, within('tries')),
      drawFor: within,
    }
  })
}

function sessionCount({ sessions }: Persona, weekday: number, drawFor: DrawFor): number {
  switch (sessions.kind) {
    case 'exactly':
      return sessions.count
    case 'mean':
      return poisson(sessions.mean, drawFor('sessions'))
    case 'weekdays':
      return poisson(sessions.means[weekday] ?? 0, drawFor('sessions'))
  }
}

/** Returns a time of the day in ms, in whole seconds. Where the last hour is not after the first, it is of the next day. */
function beginsAt({ hours: [from, to] }: Persona, drawn: number): number {
  const length = (to > from ? to - from : to - from + 24) * HOUR_MS
  return from * HOUR_MS + Math.floor((drawn * length) / 1000) * 1000
}

function tryCount({ plays }: Persona, drawn: number): number {
  switch (plays.kind) {
    case 'exactly':
      return plays.count
    case 'between':
      return evenly(plays, drawn)
    case 'mean':
      return geometric(plays.mean, drawn)
  }
}
