import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { invited, pend, requested } from '../support/request-events.ts'
import { onEachStorage } from '../support/storages.ts'
import { keyed, ofProcess, ofTeam, paged, playersOf, refer, type Players } from './requests-about.ts'
import { anId, NOON } from './scenario.ts'

/** More than a list looks at before others may have their turn. */
const MANY = 1030

const neo = refer('neo')
const trinity = refer('trinity')
const oracle = refer('oracle')

const versions = [
  { api: 'v2', base: '/v2/runtime' },
  { api: 'v1', base: '/v1' },
]

onEachStorage((storage) => {
  let game: TestGame
  let players: Players
  beforeEach(async () => {
    game = await serveGame({ storage, design: contractDesign })
    players = playersOf(game)
    await players.enter()
  })
  afterEach(() => game.stop())

  describe.each(versions)('$api', ({ base }) => {
    describe.each([ofProcess, ofTeam])('$subject.kind', (about) => {
      const { subject, roles, others, changes, named } = about
      const path = `${base}/${about.path}`
      const invite = { event: 'invite', actor: neo, invitee: oracle, ...named, roles, state: 'PENDING' }
      const join = { event: 'join:request', actor: oracle, ...named, roles, state: 'PENDING' }
      const change = { event: 'role:request', actor: trinity, ...named, roles: others, state: 'PENDING' }
      const shown = (event: object, id: unknown = anId) => ({ ...event, id, timestamp: NOON })
      beforeEach(() => players.happens(about.made()))

      /** What is pending, by both sides. */
      const expectPending = async (...pending: readonly { readonly event: string }[]) => {
        const of = (event: string) => paged(...pending.filter((each) => each.event === event))
        expect(await players.list('oracle', `${base}/invites`)).toEqual(of('invite'))
        expect(await players.list('neo', `${path}/invites`)).toEqual(of('invite'))
        expect(await players.list('oracle', `${base}/approvals`)).toEqual(of('join:request'))
        expect(await players.list('trinity', `${base}/approvals`)).toEqual(of('role:request'))
        const asked = pending.filter(({ event }) => event !== 'invite')
        expect(await players.list('neo', `${path}/approvals`)).toEqual(paged(...asked))
      }
      const invites = async () => (await pend(players.runtime, [invited(subject, 'neo', 'oracle', roles)]))[0] ?? ''
      const asks = async () =>
        (await pend(players.runtime, [requested(subject, 'join:request', 'oracle', roles)]))[0] ?? ''
      const asksForRoles = async () =>
        (await pend(players.runtime, [requested(subject, 'role:request', 'trinity', others)]))[0] ?? ''

      test('(new) -> PENDING: a player is invited', async () => {
        const { status, body, events } = await players.call('neo', `POST ${path}/invites`, { id: 'oracle', roles })
        expect({ status, body }).toEqual({ status: 200, body: shown(invite) })
        expect(events).toEqual([invite])
        await expectPending(body as typeof invite)
      })

      test('(new) -> PENDING: a player asks to come in', async () => {
        const { status, body, events } = await players.call('oracle', `POST ${path}/join`, roles)
        expect({ status, body }).toEqual({ status: 200, body: shown(join) })
        expect(events).toEqual([{ ...join, engine: { approvers: expect.anything() } }])
        await expectPending(body as typeof join)
      })

      test('(new) -> PENDING: a member asks for other roles', async () => {
        const { status, body, events } = await players.call('trinity', `POST ${path}/roles`, others)
        expect({ status, body }).toEqual({ status: 200, body: shown(change) })
        expect(events).toEqual([{ ...change, engine: { approvers: expect.anything() } }])
        await expectPending(body as typeof change)
      })

      test('PENDING -> ACCEPTED: an invitation is taken', async () => {
        const id = await invites()
        await expectPending(shown(invite, id) as never)
        const { body, events } = await players.call('oracle', `POST ${base}/invites/${id}`)
        expect(body).toEqual({ ...shown(invite, id), state: 'ACCEPTED', accepted_at: NOON })
        const members = [{ player: 'oracle', roles: keyed(roles) }]
        expect(events).toEqual([
          { event: 'invite:accept', actor: oracle, inviter: neo, ...named, roles, engine: { members, settles: id } },
        ])
        expect(players.rolesOf(about, 'oracle')).toEqual(keyed(roles))
        await expectPending()
      })

      test('PENDING -> REJECTED: an invitation is turned down', async () => {
        const id = await invites()
        const { body, events } = await players.call('oracle', `DELETE ${base}/invites/${id}`)
        expect(body).toEqual({ ...shown(invite, id), state: 'REJECTED', accepted_at: NOON, rejected_at: NOON })
        expect(events).toEqual([
          { event: 'invite:reject', actor: oracle, inviter: neo, ...named, roles, engine: { settles: id } },
        ])
        expect(players.rolesOf(about, 'oracle')).toBeUndefined()
        await expectPending()
      })

      test('PENDING -> CANCELLED: an invitation is taken back by its sender', async () => {
        const id = await invites()
        const { body, events } = await players.call('neo', `DELETE ${path}/invites/${id}`)
        expect(body).toEqual({ ...shown(invite, id), state: 'CANCELLED', cancelled_at: NOON })
        expect(events).toEqual([{ event: 'request:cancelled', ...named, engine: { settles: id } }])
        await expectPending()
      })

      test('PENDING -> ACCEPTED: a request to come in is granted', async () => {
        const id = await asks()
        await expectPending(shown(join, id) as never)
        const { body, events } = await players.call('neo', `POST ${path}/approvals/${id}`)
        expect(body).toEqual({ ...shown(join, id), state: 'ACCEPTED', accepted_at: NOON, accepted_by: neo })
        const members = [{ player: 'oracle', roles: keyed(roles) }]
        expect(events).toEqual([
          { event: 'join:request:accept', actor: neo, player: oracle, ...named, engine: { members, settles: id } },
        ])
        expect(players.rolesOf(about, 'oracle')).toEqual(keyed(roles))
        await expectPending()
      })

      test('PENDING -> REJECTED: a request to come in is refused', async () => {
        const id = await asks()
        const { body, events } = await players.call('neo', `DELETE ${path}/approvals/${id}`)
        expect(body).toEqual({ ...shown(join, id), state: 'REJECTED', rejected_at: NOON, rejected_by: neo })
        expect(events).toEqual([
          { event: 'join:request:reject', actor: neo, player: oracle, ...named, engine: { settles: id } },
        ])
        expect(players.rolesOf(about, 'oracle')).toBeUndefined()
        await expectPending()
      })

      test('PENDING -> ACCEPTED: a request for other roles is granted', async () => {
        const id = await asksForRoles()
        await expectPending(shown(change, id) as never)
        const { body, events } = await players.call('neo', `POST ${path}/approvals/${id}`)
        expect(body).toEqual({ ...shown(change, id), state: 'ACCEPTED', accepted_at: NOON, accepted_by: neo })
        const after = { ...(players.rolesOf(about, 'trinity') as object) }
        expect(after).toMatchObject(keyed(others))
        const engine = { members: [{ player: 'trinity', roles: after }], settles: id }
        expect(events).toEqual([
          { event: 'role:request:accept', actor: neo, player: trinity, ...named, changes, engine },
        ])
        await expectPending()
      })

      test('PENDING -> REJECTED: a request for other roles is refused', async () => {
        const id = await asksForRoles()
        const before = players.rolesOf(about, 'trinity')
        const { body, events } = await players.call('neo', `DELETE ${path}/approvals/${id}`)
        expect(body).toEqual({ ...shown(change, id), state: 'REJECTED', rejected_at: NOON, rejected_by: neo })
        expect(events).toEqual([
          { event: 'role:request:reject', actor: neo, player: trinity, ...named, changes, engine: { settles: id } },
        ])
        expect(players.rolesOf(about, 'trinity')).toEqual(before)
        await expectPending()
      })

      test('what is pending no longer cannot be answered', async () => {
        const [got, heard, sent] = [await invites(), await asks(), await invites()]
        for (const again of [200, 404]) {
          expect((await players.call('neo', `DELETE ${path}/invites/${sent}`)).status).toBe(again)
          expect((await players.call('neo', `DELETE ${path}/approvals/${heard}`)).status).toBe(again)
          expect((await players.call('oracle', `DELETE ${base}/invites/${got}`)).status).toBe(again)
        }
      })

      test('lists are paged, oldest first, however long they are', async () => {
        const names = Array.from({ length: MANY }, (_, i) => `p${i}`)
        const ids = await pend(
          players.runtime,
          names.map((name) => invited(subject, 'neo', name, {})),
        )
        const page = await players.list('neo', `${path}/invites`, { skip: MANY - 2, limit: 1 })
        expect(page).toMatchObject({ data: [{ id: ids[MANY - 2], roles: {} }], total: MANY })
        expect(await players.list('neo', `${path}/invites`, { limit: 0 })).toEqual({ data: [], total: MANY })
      })
    })
  })
})
