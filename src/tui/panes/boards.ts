import type { Client } from '../../client/client.ts'
import { rankedOf, rankIn, scoresOf, type ShownTrend } from '../../inspect/leaderboard-rows.ts'
import {
  readBoardPage,
  readBoards,
  readBoardTrends,
  scopeKind,
  type BoardRow,
  type Leaderboard,
} from '../../inspect/leaderboards.ts'
import { rangeOf, sparkline } from '../../terminal/render/sparkline.ts'
import { whoHeads } from '../../terminal/render/who-heads.ts'
import { type Block, grid, paragraphs, stack, whenLoaded } from '../blocks.ts'
import { findOnBoard, nextCycle, setScope } from '../commands/boards.ts'
import { askBoards, cycleOf, needsScope, scopeOf } from '../leaderboards.ts'
import { type Listing, listingOf, PAGE_ROWS, pagedListing, wholeListing } from '../listing.ts'
import type { Settings } from '../model.ts'
import { definePane, rowsView, type TextView } from '../pane.ts'

/** The maximum number of entities whose trends are shown. The view shows the best ones. */
const MAX_TRENDS = 12

/** The pane of the leaderboards, their rows and their trends. */
export const boards = definePane<Leaderboard>({
  name: 'boards',
  title: 'Boards',
  headings: ['BOARD', 'RANKS', 'BY'],
  listShare: 0.4,
  listing: ({ filter }) =>
    wholeListing({ key: 'boards', load: (client) => readBoards(askBoards, client) }, ({ id, name }) =>
      `${id} ${name}`.toLowerCase().includes(filter.toLowerCase()),
    ),
  cells: ({ id, entity_type, metric }) => [id, entity_type, metric.name],
  idOf: ({ id }) => id,
  emptyText: (filter) =>
    filter === '' ? 'The design has no leaderboards.' : `No leaderboard has '${filter}' in its id or name.`,
  note: rankingText,
  views: [
    rowsView<Leaderboard, BoardRow>({
      name: 'ranks',
      headings: ({ entity_type }) => ['RANK', ...whoHeads(entity_type), 'SCORE'],
      rightAligned: new Set([0, 3]),
      listing: rowsOf,
      cells: (row) => {
        const { id, name } = rankedOf(row)
        return [String(row.rank), id, name, scoresOf(row)[0] ?? '']
      },
      isMarked: (row, { marked }) => rankedOf(row).id === marked,
      emptyText: noRows,
    }),
    trendView(),
  ],
  commands: [nextCycle, findOnBoard, setScope],
})

/** `weekly`, `alltime within hawks`. */
function rankingText(board: Leaderboard, settings: Settings): string {
  const scope = scopeOf(board, settings)
  return scope === '' ? cycleOf(board, settings) : `${cycleOf(board, settings)} within ${scope}`
}

function noRows(board: Leaderboard, settings: Settings): string {
  if (!needsScope(board, settings)) return `There are no ${board.entity_type} on this leaderboard yet.`
  return `This leaderboard needs a ${scopeKind(board)}. Press s to choose one.`
}

function rowsOf(board: Leaderboard, settings: Settings): Listing<BoardRow> {
  const cycle = cycleOf(board, settings)
  const scope = scopeOf(board, settings)
  if (needsScope(board, settings)) return listingOf(`board ${board.id} within nothing`, [])
  return pagedListing(`board ${board.id} ${cycle} ${scope}`, (client, range) =>
    readBoardPage(askBoards, client, board, { cycle, scope, ...range }),
  )
}

/** Shows the rank trends of the best entities and of the marked one. */
function trendView(): TextView<Leaderboard> {
  return {
    kind: 'text',
    name: 'trend',
    content: (board, settings) => (canvas) => {
      const cycle = cycleOf(board, settings)
      if (cycle === 'alltime') {
        const advice = board.cycles.length < 2 ? '' : ' Press c for another cycle.'
        return paragraphs(`The cycle alltime has no trend.${advice}`)(canvas)
      }
      const { items } = rowsOf(board, settings).rows(0, Math.min(MAX_TRENDS, PAGE_ROWS), canvas.read)
      const best = items.flatMap((row) => (row === undefined ? [] : [rankedOf(row).id]))
      const { marked } = settings
      const scope = scopeOf(board, settings)
      const entityIds = [...new Set([...best, ...(marked === undefined ? [] : [marked])])]
      if (entityIds.length === 0 || needsScope(board, settings)) return paragraphs(noRows(board, settings))(canvas)
      const trends = {
        key: `trends ${board.id} ${cycle} ${scope} ${entityIds.join(' ')}`,
        load: (client: Client) => readBoardTrends(askBoards, client, board, { cycle, scope, entityIds }),
      }
      return whenLoaded(trends, trendBlock)(canvas)
    },
  }
}

/** Shows the ranks over time as bars, with the rank and the score of the last cycle. */
const trendBlock =
  (trends: readonly ShownTrend[]): Block =>
  (canvas) => {
    const ranks = trends.map(({ data }) => data.map(rankIn))
    const range = rangeOf(ranks.flat())
    const rows = trends.map((trend, i) => {
      const last = trend.data.at(-1)
      const rank = last && rankIn(last)
      return [
        rankedOf(trend).id,
        sparkline(ranks[i] ?? [], range, canvas.theme.unicode ? 'unicode' : 'ascii'),
        rank === undefined ? '-' : String(rank),
        last?.score ?? '-',
      ]
    })
    const dates = trends[0]?.data.map(({ date }) => date) ?? []
    const legend = ['', `Cycles from ${dates[0]} to ${dates.at(-1)}. A higher bar is a better rank.`]
    return stack(
      grid(['WHO', 'RANKS', 'LAST RANK', 'SCORE'], rows, new Set([2, 3])),
      paragraphs(...(dates.length < 2 ? [] : legend)),
    )(canvas)
  }
