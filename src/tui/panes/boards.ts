import { rankedOf, scoresOf, whoHeads } from '../../terminal/render/leaderboard-rows.ts'
import { trendLines } from './trend-lines.ts'
import {
  cycleOf,
  needsScope,
  readBoardPage,
  readBoardTrends,
  readBoards,
  scopeKind,
  scopeOf,
  type BoardRow,
  type Leaderboard,
} from '../leaderboards.ts'
import { findOnBoard, nextCycle, setScope } from '../commands/boards.ts'
import { type Listing, listingOf, PAGE_ROWS, pagedListing, wholeListing } from '../listing.ts'
import type { Settings } from '../model.ts'
import { wrap } from '../wrapped.ts'
import { definePane, rowsView, type TextView } from '../pane.ts'
import { shownOf } from './shown-of.ts'

/** The number of entities with bars, the best of the leaderboard. */
const MAX_TRENDS = 12

/** The leaderboards. */
export const boards = definePane<Leaderboard>({
  name: 'boards',
  title: 'Boards',
  headings: ['BOARD', 'RANKS', 'BY'],
  listShare: 0.4,
  listing: ({ filter }) =>
    wholeListing({ key: 'boards', load: readBoards }, ({ id, name }) =>
      `${id} ${name}`.toLowerCase().includes(filter.toLowerCase()),
    ),
  cells: ({ id, entity_type, metric }) => [id, entity_type, metric.name],
  idOf: ({ id }) => id,
  emptyText: (filter) =>
    filter === '' ? 'The design has no leaderboards.' : `No leaderboard has '${filter}' in its id or name.`,
  note: (board, settings) => (board === undefined ? '' : rankingText(board, settings)),
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
    readBoardPage(client, board, { cycle, scope, ...range }),
  )
}

/** The rank trends of the best entities, and of the marked one. */
function trendView(): TextView<Leaderboard> {
  return {
    kind: 'text',
    name: 'trend',
    draw: (board, canvas) => {
      const { read, settings } = canvas
      const cycle = cycleOf(board, settings)
      if (cycle === 'alltime')
        return wrap(
          `The cycle alltime has no trend.${board.cycles.length < 2 ? '' : ' Press c for another cycle.'}`,
          canvas.width,
        )
      const { items } = rowsOf(board, settings).rows(0, Math.min(MAX_TRENDS, PAGE_ROWS), read)
      const best = items.flatMap((row) => (row === undefined ? [] : [rankedOf(row).id]))
      const { marked } = settings
      const scope = scopeOf(board, settings)
      const who = [...new Set([...best, ...(marked === undefined ? [] : [marked])])]
      if (who.length === 0 || needsScope(board, settings)) return wrap(noRows(board, settings), canvas.width)
      const trends = {
        key: `trends ${board.id} ${cycle} ${scope} ${who.join(' ')}`,
        load: readBoardTrends(board, { cycle, scope, who }),
      }
      return shownOf(canvas, trends, (found) => trendLines(found, canvas))
    },
  }
}
