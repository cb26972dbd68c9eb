import type { Service } from '../../../terminal/service.ts'
import { rankedOf, rankIn } from '../../../terminal/render/leaderboard-rows.ts'
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

/** Players or teams whose trends can be asked for at once. */
const MAX_TRENDS = 100

/** Of whom is asked to learn which periods there are; of those who are not there the service tells just that. */
const NOBODY = '-'

/** Trends with what they are trends of. */
export interface ShownTrends {
  /** The trends as the service answers them. */
  readonly text: string
  readonly trends: Trends
  readonly boards: readonly BoardDefinition[]
  readonly board: BoardDefinition | undefined
  readonly cycle: string | undefined
  /** The first days of the periods. */
  readonly dates: readonly string[]
  /** Where nobody was named: the rows whose players or teams are shown, and when they stood so. */
  readonly rows: { readonly page: BoardPage; readonly date: string } | undefined
}

/** Reads the trends of those that are named, else of the rows in the last period in which anybody stood. */
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
  const dates = datesOf((await readTrends(service, id, choice, [NOBODY])).body)
  const rows = await lastRows(service, id, { ...choice, cycle }, dates)
  const found = { boards, board, cycle, dates, rows }
  const entities = rows?.page.data.map((row) => rankedOf(row).id) ?? []
  if (entities.length === 0) return { text: '[]', trends: [], ...found }
  const { text, body: trends } = await readTrends(service, id, choice, entities)
  return { text, trends, ...found }
}

const datesOf = ([trend]: Trends): string[] => trend?.data.map(({ date }) => date) ?? []

/** The rows of the last of some periods in which anybody stood. */
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
