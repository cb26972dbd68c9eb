import type { ReactNode } from 'react'
import { entrySentences } from '../../parts/entry-list.tsx'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { pathOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useGame } from '../../shell/game.tsx'
import { useSettled } from '../../shell/use-settled.ts'
import { texts } from '../../texts.ts'
import { readEntries } from '../history/reading.ts'
import { hasFaults, routeOf } from './faults.tsx'
import { durationText, Status } from './request-status.tsx'

const t = texts.requests

interface RequestSheetProps {
  readonly number: string
  readonly onClose: () => void
  /** Asks what is to go wrong with a route; undefined where nothing can be changed. */
  readonly onFail: ((route: string) => void) | undefined
}

/** Shows a request with its bodies, and what it led to. */
export function RequestSheet({ number, onClose, onFail }: RequestSheetProps): ReactNode {
  const { liveClient } = useGame()
  const found = useSettled(['request', number], () =>
    control(liveClient, 'GET /_gamify/requests/:number', { params: { number } }),
  )
  return (
    <Sheet title={t.request(number)} isOpen onClose={onClose} isWide>
      <Shown of={found}>
        {(request) => {
          const { at, method, path, status, ms, error, runtime, client, player, entry, sent, answered } = request
          return (
            <>
              <p className="request-line">
                <Status status={status} /> <strong>{method}</strong> <code>{path}</code>
              </p>
              <dl className="facts">
                <dt>{t.columns.time}</dt>
                <dd>
                  <time dateTime={at}>{new Date(at).toLocaleString()}</time>
                </dd>
                <dt>{t.columns.duration}</dt>
                <dd>{durationText(ms)}</dd>
                {error !== undefined && (
                  <>
                    <dt>{t.error}</dt>
                    <dd>
                      <code>{error}</code>
                    </dd>
                  </>
                )}
                {client !== undefined && (
                  <>
                    <dt>{t.columns.caller}</dt>
                    <dd>
                      {player !== undefined && <Go to={pathOf('players', player)}>{player}</Go>} {client}
                      {runtime !== undefined && <span className="muted"> {runtime}</span>}
                    </dd>
                  </>
                )}
                {entry !== undefined && (
                  <>
                    <dt>{t.ledTo}</dt>
                    <dd>
                      <Go to={`/history?entry=${entry}`}>{t.entry(entry)}</Go>
                      <Events seq={entry} runtime={runtime} />
                    </dd>
                  </>
                )}
              </dl>
              <Body title={t.sent} body={sent} />
              <Body title={t.answered} body={answered} />
              {onFail && hasFaults(path) && (
                <footer>
                  <button type="button" className="danger" onClick={() => onFail(routeOf(request))}>
                    {t.fault.button}
                  </button>
                </footer>
              )}
            </>
          )
        }}
      </Shown>
    </Sheet>
  )
}

/** What happened by the entry that a request led to. The history of the other runtime is not within reach of this page. */
function Events({ seq, runtime }: { readonly seq: number; readonly runtime: string | undefined }): ReactNode {
  const { liveClient, runtime: shown } = useGame()
  const isShown = runtime === shown
  const found = useSettled(
    ['entry', seq],
    async () => (await readEntries(liveClient, { since: seq, until: seq }))[0] ?? null,
    isShown,
  )
  if (!isShown) return null
  return (
    <Shown of={found}>
      {(entry) => (
        <ul className="plain explained">
          {(entry ? entrySentences(entry) : []).map((sentence, i) => (
            // Two events of an entry can have the same sentence.
            <li key={i}>{sentence}</li>
          ))}
        </ul>
      )}
    </Shown>
  )
}

interface KeptBody {
  readonly text: string
  readonly length: number
}

function Body({ title, body }: { readonly title: string; readonly body: KeptBody | null }): ReactNode {
  return (
    <section className="body">
      <h2>{title}</h2>
      {body === null ? (
        <p className="muted">{t.noBody}</p>
      ) : (
        <>
          <pre tabIndex={0} aria-label={title}>
            {pretty(body.text)}
          </pre>
          {body.length > MAX_SHOWN && <p className="muted">{t.cut(body.length)}</p>}
        </>
      )}
    </section>
  )
}

/** The service keeps as many characters of a body. Spec 6.6. */
const MAX_SHOWN = 8 * 1024

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
