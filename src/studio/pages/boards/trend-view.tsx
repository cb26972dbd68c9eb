import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Client } from '../../../client/client.ts'
import { boardCommand } from '../../../inspect/board-command.ts'
import { rankedOf, rankIn } from '../../../inspect/leaderboard-rows.ts'
import { readBoardPage, readBoardTrends, type BoardTrends, type Leaderboard } from '../../../inspect/leaderboards.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { DeedField } from '../../parts/deed-field.tsx'
import { deferred } from '../../parts/deferred.tsx'
import { Name } from '../../parts/name.tsx'
import { Shown } from '../../parts/problem.tsx'
import { control } from '../../shell/control.ts'
import { useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import type { BoardChoice } from './board-choice.ts'
import { lineMark } from './line-marks.ts'

const t = texts.boards

/** The number of players or teams whose trends are shown if nobody is chosen. */
const TOP = 8

/** The most players or teams that can be chosen. */
const MAX_CHOSEN = 12

const TrendChart = deferred(async () => (await import('./trend-chart.tsx')).TrendChart, t.loadingChart)

/** The ranks of the best or the chosen players or teams over the periods of a cycle, as a chart and as a table. */
export function TrendView({
  board,
  choice,
  change,
}: {
  readonly board: Leaderboard
  readonly choice: BoardChoice
  readonly change: (parts: Partial<BoardChoice>) => void
}): ReactNode {
  const { cycle, scope, of } = choice
  const hasTrend = cycle !== 'alltime'
  const trends = useLoad(
    ['trends', board.id, cycle, scope, of.join(',')],
    (client) => readTrends(client, board, choice),
    hasTrend,
  )
  if (!hasTrend) return <p className="empty">{board.cycles.length > 1 ? t.noTrend : t.neverTrend}</p>
  return (
    <>
      <div className="toolbar">
        <DeedField
          label={t.add[board.entity_type]}
          action={t.addAction}
          onDo={(id) => change({ of: [...new Set([...of, id])].slice(-MAX_CHOSEN) })}
        />
        {of.length === 0 ? (
          <span className="muted">{t.top(TOP)}</span>
        ) : (
          <>
            {of.map((id) => (
              <button
                key={id}
                type="button"
                className="chip"
                aria-label={t.remove(id)}
                onClick={() => change({ of: of.filter((each) => each !== id) })}
              >
                {id} <X aria-hidden size={14} />
              </button>
            ))}
            <button type="button" className="link" onClick={() => change({ of: [] })}>
              {t.bestOnes}
            </button>
          </>
        )}
      </div>
      <Shown of={trends}>
        {(found) =>
          found.length === 0 ? <p className="empty">{t.nobody}</p> : <Trends board={board} trends={found} />
        }
      </Shown>
      <CommandLine command={boardCommand(board, { cycle, scope, around: of, isTrend: true })} />
    </>
  )
}

async function readTrends(client: Client, board: Leaderboard, { cycle, scope, of }: BoardChoice): Promise<BoardTrends> {
  const entityIds = of.length > 0 ? of : await bestOf(client, board, { cycle, scope })
  return entityIds.length === 0 ? [] : readBoardTrends(control, client, board, { cycle, scope, entityIds })
}

async function bestOf(
  client: Client,
  board: Leaderboard,
  ranking: { readonly cycle: string; readonly scope: string },
): Promise<readonly string[]> {
  const { data } = await readBoardPage(control, client, board, { ...ranking, skip: '0', limit: String(TOP) })
  return data.map((row) => rankedOf(row).id)
}

function Trends({ board, trends }: { readonly board: Leaderboard; readonly trends: BoardTrends }): ReactNode {
  const dates = trends[0]?.data.map(({ date }) => date) ?? []
  const label = t.chart(board.name, dates[0] ?? '', dates.at(-1) ?? '')
  return (
    <div className="trend">
      <div className="card">
        <TrendChart label={label} dates={dates} lines={trends.map(lineOf)} />
      </div>
      <div className="card flush scrolled" role="region" aria-label={t.trendTable(board.name)} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.who}</th>
              {dates.map((date) => (
                <th key={date} scope="col" className="number">
                  {date}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {trends.map((trend, i) => {
              const { id, name } = rankedOf(trend)
              return (
                <tr key={id}>
                  <th scope="row">
                    <span aria-hidden className="mark" style={{ color: lineMark(i).colour }}>
                      {lineMark(i).sign}
                    </span>
                    <Name>{name === '' ? id : name}</Name>
                  </th>
                  {trend.data.map((period) => (
                    <td key={period.date} className="number" title={period.score}>
                      {rankIn(period)?.toLocaleString() ?? <span aria-label={t.unranked}>–</span>}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function lineOf(trend: BoardTrends[number]): {
  readonly name: string
  readonly ranks: readonly (number | undefined)[]
} {
  const { id, name } = rankedOf(trend)
  return { name: name === '' || name === id ? id : `${name} (${id})`, ranks: trend.data.map(rankIn) }
}
