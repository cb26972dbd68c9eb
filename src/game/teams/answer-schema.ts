import * as z from 'zod'
import { byName, playerReference, reference, timestamp } from '../kernel/answer-shapes.ts'
import { accessSettings } from '../kernel/game-info.ts'

const access = z.enum(accessSettings)
const names = z.array(z.string())
const number = z.int().min(0)

/** A definition of which a player can create a team. Spec 1 "Team definition". */
export const teamDefinition = z.strictObject({ ...reference.shape, roles: names, access: z.array(access) })

/** The fields of all shapes except B. */
export const headFields = {
  ...reference.shape,
  definition: reference,
  created: timestamp,
  access,
  owner: playerReference.nullable(),
  roles: names,
}

/** A player's own roles in a team, the lowest first, and whether the player is a member who can leave now. */
export const ownFields = { my_roles: names, can_leave: z.boolean() }

/** The number of members: with each role of the design, the lowest first, and in total. */
export const numberFields = {
  locked: z.boolean(),
  member_count: z.array(z.strictObject({ name: z.string(), count: number })),
  total_members: number,
}

/** A team in shape A. Spec 1 "Team instance". */
export const teamDetailAnswer = z.strictObject({ ...headFields, ...numberFields, ...ownFields })

/** A team as lists for players show it. Spec 1 "Team instance". */
export const teamItemAnswer = z.strictObject({ ...headFields, ...ownFields })

/** A team in shape B. Spec 1 "Team instance". */
export const olderTeamAnswer = z.strictObject({
  ...reference.shape,
  definition: z.string(),
  created: timestamp,
  access,
  owner: z.string().nullable(),
  ...numberFields,
  member_count: byName(number),
})

/** A team as answers to operators show it. Spec 2 "Admin team list item". */
export const adminTeamAnswer = z.strictObject({ ...headFields, ...numberFields })
/** A team as lists for operators show it. Spec 2 "Admin team list item". */
export const adminTeamItemAnswer = z.strictObject({ ...headFields, game_id: z.string() })

/** A team as a search shows it. Spec 4.15 "Search". */
export const foundTeamAnswer = z.strictObject({ ...reference.shape, definition: reference })
