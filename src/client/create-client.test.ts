import { describe, expect, test } from 'vitest'
import { fileInForm } from '../server/multipart.ts'
import { untilAborted } from './client.ts'
import { createClient } from './create-client.ts'
import { ServiceError, UnreachableError } from './service-error.ts'
import type { Wire, WireAnswer, WireRequest } from './wire.ts'

/** A service of which the test writes the answers; tokens are counted, unless the test writes their answer too. */
function fakeService(answer: (request: WireRequest, token: string) => WireAnswer, tokenAnswer?: WireAnswer) {
  const requests: WireRequest[] = []
  let tokens = 0
  const wire: Wire = {
    send: async (request) => {
      requests.push(request)
      if (request.url.endsWith('/auth/token')) {
        tokens += 1
        return tokenAnswer ?? ok({ access_token: `t${tokens}`, token_type: 'Bearer', expires_in: 60 })
      }
      return answer(request, (request.headers['authorization'] ?? '').replace('Bearer ', ''))
    },
    open: async (request) => {
      requests.push(request)
      const { status, text } = answer(request, (request.headers['authorization'] ?? '').replace('Bearer ', ''))
      return { status, pieces: inPieces(text) }
    },
    close: async () => {},
  }
  const client = createClient({ url: 'http://game', clientId: 'id', clientSecret: 'secret', player: 'neo', wire })
  return { client, requests, calls: () => requests.filter(({ url }) => !url.endsWith('/auth/token')) }
}

/** Text in pieces of three letters, which end where lines do not; it breaks off where it says so. */
async function* inPieces(text: string): AsyncGenerator<string> {
  const end = text.indexOf('BREAK')
  for (let at = 0; at < text.length; at += 3) {
    if (end >= 0 && at + 3 > end) throw new Error('broken off')
    yield text.slice(at, at + 3)
  }
}

const ok = (value: unknown): WireAnswer => ({ status: 200, text: JSON.stringify(value) })
const refusal = (status: number, error: string): WireAnswer => ({
  status,
  text: JSON.stringify({ error, error_description: 'no' }),
})

const profile = { id: 'x', alias: 'X', created: '2030-05-15T12:00:00.000Z', enabled: true, scores: [], teams: [] }

describe('a call', () => {
  test('gets a token by client credentials first, once', async () => {
    const { client, requests } = fakeService(() => ok([]))
    await Promise.all([client.call('GET /v2/admin/rules', {}), client.call('GET /v2/admin/rules', {})])
    await client.call('GET /v2/admin/rules', {})
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST http://game/auth/token',
      ...Array.from({ length: 3 }, () => 'GET http://game/v2/admin/rules?player_id=neo'),
    ])
    expect(JSON.parse(requests[0]?.body as string)).toEqual({
      client_id: 'id',
      client_secret: 'secret',
      grant_type: 'client_credentials',
    })
    expect(requests[1]?.headers).toEqual({ authorization: 'Bearer t1' })
  })

  test('fills in the path, and sends query, player and body', async () => {
    const { client, calls } = fakeService(({ method }) => ok(method === 'PATCH' ? profile : []))
    await client.call('PATCH /v2/admin/players/:player_id/scores', {
      params: { player_id: 'a/b?ü' },
      body: { rewards: [] },
    })
    await client.call('GET /v2/admin/players/:player_id/activity', {
      params: { player_id: 'x' },
      query: { start: 'a&b' },
      as: 'trinity',
    })
    expect(calls()).toMatchObject([
      {
        method: 'PATCH',
        url: 'http://game/v2/admin/players/a%2Fb%3F%C3%BC/scores?player_id=neo',
        body: '{"rewards":[]}',
      },
      { method: 'GET', url: 'http://game/v2/admin/players/x/activity?player_id=trinity&start=a%26b' },
    ])
    expect(calls()[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(calls()[1]).not.toHaveProperty('body')
  })

  test.each(['v2/admin/rules', '', '@elsewhere/v2', undefined])(
    'to the path %j is refused before anything is sent',
    async (path) => {
      const { client, requests } = fakeService(() => ok([]))
      const refused = client.request('GET', path as string)
      await expect(refused).rejects.toThrow(
        new TypeError(`'${path}' is not a path: expected one that starts with a slash`),
      )
      expect(requests).toEqual([])
    },
  )

  test('sends the slashes of an id encoded, so that it is read as one, whatever its last word is', async () => {
    const { client, calls } = fakeService(() => ok([]))
    for (const process_id of ['neo/tour', 'neo/activity', '../tour', 'a%2Fb'])
      await client.call('GET /v2/runtime/processes/:process_id/activity', { params: { process_id } })
    expect(calls().map(({ url }) => url)).toEqual(
      ['neo%2Ftour', 'neo%2Factivity', '..%2Ftour', 'a%252Fb'].map(
        (id) => `http://game/v2/runtime/processes/${id}/activity?player_id=neo`,
      ),
    )
  })

  test('uploads an image in a form, and gives a picture as its bytes', async () => {
    const png = Uint8Array.of(137, 80, 78, 71)
    const descriptor = { tags: [], album: 'design', sizes: [], id: 'i' }
    const { client, calls } = fakeService(({ method }) =>
      method === 'POST' ? ok(descriptor) : { status: 200, text: '', image: png },
    )
    expect((await client.call('POST /v2/design/images', { file: png })).body).toEqual(descriptor)
    const [upload] = calls()
    const file = fileInForm(upload?.headers['content-type'], Buffer.from(upload?.body as Uint8Array))
    expect(file).toEqual(Buffer.from(png))
    const { body: picture } = await client.call('GET /v1/assets/game', { query: { size: 'icon' } })
    expect(picture).toBe(png)
    expect(calls()[1]?.url).toBe('http://game/v1/assets/game?player_id=neo&size=icon')
  })

  test('gives the answer as it came, and read', async () => {
    const { client } = fakeService(() => ({ status: 200, text: '{ "data": [],  "total": 0 }' }))
    expect(await client.call('GET /v2/admin/players', {})).toEqual({
      text: '{ "data": [],  "total": 0 }',
      body: { data: [], total: 0 },
    })
  })

  test('gets a new token where the old one is refused, and calls once more', async () => {
    const { client, calls } = fakeService((_, token) =>
      token === 't1' ? refusal(401, 'invalid_access_token') : ok([]),
    )
    await client.call('GET /v2/admin/rules', {})
    expect(calls().map(({ headers }) => headers['authorization'])).toEqual(['Bearer t1', 'Bearer t2'])
    await client.call('GET /v2/admin/rules', {})
    expect(calls()).toHaveLength(3)
  })

  test('tries no third time', async () => {
    const { client, calls } = fakeService(() => refusal(401, 'invalid_access_token'))
    await expect(client.call('GET /v2/admin/rules', {})).rejects.toMatchObject({
      status: 401,
      code: 'invalid_access_token',
    })
    expect(calls()).toHaveLength(2)
  })

  test('does not repeat what is refused for another reason', async () => {
    const { client, calls } = fakeService(() => refusal(401, 'access_denied'))
    await expect(client.call('GET /v2/admin/rules', {})).rejects.toThrow(
      new ServiceError(refusal(401, 'access_denied')),
    )
    expect(calls()).toHaveLength(1)
  })

  test.each([
    [404, '<html>', `an answer with status 404 that is not the service's`],
    [200, '<html>', `an answer with status 200 that is not the service's`],
    [500, 'null', `an answer with status 500 that is not the service's`],
    [204, '', `an answer with status 204 that is not the service's`],
    [200, 'null', `an answer with status 200 that is not the service's`],
    [200, '{}', `an answer with status 200 that is not the service's`],
    [200, '[{ "id": 5 }]', `an answer with status 200 that is not the service's`],
    [200, '{ "error": "rule_not_found" }', `an answer with status 200 that is not the service's`],
    [301, '{ "error": "rule_not_found" }', `an answer with status 301 that is not the service's`],
  ])('takes status %i with %j for no answer of the service', async (status, text, description) => {
    const { client } = fakeService(() => ({ status, text }))
    await expect(client.call('GET /v2/admin/rules', {})).rejects.toMatchObject({
      code: 'invalid_answer',
      description,
      status,
      text: JSON.stringify({ error: 'invalid_answer', error_description: description }),
    })
  })

  test('takes an answer that tells more than is known here', async () => {
    const { client } = fakeService(() =>
      ok({ data: [{ id: 'x', alias: 'X', enabled: true, age: 5 }], total: 1, more: {} }),
    )
    expect(await client.call('GET /v2/admin/players', {})).toMatchObject({ body: { data: [{ age: 5 }] } })
  })

  test('tells when nobody is there', async () => {
    const refuse = () => Promise.reject(new Error('refused'))
    const wire: Wire = { send: refuse, open: refuse, close: async () => {} }
    const client = createClient({ url: 'http://game', clientId: 'id', clientSecret: 's', wire })
    await expect(client.call('GET /v2/admin/rules', {})).rejects.toThrow(UnreachableError)
    await expect(client.token()).rejects.toMatchObject({ url: 'http://game', cause: new Error('refused') })
    await expect(Array.fromAsync(client.lines('/x', {}, AbortSignal.any([])))).rejects.toThrow(UnreachableError)
  })
})

test('a call that is no longer waited for ends for that reason, and not as a service that is not there', async () => {
  const wire: Wire = {
    send: ({ url }, signal) =>
      url.endsWith('/auth/token')
        ? Promise.resolve(ok({ access_token: 't', token_type: 'Bearer' }))
        : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('closed')))),
    open: () => Promise.reject(new Error('not here')),
    close: async () => {},
  }
  const client = createClient({ url: 'http://game', clientId: 'id', clientSecret: 's', wire })
  const ending = new AbortController()
  const asked = untilAborted(client, ending.signal)
  const calls = [asked.request('GET', '/x'), asked.call('GET /v2/admin/rules', {})]
  const why = new Error('enough')
  setTimeout(() => ending.abort(why), 20)
  for (const call of calls) await expect(call).rejects.toBe(why)
})

describe('a body in pieces', () => {
  /** What a service gets that takes the second token only, read to the end. */
  function streaming(pieces: () => AsyncIterable<string>) {
    const got: { readonly type: string | undefined; readonly text: string }[] = []
    let tokens = 0
    const wire: Wire = {
      send: async ({ url, headers, body }) => {
        if (url.endsWith('/auth/token')) return ok({ access_token: `t${(tokens += 1)}`, token_type: 'Bearer' })
        const text = (await Array.fromAsync(body as AsyncIterable<string>)).join('')
        got.push({ type: headers['content-type'], text })
        return headers['authorization'] === 'Bearer t1' ? refusal(401, 'invalid_access_token') : ok({ done: 2 })
      },
      open: () => Promise.reject(new Error('not here')),
      close: async () => {},
    }
    const client = createClient({ url: 'http://game', clientId: 'id', clientSecret: 's', wire })
    const sent = client.request('POST', '/_gamify/commands', { stream: { type: 'application/x-ndjson', pieces } })
    return { sent, got }
  }

  test('goes out as what it is, and once more from the beginning where the token has expired', async () => {
    const { sent, got } = streaming(() => inPieces('{"as":"neo"}\n'))
    expect(await sent).toEqual({ body: { done: 2 }, text: '{"done":2}' })
    expect(got).toEqual(Array.from({ length: 2 }, () => ({ type: 'application/x-ndjson', text: '{"as":"neo"}\n' })))
  })

  test('that cannot be made ends the call by its own error, not as a service that is not there', async () => {
    await expect(streaming(() => inPieces('{"as"BREAK')).sent).rejects.toThrow('broken off')
  })
})

describe('an answer that goes on', () => {
  const entries = '{"seq":1}\n{"seq":2,"op":"ü"}\n\n{"se'

  test('gives its lines as they come, with a token, and is cut off if the last one is not whole', async () => {
    const { client, calls } = fakeService(() => ({ status: 200, text: entries }))
    const lines = client.lines('/_gamify/journal', { since: '1', until: undefined }, AbortSignal.timeout(1_000))
    const read: string[] = []
    const reading = (async () => {
      for await (const line of lines) read.push(line)
    })()
    await expect(reading).rejects.toMatchObject({
      url: 'http://game',
      cause: new Error('the answer ends in the middle of a line'),
    })
    expect(read).toEqual(['{"seq":1}', '{"seq":2,"op":"ü"}', ''])
    expect(calls()).toEqual([
      {
        method: 'GET',
        url: 'http://game/_gamify/journal?since=1',
        headers: { authorization: 'Bearer t1' },
        isFollowed: false,
      },
    ])
  })

  test('may be silent for long where it is followed', async () => {
    const { client, calls } = fakeService(() => ({ status: 200, text: '' }))
    await Array.fromAsync(client.lines('/x', { follow: 'true' }, AbortSignal.timeout(1_000)))
    expect(calls()).toMatchObject([{ isFollowed: true }])
  })

  test('answers a POST where there is a body', async () => {
    const { client, calls } = fakeService(() => ({ status: 200, text: 'x\n' }))
    expect(await Array.fromAsync(client.lines('/x', {}, AbortSignal.timeout(1_000), { seed: 'y' }))).toEqual(['x'])
    expect(calls()).toMatchObject([
      { method: 'POST', body: '{"seed":"y"}', headers: { 'content-type': 'application/json' } },
    ])
  })

  test('that breaks off is told as a service that is not there', async () => {
    const { client } = fakeService(() => ({ status: 200, text: 'x\n BREAK' }))
    const read: string[] = []
    const reading = (async () => {
      for await (const line of client.lines('/x', {}, AbortSignal.any([]))) read.push(line)
    })()
    await expect(reading).rejects.toThrow(UnreachableError)
    expect(read).toEqual(['x'])
  })

  test('that is refused is told in the words of the service, and the next one has another token', async () => {
    const { client, calls } = fakeService((_, token) =>
      token === 't1' ? refusal(401, 'invalid_access_token') : { status: 200, text: 'x\n' },
    )
    const lines = () => Array.fromAsync(client.lines('/x', {}, AbortSignal.timeout(1_000)))
    await expect(lines()).rejects.toMatchObject({ code: 'invalid_access_token' })
    expect(await lines()).toEqual(['x'])
    expect(calls()).toHaveLength(2)
  })
})

describe('a token', () => {
  test.each([
    '<html>',
    'null',
    '[]',
    '{}',
    '{ "token_type": "Bearer" }',
    '{ "access_token": "t" }',
    '{ "access_token": "", "token_type": "Bearer" }',
    '{ "access_token": 5, "token_type": "Bearer" }',
    '{ "access_token": "t\\n", "token_type": "Bearer" }',
    '{ "access_token": "t", "token_type": "mac" }',
    '{ "error": "invalid_request" }',
  ])('is not in %s, and no call goes out', async (text) => {
    const { client, calls } = fakeService(() => ok([]), { status: 200, text })
    const refused = { code: 'invalid_answer', status: 200 }
    await expect(client.token()).rejects.toMatchObject(refused)
    await expect(client.call('GET /v2/admin/rules', {})).rejects.toMatchObject(refused)
    expect(calls()).toEqual([])
  })

  test('comes with the answer that it was in', async () => {
    const { client } = fakeService(() => ok([]))
    expect(await client.token()).toEqual({
      accessToken: 't1',
      text: '{"access_token":"t1","token_type":"Bearer","expires_in":60}',
    })
  })
})
