import type { GameOperation } from '../game/game-operation.ts'
import { joinGame, newcomerSchema, type Joined } from '../game/joining/newcomer.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import type { Paged, PageRange } from '../game/kernel/page.ts'
import { invalidInput } from '../game/kernel/schema-problems.ts'
import type { PlayerReference } from '../game/players/player.ts'
import { findActors, nameActor } from '../game/players/roster.ts'

/**
 * The players of a game and those who join it, for the sign-in page. Its promises reject if an operation of the runtime
 * would. Spec 4.15, 5.1.
 */
export interface People {
  /**
   * Returns a page of the players who can act and whose id or alias matches a text as in a search (`''` matches
   * everyone), in the order in which they joined.
   */
  find(text: string, page: PageRange): Promise<Paged<PlayerReference>>
  /** Returns the player with an id. Returns a fault if there is none or the player cannot act. */
  named(id: string): Promise<Fault | PlayerReference>
  /**
   * Lets a newcomer join or request to join, depending on the access of the game. Uses a pending invitation of that
   * email. Faults: `validation_exception` at `alias` or `email`, `access_denied` if an invitation is needed,
   * `already_requested`, `invalid_formula`.
   */
  join(newcomer: { readonly alias: string; readonly email?: string }): Promise<Fault | Joined>
}

/** Runs an operation of a runtime. */
type Execute = <I, R>(op: GameOperation<I, R>, input: I) => Promise<Fault | R>

/** Returns the people of a runtime. Its operations run as the emulator's own, because a newcomer has no client yet. */
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
