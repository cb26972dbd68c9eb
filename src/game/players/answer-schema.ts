import * as z from 'zod'
import { reference, timestamp } from '../kernel/shapes.ts'
import { recordedScore, score } from '../metrics/answer-schema.ts'

const teamMembership = z.strictObject({
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
/** Spec 1, of a player who has just been made. */
export const newProfile = z.strictObject({ ...profileFields, bootstrap: z.literal(true) })

/** Version 1 of the profile of one who is in a process. Spec 3. */
export const performerProfileV1 = profile.omit({ created: true, enabled: true })
