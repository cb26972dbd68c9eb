import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { pathOf } from '../../shell/address.ts'
import { useGame } from '../../shell/game.tsx'
import { useSettled } from '../../shell/use-settled.ts'
import { texts } from '../../texts.ts'
import { compareMoments, type Changed, type ChangedKind, type Comparison as Compared } from './comparing.ts'

const t = texts.history.compare

/** The differences of a thing that are shown. */
const MAX_SHOWN = 12

interface ComparisonProps {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly last: number
  readonly onChange: (from: number, to: number) => void
  readonly onClose: () => void
}

/** Compares two moments: what changed between them. Spec 8.2. */
export function Comparison({ from, to, first, last, onChange, onClose }: ComparisonProps): ReactNode {
  const { liveClient } = useGame()
  const isValid = from < to
  const compared = useSettled(['compared', from, to], () => compareMoments(liveClient, from, to), isValid)
  return (
    <section className="card comparison" aria-labelledby="history-compare">
      <header className="page-head">
        <h2 id="history-compare">{t.title}</h2>
        <div className="buttons">
          <button type="button" onClick={onClose}>
            {texts.shell.close}
          </button>
        </div>
      </header>
      <Moments key={`${from} ${to}`} from={from} to={to} first={first} last={last} onChange={onChange} />
      {isValid ? (
        <Shown of={compared}>{(comparison) => <Differences comparison={comparison} />}</Shown>
      ) : (
        <p>{t.same}</p>
      )}
    </section>
  )
}

function Moments({ from, to, first, last, onChange }: Omit<ComparisonProps, 'onClose'>): ReactNode {
  const [begin, setBegin] = useState(String(from))
  const [end, setEnd] = useState(String(to))
  const [fromId, toId] = [useId(), useId()]
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const [low, high] = [Number(begin), Number(end)].toSorted((a, b) => a - b)
    onChange(low ?? first, high ?? last)
  }
  return (
    <form className="row moments" onSubmit={submit}>
      <label htmlFor={fromId}>{t.from}</label>
      <input
        id={fromId}
        type="number"
        min={first}
        max={last}
        required
        value={begin}
        onChange={({ target }) => setBegin(target.value)}
      />
      <label htmlFor={toId}>{t.to}</label>
      <input
        id={toId}
        type="number"
        min={first}
        max={last}
        required
        value={end}
        onChange={({ target }) => setEnd(target.value)}
      />
      <button type="submit">{t.submit}</button>
    </form>
  )
}

const KINDS = ['players', 'teams', 'processes', 'boards', 'design'] as const

function Differences({ comparison }: { readonly comparison: Compared }): ReactNode {
  const isSame = KINDS.every((kind) => comparison[kind].changed.length === 0 && comparison[kind].more === 0)
  return (
    <>
      <p className="muted">
        {t.between(comparison.entries)} {comparison.isCut && t.cut}
      </p>
      {isSame && <p>{t.nothing}</p>}
      {KINDS.map((kind) => (
        <Kind key={kind} kind={kind} of={comparison[kind]} />
      ))}
    </>
  )
}

function Kind({
  kind,
  of: { changed, more },
}: {
  readonly kind: (typeof KINDS)[number]
  readonly of: ChangedKind
}): ReactNode {
  if (changed.length === 0 && more === 0) return null
  return (
    <section className="differences" aria-label={t.kinds[kind]}>
      <h3>
        {t.kinds[kind]} <span className="muted">{t.counted(changed.length)}</span>
      </h3>
      <ul className="plain">
        {changed.map((each) => (
          <li key={each.id}>
            <Thing kind={kind} changed={each} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">{t.more(more)}</p>}
    </section>
  )
}

function Thing({
  kind,
  changed: { id, became, differences },
}: {
  readonly kind: (typeof KINDS)[number]
  readonly changed: Changed
}): ReactNode {
  const shown = differences.slice(0, MAX_SHOWN)
  return (
    <div className="difference" data-became={became}>
      <p>
        <strong>{kind === 'design' ? id : <Go to={pathOf(kind, id)}>{id}</Go>}</strong>{' '}
        {became !== 'changed' && <span className="badge">{t.became[became]}</span>}
      </p>
      <ul>
        {shown.map(({ what, before, after }) => (
          <li key={what}>
            <span className="muted">{what}</span> {before !== undefined && <del>{before}</del>}{' '}
            {before !== undefined && after !== undefined && <span aria-hidden>→</span>}{' '}
            {after !== undefined && <ins>{after}</ins>}
          </li>
        ))}
      </ul>
      {differences.length > shown.length && <p className="muted">{t.moreOf(differences.length - shown.length)}</p>}
    </div>
  )
}
