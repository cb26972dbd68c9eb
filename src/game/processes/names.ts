import * as z from 'zod'
import { idSchema } from '../kernel/schema.ts'

/** The words that routes append to the id of a process: `/processes/neo/activity` is the feed of `neo`. */
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

const isNotReserved = (name: string): boolean => !routeWords.has(name)
const reservedMessage = `expected a name that no route uses (reserved: ${[...routeWords].join(', ')})`

/**
 * The name that a player gives a process. The id of the process is the player's id, a slash and this name. Spec 4.9,
 * 4.15.
 */
export const processName = idSchema.refine(isNotReserved, reservedMessage)

/** The id that an operator gives a process: a name, or `owner/name`. Spec 4.15. */
export const processId = z
  .string()
  .refine((text) => {
    const names = text.split('/')
    return names.length <= 2 && names.every((name) => idSchema.safeParse(name).success)
  }, "expected an id, or 'owner/id'")
  .refine((text) => isNotReserved(text.split('/').at(-1) ?? ''), reservedMessage)
