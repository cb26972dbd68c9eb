import * as z from 'zod'
import { access, entryNumber, feedNumber, instant, key, optional } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'
import { reference, type Shape } from '../kernel/shapes.ts'
import { byOperator, subjectEffects } from '../members/shapes.ts'

/** A team: one record, replaced and never changed in place. Who is in it, `members` tells. */
export const teamRecord = strictObject({
  id: key,
  definition: key,
  name: z.string(),
  access,
  /** The id of the player whose it is; null where it has no owner. */
  owner: key.nullable(),
  locked: z.boolean(),
  created: instant,
  /** The entry that made it: an earlier one of the same id was another. */
  born: entryNumber,
  /** Number of its feed; that of what its members are notified of is the next. */
  feed: feedNumber,
  /** The newest entry with drops when it was made or last changed; 0 where there was none. */
  drops: entryNumber,
})

/** A team was made. `engine.made` is what the record starts with. Spec 5.3. */
export const teamCreated = strictObject({
  event: z.literal('create'),
  ...byOperator,
  team: reference,
  engine: subjectEffects.extend({ made: strictObject({ definition: z.string(), access }) }),
})
export type TeamCreated = Shape<typeof teamCreated>

/** A team was locked, or unlocked. In no feed. */
const teamLocked = strictObject({
  event: z.enum(['team:locked', 'team:unlocked']),
  team: reference,
  engine: optional(subjectEffects),
})
export type TeamLocked = Shape<typeof teamLocked>

/** What teams alone write into a history. */
export const teamEvents = { 'team:locked': teamLocked, 'team:unlocked': teamLocked }
export type TeamEvent = TeamCreated | TeamLocked
