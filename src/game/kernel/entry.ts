/** What can happen in a game, as the engine writes it: `event` names its kind, the rest is that kind's own. */
export interface GameEvent {
  readonly event: string
}

/** Whether an event happened to a player: as the one who acts, or as the one it was done to. */
export function isAbout(event: GameEvent, player: string): boolean {
  const { actor, player: subject } = event as GameEvent & { actor?: { id?: unknown }; player?: { id?: unknown } }
  return actor?.id === player || subject?.id === player
}

/** Who asked for a command, as the journal remembers it. */
export interface EntryCaller {
  readonly client: string
  readonly player?: string
}

/**
 * One step of a game's history: the command as it was given, the context it was decided in, and what came of it.
 * `seq` counts from 1 without gaps; `at` is game time in ms since 1970 and never runs backward; `chain` is the checksum
 * of the entry before this one (0 at the beginning), so that an entry stands for the whole history up to it.
 */
export interface Entry {
  readonly seq: number
  readonly at: number
  readonly chain: number
  readonly op: string
  readonly caller: EntryCaller
  readonly input: unknown
  readonly events: readonly GameEvent[]
}
