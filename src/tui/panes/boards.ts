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
  type BoardShown,
} from '../board-reading.ts'
import { findOnBoard, nextCycle, setScope } from '../deeds/board-deeds.ts'
import { type Listing, listingOf, PAGE_ROWS, pagedListing, wholeListing } from '../listing.ts'
import type { Settings } from '../model.ts'
import { wrapped } from '../wrapped.ts'
import { definePane, rowsView, type TextView } from '../pane.ts'
import { shownOf } from './shown-of.ts'

/** The number of entities with bars, the best of the leaderboard. */
const MAX_TRENDS = 12

/** The leaderboards. */
export const boards = definePane<BoardShown>({
  name: 'boards',
  title: 'Boards',
  head: ['BOARD', 'RANKS', 'BY'],
  share: 0.4,
  listing: ({ filter }) =>
    wholeListing({ key: 'boards', load: readBoards }, ({ id, name }) =>
      `${id} ${name}`.toLowerCase().includes(filter.toLowerCase()),
    ),
  cells: ({ id, entity_type, metric }) => [id, entity_type, metric.name],
  idOf: ({ id }) => id,
  none: (filter) =>
    filter === '' ? 'The design has no leaderboards.' : `No leaderboard has '${filter}' in its id or name.`,
  note: (board, settings) => (board === undefined ? '' : rankingText(board, settings)),
  views: [
    rowsView<BoardShown, BoardRow>({
      name: 'ranks',
      head: ({ entity_type }) => ['RANK', ...whoHeads(entity_type), 'SCORE'],
      toRight: new Set([0, 3]),
      listing: rowsOf,
      cells: (row) => {
        const { id, name } = rankedOf(row)
        return [String(row.rank), id, name, scoresOf(row)[0] ?? '']
      },
      isMarked: (row, { marked }) => rankedOf(row).id === marked,
      none: noRows,
    }),
    trendView(),
  ],
  deeds: [nextCycle, findOnBoard, setScope],
})

/** `weekly`, `alltime within hawks`. */
function rankingText(board: BoardShown, settings: Settings): string {
  const scope = scopeOf(board, settings)
  return scope === '' ? cycleOf(board, settings) : `${cycleOf(board, settings)} within ${scope}`
}

function noRows(board: BoardShown, settings: Settings): string {
  if (!needsScope(board, settings)) return `There are no ${board.entity_type} on this leaderboard yet.`
  return `This leaderboard needs a ${scopeKind(board)}. Press s to choose one.`
}

function rowsOf(board: BoardShown, settings: Settings): Listing<BoardRow> {
  const cycle = cycleOf(board, settings)
  const scope = scopeOf(board, settings)
  if (needsScope(board, settings)) return listingOf(`board ${board.id} within nothing`, [])
  return pagedListing(`board ${board.id} ${cycle} ${scope}`, (client, range) =>
    readBoardPage(client, board, { cycle, scope, ...range }),
  )
}

/** The rank trends of the best entities, and of the marked one. */
function trendView(): TextView<BoardShown> {
  return {
    kind: 'text',
    name: 'trend',
    draw: (board, drawing) => {
      const { see, settings } = drawing
      const cycle = cycleOf(board, settings)
      if (cycle === 'alltime')
        return wrapped(
          `The cycle alltime has no trend.${board.cycles.length < 2 ? '' : ' Press c for another cycle.'}`,
          drawing.width,
        )
      const { items } = rowsOf(board, settings).rows(0, Math.min(MAX_TRENDS, PAGE_ROWS), see)
      const best = items.flatMap((row) => (row === undefined ? [] : [rankedOf(row).id]))
      const { marked } = settings
      const scope = scopeOf(board, settings)
      const who = [...new Set([...best, ...(marked === undefined ? [] : [marked])])]
      if (who.length === 0 || needsScope(board, settings)) return wrapped(noRows(board, settings), drawing.width)
      const trends = {
        key: `trends ${board.id} ${cycle} ${scope} ${who.join(' ')}`,
        load: readBoardTrends(board, { cycle, scope, who }),
      }
      return shownOf(drawing, trends, (found) => trendLines(found, drawing))
    },
  }
}
