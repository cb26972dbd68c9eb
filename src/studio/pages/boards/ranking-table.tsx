import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { rankedOf, scoresOf } from '../../../inspect/leaderboard-rows.ts'
import { findPosition, readBoardPage, type BoardRow, type Leaderboard } from '../../../inspect/leaderboards.ts'
import { Go } from '../../parts/go.tsx'
import { LongTable, type Column } from '../../parts/long-table.tsx'
import { Name } from '../../parts/name.tsx'
import { pathOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useGame, useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import type { BoardChoice } from './board-choice.ts'
import { RankChanges } from './rank-changes.ts'

const t = texts.boards

/** The rows of a leaderboard as they change, with how ranks changed since the view was opened. */
export function RankingTable({
  board,
  choice,
}: {
  readonly board: Leaderboard
  readonly choice: BoardChoice
}): ReactNode {
  const { at, runtime } = useGame()
  const { cycle, scope, period, around, merge } = choice
  const ranking = { cycle, scope, at: period }
  const name = ['board', board.id, cycle, scope, period, merge.join(',')]
  const changes = useRankChanges(JSON.stringify([runtime, at, ...name]))
  const position = useLoad(
    ['position', [...name, around]],
    async (client) => (await findPosition(control, client, board, { ...ranking, entityId: around })) ?? null,
    around !== '',
  )
  const row = around === '' ? undefined : (position.value ?? undefined)
  return (
    <>
      {around !== '' && (
        <p role="status" className={position.value === null ? 'warn' : 'muted'}>
          {position.problem ??
            (position.value === undefined
              ? ''
              : row === undefined
                ? t.notOnBoard(around)
                : t.hasRank(around, row.rank, row.row !== undefined))}
        </p>
      )}
      <LongTable<BoardRow>
        key={name.join('\n')}
        label={t.rowsOf(board.name)}
        name={name}
        load={async (client, skip, limit) => {
          const page = { skip: String(skip), limit: String(limit) }
          const { data, total } = await readBoardPage(control, client, board, {
            ...ranking,
            ...page,
            ...(merge.length > 0 && { merge: merge.join(',') }),
          })
          return { rows: data, total }
        }}
        columns={columnsOf(board, merge, at === undefined && period === undefined ? changes : undefined)}
        idOf={(each) => rankedOf(each).id}
        isSelected={(each) => rankedOf(each).id === around}
        focusedRow={row?.row ?? (row && row.rank - 1)}
        empty={t.noRows(t.entities[board.entity_type])}
      />
    </>
  )
}

/** Returns what is remembered of the ranks; it begins again with another ranking. */
function useRankChanges(ranking: string): RankChanges {
  const [changes, setChanges] = useState(() => new RankChanges())
  useEffect(() => setChanges(new RankChanges()), [ranking])
  return changes
}

function columnsOf(
  { entity_type: entities, metric }: Leaderboard,
  merge: readonly string[],
  changes: RankChanges | undefined,
): readonly Column<BoardRow>[] {
  const place = entities === 'teams' ? 'teams' : 'players'
  return [
    { heading: t.rank, isNumber: true, width: '4.5rem', cell: ({ rank }) => rank.toLocaleString() },
    ...(changes
      ? [
          {
            heading: t.change,
            width: '6rem',
            cell: (row: BoardRow) => <RankChange key={row.rank} by={changes.since(rankedOf(row).id, row.rank)} />,
          },
        ]
      : []),
    {
      heading: t.entity[entities],
      cell: (row) => {
        const { id, name } = rankedOf(row)
        return (
          <>
            <Go to={pathOf(place, id)}>
              <Name>{name}</Name>
            </Go>{' '}
            {name !== id && <span className="muted">{id}</span>}
          </>
        )
      },
    },
    { heading: metric.name, isNumber: true, width: '22%', cell: (row) => amountText(scoresOf(row)[0]) },
    ...merge.map((value, i) => ({
      heading: value.replace('|', ' · '),
      isNumber: true,
      width: '22%',
      cell: (row: BoardRow) => amountText(scoresOf(row)[i + 1]),
    })),
  ]
}

/** Writes an amount by the reader's locale. An amount is a decimal text, which a number may not hold exactly. */
const amountText = (amount: string | undefined): string => {
  if (amount === undefined) return '–'
  const value = Number(amount)
  return String(value) === amount ? value.toLocaleString(undefined, { maximumFractionDigits: 20 }) : amount
}

/** Shows by how many ranks somebody rose or fell. */
function RankChange({ by }: { readonly by: number }): ReactNode {
  if (by === 0)
    return (
      <span className="muted" aria-label={t.same}>
        –
      </span>
    )
  const count = Math.abs(by)
  return (
    <span className="rank-change" data-direction={by > 0 ? 'up' : 'down'}>
      {by > 0 ? <ArrowUp aria-hidden size={14} /> : <ArrowDown aria-hidden size={14} />}
      <span className="hidden">{by > 0 ? t.rose : t.fell}</span> {count.toLocaleString()}
    </span>
  )
}
