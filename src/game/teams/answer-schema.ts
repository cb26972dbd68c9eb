import * as z from 'zod'
import { accessSettings } from '../kernel/access.ts'
import { byName, playerReference, reference, timestamp } from '../kernel/shapes.ts'

const access = z.enum(accessSettings)
const names = z.array(z.string())
const number = z.int().min(0)

/** Spec 1 "Team definition". */
export const teamDefinition = z.strictObject({ ...reference.shape, roles: names, access: z.array(access) })

const head = {
  ...reference.shape,
  definition: reference,
  created: timestamp,
  access,
  owner: playerReference.nullable(),
  roles: names,
}
const own = { my_roles: names, can_leave: z.boolean() }
const numbers = {
  locked: z.boolean(),
  member_count: z.array(z.strictObject({ name: z.string(), count: number })),
  total_members: number,
}

/** Shape A. Spec 1 "Team instance". */
export const teamDetailAnswer = z.strictObject({ ...head, ...numbers, ...own })

/** Its list item. Spec 1 "Team instance". */
export const teamItemAnswer = z.strictObject({ ...head, ...own })

/** Shape B. Spec 1 "Team instance". */
export const olderTeamAnswer = z.strictObject({
  ...reference.shape,
  definition: z.string(),
  created: timestamp,
  access,
  owner: z.string().nullable(),
  ...numbers,
  member_count: byName(number),
})

/** Spec 2 "Admin team list item". */
export const adminTeamAnswer = z.strictObject({ ...head, ...numbers })
export const adminTeamItemAnswer = z.strictObject({ ...head, game_id: z.string() })

/** Spec 4.15 "Search". */
export const foundTeamAnswer = z.strictObject({ ...reference.shape, definition: reference })
