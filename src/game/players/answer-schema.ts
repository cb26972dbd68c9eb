import * as z from 'zod'
import { playerReference, reference, timestamp } from '../kernel/answer-shapes.ts'
import { change, recordedScore, score } from '../metrics/answer-schema.ts'

/** A team of a player, with the player's roles, the lowest first. Spec 1 "Team membership". */
export const teamMembership = z.strictObject({
  id: z.string(),
  definition: reference,
  roles: z.array(z.string()),
  name: z.string(),
})

const profileFields = {
  id: z.string(),
  alias: z.string(),
  created: timestamp,
  enabled: z.boolean(),
  scores: z.array(score),
  teams: z.array(teamMembership),
}
/** The profile of a player, also as a member of a process or team. Spec 1 "Player profile". */
export const profile = z.strictObject(profileFields)
/** The profile of a player in the recorded dialect. Spec 5.6. */
export const recordedProfile = z.strictObject({ ...profileFields, scores: z.array(recordedScore) })
/** A player who was just created. The scores appear at the next read. Spec 2, 4.16 "Plays". */
export const newProfile = z.strictObject({ ...profileFields, bootstrap: z.literal(true) })

/** The version 1 profile of a performer in a process. Spec 3. */
export const performerProfileV1 = profile.omit({ created: true, enabled: true })

/** A player as lists of them show one. Spec 2 "Admin player list item". */
export const rosterItem = z.strictObject({ ...playerReference.shape, enabled: z.boolean() })

/** An undone event, or an event of a rule that was undone with it. Spec 2 "Revert result item". */
export const revertedItem = z.strictObject({
  event: z.string(),
  changes: z.array(change),
  status: z.literal('reverted'),
})
