import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { nodeText } from '../../../sentences/node-text.ts'
import { EntryList } from '../../parts/entry-list.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Shown } from '../../parts/problem.tsx'
import { pathOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useConnection, useGame, useLive, useLoad, useNowAndThen } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { ClockCard } from './clock-card.tsx'

const t = texts.overview

/** The number of entries of the history that the page shows. */
const ENTRIES = 40

/** How often the page looks which node answers, and which one is the writer, in ms. No change of the game says it. */
const NODE_MS = 5_000

/** What the game is doing: its clock, its players, what happens now, and what is wrong. Spec 8.2. */
export function Overview(): ReactNode {
  const { session, runtime, at, liveClient } = useGame()
  // The node belongs to the present, whatever moment is shown.
  const { value: health } = useNowAndThen(['health', 'node'], NODE_MS, () => control(liveClient, 'GET /_gamify/health'))
  return (
    <>
      <header className="page-head">
        <Heading>{session.game.title}</Heading>
        <p className="muted">{t.where(runtime, session.data)}</p>
        {health?.node && <p className="muted">{nodeText(health.node)}</p>}
      </header>
      {at === undefined ? <LiveFigures /> : <PastFigures />}
      <div className="columns">
        <section className="card" aria-labelledby="overview-now">
          <h2 id="overview-now">{at === undefined ? t.now : t.past}</h2>
          <EntryList count={ENTRIES} />
        </section>
        {at === undefined && (
          <div className="stack">
            <ClockCard />
            <DesignCard />
            <ChecksCard />
          </div>
        )}
      </div>
    </>
  )
}

function LiveFigures(): ReactNode {
  const live = useLive((state) => state)
  const rate = useConnection((connection) => connection.rate)
  return (
    <ul className="figures">
      <Figure name={t.players} value={live?.players} to="/players" />
      <Figure name={t.rate} value={rate === undefined ? undefined : Math.round(rate * 10) / 10} />
      <Figure name={t.plays} value={live?.plays} />
      <Figure name={t.entries} value={live?.seq} to="/history" />
    </ul>
  )
}

/** Of a past moment, only what the game itself has is known. */
function PastFigures(): ReactNode {
  const players = useLoad(['player count'], async (client) => {
    const { body } = await client.call('GET /v2/admin/players', { query: { limit: '1' } })
    return body.total
  })
  return (
    <ul className="figures">
      <Figure name={t.players} value={players.value} to="/players" />
    </ul>
  )
}

function Figure({
  name,
  value,
  to,
}: {
  readonly name: string
  readonly value: number | undefined
  readonly to?: string
}): ReactNode {
  const shown = value === undefined ? '–' : value.toLocaleString()
  return (
    <li className="figure">
      <span className="value">{to === undefined ? shown : <Go to={to}>{shown}</Go>}</span>
      <span className="muted">{name}</span>
    </li>
  )
}

function DesignCard(): ReactNode {
  const design = useLoad(['design'], (client) => control(client, 'GET /_gamify/design'))
  return (
    <section className="card" aria-labelledby="overview-design">
      <h2 id="overview-design">{t.design}</h2>
      <Shown of={design}>
        {({ problems, undeployed = [] }) => (
          <>
            {problems.length === 0 && undeployed.length === 0 && (
              <p className="good">
                <CircleCheck aria-hidden size={16} /> {t.sound}
              </p>
            )}
            {undeployed.length > 0 && (
              <p className="warn">
                <CircleAlert aria-hidden size={16} />{' '}
                <Go to="/design?view=changes">{t.undeployed(undeployed.length)}</Go>
              </p>
            )}
            <ul className="plain">
              {problems.map(({ file, line, column, message }) => (
                <li key={`${file} ${line} ${column} ${message}`} className="bad">
                  <CircleAlert aria-hidden size={16} />
                  <span>
                    {message} <code>{`${file}:${line}:${column}`}</code>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </section>
  )
}

function ChecksCard(): ReactNode {
  const checks = useLoad(['checks'], (client) => control(client, 'GET /_gamify/checks'))
  return (
    <section className="card" aria-labelledby="overview-checks">
      <h2 id="overview-checks">{t.checks}</h2>
      <Shown of={checks}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{t.noChecks}</p>
          ) : (
            <ul className="plain">
              {data.map(({ id, holds, violated }) => (
                <li key={id} className={holds ? 'good' : 'bad'}>
                  {holds ? <CircleCheck aria-hidden size={16} /> : <CircleAlert aria-hidden size={16} />}
                  <span>
                    <strong>{id}</strong> {holds ? t.holds : t.violated}
                    {violated && (
                      <>
                        {' '}
                        <Go to={pathOf('players', violated.player)}>{violated.player}</Go>,{' '}
                        <Go to={`/history?entry=${violated.seq}`}>{t.entry(violated.seq)}</Go>
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}
