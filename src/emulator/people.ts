import type { GameOperation } from '../game/game-operation.ts'
import { joinGame, newcomerSchema, type Joined } from '../game/joining/newcomer.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import { invalidInput } from '../game/kernel/invalid-input.ts'
import type { Paged, PageRange } from '../game/kernel/page.ts'
import type { PlayerReference } from '../game/players/player.ts'
import { findActors, nameActor } from '../game/players/roster.ts'

/**
 * Those who play a game, and those who come to it: what a sign-in page lists and lets in. Its promises reject where an
 * operation of the runtime would. Spec 4.15, 5.1.
 */
export interface People {
  /**
   * A page of the players who may act and whose id or alias matches a text as search does (`''` is everybody), in the order
   * in which they came.
   */
  find(text: string, page: PageRange): Promise<Paged<PlayerReference>>
  /** The player of an id; a fault where there is none, or it may not act. */
  named(id: string): Promise<Fault | PlayerReference>
  /**
   * A newcomer joins, or asks to, as the game's access has it; uses a pending invitation of that email. Faults:
   * `validation_exception` at `alias` or `email`, `access_denied` where an invitation is needed, `already_requested`,
   * `invalid_formula`.
   */
  join(newcomer: { readonly alias: string; readonly email?: string }): Promise<Fault | Joined>
}

/** Runs an operation of a runtime. */
type Execute = <I, R>(op: GameOperation<I, R>, input: I) => Promise<Fault | R>

/** The people of a runtime, whose operations run as the emulator's own: who joins calls by no client yet. */
export function peopleOf(execute: Execute): People {
  return {
    find: async (pattern, page) => {
      const found = await execute(findActors, { pattern, ...page })
      if (isFault(found)) throw new Error(`a list of players was rejected: ${found.fault}`)
      return found
    },
    named: (id) => execute(nameActor, { id }),
    join: async (newcomer) => {
      const read = newcomerSchema.safeParse(newcomer, { reportInput: true })
      return read.success ? execute(joinGame, read.data) : invalidInput(read.error)
    },
  }
}
