import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { GameTime } from '../../parts/game-time.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { control } from '../../shell/control.ts'
import { useGameNow, useLive } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

const t = texts.overview.clock

/** The steps that the clock can be put forward by with a click. */
const STEPS = ['1h', '1d', '7d'] as const

interface Change {
  readonly now?: string
  readonly advance?: string
  readonly frozen?: boolean
}

/** Shows the clock of the game, and changes it. Spec 6.6 `PATCH /clock`. */
export function ClockCard(): ReactNode {
  const live = useLive((state) => state)
  const now = useGameNow()
  const [perform, isBusy] = useDeed()
  const [time, setTime] = useState('')
  const field = useId()
  const change = (to: Change, command: string): Promise<unknown> =>
    perform({
      run: (client) => control(client, 'PATCH /_gamify/clock', { body: to }),
      done: ({ now, frozen }) => t.changed(now, frozen),
      command,
    })
  const set = (event: FormEvent): void => {
    event.preventDefault()
    void change({ now: time }, `time set ${shellQuoted(time)}`)
  }
  return (
    <section className="card" aria-labelledby="overview-clock">
      <h2 id="overview-clock">{t.title}</h2>
      {live && now !== undefined && (
        <p className="clock-face" data-frozen={live.frozen}>
          <GameTime at={now} /> <span className="muted">{live.frozen ? t.frozen : t.running}</span>
        </p>
      )}
      <div className="buttons">
        {live?.frozen ? (
          <button type="button" disabled={isBusy} onClick={() => void change({ frozen: false }, 'time resume')}>
            {t.resume}
          </button>
        ) : (
          <button type="button" disabled={isBusy} onClick={() => void change({ frozen: true }, 'time freeze')}>
            {t.freeze}
          </button>
        )}
        {STEPS.map((step) => (
          <button
            key={step}
            type="button"
            disabled={isBusy}
            onClick={() => void change({ advance: step }, `time advance ${step}`)}
          >
            {t.steps[step]}
          </button>
        ))}
      </div>
      <form className="row" onSubmit={set}>
        <label htmlFor={field}>{t.set}</label>
        <input id={field} value={time} required placeholder={now} onChange={({ target }) => setTime(target.value)} />
        <button type="submit" disabled={isBusy}>
          {t.submit}
        </button>
      </form>
    </section>
  )
}
