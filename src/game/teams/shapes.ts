import * as z from 'zod'
import { reference, type Shape } from '../kernel/answer-shapes.ts'
import { access, entryNumber, feedNumber, instant, key, optional } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'
import { byOperator, subjectEffects } from '../members/shapes.ts'

/** A team: one record, which is replaced and never changed in place. Its members are in the state of `members`. */
export const teamRecord = strictObject({
  id: key,
  definition: key,
  name: z.string(),
  access,
  /** The id of the player who owns the team, or null. */
  owner: key.nullable(),
  locked: z.boolean(),
  created: instant,
  /** The entry that created the team. It distinguishes the team from an earlier one with the same id. */
  born: entryNumber,
  /** The number of the team's feed. The next number is the feed of its members' notifications. */
  feed: feedNumber,
  /** The last entry with drops when the team was created; 0 if there was none. */
  drops: entryNumber,
})

/** A team was created. `engine.made` has the first values of its record. Spec 5.3. */
export const teamCreated = strictObject({
  event: z.literal('create'),
  ...byOperator,
  team: reference,
  engine: subjectEffects.extend({ made: strictObject({ definition: z.string(), access }) }),
})
export type TeamCreated = Shape<typeof teamCreated>

/** A team was locked or unlocked. The event is in no feed. */
const teamLocked = strictObject({
  event: z.enum(['team:locked', 'team:unlocked']),
  team: reference,
  engine: optional(subjectEffects),
})
export type TeamLocked = Shape<typeof teamLocked>

/** The events that only teams write to the history. */
export const teamEvents = { 'team:locked': teamLocked, 'team:unlocked': teamLocked }
export type TeamEvent = TeamCreated | TeamLocked
