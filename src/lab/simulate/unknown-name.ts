import { quoted } from '../../game/kernel/message-text.ts'
import type { LazyMessage } from '../../game/kernel/problem-list.ts'

/** Returns the message for a name that nothing of a kind has, with the nearest of the names that exist. */
export const unknownName =
  (kind: string, name: string, names: Iterable<string>): LazyMessage =>
  (suggest) =>
    `unknown ${kind} ${quoted(name)}${suggest(name, names)}`
