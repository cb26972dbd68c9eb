import * as z from 'zod'
import { parseInstant } from '../../kernel/instant.ts'
import { flag, instantOf, paging, wholeNumber } from '../../kernel/schema.ts'
import { shownAs } from '../../kernel/shown-as.ts'
import { cycles, type Cycle } from '../cycle.ts'
import type { Merged } from './merge.ts'
import { MAX_TREND_ENTITIES } from './trend.ts'

/** The number of boards that one call can merge. */
const MAX_MERGED = 32

const RADIUS = 5

const text = z.string().optional()

/** `limit`, where -1 means all rows. Spec 1 "Limits". */
const limit = shownAs(
  text.transform((value) => (value === '-1' ? String(Number.MAX_SAFE_INTEGER) : value)).pipe(paging.limit),
  () => z.int().min(-1).default(10),
)

/** The query parameters of a read that both versions have. Spec 1, 3. */
const commonQuery = {
  cycle: text,
  sort: z
    .enum(['ascending', 'descending'], { error: "The 'sort' parameter must be ascending or descending" })
    .default('descending'),
  skip: paging.skip,
  limit,
  entity_id: text,
  radius: wholeNumber('radius', RADIUS),
  timestamp: instantOf('timestamp'),
  team_instance_id: text,
  ranking: z.enum(['relative'], { error: "The 'ranking' parameter must be relative" }).optional(),
  player_id: text,
}

/** A list of `id|cycle`, separated by commas. Spec 1 `merge`. */
const mergeList = (name: string) =>
  text.transform((value, check): readonly Merged[] | undefined => {
    if (value === undefined) return undefined
    const items = value.split(',').map(mergedIn)
    const known = items.filter((item) => item !== undefined)
    if (known.length === items.length && items.length <= MAX_MERGED) return known
    const cyclesText = cycles.join(', ')
    check.addIssue(
      `The '${name}' parameter must be a list of at most ${MAX_MERGED} boards as id|cycle, separated by commas; the cycles are ${cyclesText}`,
    )
    return z.NEVER
  })

function mergedIn(item: string): Merged | undefined {
  const [id = '', named, ...more] = item.split('|')
  const cycle = cycles.find((each): each is Cycle => each === named)
  return id === '' || cycle === undefined || more.length > 0 ? undefined : { id, cycle }
}

/** The query of a read in version 1. Spec 3. */
export const boardQueryV1 = () => z.object(commonQuery)

/** The query of a read. Spec 1 "Leaderboard query parameters", 4.16: `merge_with` is `merge`. */
export const boardQuery = () =>
  z
    .object({
      ...commonQuery,
      merge: mergeList('merge'),
      merge_with: mergeList('merge_with'),
      detailed: flag('detailed'),
      scope_id: text,
    })
    .refine(({ merge, merge_with: other }) => !merge || !other || JSON.stringify(merge) === JSON.stringify(other), {
      path: ['merge_with'],
      error: "The 'merge_with' parameter is an alias of 'merge' and must not differ from it",
    })

/** A day as `YYYY-mm-dd`, in ms. Spec 1 "Limits". */
const dayOf = (name: string) =>
  shownAs(
    text.transform((value, check) => {
      if (value === undefined) return undefined
      const at = /^\d{4}-\d\d-\d\d$/.test(value) ? parseInstant(value) : undefined
      if (at !== undefined) return at
      check.addIssue({ code: 'custom', params: { fault: 'invalid_date', name }, message: 'no date' })
      return z.NEVER
    }),
    () => z.iso.date().optional(),
  )

/** Ids separated by commas. */
const entityIds = z
  .string()
  .default('')
  .transform((value) => value.split(',').filter((id) => id !== ''))
  .refine(
    (ids) => ids.length <= MAX_TREND_ENTITIES,
    `The 'entity_ids' parameter must name at most ${MAX_TREND_ENTITIES}`,
  )

const commonTrendQuery = {
  cycle: text,
  entity_ids: entityIds,
  start: dayOf('start'),
  end: dayOf('end'),
  team_instance_id: text,
}

/** The query of a trend in version 1. Spec 3. */
export const trendQueryV1 = () => z.object(commonTrendQuery)

/** The query of a trend, with a scope for custom boards. Spec 1 "Trend query parameters". */
export const trendQuery = () => z.object({ ...commonTrendQuery, scope_id: text })
