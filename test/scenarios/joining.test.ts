import { afterEach, describe, expect, test } from 'vitest'
import { isFault } from '../../src/game/kernel/fault.ts'
import type { AccessSetting } from '../../src/game/kernel/game-info.ts'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type Ask, type TestGame } from '../support/http.ts'
import { onEachStorage, type StorageName } from '../support/storages.ts'
import { testGame } from '../support/test-game.ts'
import { paged } from './requests-about.ts'
import { anId, coins, from, newPlayer, NOON, send, worth } from './scenario.ts'

/** More than a list looks at before others may have their turn. */
const MANY = 1030

const address = 'neo@example.com'
const invites = '/v2/admin/invites'
const requests = '/v2/admin/requests'

const invitation = (email: string, more: object = {}) => ({
  id: anId,
  event: 'game:invite',
  email,
  timestamp: NOON,
  state: 'PENDING',
  ...more,
})
const request = (alias: string, more: object = {}) => ({
  id: anId,
  event: 'game:request',
  timestamp: NOON,
  alias,
  state: 'PENDING',
  ...more,
})
/** What each new player of the contract's design starts with. */
const born = (id: string, alias: string, email: string | null) => ({
  event: 'player:created',
  player: { id, alias },
  email,
  changes: [from(null, coins, '3'), from(null, worth, '3')],
})

const startingScores = [
  { metric: coins, value: '3' },
  { metric: worth, value: '3' },
]

/** A game of this access, and what a test does in it. */
async function open(access: AccessSetting, storage: StorageName = 'in memory') {
  const game = await serveGame({ storage, design: contractDesign, game: { ...testGame('joining'), access } })
  const runtime = game.emulator.runtime('staging')
  const eventsAfter = async (seq: number) =>
    (await Array.fromAsync(runtime.history({ since: { seq: seq + 1 } }))).flatMap(({ events }) => events)
  /** An answer, with the events that came of it. */
  const call = async (method: string, path: string, ask: Ask = {}) => {
    const { seq } = runtime.state
    const { status, body } = await game.request(method, path, ask)
    return { status, body: body as unknown, events: await eventsAfter(seq) }
  }
  const join = async (alias: string, email?: string) => {
    const { seq } = runtime.state
    const came = await runtime.people.join({ alias, ...(email === undefined ? {} : { email }) })
    const refused = isFault(came) ? came.fault : undefined
    return { came: refused ?? came, events: await eventsAfter(seq) }
  }
  return {
    ...game,
    call,
    join,
    invite: (...emails: readonly string[]) => call('POST', invites, { body: { emails } }),
    pending: async () => ({ invites: (await call('GET', invites)).body, requests: (await call('GET', requests)).body }),
    /** The id of a newcomer's request. */
    asks: async (alias: string, email?: string) => {
      const { came } = await join(alias, email)
      if (typeof came === 'string' || !('request' in came)) throw new Error(`${alias} does not ask`)
      return came.request.id
    },
    /** Adds a player, and gives the events. */
    add: (body: object) => call('POST', '/v2/admin/players', { body }),
    profileOf: async (id: string) => (await game.request('GET', `/v2/admin/players/${id}`)).body as unknown,
  }
}

const nothing = { invites: paged(), requests: paged() }

onEachStorage((storage) => {
  let game: Awaited<ReturnType<typeof open>> & TestGame
  afterEach(() => game.stop())

  describe('invitations to the game', () => {
    test('(new) -> PENDING: addresses are invited, with a message', async () => {
      game = await open('PRIVATE', storage)
      const emails = [address, 'Oracle@Example.com']
      const { status, body, events } = await game.call('POST', invites, { body: { emails, message: 'Wake up' } })
      const shown = emails.map((email) => invitation(email, { message: 'Wake up' }))
      expect({ status, body }).toEqual({ status: 200, body: paged(...shown) })
      expect(events).toEqual(emails.map((email) => ({ event: 'game:invite', email, message: 'Wake up' })))
      expect(await game.pending()).toEqual({ ...nothing, invites: body })
    })

    test('PENDING -> CANCELLED: one is taken back, and the address may be invited again', async () => {
      game = await open('PRIVATE', storage)
      await game.invite(address, 'oracle@example.com')
      const { status, body, events } = await game.call('DELETE', invites, { query: { email: 'NEO@example.com' } })
      expect({ status, body }).toEqual({ status: 200, body: invitation(address, { state: 'CANCELLED' }) })
      expect(events).toEqual([{ event: 'game:invite:cancel', email: address }])
      const oracle = invitation('oracle@example.com')
      expect(await game.pending()).toEqual({ ...nothing, invites: paged(oracle) })
      expect((await game.join('Neo', address)).came).toBe('access_denied')
      expect((await game.invite(address)).status).toBe(200)
      expect(await game.pending()).toEqual({ ...nothing, invites: paged(oracle, invitation(address)) })
    })

    test('are listed page by page, oldest first', async () => {
      game = await open('PUBLIC', storage)
      const emails = Array.from({ length: MANY }, (_, i) => `p${i}@example.com`)
      for (let i = 0; i < MANY; i += 100) await game.invite(...emails.slice(i, i + 100))
      const page = async (query: Readonly<Record<string, number>>) => {
        const { data, total } = (await game.request('GET', invites, { query })).body
        return { emails: data.map(({ email }: { email: string }) => email), total }
      }
      expect(await page({})).toEqual({ emails: emails.slice(0, 10), total: MANY })
      expect(await page({ skip: MANY - 2, limit: 5 })).toEqual({ emails: emails.slice(-2), total: MANY })
    })

    test('are of one runtime', async () => {
      game = await open('PUBLIC', storage)
      await game.invite(address)
      const elsewhere = { client: 'gamify-production' }
      expect((await game.request('GET', invites, elsewhere)).body).toEqual(paged())
      const body = { emails: [address] }
      expect((await game.request('POST', invites, { ...elsewhere, body })).body).toEqual(paged(invitation(address)))
    })
  })

  describe('a newcomer', () => {
    test('joins a PUBLIC game at once, with what each player starts with', async () => {
      game = await open('PUBLIC', storage)
      const { came, events } = await game.join('The One', address)
      expect(came).toEqual({ player: { id: 'TheOne', alias: 'The One' } })
      expect(events).toEqual([born('TheOne', 'The One', address)])
      expect(await game.profileOf('TheOne')).toEqual({
        id: 'TheOne',
        alias: 'The One',
        created: NOON,
        enabled: true,
        scores: startingScores,
        teams: [],
      })
      expect(await game.emulator.runtime('staging').whyCannotAct('TheOne')).toBeUndefined()
      expect((await game.join('The One')).came).toEqual({ player: { id: 'TheOne-2', alias: 'The One' } })
      expect(await game.pending()).toEqual(nothing)
    })

    test('asks to join a PROTECTED game, once at a time', async () => {
      game = await open('PROTECTED', storage)
      const { came, events } = await game.join('Neo', address)
      expect(came).toEqual({ request: { id: anId } })
      expect(events).toEqual([{ event: 'game:request', alias: 'Neo', email: address }])
      const asked = request('Neo', { ...(came as { request: object }).request, email: address })
      expect(await game.pending()).toEqual({ ...nothing, requests: paged(asked) })
      for (const alias of ['Neo', 'The One'])
        expect(await game.join(alias, 'NEO@example.com')).toEqual({ came: 'already_requested', events: [] })
      await game.join('Neo')
      expect(await game.join('Neo')).toEqual({ came: 'already_requested', events: [] })
      expect(await game.pending()).toEqual({ ...nothing, requests: paged(asked, request('Neo')) })
    })

    test('needs an invitation for a PRIVATE game', async () => {
      game = await open('PRIVATE', storage)
      await game.invite(address)
      for (const email of [undefined, 'oracle@example.com'])
        expect(await game.join('Neo', email)).toEqual({ came: 'access_denied', events: [] })
      const { came, events } = await game.join('Neo', 'Neo@Example.com')
      expect(came).toEqual({ player: { id: 'Neo', alias: 'Neo' } })
      expect(events).toEqual([born('Neo', 'Neo', 'Neo@Example.com')])
      expect(await game.pending()).toEqual(nothing)
      expect((await game.join('Neo', address)).came).toBe('access_denied')
    })

    test('who is invited to a PROTECTED game joins at once, and asks no more', async () => {
      game = await open('PROTECTED', storage)
      await game.asks('The One', address)
      await game.asks('Neo')
      await game.invite(address)
      expect((await game.join('Neo', address)).came).toEqual({ player: { id: 'Neo', alias: 'Neo' } })
      expect(await game.pending()).toEqual({ ...nothing, requests: paged(request('Neo')) })
    })

    test('is refused with a problem at each field that is wrong', async () => {
      game = await open('PUBLIC', storage)
      const { people, state } = game.emulator.runtime('staging')
      const problemsOf = async (alias: string, email: string) => {
        const refused = await people.join({ alias, email })
        return isFault(refused) && { code: refused.fault, paths: refused.problems?.map(({ path }) => path) }
      }
      const { seq } = state
      expect(await problemsOf('', 'neo')).toEqual({ code: 'validation_exception', paths: ['alias', 'email'] })
      expect(await problemsOf('n'.repeat(257), address)).toEqual({ code: 'validation_exception', paths: ['alias'] })
      expect(await problemsOf('Neo', '')).toEqual({ code: 'validation_exception', paths: ['email'] })
      expect(state.seq).toBe(seq)
    })

    test('two of them at once get what one after the other would', async () => {
      game = await open('PROTECTED', storage)
      const { people } = game.emulator.runtime('staging')
      const asked = await Promise.all([people.join({ alias: 'Neo' }), people.join({ alias: 'Neo' })])
      expect(asked).toEqual([{ request: { id: anId } }, expect.objectContaining({ fault: 'already_requested' })])
      await game.invite(address)
      const invited = { alias: 'Neo', email: address }
      const joined = await Promise.all([people.join(invited), people.join(invited)])
      expect(joined).toEqual([{ player: { id: 'Neo', alias: 'Neo' } }, { request: { id: anId } }])
    })
  })

  describe('requests to join the game', () => {
    test('PENDING -> ACCEPTED: the player is made as any other', async () => {
      game = await open('PROTECTED', storage)
      const id = await game.asks('The One', address)
      await game.invite(address)
      const { status, body, events } = await game.call('POST', `${requests}/${id}`)
      expect({ status, body }).toEqual({
        status: 200,
        body: request('The One', { id, email: address, state: 'ACCEPTED' }),
      })
      expect(events).toEqual([{ event: 'game:request:accept', request: id }, born('TheOne', 'The One', address)])
      expect(await game.profileOf('TheOne')).toMatchObject({
        alias: 'The One',
        scores: startingScores,
      })
      expect(await game.pending()).toEqual(nothing)
      expect((await game.call('POST', `${requests}/${id}`)).status).toBe(404)
    })

    test('PENDING -> ACCEPTED: when the id of the alias has been taken meanwhile', async () => {
      game = await open('PROTECTED', storage)
      const id = await game.asks('neo')
      await send(game, newPlayer('neo'))
      const { body, events } = await game.call('POST', `${requests}/${id}`)
      expect(body).toEqual(request('neo', { id, state: 'ACCEPTED' }))
      expect(events).toEqual([{ event: 'game:request:accept', request: id }, born('neo-2', 'neo', null)])
    })

    test('PENDING -> REJECTED: nobody is made, and the newcomer may ask again', async () => {
      game = await open('PROTECTED', storage)
      const id = await game.asks('Neo', address)
      const { status, body, events } = await game.call('DELETE', `${requests}/${id}`)
      expect({ status, body }).toEqual({
        status: 200,
        body: request('Neo', { id, email: address, state: 'REJECTED' }),
      })
      expect(events).toEqual([{ event: 'game:request:reject', request: id }])
      expect(await game.pending()).toEqual(nothing)
      expect((await game.call('DELETE', `${requests}/${id}`)).status).toBe(404)
      expect(await game.asks('Neo', address)).not.toBe(id)
    })

    test('are listed page by page, oldest first', async () => {
      game = await open('PROTECTED', storage)
      const { people } = game.emulator.runtime('staging')
      const aliases = Array.from({ length: MANY }, (_, i) => `Neo ${i}`)
      await Promise.all(aliases.map((alias) => people.join({ alias })))
      const { body } = await game.request('GET', requests, { query: { skip: MANY - 2 } })
      expect(body).toEqual({ data: aliases.slice(-2).map((alias) => request(alias)), total: MANY })
      expect((await game.request('GET', requests)).body.data).toHaveLength(10)
    })
  })

  test('what is pending of an address is over when an operator makes a player of it', async () => {
    game = await open('PROTECTED', storage)
    await game.asks('Neo', address)
    await game.asks('Neo')
    await game.invite(address)
    const { events } = await game.add({ id: 'neo', alias: 'Neo', email: 'NEO@example.com' })
    expect(events).toEqual([born('neo', 'Neo', 'NEO@example.com')])
    expect(await game.pending()).toEqual({ ...nothing, requests: paged(request('Neo')) })
  })

  test('what is pending stays when players are reset, deleted or go by that address', async () => {
    game = await open('PROTECTED', storage)
    await send(game, newPlayer('neo'))
    await game.asks('neo')
    await game.invite(address)
    const pending = await game.pending()
    await game.call('PATCH', '/v2/runtime/player', { as: 'neo', body: { email: address } })
    await game.call('POST', '/v2/admin/players/neo/reset')
    await game.call('DELETE', '/v2/admin/players/neo')
    expect(await game.pending()).toEqual(pending)
  })

  test('nothing of it stands in a feed, or is notified of', async () => {
    game = await open('PROTECTED', storage)
    const [granted, refused] = [await game.asks('Neo', address), await game.asks('Smith')]
    await game.invite('oracle@example.com', 'cypher@example.com')
    await game.call('DELETE', invites, { query: { email: 'cypher@example.com' } })
    await game.call('POST', `${requests}/${granted}`)
    await game.call('DELETE', `${requests}/${refused}`)
    await game.join('Oracle', 'oracle@example.com')
    expect((await game.call('GET', '/v2/admin/activity')).body).toEqual([])
    for (const as of ['Neo', 'Oracle']) {
      expect((await game.call('GET', '/v2/runtime/activity', { as })).body).toEqual([])
      expect((await game.call('GET', '/v2/runtime/notifications', { as })).body).toEqual({ data: [], unseen: 0 })
    }
  })
})
