import * as z from 'zod'
import type { Shape } from './answer-shapes.ts'

/**
 * A change of level and the number of players whom the rule gives it. `from` is null if they have no level of the
 * design.
 */
const levelChange = () =>
  z.object({ rule: z.string(), from: z.string().nullable(), to: z.string().nullable(), players: z.number() })

/** An achievement and the number of players who have earned it but do not have it. */
const achievementChange = () => z.object({ rule: z.string(), players: z.number() })

/** The answer of `POST /_gamify/design/reevaluate`: numbers of players, in all and for each change. Spec 6.6. */
export const reevaluationAnswer = () =>
  z.object({
    dry_run: z.boolean(),
    /** The players for whom something changes. */
    players: z.number(),
    /** The players whose level changes. The changes with the most players come first. */
    levels: z.object({ players: z.number(), changes: z.array(levelChange()) }),
    /** The players who get an achievement, in the same order. */
    achievements: z.object({ players: z.number(), changes: z.array(achievementChange()) }),
    /** The players whose rules could not be computed, and the reason for the first of them. */
    failed: z.object({ players: z.number(), error_description: z.string().nullable() }),
  })
export type Reevaluation = Shape<ReturnType<typeof reevaluationAnswer>>
