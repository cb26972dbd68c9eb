import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { naming } from '../../src/game/members/subject.ts'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { invited, pend, requested } from '../support/request-events.ts'
import { onEachStorage } from '../support/storages.ts'
import { memberCame } from '../support/subject-events.ts'
import {
  eventAbout,
  handed,
  keyed,
  memberWent,
  ofProcess,
  ofTeam,
  paged,
  playersOf,
  refer,
  type Players,
} from './requests-about.ts'
import { anId, newPlayer, NOON, send } from './scenario.ts'

const neo = refer('neo')

onEachStorage((storage) => {
  let game: TestGame
  let players: Players
  beforeEach(async () => {
    game = await serveGame({ storage, design: contractDesign })
    players = playersOf(game)
    await players.enter()
  })
  afterEach(() => game.stop())

  describe.each([ofProcess, ofTeam])('what becomes of what is pending about a $subject.kind', (about) => {
    const { subject, roles, others, named } = about
    const path = `/v2/runtime/${about.path}`
    const invite = invited(subject, 'neo', 'oracle', roles)
    const join = requested(subject, 'join:request', 'oracle', roles)
    const change = requested(subject, 'role:request', 'trinity', others)
    beforeEach(() => players.happens(about.made()))

    const one = async (event: Parameters<typeof pend>[1][number]): Promise<string> =>
      (await pend(players.runtime, [event]))[0] ?? ''
    const nothing = paged()
    const goneInvite = { status: 404, body: { error: 'invalid_invite' } }
    const goneRequest = { status: 404, body: { error: 'invalid_approval_request' } }

    test('who comes in another way has nothing pending any more', async () => {
      const [got, asked] = [await one(invite), await one(join)]
      await players.happens(memberCame(subject, 'oracle', about.held))
      expect(await players.call('oracle', `POST /v2/runtime/invites/${got}`)).toMatchObject(goneInvite)
      expect(await players.call('neo', `POST ${path}/approvals/${asked}`)).toMatchObject(goneRequest)
      for (const route of ['/v2/runtime/invites', '/v2/runtime/approvals'])
        expect(await players.list('oracle', route)).toEqual(nothing)
      for (const route of ['invites', 'approvals'])
        expect(await players.list('neo', `${path}/${route}`)).toEqual(nothing)
    })

    test('nobody answers a request of their own, whatever roles have come another way', async () => {
      const asked = await one(change)
      const body = { player_id: 'trinity', requested_roles: others }
      const given = await game.request('POST', `/v2/admin/${about.path}/roles`, { body })
      expect(given.status).toBe(200)
      for (const method of ['POST', 'DELETE'])
        expect(await players.call('trinity', `${method} ${path}/approvals/${asked}`)).toMatchObject({
          status: 401,
          body: { error: 'access_denied' },
        })
    })

    test('one who is invited and asks is in by either, and the other is gone', async () => {
      const [got, asked] = [await one(invite), await one(join)]
      expect((await players.call('oracle', `POST /v2/runtime/invites/${got}`)).status).toBe(200)
      expect(await players.call('neo', `POST ${path}/approvals/${asked}`)).toMatchObject(goneRequest)
      await players.happens(memberWent(subject, 'oracle'))
      const [gotAgain, askedAgain] = [await one(invite), await one(join)]
      expect((await players.call('neo', `POST ${path}/approvals/${askedAgain}`)).status).toBe(200)
      expect(await players.call('oracle', `POST /v2/runtime/invites/${gotAgain}`)).toMatchObject(goneInvite)
    })

    test('who goes asks for no roles any more', async () => {
      const id = await one(change)
      await players.happens(memberWent(subject, 'trinity'))
      expect(await players.list('trinity', '/v2/runtime/approvals')).toEqual(nothing)
      expect(await players.call('neo', `POST ${path}/approvals/${id}`)).toMatchObject(goneRequest)
    })

    test('a change of roles leaves a request for others pending; what is had already is no change', async () => {
      const id = await one(change)
      await players.happens(memberCame(subject, 'trinity', about.asWanted))
      expect(await players.list('trinity', '/v2/runtime/approvals')).toMatchObject({ data: [{ id }], total: 1 })
      const { status, events } = await players.call('neo', `POST ${path}/approvals/${id}`)
      expect({ status, events }).toMatchObject({ status: 200, events: [{ event: 'role:request:accept', changes: {} }] })
    })

    test('it goes with what it is about', async () => {
      const [got, asked] = [await one(invite), await one(join)]
      await players.happens(eventAbout('delete', subject, { actor: neo }), about.made())
      expect(await players.call('oracle', `POST /v2/runtime/invites/${got}`)).toMatchObject(goneInvite)
      expect(await players.call('neo', `POST ${path}/approvals/${asked}`)).toMatchObject(goneRequest)
      expect(await players.list('oracle', '/v2/runtime/invites')).toEqual(nothing)
    })

    test('it goes with its player, who may be asked again when back', async () => {
      const got = await one(invite)
      await send(game, { call: 'DELETE /v2/admin/players/oracle' })
      await send(game, newPlayer('oracle'))
      expect(await players.call('oracle', `POST /v2/runtime/invites/${got}`)).toMatchObject(goneInvite)
      expect(await players.list('neo', `${path}/invites`)).toEqual(nothing)
      expect((await players.call('neo', `POST ${path}/invites`, { id: 'oracle', roles })).status).toBe(200)
    })

    test('it goes with its sender', async () => {
      const got = await one(invite)
      await send(game, { call: 'DELETE /v2/admin/players/neo' })
      expect(await players.list('oracle', '/v2/runtime/invites')).toEqual(nothing)
      expect(await players.call('oracle', `POST /v2/runtime/invites/${got}`)).toMatchObject(goneInvite)
    })

    test('an invitation stands though its sender may not invite any more, who can still take it back', async () => {
      const [got, other] = await pend(players.runtime, [invite, invited(subject, 'neo', 'smith', roles)])
      await players.happens(handed(subject, 'trinity'), memberWent(subject, 'neo'))
      expect((await players.call('neo', `DELETE ${path}/invites/${other}`)).status).toBe(200)
      expect((await players.call('oracle', `POST /v2/runtime/invites/${got}`)).status).toBe(200)
    })

    test('a new owner answers what the former one was asked', async () => {
      const id = await one(join)
      await players.happens(handed(subject, 'trinity'), memberWent(subject, 'neo'))
      expect(await players.call('neo', `POST ${path}/approvals/${id}`)).toMatchObject({
        status: 401,
        body: { error: 'access_denied' },
      })
      expect((await players.call('trinity', `POST ${path}/approvals/${id}`)).status).toBe(200)
    })

    test('an answer names all as they are called now, what it answers as it was', async () => {
      const id = await one(invite)
      await send(game, { call: 'PATCH /v2/runtime/player', ask: { as: 'neo', body: { alias: 'The One' } } })
      const other = { ...subject, name: 'Other' }
      await players.happens(
        eventAbout(`${subject.kind}:updated`, subject, { ...naming(other), name: 'Other', access: 'PRIVATE' }),
      )
      const { body, events } = await players.call('oracle', `POST /v2/runtime/invites/${id}`)
      expect(body).toMatchObject({ actor: neo, ...named })
      expect(events).toMatchObject([{ inviter: { id: 'neo', alias: 'The One' }, ...naming(other) }])
    })

    test('what is answered yes stands in the feeds of both, what is asked and refused only in notices', async () => {
      const feeds = async (player: string) => {
        const events = (await players.list(player, '/v2/runtime/activity')) as readonly { event: string }[]
        const { data } = (await players.list(player, '/v2/runtime/notifications')) as {
          data: readonly { event: string }[]
        }
        return { events: events.filter(({ event }) => event !== 'create'), notices: data.map(({ event }) => event) }
      }
      const refused = await one(invite)
      await players.call('oracle', `DELETE /v2/runtime/invites/${refused}`)
      const got = await one(invite)
      await players.call('oracle', `POST /v2/runtime/invites/${got}`)
      const asked = await one(change)
      await players.call('neo', `POST ${path}/approvals/${asked}`)
      const accepted = { event: 'invite:accept', id: anId, timestamp: NOON, ...named, roles }
      const granted = { event: 'role:request:accept', id: anId, timestamp: NOON, ...named, changes: about.changes }
      expect(await feeds('oracle')).toEqual({ events: [{ ...accepted, inviter: neo }], notices: ['invite', 'invite'] })
      expect(await feeds('neo')).toMatchObject({
        events: [
          { ...accepted, actor: refer('oracle') },
          { ...granted, player: refer('trinity') },
        ],
        notices: ['invite:reject', 'invite:accept'],
      })
      expect(await feeds('trinity')).toEqual({ events: [{ ...granted, actor: neo }], notices: ['role:request:accept'] })
    })

    test('a disabled player may be invited, and answers when able to', async () => {
      await send(game, { call: 'PUT /v2/admin/players/oracle/disable' })
      const { status, body } = await players.call('neo', `POST ${path}/invites`, { id: 'oracle', roles })
      expect(status).toBe(200)
      const { id } = body as { id: string }
      expect((await players.call('oracle', `POST /v2/runtime/invites/${id}`)).status).toBe(401)
      await send(game, { call: 'PUT /v2/admin/players/oracle/enable' })
      expect((await players.call('oracle', `POST /v2/runtime/invites/${id}`)).status).toBe(200)
    })

    test('of two answers at the same instant one comes too late', async () => {
      const asked = await one(join)
      const answers = await Promise.all(
        ['POST', 'DELETE', 'POST'].map((method) => game.request(method, `${path}/approvals/${asked}`, { as: 'neo' })),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    })

    test('roles that the design has no more are neither shown nor given', async () => {
      const { some, left } = about.someGone
      const [both, gone] = await pend(players.runtime, [
        invited(subject, 'neo', 'oracle', some),
        requested(subject, 'join:request', 'smith', roles),
      ])
      await about.dropRole(game)
      expect(await players.list('oracle', '/v2/runtime/invites')).toMatchObject({ data: [{ roles: left }] })
      expect(await players.list('neo', `${path}/approvals`)).toMatchObject({ data: [{ id: gone, roles: {} }] })
      expect(await players.call('neo', `POST ${path}/approvals/${gone}`)).toMatchObject({
        status: 400,
        body: { error: 'role_required' },
      })
      expect((await players.call('oracle', `POST /v2/runtime/invites/${both}`)).events).toMatchObject([{ roles: left }])
      expect(players.rolesOf(about, 'oracle')).toEqual(keyed(left))
      const again = await players.call('smith', `POST /v2/runtime/${about.path}/join`, left)
      expect(again).toMatchObject({ status: 200, body: { state: 'PENDING' } })
      expect(await players.list('neo', `${path}/approvals`)).toMatchObject({ data: [{ roles: left }], total: 1 })
      expect(await players.call('smith', `POST /v2/runtime/${about.path}/join`, left)).toMatchObject({ status: 409 })
    })

    test('without its definition it is not there, and with it again it is', async () => {
      const [got, asked] = [await one(invite), await one(join)]
      const before = [
        await players.list('oracle', '/v2/runtime/invites'),
        await players.list('oracle', '/v2/runtime/approvals'),
      ]
      await about.dropDefinition(game)
      for (const route of ['/v2/runtime/invites', '/v2/runtime/approvals'])
        expect(await players.list('oracle', route)).toEqual(nothing)
      expect(await players.call('oracle', `POST /v2/runtime/invites/${got}`)).toMatchObject(goneInvite)
      expect(await players.call('oracle', `DELETE /v2/runtime/invites/${got}`)).toMatchObject(goneInvite)
      for (const method of ['POST', 'DELETE'])
        expect(await players.call('neo', `${method} ${path}/approvals/${asked}`)).toMatchObject({
          status: 404,
          body: { error: `${subject.kind}_instance_not_found` },
        })
      await about.restoreDefinition(game)
      expect([
        await players.list('oracle', '/v2/runtime/invites'),
        await players.list('oracle', '/v2/runtime/approvals'),
      ]).toEqual(before)
    })
  })

  test('while a team is locked, what is pending can be turned down, refused and taken back', async () => {
    await players.happens(ofTeam.made())
    const { subject, roles } = ofTeam
    const [got, sent, asked] = await pend(players.runtime, [
      invited(subject, 'neo', 'oracle', roles),
      invited(subject, 'neo', 'smith', roles),
      requested(subject, 'join:request', 'oracle', roles),
    ])
    await players.happens(eventAbout('team:locked', subject, {}))
    const path = `/v2/runtime/${ofTeam.path}`
    expect((await players.call('oracle', `DELETE /v2/runtime/invites/${got}`)).status).toBe(200)
    expect((await players.call('neo', `DELETE ${path}/invites/${sent}`)).status).toBe(200)
    expect((await players.call('neo', `DELETE ${path}/approvals/${asked}`)).status).toBe(200)
  })
})
