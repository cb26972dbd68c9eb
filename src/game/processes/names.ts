import * as z from 'zod'
import { idSchema } from '../kernel/schema.ts'

/** What routes put behind the id of a process: `/processes/neo/activity` is the feed of `neo`. */
export const routeWords: ReadonlySet<string> = new Set([
  'activity',
  'approvals',
  'invites',
  'join',
  'leave',
  'performers',
  'play',
  'roles',
  'transfer',
  'triggers',
])

const isFree = (name: string): boolean => !routeWords.has(name)
const notFree = `expected a name that no route uses (reserved: ${[...routeWords].join(', ')})`

/** What a player calls a process: its id is that behind the player's own. Spec 4.9, 4.15. */
export const processName = idSchema.refine(isFree, notFree)

/** The id that an operator gives a process: a name, or `owner/name`. Spec 4.15. */
export const processId = z
  .string()
  .refine((text) => {
    const names = text.split('/')
    return names.length <= 2 && names.every((name) => idSchema.safeParse(name).success)
  }, "expected an id, or 'owner/id'")
  .refine((text) => isFree(text.split('/').at(-1) ?? ''), notFree)
