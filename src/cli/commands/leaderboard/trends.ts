import { rankedOf, rankIn } from '../../../inspect/leaderboard-rows.ts'
import type { Service } from '../../../terminal/service.ts'
import type { BoardChoice } from './options.ts'
import {
  readBoards,
  readPage,
  readTrends,
  requireEntity,
  type BoardDefinition,
  type BoardPage,
  type Trends,
} from './reading.ts'

/** The most players or teams that one call reads trends of. */
const MAX_TRENDS = 100

/** An id that no player or team has. The service answers its trend with the periods and without ranks. */
const NO_ENTITY = '-'

/** Rank trends, with what is needed to describe them. */
export interface ShownTrends {
  /** The trends as the service answers them. */
  readonly text: string
  readonly trends: Trends
  readonly boards: readonly BoardDefinition[]
  readonly board: BoardDefinition | undefined
  readonly cycle: string | undefined
  /** The first day of each period. */
  readonly dates: readonly string[]
  /** If the user named nobody: the rows whose players or teams are shown, and their date. */
  readonly rows: { readonly page: BoardPage; readonly date: string } | undefined
}

/** Reads the trends of the named players or teams, or of the rows of the last period that has any. */
export async function readShownTrends(service: Service, id: string, choice: BoardChoice): Promise<ShownTrends> {
  const { body: boards } = await readBoards(service)
  const board = boards.find((each) => each.id === id)
  const cycle = choice.cycle ?? board?.cycles.find((each) => each !== 'alltime')
  const named = [...new Set(choice.around)]
  if (named.length > 0) {
    const { text, body: trends } = await readTrends(service, id, choice, named)
    for (const trend of trends)
      if (!trend.data.some((period) => rankIn(period) !== undefined))
        await requireEntity(service, board, rankedOf(trend).id)
    return { text, trends, boards, board, cycle, dates: datesOf(trends), rows: undefined }
  }
  const dates = datesOf((await readTrends(service, id, choice, [NO_ENTITY])).body)
  const rows = await lastRows(service, id, { ...choice, cycle }, dates)
  const found = { boards, board, cycle, dates, rows }
  const entities = rows?.page.data.map((row) => rankedOf(row).id) ?? []
  if (entities.length === 0) return { text: '[]', trends: [], ...found }
  const { text, body: trends } = await readTrends(service, id, choice, entities)
  return { text, trends, ...found }
}

const datesOf = ([trend]: Trends): string[] => trend?.data.map(({ date }) => date) ?? []

/** Returns the rows of the last period that has any. */
async function lastRows(
  service: Service,
  id: string,
  choice: BoardChoice,
  dates: readonly string[],
): Promise<ShownTrends['rows']> {
  const { limit } = choice
  const most = limit === undefined ? undefined : limit < 0 ? MAX_TRENDS : Math.min(limit, MAX_TRENDS)
  for (const date of dates.toReversed()) {
    const { body: page } = await readPage(service, id, { ...choice, limit: most, at: date })
    if (page.total > 0) return { page, date }
  }
  return undefined
}
