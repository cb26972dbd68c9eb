import * as z from 'zod'
import { parseInstant } from '../../kernel/instant.ts'
import { flag, instantOf, paging, wholeNumber } from '../../kernel/schema.ts'
import { shownAs } from '../../kernel/shown-as.ts'
import { cycles, type Cycle } from '../cycle.ts'
import type { Merged } from './merge.ts'
import { MAX_TREND_ENTITIES } from './trend.ts'

/** Boards that one call may merge. */
const MAX_MERGED = 32

const RADIUS = 5

const text = z.string().optional()

/** `limit`, where -1 stands for all. Spec 1 "Limits". */
const limit = shownAs(
  text.transform((given) => (given === '-1' ? String(Number.MAX_SAFE_INTEGER) : given)).pipe(paging.limit),
  () => z.int().min(-1).default(10),
)

/** What both versions know of a read. Spec 1, 3. */
const ofBoth = {
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

/** `id|cycle`, several separated by commas. Spec 1 `merge`. */
const mergeList = (name: string) =>
  text.transform((given, check): readonly Merged[] | undefined => {
    if (given === undefined) return undefined
    const items = given.split(',').map(mergedIn)
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
export const boardQueryV1 = () => z.object(ofBoth)

/** The query of a read. Spec 1 "Leaderboard query parameters", 4.16: `merge_with` is `merge`. */
export const boardQuery = () =>
  z
    .object({
      ...ofBoth,
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
    text.transform((given, check) => {
      if (given === undefined) return undefined
      const at = /^\d{4}-\d\d-\d\d$/.test(given) ? parseInstant(given) : undefined
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
  .transform((given) => given.split(',').filter((id) => id !== ''))
  .refine(
    (ids) => ids.length <= MAX_TREND_ENTITIES,
    `The 'entity_ids' parameter must name at most ${MAX_TREND_ENTITIES}`,
  )

const trendOfBoth = {
  cycle: text,
  entity_ids: entityIds,
  start: dayOf('start'),
  end: dayOf('end'),
  team_instance_id: text,
}

/** The query of a trend in version 1. Spec 3. */
export const trendQueryV1 = () => z.object(trendOfBoth)

/** The query of a trend. Spec 1 "Trend query parameters"; custom boards are read by their scope here too. */
export const trendQuery = () => z.object({ ...trendOfBoth, scope_id: text })
