import { Eraser, Pause, Play, Zap } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import type { AnsweredRequest } from '../../../interface/control-answers.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { useQuery } from '../../shell/address.ts'
import { useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { FaultSheet, FaultsCard, hasFaults, routeOf } from './faults.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { durationText, Status } from './request-status.tsx'
import { keyOf, useRequests } from './request-stream.ts'

const t = texts.requests

/** The rows that are shown at first, and how many more each click shows. */
const ROWS = 150

/** Every call as it comes, what it said and what it led to, and faults on demand. Spec 8.2. */
export function Requests(): ReactNode {
  const [isPaused, setPaused] = useState(false)
  const { requests, waiting, leftOut, isReached, problem, clear } = useRequests(isPaused)
  const [query, change] = useQuery()
  const [failing, setFailing] = useState<string>()
  const [rows, setRows] = useState(ROWS)
  const matching = requests.filter(matcher(query))
  const opened = query.get('request')
  const isPast = useGame().at !== undefined
  // Faults change the live game.
  const onFail = isPast ? undefined : setFailing
  return (
    <>
      <header className="page-head">
        <Heading>{texts.nav.requests}</Heading>
        <p className="muted">{t.about}</p>
        <div className="buttons">
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? <Play aria-hidden size={16} /> : <Pause aria-hidden size={16} />}
            {isPaused ? t.goOn(waiting) : t.pause}
          </button>
          <button type="button" onClick={clear}>
            <Eraser aria-hidden size={16} /> {t.clear}
          </button>
        </div>
      </header>
      <FaultsCard onAdd={() => setFailing('')} />
      <Filters />
      {problem !== undefined && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      {leftOut > 0 && <p className="muted">{t.leftOut(leftOut)}</p>}
      {matching.length === 0 ? (
        <p className="empty card">{!isReached ? texts.shell.loading : requests.length === 0 ? t.nothing : t.noMatch}</p>
      ) : (
        <div className="table-scroll" tabIndex={0} role="region" aria-label={texts.nav.requests}>
          <table className="requests">
            <thead>
              <tr>
                <th scope="col">{t.columns.time}</th>
                <th scope="col">{t.columns.request}</th>
                <th scope="col">{t.columns.status}</th>
                <th scope="col" className="number">
                  {t.columns.duration}
                </th>
                <th scope="col">{t.columns.caller}</th>
                <th scope="col">{t.columns.entry}</th>
                <th scope="col">
                  <span className="hidden">{t.fault.button}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {matching.slice(0, rows).map((request) => (
                <Row
                  key={keyOf(request)}
                  request={request}
                  isOpened={String(request.number) === opened}
                  onOpen={change}
                  onFail={onFail}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {matching.length > rows && (
        <p>
          <button type="button" onClick={() => setRows(rows + ROWS)}>
            {t.more(matching.length - rows)}
          </button>
        </p>
      )}
      <CommandLine command="logs --follow" />
      {opened !== null && (
        <RequestSheet number={opened} onClose={() => change({ request: undefined })} onFail={onFail} />
      )}
      {!isPast && failing !== undefined && <FaultSheet route={failing} onClose={() => setFailing(undefined)} />}
    </>
  )
}

/** Returns what tells whether a request is to be shown. The studio's own are hidden unless they are asked for. */
function matcher(query: URLSearchParams): (request: AnsweredRequest) => boolean {
  const [method, status, text] = ['method', 'status', 'path'].map((name) => query.get(name) ?? '')
  const isOwnShown = query.get('own') !== null
  const lower = text?.toLowerCase() ?? ''
  return (request) =>
    (isOwnShown || request.studio !== true) &&
    (!method || request.method === method) &&
    (!status || (status === 'errors' ? request.status >= 400 : String(request.status).startsWith(status))) &&
    (lower === '' ||
      request.path.toLowerCase().includes(lower) ||
      (request.player ?? request.client ?? '').toLowerCase().includes(lower))
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const STATUSES = ['errors', '2', '3', '4', '5'] as const

function Filters(): ReactNode {
  const [query, change] = useQuery()
  return (
    <div className="row search-fields" role="search">
      <input
        type="search"
        aria-label={t.filter.path}
        placeholder={t.filter.path}
        value={query.get('path') ?? ''}
        onChange={({ target }) => change({ path: target.value })}
      />
      <select
        aria-label={t.filter.method}
        value={query.get('method') ?? ''}
        onChange={({ target }) => change({ method: target.value })}
      >
        <option value="">{t.filter.anyMethod}</option>
        {METHODS.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </select>
      <select
        aria-label={t.filter.status}
        value={query.get('status') ?? ''}
        onChange={({ target }) => change({ status: target.value })}
      >
        <option value="">{t.filter.anyStatus}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t.filter.statuses[status]}
          </option>
        ))}
      </select>
      <label className="check">
        <input
          type="checkbox"
          checked={query.get('own') !== null}
          onChange={({ target }) => change({ own: target.checked ? '1' : undefined })}
        />
        {t.filter.own}
      </label>
    </div>
  )
}

interface RowProps {
  readonly request: AnsweredRequest
  readonly isOpened: boolean
  readonly onOpen: (change: { readonly request: string }) => void
  /** Asks what is to go wrong with a route; undefined where nothing can be changed. */
  readonly onFail: ((route: string) => void) | undefined
}

/** A row stays as it is when others come. */
const Row = memo(function Row({ request, isOpened, onOpen, onFail }: RowProps): ReactNode {
  const { at, number, method, path, status, ms, entry, player, client } = request
  const caller = player ?? client ?? ''
  const open = (): void => onOpen({ request: String(number) })
  return (
    <tr aria-selected={isOpened || undefined} onClick={open}>
      <td>
        <time dateTime={at}>{timeText(at)}</time>
      </td>
      <td className="target" title={path}>
        <span className="method">{method}</span>{' '}
        <button
          type="button"
          className="link"
          onClick={(event) => {
            event.stopPropagation()
            open()
          }}
        >
          {path}
        </button>
      </td>
      <td>
        <Status status={status} />
      </td>
      <td className="number">{durationText(ms)}</td>
      <td title={caller}>{caller}</td>
      <td onClick={(event) => event.stopPropagation()}>
        {entry !== undefined && <Go to={`/history?entry=${entry}`}>{entry.toLocaleString()}</Go>}
      </td>
      <td onClick={(event) => event.stopPropagation()}>
        {onFail && hasFaults(path) && (
          <button
            type="button"
            className="icon"
            aria-label={t.fault.of(routeOf(request))}
            title={t.fault.button}
            onClick={() => onFail(routeOf(request))}
          >
            <Zap aria-hidden size={16} />
          </button>
        )}
      </td>
    </tr>
  )
})

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** The time of the machine. */
const timeText = (at: string): string => clock.format(new Date(at))
