import { useQueryClient } from '@tanstack/react-query'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, Plus } from 'lucide-react'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { ControlAnswer } from '../../../interface/control-answers.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { LongTable, type Column } from '../../parts/long-table.tsx'
import { Name, optionName } from '../../parts/name.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { pathOf, useAddressOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useGame, useLive } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { useListQuery, type ListQuery } from './list-query.ts'
import { isNumber, usePlayerDesign, type PlayerMetric } from './metrics.ts'

type Row = ControlAnswer<'GET /_gamify/players'>['data'][number]

const t = texts.players

/** The number of metrics that have a column before the person chooses. */
const USUAL_COLUMNS = 4

/** The least time between two loads of an order that is behind the game, in ms. */
const BEHIND_MS = 2_000

interface ListProps {
  /** The player whose profile is shown beside the list. */
  readonly selected: string | undefined
  readonly onCreate: () => void
}

/** All players, or those that a search finds, in any order. Spec 8.2. */
export function PlayerList({ selected, onCreate }: ListProps): ReactNode {
  const { at } = useGame()
  const list = useListQuery()
  const { value: design } = usePlayerDesign()
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const [known, setKnown] = useState<{ readonly total: number; readonly seq: number }>()
  useKeptUp(known?.seq)
  const metrics = (design?.metrics ?? []).filter(({ type }) => type !== 'set')
  const chosen = chosenOf(metrics, list)
  const isBeside = selected !== undefined
  const shown = isBeside ? [] : chosen
  const asked = shown.map(({ id }) => id).join(',')
  const { search, sort, order } = list
  return (
    <>
      <div className="players-tools">
        <SearchField isLabelHidden label={t.search} value={search} onChange={(q) => list.change({ q })} />
        <SortFields list={list} metrics={metrics.filter(isNumber)} />
        {!isBeside && <ColumnChoice list={list} metrics={metrics} chosen={chosen} />}
        {at === undefined && !isBeside && (
          <button type="button" className="primary" onClick={onCreate}>
            <Plus aria-hidden size={16} /> {t.create}
          </button>
        )}
      </div>
      <p className="muted" role="status">
        {known && (search === '' ? t.count(known.total) : t.found(known.total))}
      </p>
      <LongTable<Row>
        label={t.title}
        name={['players', search, sort, order, asked]}
        load={async (client, skip, limit) => {
          const query = { search, sort, order, metrics: asked, skip: String(skip), limit: String(limit) }
          const { data, total, seq } = await control(client, 'GET /_gamify/players', { query })
          setKnown((before) => (before?.total === total && before.seq === seq ? before : { total, seq }))
          return { rows: data, total }
        }}
        columns={columnsOf(list, shown)}
        idOf={({ id }) => id}
        isSelected={({ id }) => id === selected}
        onOpen={({ id }) => go(addressOf(list.withList(pathOf('players', id))))}
        empty={search === '' ? <Nobody onCreate={at === undefined ? onCreate : undefined} /> : t.noneFound(search)}
      />
      {!isBeside && <CommandLine command="player list" />}
    </>
  )
}

/** Loads an order again while the game is ahead of it: a large game that is played makes a new order only now and then. */
function useKeptUp(seq: number | undefined): void {
  const { runtime, at } = useGame()
  const queries = useQueryClient()
  const isAhead = useLive((live) => seq !== undefined && seq < live.seq) ?? false
  const isBehind = at === undefined && isAhead
  useEffect(() => {
    if (!isBehind) return
    const timer = setInterval(() => {
      void queries.invalidateQueries({ queryKey: [runtime, 'live', 'rows', 'players'] }, { cancelRefetch: false })
    }, BEHIND_MS)
    return () => clearInterval(timer)
  }, [isBehind, queries, runtime])
}

function chosenOf(metrics: readonly PlayerMetric[], { columns }: ListQuery): readonly PlayerMetric[] {
  if (columns) return metrics.filter(({ id }) => columns.includes(id))
  return metrics.slice(0, USUAL_COLUMNS)
}

function columnsOf({ sort, order, change, withList }: ListQuery, metrics: readonly PlayerMetric[]): Column<Row>[] {
  const sorting = (by: string): Pick<Column<Row>, 'sorted' | 'onSort'> => {
    const other = order === 'ascending' ? 'descending' : undefined
    return {
      sorted: sort === by ? order : undefined,
      // Who has most is of most interest.
      onSort: () =>
        change(
          sort === by ? { order: other } : { sort: by, order: by.startsWith('scores.') ? 'descending' : undefined },
        ),
    }
  }
  return [
    {
      heading: t.alias,
      cell: ({ id, alias }) => (
        <Go to={withList(pathOf('players', id))}>
          <Name>{alias}</Name>
        </Go>
      ),
      ...sorting('alias'),
    },
    {
      heading: t.id,
      cell: ({ id, enabled }) => (
        <>
          {id} {!enabled && <span className="badge bad">{t.disabled}</span>}
        </>
      ),
      ...sorting('id'),
    },
    ...metrics.map((metric): Column<Row> => {
      const isSorting = isNumber(metric)
      return {
        heading: metric.name,
        cell: ({ scores }) => {
          const value = scores[metric.id]
          return value === undefined ? <span className="muted">{t.noScore}</span> : <Name>{value}</Name>
        },
        isNumber: isSorting,
        ...(isSorting && sorting(`scores.${metric.id}`)),
      }
    }),
  ]
}

function SortFields({
  list: { sort, order, change },
  metrics,
}: {
  readonly list: ListQuery
  readonly metrics: readonly PlayerMetric[]
}): ReactNode {
  const field = useId()
  const isDescending = order === 'descending'
  const name = isDescending ? t.descending : t.ascending
  return (
    <div className="row">
      <label htmlFor={field}>{t.sort}</label>
      <select id={field} value={sort} onChange={({ target }) => change({ sort: target.value })}>
        {Object.entries(t.sorts).map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
        {metrics.map(({ id, name: metric }) => (
          <option key={`scores.${id}`} value={`scores.${id}`}>
            {optionName(metric)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="icon"
        aria-label={name}
        title={name}
        onClick={() => change({ order: isDescending ? undefined : 'descending' })}
      >
        {isDescending ? <ArrowDownWideNarrow aria-hidden size={18} /> : <ArrowUpNarrowWide aria-hidden size={18} />}
      </button>
    </div>
  )
}

function ColumnChoice({
  list: { change },
  metrics,
  chosen,
}: {
  readonly list: ListQuery
  readonly metrics: readonly PlayerMetric[]
  readonly chosen: readonly PlayerMetric[]
}): ReactNode {
  const toggle = (metric: PlayerMetric): void => {
    const next = metrics.filter((each) => (each === metric ? !chosen.includes(each) : chosen.includes(each)))
    change({ columns: next.map(({ id }) => id).join(',') || '-' })
  }
  if (metrics.length === 0) return null
  return (
    <details className="players-columns">
      <summary>{t.columns}</summary>
      <div>
        {metrics.map((metric) => (
          <label key={metric.id}>
            <input type="checkbox" checked={chosen.includes(metric)} onChange={() => toggle(metric)} /> {metric.name}
          </label>
        ))}
      </div>
    </details>
  )
}

function Nobody({ onCreate }: { readonly onCreate: (() => void) | undefined }): ReactNode {
  return (
    <>
      <p>{t.none}</p>
      {onCreate && (
        <p>
          <button type="button" onClick={onCreate}>
            {t.create}
          </button>
        </p>
      )}
      <CommandLine command="seed --players 100" />
    </>
  )
}
