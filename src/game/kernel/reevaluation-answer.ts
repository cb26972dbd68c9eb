import * as z from 'zod'
import type { Shape } from './shapes.ts'

/** A change of level that the rule gives so many players; `from` is null where they have no level of the design. */
const levelChange = () =>
  z.object({ rule: z.string(), from: z.string().nullable(), to: z.string().nullable(), players: z.number() })

/** An achievement that so many players have earned and lack. */
const achievementChange = () => z.object({ rule: z.string(), players: z.number() })

/** What `POST /_gamify/design/reevaluate` answers: players in all, and by what changes for them. Spec 6.6. */
export const reevaluationAnswer = () =>
  z.object({
    dry_run: z.boolean(),
    /** Players that anything changes for. */
    players: z.number(),
    /** Players of another level, those whom most other players go with first. */
    levels: z.object({ players: z.number(), changes: z.array(levelChange()) }),
    /** Players with another achievement, likewise. */
    achievements: z.object({ players: z.number(), changes: z.array(achievementChange()) }),
    /** Players whose rules could not be computed, and why for the first of them. */
    failed: z.object({ players: z.number(), error_description: z.string().nullable() }),
  })
export type Reevaluation = Shape<ReturnType<typeof reevaluationAnswer>>
