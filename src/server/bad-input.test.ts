import { describe, expect, test } from 'vitest'
import { fakeServer, refusal } from '../../test/support/fake-server.ts'

const play = '/v2/runtime/actions/like/play'

describe('a bad body or parameter is named', () => {
  const problems = (...errors: unknown[]) => ({
    status: 400,
    body: { error: 'validation_exception', error_description: 'Invalid request', data: { valid: false, errors } },
  })
  const at = (path: string) => ({ path, message: expect.any(String) })

  test('every problem of a body, by its path', async () => {
    const { call } = await fakeServer()
    const body = {
      count: 0,
      variables: { x: {} },
      scopes: [
        { id: 'a', entity_id: 'b' },
        { id: 5, entity_id: 'b' },
      ],
      cuont: 1,
    }
    expect(await call(`POST ${play}`, body)).toMatchObject(
      problems(at('count'), at('variables.x'), at('scopes.1.id'), at('cuont')),
    )
    expect(await call('POST /v2/admin/players', {})).toMatchObject(
      problems({ path: 'id', message: 'missing; expected string' }),
    )
    const wrongType = { path: 'id', message: expect.not.stringContaining('missing') }
    expect(await call('POST /v2/admin/players', { id: 5 })).toMatchObject(problems(wrongType))
  })

  test('a byte order mark before the body', async () => {
    const { call } = await fakeServer()
    expect((await call(`POST ${play}`, '\ufeff{}')).body).toEqual({
      error: 'invalid_json',
      error_description: 'The request body is not valid JSON: it starts with a byte order mark; send UTF-8 without one',
    })
  })

  test.each(['5', '"text"', 'null', 'true', '[1]', '[[]]'])('JSON that is no object: %s', async (body) => {
    const { call } = await fakeServer()
    expect(await call(`POST ${play}`, body)).toMatchObject(
      problems({ path: '', message: 'the body must be a JSON object' }),
    )
  })

  test.each(['', ' \n', '[]', '{}'])('%j means no fields at all', async (body) => {
    const { call } = await fakeServer()
    const headers = { 'content-type': 'application/json' }
    expect(await call(`POST ${play}`, body, headers)).toMatchObject({ status: 200, body: { body: {} } })
  })

  test.each(['{', '{"count":}', 'count=1', '\u0000', '{"count":1}}', '﻿{}'])('no JSON at all: %j', async (body) => {
    const { call } = await fakeServer()
    expect(await call(`POST ${play}`, body)).toMatchObject(refusal(400, 'invalid_json'))
  })

  test('a body nested too deep is refused before anything walks it', async () => {
    const { call } = await fakeServer()
    for (const depth of [100, 100_000]) {
      const body = `{"variables":${'['.repeat(depth)}${']'.repeat(depth)}}`
      expect(await call(`POST ${play}`, body)).toMatchObject(problems(at('')))
    }
  })

  test('brackets in a text are no nesting', async () => {
    const { call } = await fakeServer()
    const x = `\\"${'['.repeat(100)}"{`
    expect(await call(`POST ${play}`, { variables: { x, y: x } })).toMatchObject({
      body: { body: { variables: { x } } },
    })
  })

  test('a very long name is told in short', async () => {
    const { call } = await fakeServer()
    const name = 'x'.repeat(500_000)
    const short = `${'x'.repeat(100)}…`
    expect(await call(`POST ${play}`, { [name]: 1, variables: { [name]: {} } })).toMatchObject(
      problems(at(`variables.${short}`), { path: short, message: `unknown field '${short}'` }),
    )
  })

  test('a body that is encoded in some way', async () => {
    const { call, game } = await fakeServer()
    const said = 'The request body is encoded as gzip; send it without a Content-Encoding'
    expect(await call(`POST ${play}`, '{}', { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: said },
    })
    expect(game.runs).toEqual([])
    expect(await call(`POST ${play}`, '{}', { 'content-encoding': 'Identity' })).toMatchObject({ status: 200 })
  })

  test.each(['1e999', '-1e999', '-0', '0.5', `1${'0'.repeat(400)}`, '"1"', 'null'])('count %s', async (count) => {
    const { call } = await fakeServer()
    expect(await call(`POST ${play}`, `{"count":${count}}`)).toMatchObject(problems(at('count')))
  })

  test('names of prototypes are names like any other', async () => {
    const { call } = await fakeServer()
    const body = '{"__proto__":{"count":5},"constructor":1,"toString":2}'
    expect(await call(`POST ${play}`, body)).toMatchObject(problems(at('__proto__'), at('constructor'), at('toString')))
    const query = await call('GET /v2/admin/players?__proto__=1&constructor=2&toString=3&access_token=x')
    expect(query).toMatchObject(refusal(401, 'invalid_access_token'))
    expect(({} as { count?: number }).count).toBeUndefined()
  })

  test('the parameter of a query', async () => {
    const { call, token } = await fakeServer()
    const access = `access_token=${await token()}&player_id=neo`
    expect(await call(`GET /v2/admin/players?${access}&limit=ten`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: "The 'limit' parameter must be an integer from 0" },
    })
    expect(await call(`GET /v2/runtime/activity?${access}&start=yesterday`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_date', error_description: "The 'start' parameter is not a valid date" },
    })
  })

  test('of a parameter that comes twice the first counts, and an empty one is absent', async () => {
    const { call, token } = await fakeServer()
    const reply = await call(`GET /v2/admin/players?access_token=${await token()}&limit=5&limit=7&skip=`)
    expect(reply).toMatchObject({ status: 200, body: { skip: 0, limit: 5 } })
  })
})

describe('a body that nobody asked for', () => {
  test.each(['{}', '{"', 'x=1', 'x'.repeat(2_000_000)])('%.10j on DELETE is ignored', async (body) => {
    const { call } = await fakeServer()
    expect(await call('DELETE /v2/admin/players/neo', body)).toMatchObject({ status: 200, body: { player_id: 'neo' } })
  })

  test('on a POST route without fields is ignored', async () => {
    const { call } = await fakeServer()
    expect(await call('POST /v2/admin/players/neo/reset', '{"')).toMatchObject({ status: 200 })
  })
})

describe('an id in a path', () => {
  const encoded = (id: string) => `GET /v2/admin/players/${encodeURIComponent(id)}`

  test('is decoded once', async () => {
    const { call } = await fakeServer()
    expect(await call('GET /v2/admin/players/n%65o')).toMatchObject({ status: 200, body: { player_id: 'neo' } })
    expect(await call('GET /v2/admin/players/n%2565o')).toMatchObject({ status: 400 })
  })

  test.each([
    'neo/trinity',
    'néo',
    'n e o',
    '\0',
    ':neo',
    '🦄',
    '__proto__ ',
    'n'.repeat(10_000),
    'é'.repeat(5_000),
    '..a',
  ])('that cannot be one is named: %j', async (id) => {
    const { call } = await fakeServer()
    const errors = [{ path: 'player_id', message: expect.any(String) }]
    expect(await call(encoded(id))).toMatchObject({ status: 400, body: { data: { errors } } })
  })

  test('whose escapes are broken is named too', async () => {
    const { call } = await fakeServer()
    for (const id of ['%', '%zz', '%ff', 'neo%2']) {
      const errors = [{ path: 'player_id', message: 'not a valid percent-encoding' }]
      expect(await call(`GET /v2/admin/players/${id}`)).toMatchObject({ status: 400, body: { data: { errors } } })
    }
  })

  test('may be a word of JavaScript', async () => {
    const { call } = await fakeServer()
    for (const id of ['constructor', 'toString', 'hasOwnProperty']) {
      expect(await call(encoded(id))).toMatchObject({ status: 200, body: { player_id: id } })
    }
  })
})
