import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { places, type Call, type Outcome, type Place } from '../support/client-places.ts'
import { faultyServer, freePort, refusal, right, type Fault, type FaultyServer } from '../support/faulty-server.ts'

const PLAY = { route: 'POST /v2/runtime/actions/:action_id/play', params: { action_id: 'like' }, body: {} } as const
const READ = { route: 'GET /v2/runtime/player' } as const

/** How long is waited for what never comes: long enough for a request to arrive on a busy machine. */
const SOON_MS = 1_500

/** When no attempt is on its way: the third begins after at most 750 ms, and the fourth after at least 875 ms. */
const BETWEEN_ATTEMPTS_MS = 860

const html = (status: number, headers = {}): Fault => ({ status, text: '<p>no</p>', headers })

/** What leaves open whether the service has taken a play, or is not what may be repeated; and what the client says of it. */
const final: readonly (readonly [name: string, fault: Fault, told: Partial<Record<string, unknown>>])[] = [
  ['a reset before its body', 'reset before its body', { code: 'unreachable', status: 0, isUncertain: true }],
  ['a reset after its body', 'reset', { code: 'unreachable', status: 0, isUncertain: true }],
  ['a closed connection', 'closed', { code: 'unreachable', status: 0, isUncertain: true }],
  ['no answer', 'never answered', { code: 'timeout', status: 0, isUncertain: true }],
  ['no answer after its beginning', { status: 200, stuck: '{"actions":[' }, { code: 'timeout', isUncertain: true }],
  ['an answer that is cut off', { status: 200, cut: '{"actions":[' }, { code: 'unreachable', isUncertain: true }],
  [
    'an answer that ends too soon',
    { status: 200, text: '{"actions":[' },
    { code: 'invalid_answer', status: 200, isUncertain: true },
  ],
  ['an empty answer', { status: 200, text: '' }, { code: 'invalid_answer', status: 200, isUncertain: true }],
  ['a page', html(200), { code: 'invalid_answer', status: 200, isUncertain: true }],
  ['a page of a proxy, 502', html(502), { code: 'invalid_answer', status: 502, isUncertain: true }],
  ['a page of a proxy, 503', html(503), { code: 'invalid_answer', status: 503, isUncertain: true }],
  ['a page with 408', html(408), { code: 'invalid_answer', status: 408, isUncertain: true }],
  ['a page with 401', html(401), { code: 'invalid_answer', status: 401, isUncertain: true }],
  [
    'JSON that is not an error',
    { status: 500, text: '[1]' },
    { code: 'invalid_answer', status: 500, isUncertain: true },
  ],
  ['JSON that is nothing', { status: 500, text: 'null' }, { code: 'invalid_answer', status: 500, isUncertain: true }],
  [
    'a temporary failure that is cut off',
    { status: 408, cut: '{"error":"temporary_failure","error_description":"T' },
    { code: 'unreachable', isUncertain: true },
  ],
  ['a defect', refusal(500, 'internal_error'), { code: 'internal_error', status: 500, isUncertain: true }],
  ['a failed disk', refusal(503, 'storage_failed'), { code: 'storage_failed', status: 503, isUncertain: true }],
  ['no design yet', refusal(503, 'not_ready'), { code: 'not_ready', status: 503, isUncertain: false }],
  ['a refusal', refusal(401, 'access_denied'), { code: 'access_denied', status: 401, isUncertain: false }],
  ['a limit', refusal(429, 'rate_limit_exceeded'), { code: 'rate_limit_exceeded', status: 429, isUncertain: false }],
]

/** What proves that the service has not taken a play. */
const passing: readonly (readonly [name: string, fault: Fault])[] = [
  ['408', refusal(408, 'temporary_failure')],
  ['500', refusal(500, 'temporary_failure')],
  ['503', refusal(503, 'temporary_failure')],
]

/** The faults after which a read is repeated, because it changes nothing. */
const readAgain = [
  'a reset before its body',
  'a reset after its body',
  'a closed connection',
  'an answer that is cut off',
]

describe.each(places)('the client of apps in %s%s', (place, _why, isThere, open) => {
  let there: Place
  let server: FaultyServer | undefined
  beforeAll(async () => {
    if (isThere) there = await open()
  }, 60_000)
  afterAll(() => there?.close())
  afterEach(() => server?.close())

  const serve = async (...faults: readonly Fault[]): Promise<FaultyServer> => (server = await faultyServer(faults))
  const call = (each: Pick<Call, 'route'>, limits: Call['limits'] = {}, url = server?.url ?? ''): Promise<Outcome> =>
    there.call({
      url,
      clientId: 'a',
      clientSecret: 'b',
      player: 'neo',
      limits,
      ...each,
    })

  test.skipIf(!isThere).each(final)('a play is sent once in spite of %s', async (name, fault, told) => {
    const { requests } = await serve(fault)
    const outcome = await call(PLAY, name.startsWith('no answer') ? { timeoutMs: SOON_MS } : {})
    expect(outcome).toMatchObject(told)
    // Time for whatever would be sent again.
    await sleep(place === 'Node' ? 20 : 100)
    expect(requests).toEqual(['POST /v2/runtime/actions/like/play'])
  })

  test.skipIf(!isThere).each(passing)('a play is sent again after a temporary failure, %s', async (_, fault) => {
    const { requests } = await serve(fault, fault)
    expect(await call(PLAY)).toEqual({ answer: { fine: true } })
    expect(requests).toHaveLength(3)
  })

  test.skipIf(!isThere)('a play is not sent for ever', async () => {
    const fault = refusal(408, 'temporary_failure')
    const { requests } = await serve(...Array.from({ length: 9 }, () => fault))
    expect(await call(PLAY, { retries: 1 })).toMatchObject({ code: 'temporary_failure', isUncertain: false })
    expect(requests).toHaveLength(2)
  })

  // On a busy machine time can run out during an attempt, which does leave something open: then the test tries again.
  test.skipIf(!isThere)('time runs out between two attempts, which leaves nothing open', { retry: 3 }, async () => {
    const fault = refusal(408, 'temporary_failure')
    await serve(...Array.from({ length: 9 }, () => fault))
    const limits = { timeoutMs: BETWEEN_ATTEMPTS_MS, retries: 9 }
    expect(await call(PLAY, limits)).toMatchObject({ code: 'timeout', isUncertain: false })
  })

  test.skipIf(!isThere).each(final)('a read after %s', async (name, fault, { code, status = 0 }) => {
    const { requests } = await serve(fault)
    const outcome = await call(READ, name.startsWith('no answer') ? { timeoutMs: SOON_MS } : {})
    const isRepeated = readAgain.includes(name) || /proxy/.test(name) || name === 'a temporary failure that is cut off'
    if (isRepeated) expect(outcome).toEqual({ answer: { fine: true } })
    else expect(outcome).toMatchObject({ code, status, isUncertain: false })
    expect(requests).toHaveLength(isRepeated ? 2 : 1)
  })

  test.skipIf(!isThere).each([301, 302, 303, 307, 308])('a redirect is not followed: %i', async (status) => {
    const { requests, url } = await serve({ status, text: '', headers: { location: '/elsewhere' } })
    const outcome = await call(PLAY)
    expect(outcome).toMatchObject({ code: 'invalid_answer', isUncertain: true })
    expect(outcome).toHaveProperty('description', expect.stringContaining(`an answer of ${url}`))
    expect(outcome).toHaveProperty('description', expect.stringContaining('it is a redirect'))
    expect(requests).toEqual(['POST /v2/runtime/actions/like/play'])
  })

  test.skipIf(!isThere)('a token that has ended is renewed once for all calls', async () => {
    const ended = refusal(401, 'invalid_access_token')
    const { requests, tokens } = await serve(right, ended, ended, ended)
    await call(READ)
    expect(tokens()).toBe(1)
    const outcomes = await Promise.all([call(PLAY), call(PLAY), call(READ)])
    expect(outcomes).toEqual(outcomes.map(() => ({ answer: { fine: true } })))
    expect(requests).toHaveLength(7)
    expect(tokens()).toBe(2)
  })

  test.skipIf(!isThere)('a token that is refused at once is not renewed for ever', async () => {
    const ended = refusal(401, 'invalid_access_token')
    const { requests, tokens } = await serve(ended, ended, ended, ended)
    expect(await call(PLAY)).toMatchObject({ code: 'invalid_access_token', status: 401, isUncertain: false })
    expect(requests).toHaveLength(2)
    expect(tokens()).toBe(2)
  })

  test.skipIf(!isThere)('a defect that names the token is not a refusal: the play is sent once', async () => {
    const { requests, tokens } = await serve(refusal(500, 'invalid_access_token'))
    expect(await call(PLAY)).toMatchObject({ code: 'invalid_access_token', status: 500, isUncertain: true })
    expect(requests).toHaveLength(1)
    expect(tokens()).toBe(1)
  })

  test.skipIf(!isThere)('what goes wrong with a token leaves nothing open', async () => {
    const { requests, tokenFaults } = await serve()
    tokenFaults.push('reset', refusal(408, 'temporary_failure'), html(502))
    expect(await call(PLAY)).toEqual({ answer: { fine: true } })
    expect(requests).toHaveLength(1)
  })

  test.skipIf(!isThere).each<readonly [Fault, string]>([
    [refusal(401, 'client_auth_fail'), 'client_auth_fail'],
    [html(200), 'invalid_answer'],
    [{ status: 200, text: '{}' }, 'invalid_answer'],
    [{ status: 200, text: 'null' }, 'invalid_answer'],
    ['never answered', 'timeout'],
  ])('a token that is not given: %j', async (fault, code) => {
    const { requests, tokenFaults } = await serve()
    tokenFaults.push(fault)
    expect(await call(PLAY, fault === 'never answered' ? { timeoutMs: SOON_MS } : {})).toMatchObject({
      code,
      isUncertain: false,
    })
    expect(requests).toEqual([])
  })

  test.skipIf(!isThere)('a service that is not there yet', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const calling = call(READ, {}, url)
    await sleep(100)
    server = await faultyServer([], port)
    expect(await calling).toEqual({ answer: { fine: true } })
  })

  test.skipIf(!isThere)('a service that is not there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const outcome = await call(READ, { retries: 1 }, url)
    expect(outcome).toMatchObject({ code: 'unreachable', status: 0, isUncertain: false })
    expect(outcome).toHaveProperty('description', expect.stringContaining(url))
  })

  test.skipIf(place !== 'Node').each(['localhost', 'no-such-host.invalid'])('nothing is sent to %s', async (host) => {
    const { tokens } = await serve()
    await call(READ)
    const url = `http://${host}:${await freePort()}`
    const given = { url, clientId: 'a', clientSecret: 'b', player: 'neo', limits: { retries: 0 }, ...PLAY }
    const outcome = await there.call(given)
    expect(outcome).toMatchObject({ code: 'unreachable', isUncertain: false })
    expect(outcome).toHaveProperty('description', expect.stringMatching(/: (connect ECONNREFUSED|getaddrinfo) /))
    expect(tokens()).toBe(1)
  })

  test.skipIf(!isThere)('a service that stops after the token was given', async () => {
    const { url } = await serve()
    await call(READ)
    await server?.close()
    server = undefined
    const calling = call(PLAY, {}, url)
    // A browser does not tell that nothing was sent.
    if (place === 'Chromium') return expect(await calling).toMatchObject({ code: 'unreachable', isUncertain: true })
    await sleep(50)
    server = await faultyServer([], Number(new URL(url).port))
    expect(await calling).toEqual({ answer: { fine: true } })
    expect(server.requests).toHaveLength(1)
  })
})
