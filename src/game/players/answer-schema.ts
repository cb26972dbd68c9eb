import * as z from 'zod'
import { playerReference, reference, timestamp } from '../kernel/shapes.ts'
import { change, recordedScore, score } from '../metrics/answer-schema.ts'

/** A team that a player is in, with the player's roles, the lowest first. Spec 1 "Team membership". */
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
/** Spec 1 "Player profile"; of one who is in a process or team too. */
export const profile = z.strictObject(profileFields)
/** The same in the recorded dialect. Spec 5.6. */
export const recordedProfile = z.strictObject({ ...profileFields, scores: z.array(recordedScore) })
/** A player who has just been made: the scores are there at the next read. Spec 2, 4.16 "Plays". */
export const newProfile = z.strictObject({ ...profileFields, bootstrap: z.literal(true) })

/** Version 1 of the profile of one who is in a process. Spec 3. */
export const performerProfileV1 = profile.omit({ created: true, enabled: true })

/** A player as lists of them show one. Spec 2 "Admin player list item". */
export const rosterItem = z.strictObject({ ...playerReference.shape, enabled: z.boolean() })

/** An event undone, or a rule's event undone with it. Spec 2 "Revert result item". */
export const revertedItem = z.strictObject({
  event: z.string(),
  changes: z.array(change),
  status: z.literal('reverted'),
})
