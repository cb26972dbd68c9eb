import type { ReactNode } from 'react'
import { useGame } from '../shell/game.tsx'
import { texts } from '../texts.ts'

/** Shows a time of the game in the reader's locale and the game's time zone, and says that it is game time. */
export function GameTime({ at, form = 'full' }: { readonly at: string; readonly form?: 'full' | 'time' }): ReactNode {
  const { session } = useGame()
  return (
    <time dateTime={at} title={texts.shell.gameTime(at)}>
      {formatterOf(session.game.timezone, form).format(new Date(at))}
    </time>
  )
}

const FORMS = {
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  time: { timeStyle: 'medium' },
} as const

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter takes long, so each is kept. */
function formatterOf(timeZone: string, form: keyof typeof FORMS): Intl.DateTimeFormat {
  const key = `${form} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(undefined, { ...FORMS[form], timeZone })
  formatters.set(key, made)
  return made
}

/** Describes a moment of the history: the number of an entry, or a time. */
export const momentText = (at: string): string => (/^\d+$/.test(at) ? texts.shell.entryMoment(at) : at)
