import type { GameEvent } from '../../src/game/kernel/entry.ts'
import { keyOf } from '../../src/game/kernel/name-map.ts'
import { naming, type LaneRole, type Roles, type Subject } from '../../src/game/members/subject.ts'

/** Events about processes and teams as they stand in feeds and are told, by whoever does them: no rule is in their way. */

export const refer = (id: string) => ({ id, alias: id })

const about = (subject: Subject) => naming({ ...subject, name: subject.id })

/** Roles of a team by name, or the role in each lane. */
type Held = readonly string[] | Readonly<Record<string, LaneRole>>

const rolesOf = (held: Held): Roles =>
  Object.fromEntries(
    Array.isArray(held)
      ? held.map((role: string) => [keyOf(role), true])
      : Object.entries(held as Readonly<Record<string, LaneRole>>).map(([lane, role]) => [keyOf(lane), role]),
  )

const having = (player: string, held: Held | null) => ({
  members: [{ player, roles: held === null ? null : rolesOf(held) }],
})

/** What a subject's events look like; all else of an event is given with it. */
export function newsOf(subject: Subject) {
  const event = (kind: string, actor: string | null, parts: object = {}): GameEvent => {
    return { event: kind, ...(actor === null ? {} : { actor: refer(actor) }), ...about(subject), ...parts } as GameEvent
  }
  return {
    created: (owner: string, held: Held, definition: string): GameEvent => {
      const stage = subject.kind === 'process' ? { nodes: {}, state: 'ACTIVE' } : {}
      const made = { definition, access: 'PUBLIC', ...stage }
      return event('create', owner, { engine: { owner, ...having(owner, held), made } })
    },
    deleted: (actor: string | null, parts: object = {}) => event('delete', actor, parts),
    joined: (player: string, held: Held, parts: object = {}) => {
      const roles = Object.fromEntries(
        Array.isArray(held) ? held.map((role: string) => [role, 1]) : Object.entries(held),
      )
      return event('join', player, { roles, ...parts, engine: having(player, held) })
    },
    left: (player: string, parts: object = {}) => event('leave', player, { ...parts, engine: having(player, null) }),
    kicked: (actor: string, player: string) =>
      event('kick', actor, { player: refer(player), engine: having(player, null) }),
    changed: (player: string, held: Held, parts: object = {}) =>
      event('role:change', player, { changes: {}, ...parts, engine: having(player, held) }),
    event,
  }
}
