/** Something that happened in a game. `event` names its kind; the other fields depend on the kind. */
export interface GameEvent {
  readonly event: string
}

/** The fields of an event that name players. `deferred` has an actor as well. Spec 5.3. */
export const playerFields = ['actor', 'player', 'new_owner', 'inviter', 'invitee'] as const

/** The fields of an event that name players. */
type EventWithPlayers = GameEvent & { readonly [part in (typeof playerFields)[number]]?: { readonly id?: unknown } } & {
  readonly deferred?: { readonly actor?: { readonly id?: unknown } }
}

/** Returns the ids of the players that an event names: who acted, whom it affected, and all others. */
export function playersIn(event: GameEvent): ReadonlySet<string> {
  const naming = event as EventWithPlayers
  const named = [...playerFields.map((part) => naming[part]), naming.deferred?.actor]
  return new Set(named.flatMap((player) => (typeof player?.id === 'string' ? [player.id] : [])))
}

/** Whether an event names a player. */
export function namesPlayer(event: GameEvent, player: string): boolean {
  return playersIn(event).has(player)
}

/** The caller of a command, as the journal records it. */
export interface EntryCaller {
  readonly client: string
  readonly player?: string
}

/** The idempotency key that a caller gave a call, and a digest of what the call asks for. Spec 5.7. */
export interface CallKey {
  readonly key: string
  readonly digest: string
}

/** The longest idempotency key. A random UUID has 36 characters. */
export const MAX_KEY_LENGTH = 255

/** What an entry keeps of a call with an idempotency key. */
export interface Idempotency extends CallKey {
  readonly answer: unknown
}

/**
 * One step of the history of a game: the command, the context that it was decided in, and the resulting events. `seq`
 * counts from 1 without gaps. `at` is game time in ms since 1970 and never decreases. `chain` is the checksum of the
 * entry before this one (0 at the beginning), so that an entry identifies the whole history up to it.
 */
export interface Entry {
  readonly seq: number
  readonly at: number
  readonly chain: number
  readonly op: string
  readonly caller: EntryCaller
  readonly input: unknown
  readonly events: readonly GameEvent[]
  readonly idempotency?: Idempotency
}

/** When an entry was written: its game time and its number. */
export type EntryTime = Pick<Entry, 'at' | 'seq'>

/** The fields that identify an entry in its history. The ids of its events are derived from them. */
export type EntryStamp = Pick<Entry, 'at' | 'seq' | 'chain'>
