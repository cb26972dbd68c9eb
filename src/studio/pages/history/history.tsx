import { useId, useState, type ReactNode } from 'react'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Shown } from '../../parts/problem.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { useQuery } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useGame, useLive, useLoadLive } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { Comparison } from './comparison.tsx'
import { Entries, FoundEntries } from './entries.tsx'
import { EntrySheet } from './entry-sheet.tsx'
import { isSought, kinds, type Sought } from './reading.ts'
import { timelineScale, type Density, type TimelineScale } from './timeline-scale.ts'
import { Timeline } from './timeline.tsx'

const t = texts.history

/** The number of bars of the timeline. */
const BUCKETS = '160'

/** The whole history: its density, its entries, and the way to any moment of it. Spec 8.2. */
export function History(): ReactNode {
  const density = useLoadLive(['density'], (client) =>
    control(client, 'GET /_gamify/history/density', { query: { buckets: BUCKETS } }),
  )
  return (
    <>
      <header className="page-head">
        <Heading>{texts.nav.history}</Heading>
        <p className="muted">{t.about}</p>
      </header>
      <Shown of={density}>
        {(found) => {
          const scale = timelineScale(found)
          return scale ? <Moments density={found} scale={scale} /> : <p className="empty">{t.nothing}</p>
        }}
      </Shown>
    </>
  )
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Times can stand in the address too: `?at=2030-01-01`. Browsers take other texts for dates as well, such as `-1`. */
function entryOf(at: string | undefined, scale: TimelineScale): number | undefined {
  if (at === undefined) return undefined
  const ms = /^\d{4}-/.test(at) ? Date.parse(at) : Number.NaN
  return numberIn(at) ?? (Number.isNaN(ms) ? undefined : scale.entryAtTime(ms))
}

function Moments({ density, scale }: { readonly density: Density; readonly scale: TimelineScale }): ReactNode {
  const { at } = useGame()
  const newest = useLive(({ seq }) => seq) ?? 0
  const [query, change] = useQuery()
  const [rewinding, setRewinding] = useState<number>()
  const { first } = scale
  const last = Math.max(scale.last, at === undefined ? newest : 0)
  const moment = entryOf(at, scale)
  const shown = Math.min(moment ?? last, last)
  const [from, to] = [numberIn(query.get('from')), numberIn(query.get('to'))]
  const isComparing = from !== undefined && to !== undefined
  const entry = numberIn(query.get('entry'))
  const open = (seq: number): void => change({ entry: String(seq) })
  const show = (seq: number): void => change({ at: seq >= last ? undefined : String(seq), entry: undefined })
  const isMissing = moment === undefined ? at !== undefined : moment < first || moment > last
  return (
    <>
      <section className="card" aria-label={t.timeline.label}>
        {isMissing && (
          <p role="alert" className="problem">
            {t.noMoment(first, last)}
          </p>
        )}
        <Timeline
          density={density}
          scale={scale}
          entry={shown}
          isLive={moment === undefined}
          range={isComparing ? [from, to] : undefined}
          onChoose={show}
        />
        <MomentBar
          moment={moment}
          last={last}
          onRewind={setRewinding}
          onNow={() => change({ at: undefined })}
          onCompare={() => change({ from: String(moment ?? first), to: String(last) })}
          onEntry={open}
        />
      </section>
      {isComparing && (
        <Comparison
          from={from}
          to={to}
          first={first}
          last={last}
          onChange={(begin, end) => change({ from: String(begin), to: String(end) })}
          onClose={() => change({ from: undefined, to: undefined })}
        />
      )}
      <EntriesCard first={first} last={shown} opened={entry} onOpen={open} />
      {entry !== undefined && (
        <EntrySheet
          seq={entry}
          first={first}
          last={last}
          onClose={() => change({ entry: undefined })}
          onOpen={open}
          onShow={show}
          onRewind={setRewinding}
        />
      )}
      {rewinding !== undefined && <Rewind to={rewinding} last={last} onClose={() => setRewinding(undefined)} />}
    </>
  )
}

interface MomentBarProps {
  readonly moment: number | undefined
  readonly last: number
  readonly onRewind: (seq: number) => void
  readonly onNow: () => void
  readonly onCompare: () => void
  readonly onEntry: (seq: number) => void
}

/** What can be done at the moment that is shown. */
function MomentBar({ moment, last, onRewind, onNow, onCompare, onEntry }: MomentBarProps): ReactNode {
  return (
    <div className="buttons moment-bar">
      <p className="muted">{moment === undefined ? t.live(last) : t.moment(moment, last - moment)}</p>
      {moment !== undefined && (
        <>
          <button type="button" onClick={() => onEntry(moment)}>
            {t.entry.button}
          </button>
          <button type="button" className="danger" onClick={() => onRewind(moment)}>
            {t.rewind.button}
          </button>
          <button type="button" onClick={onNow}>
            {texts.shell.backToNow}
          </button>
        </>
      )}
      <button type="button" onClick={onCompare}>
        {moment === undefined ? t.compare.button : t.compare.withNow}
      </button>
    </div>
  )
}

/** Asks before it rewinds the game, and then shows the live game. */
function Rewind({
  to,
  last,
  onClose,
}: {
  readonly to: number
  readonly last: number
  readonly onClose: () => void
}): ReactNode {
  const [perform] = useDeed()
  const [, change] = useQuery()
  const rewind = async (): Promise<void> => {
    const done = await perform({
      run: (client) => control(client, 'POST /_gamify/rewind', { body: { to } }),
      done: ({ undone, snapshot }) => t.rewind.done(to, undone, snapshot),
      command: `rewind --to ${to} --yes`,
      isOfPast: true,
    })
    if (done) change({ at: undefined, entry: undefined, from: undefined, to: undefined })
  }
  return (
    <Confirm
      title={t.rewind.title(to)}
      isOpen
      onClose={onClose}
      action={t.rewind.action}
      command={`rewind --to ${to}`}
      onConfirm={() => void rewind()}
    >
      <p>{t.rewind.warning(Math.max(0, last - to))}</p>
      <p>
        {t.rewind.undo} <Go to="/snapshots">{texts.nav.snapshots}</Go>
      </p>
    </Confirm>
  )
}

interface EntriesCardProps {
  readonly first: number
  readonly last: number
  readonly opened: number | undefined
  readonly onOpen: (seq: number) => void
}

function EntriesCard({ first, last, opened, onOpen }: EntriesCardProps): ReactNode {
  const [query] = useQuery()
  const sought: Sought = { player: query.get('player') ?? '', op: query.get('op') ?? '', text: query.get('text') ?? '' }
  const props = { first, last, opened, onOpen: ({ seq }: { readonly seq: number }) => onOpen(seq) }
  const as = sought.player === '' ? '' : ` --as ${shellQuoted(sought.player)}`
  return (
    <div className="history-entries">
      <h2>{t.entries}</h2>
      <SearchFields sought={sought} />
      {isSought(sought) ? (
        <FoundEntries key={`${sought.player}\n${sought.op}\n${sought.text}`} sought={sought} {...props} />
      ) : (
        <Entries {...props} />
      )}
      <CommandLine command={`history --since ${Math.max(first, last - 20)}${as}`} />
    </div>
  )
}

function SearchFields({ sought }: { readonly sought: Sought }): ReactNode {
  const [, change] = useQuery()
  const kind = useId()
  return (
    <div className="row search-fields" role="search">
      <SearchField isLabelHidden label={t.search.text} value={sought.text} onChange={(text) => change({ text })} />
      <SearchField
        isLabelHidden
        label={t.search.player}
        value={sought.player}
        onChange={(player) => change({ player })}
      />
      <label className="hidden" htmlFor={kind}>
        {t.search.kind}
      </label>
      <select id={kind} value={sought.op} onChange={({ target }) => change({ op: target.value })}>
        <option value="">{t.search.anyKind}</option>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {t.search.kinds[each]}
          </option>
        ))}
      </select>
    </div>
  )
}
