import type { GameView } from '../../game/game-operation.ts'
import { fault, isFault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import { processesWith } from '../../game/members/state.ts'
import { subjectOfKey } from '../../game/members/subject.ts'
import { findPlayer, playerIds } from '../../game/players/state.ts'
import { lanesHeld } from '../../game/processes/lanes.ts'
import { knownProcess, stateOf } from '../../game/processes/show.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'

/** The number of processes that are listed, the newest ones. */
const MAX_PROCESSES = 200

/** What a profile leaves out of a player. */
export type DescribedPlayer = ControlAnswer<'GET /_gamify/players/:player_id'>

/** Describes what a profile leaves out of a player, for an operator. Spec 6.6 `GET /players/:player_id`. */
export const describePlayer: GameView<{ readonly id: string }, DescribedPlayer> = {
  kind: 'view',
  name: 'game.player',
  view: (state, { id }, { design, at }) => {
    const player = findPlayer(state.players, id)
    if (!player) return fault('player_not_found', { id, meant: suggestion(id, playerIds(state.players)) })
    const memberships = [...processesWith(state.members, state.drops, id)]
    const processes = memberships.slice(-MAX_PROCESSES).flatMap(({ subject, roles }) => {
      const known = knownProcess(state, design, subjectOfKey(subject).id)
      if (isFault(known)) return []
      const { process, definition } = known
      return {
        id: process.id,
        name: process.name,
        definition: { id: definition.id, name: definition.name },
        state: stateOf(known),
        lanes: lanesHeld(definition, roles).map(([name, role]) => ({ name, role })),
      }
    })
    return {
      id: player.id,
      alias: player.alias,
      email: player.email,
      enabled: player.enabled,
      created: toIso(player.created),
      entry: player.born,
      now: toIso(at),
      processes: { data: processes.toReversed(), total: memberships.length },
    }
  },
}
