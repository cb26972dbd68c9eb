import * as z from 'zod'

/** The most that one play may count for. Spec 4.16 "Amounts". */
export const MAX_COUNT = 1_000_000

/** How many times an action is played at once. */
export const playCount = z.int().min(1).max(MAX_COUNT)
