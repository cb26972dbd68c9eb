import { CircleHelp, Undo2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { RouteOutput } from '../../../client/route-types.ts'
import { eventSentence } from '../../../sentences/event-sentence.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { GameTime } from '../../parts/game-time.tsx'
import { Shown } from '../../parts/problem.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { WhySheet } from '../../parts/why-sheet.tsx'
import { useQuery } from '../../shell/address.ts'
import { useGame, useLoad } from '../../shell/game.tsx'
import { texts, withArrows } from '../../texts.ts'
import type { PlayerDetails } from './player-details.ts'

const t = texts.players.feed

type FeedEvent = RouteOutput<'GET /v2/admin/players/:player_id/activity'>[number]

/** The times that can be shown, in days before now. */
const ranges = ['1', '7', '30', '365', 'all'] as const

const DAY_MS = 86_400_000

/** The number of events that are shown at first, and more with each click. */
const EVENTS = 200

/** What the player did and what happened to them, newest first, a heading for each day. Spec 8.2. */
export function FeedTab({ player: { id, now, created } }: { readonly player: PlayerDetails }): ReactNode {
  const [query, change] = useQuery()
  const field = useId()
  const range = ranges.find((each) => each === query.get('days')) ?? '1'
  const earlier = ranges[ranges.indexOf(range) + 1]
  const events = useLoad(['feed', id, range], async (client) => {
    const start = range === 'all' ? created : new Date(Date.parse(now) - Number(range) * DAY_MS).toISOString()
    const feed = await client.call('GET /v2/admin/players/:player_id/activity', {
      params: { player_id: id },
      query: { start },
    })
    return feed.body.toReversed()
  })
  return (
    <>
      <p className="row">
        <label htmlFor={field}>{t.days}</label>
        <select
          id={field}
          value={range}
          onChange={({ target }) => change({ days: target.value === '1' ? undefined : target.value })}
        >
          {ranges.map((each) => (
            <option key={each} value={each}>
              {t.ranges[each]}
            </option>
          ))}
        </select>
      </p>
      <Shown of={events}>{(list) => <Events id={id} events={list} />}</Shown>
      {earlier && (
        <p>
          <button type="button" onClick={() => change({ days: earlier })}>
            {t.earlier}
          </button>
        </p>
      )}
    </>
  )
}

interface EventsProps {
  readonly id: string
  readonly events: readonly FeedEvent[]
}

function Events({ id, events }: EventsProps): ReactNode {
  const { session, at } = useGame()
  const [count, setCount] = useState(EVENTS)
  const [explained, setExplained] = useState<string>()
  const [reverted, setReverted] = useState<string>()
  const [perform] = useDeed()
  const shown = events.slice(0, count)
  const left = events.length - shown.length
  const days = Map.groupBy(shown, ({ timestamp }) => dayIn(session.game.timezone, timestamp))
  const revertCommand = `player revert ${shellQuoted(id)} ${reverted ?? ''}`
  const revert = (): void => {
    if (reverted === undefined) return
    void perform({
      run: (client) =>
        client.call('POST /v2/admin/players/:player_id/revert', {
          params: { player_id: id },
          body: { event_ids: [reverted] },
        }),
      done: () => t.reverted,
      command: revertCommand,
    })
  }
  if (events.length === 0) return <p className="empty">{t.none}</p>
  return (
    <>
      <div className="card">
        {[...days].map(([day, list]) => (
          <section key={day}>
            <h2 className="player-day">{day}</h2>
            <ol className="player-events">
              {list.map((event) => {
                const sentence = withArrows(eventSentence(event, id))
                return (
                  <li key={event.id}>
                    <GameTime at={event.timestamp} form="time" />
                    <span>{sentence}</span>
                    <span className="buttons">
                      <button
                        type="button"
                        className="icon"
                        aria-label={t.whyOf(sentence)}
                        title={t.why}
                        onClick={() => setExplained(event.id)}
                      >
                        <CircleHelp aria-hidden size={16} />
                      </button>
                      {at === undefined && isPlay(event) && (
                        <button
                          type="button"
                          className="icon"
                          aria-label={t.revertOf(sentence)}
                          title={t.revert}
                          onClick={() => setReverted(event.id)}
                        >
                          <Undo2 aria-hidden size={16} />
                        </button>
                      )}
                    </span>
                  </li>
                )
              })}
            </ol>
          </section>
        ))}
      </div>
      {left > 0 && (
        <p className="row muted">
          {t.more(left)}{' '}
          <button type="button" onClick={() => setCount(count + EVENTS)}>
            {t.showMore}
          </button>
        </p>
      )}
      <WhySheet event={explained} onClose={() => setExplained(undefined)} />
      <Confirm
        title={t.revertTitle}
        isOpen={reverted !== undefined}
        onClose={() => setReverted(undefined)}
        action={t.revert}
        command={revertCommand}
        onConfirm={revert}
      >
        <p>{t.revertLoss}</p>
      </Confirm>
    </>
  )
}

/** Whether an event can be undone by itself. Spec 4.14. */
const isPlay = ({ event }: FeedEvent): boolean => event === 'action' || event === 'custom_rule'

const formats = new Map<string, Intl.DateTimeFormat>()

function dayIn(timeZone: string, at: string): string {
  const known = formats.get(timeZone) ?? new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone })
  formats.set(timeZone, known)
  return known.format(new Date(at))
}
