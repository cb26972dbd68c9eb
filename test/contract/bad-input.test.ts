import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ask, Reply } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { documentedRoutes, fill, isOfFiles, nameOf, thingsFor } from './documented-routes.ts'
import { errors, expectError, invalidAt } from './error-case.ts'
import { openWorld, type World } from './world.ts'
import { wrongIds } from './wrong-values.ts'

onEachStorage((storage) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(storage)
  })
  afterAll(() => world.stop())

  const like = '/v2/runtime/actions/like/play'
  const play = (body: unknown, action = 'like'): Promise<Reply> =>
    world.request('POST', `/v2/runtime/actions/${action}/play`, { as: 'neo', body })
  const playRaw = (
    raw: string | Uint8Array,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ) => world.request('POST', like, { as: 'neo', raw, headers })
  const score = (value: unknown, id = 'xp', type = 'point', verb = 'add'): Promise<Reply> =>
    world.request('PATCH', '/v2/admin/players/trinity/scores', {
      body: { rewards: [{ metric: { id, type }, verb, value }] },
    })

  /** Runs what must change nothing. */
  async function unchanged(act: () => Promise<void>): Promise<void> {
    const before = await world.stateprint()
    await act()
    expect(await world.stateprint()).toBe(before)
  }

  const nasty = [
    ...wrongIds,
    'toString',
    'hasOwnProperty',
    'valueOf',
    '../../etc/passwd',
    '\uD800',
    '\u202Eoen',
    '<b>',
    '{}',
    '%s',
    '\r\nx: y',
  ]

  describe('no id, wherever it stands, makes a failure of the emulator', () => {
    // On disk those routes whose ids may come to stand in the name of a file.
    for (const route of documentedRoutes.filter(({ path }) => storage === 'in memory' || isOfFiles(path))) {
      test(nameOf(route), () =>
        unchanged(async () => {
          for (const id of nasty) {
            // A lone surrogate cannot stand in an address.
            const text = id.toWellFormed()
            const path = fill(route.path, thingsFor(route.path, text))
            const query = {
              value: text,
              pattern: text,
              start: text,
              end: text,
              skip: text,
              limit: text,
              detailed: text,
            }
            const body = {
              id,
              alias: { id },
              data: [{ player_ids: [id], variables: { [id]: id } }],
              rewards: [id],
              event_ids: [id],
            }
            const elsewhere = fill(route.path, thingsFor(route.path, 'nope'))
            // One after the other: who has logged out gets another token for the next call.
            const byNeo = await world.request(route.method, path, { as: 'neo', query, body })
            const byText = await world.request(route.method, elsewhere, { as: text, body })
            for (const { status } of [byNeo, byText]) expect([200, 400, 404]).toContain(status)
          }
        }),
      )
    }
  })

  describe('a path that is not encoded as it should be', () => {
    test.each([
      '%',
      '%zz',
      '%E0%A4%A',
      '%00',
      '%2F',
      '%5c',
      'a;b=c',
      'a b'.replace(' ', '+'),
      '*',
      ':player_id',
      '~',
      "'",
    ])('%s', (text) =>
      unchanged(async () => {
        for (const method of ['GET', 'DELETE']) {
          const { status } = await world.request(method, `/v2/admin/players/${text}`)
          expect([400, 404]).toContain(status)
        }
        const { status } = await world.request('POST', `/v2/runtime/actions/${text}/play`, { as: 'neo', body: {} })
        expect([400, 404]).toContain(status)
      }),
    )

    test('the template of a path, as clients send it that forget to fill it in', () =>
      unchanged(async () => {
        expectError(await world.request('GET', '/v2/admin/players/:player_id'), invalidAt('player_id'))
        expectError(
          await world.request('POST', '/v2/admin/rules/:rule_id', { body: { data: [] } }),
          invalidAt('rule_id'),
        )
      }))

    test('steps upward lead where they would in any address, and no further', async () => {
      expect((await world.request('GET', '/v2/admin/players/%2e%2e')).body.status).toBe('ok')
      expectError(await world.request('GET', '/v2/admin/players/../../../../etc/passwd'), errors.noRoute)
      expectError(await world.request('DELETE', '/v2/admin/players/..%2fneo'), invalidAt('player_id'))
    })

    test('an id may be encoded where it need not be', async () => {
      const { status, body } = await world.request('GET', '/v2/admin/players/%6e%65%6F')
      expect([status, body.id]).toEqual([200, 'neo'])
    })
  })

  describe('names of what every object has', () => {
    test('are ids like others', async () => {
      for (const id of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
        expect(
          (await world.request('GET', '/v2/admin/validation/player/available', { query: { value: id } })).status,
        ).toBe(200)
        expect((await world.request('POST', '/v2/admin/players', { body: { id, alias: '__proto__' } })).status).toBe(
          200,
        )
        const played = await world.request('POST', like, { as: id, body: { variables: { constructor: 1 } } })
        expect(played.body.events.local[0].actor).toEqual({ id, alias: '__proto__' })
        expect((await world.request('GET', `/v1/game/players/${id}`)).body.alias).toBe('__proto__')
        expect((await world.request('DELETE', `/v2/admin/players/${id}`)).status).toBe(200)
        expect((await world.request('GET', `/v2/admin/players/${id}`)).status).toBe(404)
      }
    })

    test('are items like others', async () => {
      const value = JSON.parse('{ "__proto__": "2", "constructor": "1" }') as unknown
      const { status, body } = await score(value, 'badges', 'set')
      expect(status).toBe(200)
      const badges = body.scores.find((each: { metric: { id: string } }) => each.metric.id === 'badges')
      expect(Object.entries(badges.value)).toEqual([
        ['Rookie', { name: 'Rookie', description: 'Liked something', count: '1' }],
        ['constructor', { name: 'constructor', count: '1' }],
        ['__proto__', { name: '__proto__', count: '2' }],
      ])
    })

    test.each(['__proto__', 'constructor', 'toString'])('are unknown fields like others: %s', (name) =>
      unchanged(async () => {
        const own = JSON.parse(`{ "${name}": {} }`) as object
        expectError(await play(own), invalidAt(name))
        expectError(
          await world.request('POST', '/v2/admin/players', { body: JSON.parse(`{ "id": "late", "${name}": 1 }`) }),
          invalidAt(name),
        )
        expectError(await world.request('PATCH', '/v2/runtime/player', { as: 'neo', body: own }), invalidAt(name))
        expectError(await world.request('PATCH', '/_gamify/clock', { body: own }), invalidAt(name))
        expectError(
          await world.request('POST', '/v2/admin/rules/welcome', {
            body: JSON.parse(`{ "data": [{ "player_ids": [], "${name}": 1 }] }`),
          }),
          invalidAt(`data.0.${name}`),
        )
      }),
    )

    test('are query parameters without a meaning', async () => {
      const search = '__proto__=1&constructor=2&__proto__[player_id]=smith&hasOwnProperty=3&toString='
      expect((await world.request('GET', '/v2/runtime/player', { as: 'neo', search })).body.id).toBe('neo')
      expectError(await world.request('GET', '/v2/runtime/player', { search }), errors.noPlayer)
    })
  })

  describe('numbers', () => {
    test.each([
      '1e999',
      '-1e999',
      '-0',
      '0',
      '1e-400',
      '0.5',
      '1000001',
      '9007199254740993',
      '9'.repeat(400),
      '1e6',
      '"1e3"',
      '[1]',
      '{}',
    ])('a count of %s is no count, or one from 1 to 1,000,000', async (count) => {
      const reply = await playRaw(`{ "count": ${count} }`)
      if (count === '1e6') expect([reply.status, reply.body.events.local[0].count]).toEqual([200, 1_000_000])
      else expectError(reply, invalidAt('count'))
    })

    test.each(['NaN', 'Infinity', '-Infinity', '+1', '01', '.5', '5.', '0x10', '1_000', "'1'"])(
      '%s is no JSON',
      (count) => unchanged(async () => expectError(await playRaw(`{ "count": ${count} }`), errors.invalidJson)),
    )

    test.each([
      ['1e999', undefined],
      ['"1e3"', undefined],
      ['1.5', undefined],
      ['true', undefined],
      ['"9007199254740993"', '9007199254740993'],
      ['9007199254740993', undefined],
      [`"${'9'.repeat(400)}"`, undefined],
      ['"NaN"', undefined],
      ['" 3"', undefined],
      ['-0', 0],
      ['"-0"', 0],
      ['3.0', 3],
      ['"-7"', -7],
      ['9007199254740991', 9_007_199_254_740_991],
    ])('an int variable of %s', async (votes, read) => {
      // A fresh player each time: the rate of the action lets two plays through.
      await world.request('POST', '/v2/admin/players', { body: { id: 'voter' } })
      const raw = `{ "variables": { "votes": ${votes} } }`
      const reply = await world.request('POST', '/v2/runtime/actions/answer/play', { as: 'voter', raw })
      if (read === undefined) expectError(reply, invalidAt('variables.votes'))
      else expect(reply.body.events.local[0].action.vars).toEqual({ votes: read, note: 'none' })
      await world.request('DELETE', '/v2/admin/players/voter')
    })

    test.each([
      '',
      ' ',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e999',
      '0x10',
      '+5',
      '--',
      '1 2',
      '9'.repeat(400),
      '9'.repeat(5000),
      '$scores',
      '1;2',
      '٣',
      '1,5',
    ])('an amount of "%s" is none', (amount) =>
      unchanged(async () => expectError(await score(amount), invalidAt('rewards.0.value'))),
    )

    test.each(['-0', '0', '0.000', '- 0', '5 - 5', '0 * -1'])('an amount of "%s" changes nothing', (amount) =>
      unchanged(async () => {
        expect((await score(amount)).status).toBe(200)
      }),
    )

    test('an amount keeps every digit, up to those that there is room for', async () => {
      // A compound is twice as much, and may have 256 digits.
      const digits = '9'.repeat(255)
      const { body } = await score(digits, 'xp', 'point', 'set')
      expect(body.scores.find((each: { metric: { id: string } }) => each.metric.id === 'xp').value).toBe(digits)
      await unchanged(async () => {
        expectError(await score('9'.repeat(256), 'xp', 'point', 'set'), errors.invalidFormula)
        expectError(await score(`${'9'.repeat(256)} * 10`, 'xp', 'point', 'set'), errors.invalidFormula)
      })
      expect((await score('10', 'xp', 'point', 'set')).status).toBe(200)
    })

    test.each([1, 0, -1, 1.5, true, null, [], ['1']])('an amount of %j is no text', (amount) =>
      unchanged(async () => expectError(await score(amount), invalidAt('rewards.0.value'))),
    )
  })

  describe('depth', () => {
    const nested = (depth: number, open: string, inner: string, close: string): string =>
      open.repeat(depth) + inner + close.repeat(depth)

    test.each([
      ['lists', nested(10_000, '[', '', ']')],
      ['objects', nested(10_000, '{"a":', '1', '}')],
      ['variables', `{"variables":${nested(10_000, '{"a":', '1', '}')}}`],
      ['scopes', `{"scopes":${nested(10_000, '[', '', ']')}}`],
      ['half a megabyte of lists', nested(500_000, '[', '', ']')],
    ])('a body of nested %s is refused', (_, raw) =>
      unchanged(async () => expectError(await playRaw(raw), invalidAt(''))),
    )

    test.each([
      ['lists that never end', '['.repeat(1_000_000)],
      ['objects that never end', '{"a":'.repeat(200_000)],
    ])('%s are no JSON', (_, raw) => unchanged(async () => expectError(await playRaw(raw), errors.invalidJson)))

    test.each([
      ['parentheses', nested(2000, '(', '1', ')')],
      ['minus signs', `${'-'.repeat(4000)}1`],
      ['10,000 parentheses', nested(10_000, '(', '1', ')')],
      ['brackets', `$scores${"['xp']".repeat(600)}`],
    ])('a formula of nested %s is refused', (_, formula) =>
      unchanged(async () => expectError(await score(formula), invalidAt('rewards.0.value'))),
    )

    test('a formula may be long', async () => {
      expect((await score(`${'1 + '.repeat(500)}1`)).status).toBe(200)
    })
  })

  describe('what a body may not be', () => {
    test.each([
      ['text/plain', 'count=3'],
      ['application/x-www-form-urlencoded', 'count=3&query=false'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="count"\r\n\r\n3\r\n--x--\r\n'],
      ['application/xml', '<count>3</count>'],
      ['application/json; charset=utf-16', Buffer.from('{"count":3}', 'utf16le')],
      ['application/octet-stream', Buffer.from([0, 1, 2, 255])],
      ['application/json', '{"count":3'],
      ['application/json', '{"count":3}{"count":3}'],
      ['application/json', '// three\n{"count":3}'],
      ['application/json', '{"count":3,}'],
    ])('%s %s', (type, raw) =>
      unchanged(async () => expectError(await playRaw(raw, { 'content-type': type }), errors.invalidJson)),
    )
  })

  describe('what real clients send (5.1)', () => {
    const ok = async (method: string, path: string, ask: Ask): Promise<Reply> => {
      const reply = await world.request(method, path, ask)
      expect(reply.status, `${method} ${path} ${reply.text}`).toBe(200)
      return reply
    }

    test.each(['{}', 'null', '[]', '{"id":', 'x'])('a body of %s on GET and DELETE', async (raw) => {
      await ok('POST', '/v2/admin/players', { body: { id: 'gone' } })
      const headers = { 'content-type': 'application/json' }
      await ok('GET', '/v2/runtime/player', { as: 'neo', raw, headers })
      await ok('GET', '/v1/definitions/actions', { as: 'neo', raw, headers })
      await ok('GET', '/v2/admin/', { raw, headers })
      await ok('DELETE', '/v2/admin/players/gone', { raw, headers })
    })

    test.each(['', ' ', '\n', '[]', ' [ ] ', '{}'])('a body of "%s" for no fields at all', async (raw) => {
      const headers = { 'content-type': 'application/json' }
      const { body } = await ok('POST', like, { as: 'trinity', raw, headers })
      expect(body.events.local[0]).toMatchObject({ count: 1, scopes: [], action: { vars: {} } })
      await ok('PATCH', '/v2/runtime/player', { as: 'trinity', raw, headers })
      await ok('PUT', '/v2/admin/players/trinity/enable', { raw, headers })
      await ok('POST', '/v2/admin/players/trinity/reset', { raw, headers })
      expectError(await world.request('POST', '/v1/action/play', { as: 'neo', raw, headers }), invalidAt('id'))
    })

    test.each(['text/json', 'text/html', 'image/png', 'application/vnd.api+json', ''])('Accept: %s', async (accept) => {
      const { headers } = await ok('GET', '/v2/runtime/player', { as: 'neo', headers: { accept } })
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    })

    test.each([
      'text/json',
      'text/plain',
      'application/json;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'nonsense',
    ])('JSON under a content type of %s', async (type) => {
      const { body } = await ok('POST', like, { as: 'trinity', raw: '{"count":2}', headers: { 'content-type': type } })
      expect(body.events.local[0].count).toBe(2)
    })

    test('a query parameter twice: the first counts', async () => {
      const { body } = await ok('GET', '/v2/runtime/player', { search: 'player_id=neo&player_id=trinity' })
      expect(body.id).toBe('neo')
      const page = await ok('GET', '/v2/admin/players', { search: 'limit=1&limit=many&skip=1&skip=' })
      expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual(['trinity'])
      expectError(
        await world.request('GET', '/v2/admin/players', { search: 'limit=many&limit=1' }),
        errors.invalidRequest,
      )
    })

    test('an empty query value is none', async () => {
      const ofBoards =
        'cycle=&sort=&entity_id=&entity_ids=&radius=&timestamp=&ranking=&merge=&merge_with=&scope_id=&team_instance_id='
      const search = `skip=&limit=&start=&end=&detailed=&pattern=&fields=&source=&type=&nothing&=&&${ofBoards}`
      for (const route of documentedRoutes.filter(
        ({ method, path }) =>
          method === 'GET' && !path.includes('validation') && !path.includes(':issue_id') && !path.endsWith('/token'),
      )) {
        const path = fill(route.path, thingsFor(route.path))
        const plain = await ok('GET', path, { as: 'neo' })
        expect((await ok('GET', path, { as: 'neo', search })).body).toEqual(plain.body)
      }
      expect((await ok('GET', '/v2/runtime/player', { search: 'player_id=&player_id=neo' })).body.id).toBe('neo')
    })

    test('a player in the query of an operator, and parameters that nobody knows', async () => {
      await ok('GET', '/v2/admin/rules', { as: 'nobody' })
      await ok('GET', '/v1/game/players/neo', { as: 'smith', query: { debug: 'true', _: '1700000000' } })
    })

    test('limits like 1000000', async () => {
      const { body } = await ok('GET', '/v2/admin/players', { query: { limit: 1_000_000 } })
      expect(body.data).toHaveLength(body.total)
      for (const limit of [Number.MAX_SAFE_INTEGER, '9'.repeat(20)])
        expect((await ok('GET', '/v1/query/players', { query: { limit } })).body).toHaveLength(body.total)
      expect((await ok('GET', '/v2/admin/players', { query: { skip: 1_000_000 } })).body).toEqual({
        data: [],
        total: body.total,
      })
      expect((await ok('GET', '/v2/admin/players', { query: { limit: 0 } })).body).toEqual({
        data: [],
        total: body.total,
      })
    })

    test('a token in the query, and as Bearer in any case', async () => {
      const access_token = await world.token('gamify-staging')
      await ok('GET', '/v2/runtime/player', { client: null, as: 'neo', query: { access_token } })
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
        await ok('GET', '/v2/runtime/player', {
          client: null,
          as: 'neo',
          headers: { authorization: `${scheme} ${access_token}` },
        })
      }
    })

    test.each([
      ['application/json', (fields: object) => JSON.stringify(fields)],
      ['application/json; charset=utf-8', (fields: object) => JSON.stringify(fields)],
      ['application/x-www-form-urlencoded', (fields: Record<string, string>) => new URLSearchParams(fields).toString()],
      [
        'application/x-www-form-urlencoded; charset=UTF-8',
        (fields: Record<string, string>) => new URLSearchParams(fields).toString(),
      ],
      ['Application/X-WWW-Form-Urlencoded', (fields: Record<string, string>) => new URLSearchParams(fields).toString()],
    ])('credentials as %s', async (type, encode) => {
      const raw = encode({ client_id: 'reader', client_secret: 'secret of reader', grant_type: 'client_credentials' })
      const { body } = await ok('POST', '/auth/token', { client: null, raw, headers: { 'content-type': type } })
      expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 86_400 })
    })

    test('a search pattern is never a regular expression', async () => {
      for (const pattern of ['(', '[', '\\', '.*', '^neo$', '+', '?', '(a+)+$', '%', '**', 'n*o*', '*'.repeat(5000)]) {
        const { body } = await ok('GET', '/v2/admin/query/players', { query: { pattern } })
        const found = body.map(({ id }: { id: string }) => id).includes('neo')
        expect(found, pattern).toBe(/^[*no]+$/.test(pattern))
      }
    })
  })

  test('an alias may be of any script, and what is no text is refused', async () => {
    for (const alias of ['Нео', 'ネオ', '🜁🜂', 'a b', 'مرحبا', "'; DROP TABLE players; --", '<script>', '__proto__']) {
      const { status, body } = await world.request('PATCH', '/v2/runtime/player', { as: 'trinity', body: { alias } })
      expect([status, body.alias]).toEqual([200, alias])
      expect((await world.request('GET', '/v1/player', { as: 'trinity' })).body.alias).toBe(alias)
    }
    for (const alias of ['', '  ', '\u0000', 'a\nb', '\uD83D', '  \u0000\u0007']) {
      for (const [method, path, more] of [
        ['PATCH', '/v2/runtime/player', {}],
        ['POST', '/v2/admin/players', { id: 'nameless' }],
      ] as const) {
        const { status, body } = await world.request(method, path, { as: 'trinity', body: { ...more, alias } })
        expect([status, body.error]).toEqual([400, 'validation_exception'])
      }
    }
  })

  test('an address that no query can say is not invited', async () => {
    for (const email of ['\uD800@x', 'x@\uDC00', 'a\u0000@x']) {
      const { status, body } = await world.request('POST', '/v2/admin/invites', { body: { emails: [email] } })
      expect([status, body.error]).toEqual([400, 'validation_exception'])
    }
  })
})
