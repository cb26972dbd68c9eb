import { expect, test } from 'vitest'
import { designOf } from '../../../test/support/design-parts.ts'
import { invited } from '../../../test/support/request-events.ts'
import { teamMade } from '../../../test/support/subject-events.ts'
import { newGame } from '../game-state.ts'
import { recordDrop } from '../kernel/drop.ts'
import type { GameEvent } from '../kernel/entry.ts'
import { definitionKey, rolePart } from '../members/subject.ts'
import { evolve } from '../registry.ts'
import { effectiveRequest } from './effective.ts'
import { pendingFor } from './state.ts'

const guild = { kind: 'team', id: 'elves' } as const
const designWith = (...roles: readonly string[]) =>
  designOf({ teams: [{ id: 'guild', name: 'Guild', permissions: roles.map((role) => [role, {}]) }] })

/** A game in which `player` was invited by the entry `seq`, to be a member and an officer. */
function invitedAt(seqs: Readonly<Record<string, number>>) {
  const state = newGame('production')
  const happen = (seq: number, event: GameEvent) =>
    evolve(state, { seq, at: 0, chain: 0, op: 'test', caller: { client: 'test' }, input: {}, events: [event] })
  happen(1, teamMade({ id: guild.id, definition: 'guild', owner: null }))
  return {
    state,
    drop: (seq: number, part?: string) =>
      recordDrop(state.drops, { key: definitionKey('team', 'guild'), ...(part === undefined ? {} : { part }) }, seq),
    rolesOf: (player: string, ...roles: readonly string[]) => {
      const seq = seqs[player] ?? 0
      if (state.seq < seq) happen(seq, invited(guild, 'neo', player, { member: true, officer: true }))
      const [request] = pendingFor(state.requests, guild, player)
      return request && effectiveRequest(state, designWith(...roles), request)?.roles
    },
  }
}

test('a request stands with those of its roles that the design has, and not without its definition', () => {
  const { state, rolesOf } = invitedAt({ oracle: 2 })
  expect(rolesOf('oracle', 'member', 'officer')).toEqual({ member: true, officer: true })
  expect(rolesOf('oracle', 'member')).toEqual({ member: true })
  expect(rolesOf('oracle')).toEqual({})
  const [request] = pendingFor(state.requests, guild, 'oracle')
  expect(request && effectiveRequest(state, designOf({}), request)).toBeUndefined()
})

test('what was dropped for good since it was made is not asked for any more, though there is one of that name again', () => {
  const { drop, rolesOf } = invitedAt({ oracle: 2, smith: 4 })
  expect(rolesOf('oracle', 'member', 'officer')).toEqual({ member: true, officer: true })
  drop(3, rolePart('officer'))
  expect(rolesOf('oracle', 'member', 'officer')).toEqual({ member: true })
  expect(rolesOf('smith', 'member', 'officer')).toEqual({ member: true, officer: true })
  drop(5)
  expect(rolesOf('smith', 'member', 'officer')).toBeUndefined()
})
