import type { Design } from '../../src/game/design/design.ts'
import type { GameCommand } from '../../src/game/game-operation.ts'
import type { GameEvent } from '../../src/game/kernel/entry.ts'
import type { AccessSetting } from '../../src/game/kernel/game-info.ts'
import { keyOf } from '../../src/game/kernel/name-map.ts'
import type { MemberEvent } from '../../src/game/members/shapes.ts'
import { naming, type LaneRole, type Roles, type Subject } from '../../src/game/members/subject.ts'
import type { ProcessCreated } from '../../src/game/processes/shapes.ts'
import type { TeamEvent } from '../../src/game/teams/shapes.ts'

/**
 * Events about processes and teams, as the engine writes them: with these a test has any of them
 * without a rule in its way. They stand in no feed.
 */

/** Lets events happen as they are, at once. */
export const happening: GameCommand<{ readonly events: readonly GameEvent[] }, null> = {
  kind: 'command',
  name: 'test.happening',
  decide: (_, { events }) => ({ events, input: {}, answer: () => null }),
}

/** What a test says of who is in something: by player lane -> role, or the names of roles. */
type Cast = Readonly<Record<string, Readonly<Record<string, LaneRole>> | readonly string[]>>

interface Making {
  readonly id: string
  readonly definition: string
  readonly access?: AccessSetting
  /** The id of the player whose it is; null where a team has none. */
  readonly owner: string | null
  readonly members?: Cast
}

const refer = (id: string) => ({ id, alias: id })

const rolesOf = (told: Cast[string]): Roles =>
  Object.fromEntries(
    Array.isArray(told)
      ? told.map((role: string) => [keyOf(role), true])
      : Object.entries(told).map(([lane, role]) => [keyOf(lane), role as LaneRole]),
  )

const changesOf = (members: Cast) => Object.entries(members).map(([player, told]) => ({ player, roles: rolesOf(told) }))

/** A process of a design began; it is named as its id. */
export function processMade(design: Design, making: Making & { readonly owner: string }): ProcessCreated {
  const { id, definition, access = 'PUBLIC', owner, members = {} } = making
  const nodes = design.processes.get(definition)?.initial ?? {}
  return {
    event: 'create',
    actor: refer(owner),
    process: { id, name: id },
    engine: { quiet: true, owner, members: changesOf(members), made: { definition, access, nodes, state: 'ACTIVE' } },
  }
}

/** A team was made; it is named as its id. */
export function teamMade({ id, definition, access = 'PUBLIC', owner, members = {} }: Making): TeamEvent {
  return {
    event: 'create',
    ...(owner === null ? { admin: true } : { actor: refer(owner) }),
    team: { id, name: id },
    engine: { quiet: true, owner, members: changesOf(members), made: { definition, access } },
  }
}

/** A player came into a process or team. */
export function memberCame(subject: Subject, player: string, told: Cast[string]): MemberEvent {
  const members = changesOf({ [player]: told })
  return {
    event: 'join',
    actor: refer(player),
    ...naming({ ...subject, name: subject.id }),
    roles: {},
    engine: { quiet: true, members },
  }
}
