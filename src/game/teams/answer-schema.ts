import * as z from 'zod'
import { accessSettings } from '../kernel/game-info.ts'
import { byName, playerReference, reference, timestamp } from '../kernel/shapes.ts'

const access = z.enum(accessSettings)
const names = z.array(z.string())
const number = z.int().min(0)

/** Spec 1 "Team definition". */
export const teamDefinition = z.strictObject({ ...reference.shape, roles: names, access: z.array(access) })

/** What all shapes but B have. */
export const headFields = {
  ...reference.shape,
  definition: reference,
  created: timestamp,
  access,
  owner: playerReference.nullable(),
  roles: names,
}

/** What a player is in a team: their roles, the lowest first, and whether they are in it and can leave now. */
export const ownFields = { my_roles: names, can_leave: z.boolean() }

/** How many are in a team: in each role of the design, the lowest first, and in all. */
export const numberFields = {
  locked: z.boolean(),
  member_count: z.array(z.strictObject({ name: z.string(), count: number })),
  total_members: number,
}

/** Shape A. Spec 1 "Team instance". */
export const teamDetailAnswer = z.strictObject({ ...headFields, ...numberFields, ...ownFields })

/** Its list item. Spec 1 "Team instance". */
export const teamItemAnswer = z.strictObject({ ...headFields, ...ownFields })

/** Shape B. Spec 1 "Team instance". */
export const olderTeamAnswer = z.strictObject({
  ...reference.shape,
  definition: z.string(),
  created: timestamp,
  access,
  owner: z.string().nullable(),
  ...numberFields,
  member_count: byName(number),
})

/** Spec 2 "Admin team list item". */
export const adminTeamAnswer = z.strictObject({ ...headFields, ...numberFields })
export const adminTeamItemAnswer = z.strictObject({ ...headFields, game_id: z.string() })

/** Spec 4.15 "Search". */
export const foundTeamAnswer = z.strictObject({ ...reference.shape, definition: reference })
