import { errors, invalidAt, on, type ErrorCase } from './error-case.ts'

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const credentials = {
  client_id: 'gamify-staging',
  client_secret: 'gamify-dev-secret',
  grant_type: 'client_credentials',
}
const without = (name: keyof typeof credentials) => ({ client: null, body: { ...credentials, [name]: undefined } })
const authFailed = { status: 401, error: 'client_auth_fail', description: 'Client authentication failed' }
const missing = (name: string) => ({ ...errors.invalidRequest, description: new RegExp(name) })

/** 5.1. */
const token: readonly ErrorCase[] = on(
  ['POST /auth/token'],
  {
    when: 'the client is unknown',
    ask: { client: null, body: { ...credentials, client_id: 'nobody' } },
    answer: authFailed,
  },
  {
    when: 'the client is named as what every object has',
    ask: { client: null, body: { ...credentials, client_id: '__proto__' } },
    answer: authFailed,
  },
  {
    when: 'the secret is wrong',
    ask: { client: null, body: { ...credentials, client_secret: 'nope' } },
    answer: authFailed,
  },
  {
    when: 'the secret is wrong, in a form',
    ask: {
      client: null,
      headers: form,
      raw: 'client_id=gamify-staging&client_secret=nope&grant_type=client_credentials',
    },
    answer: authFailed,
  },
  { when: 'the id is missing', ask: without('client_id'), answer: missing('client_id') },
  { when: 'the secret is missing', ask: without('client_secret'), answer: missing('client_secret') },
  { when: 'the grant type is missing', ask: without('grant_type'), answer: missing('grant_type') },
  {
    when: 'the id is empty, in a form',
    ask: { client: null, headers: form, raw: 'client_id=&client_secret=x&grant_type=client_credentials' },
    answer: missing('client_id'),
  },
  { when: 'there is nothing', ask: { client: null }, answer: missing('client_id') },
  {
    when: 'the grant type is unknown',
    ask: { client: null, body: { ...credentials, grant_type: 'password' } },
    answer: missing('grant_type'),
  },
  { when: 'the body is no JSON', ask: { client: null, headers: json, raw: '{' }, answer: errors.invalidJson },
  { when: 'the body is no object', ask: { client: null, headers: json, raw: '["client_id"]' }, answer: invalidAt('') },
  {
    when: 'the body is too large',
    ask: { client: null, body: { ...credentials, more: 'n'.repeat(1024 * 1024) } },
    answer: errors.tooLarge,
  },
)

const changes = (body: unknown) => ({ ask: { body } })

/** 6.6, 5.2. */
const clock: readonly ErrorCase[] = on(
  ['PATCH /_gamify/clock'],
  { when: 'time goes back', ...changes({ now: '2030-01-06T11:59:59Z' }), answer: errors.invalidDate },
  { when: 'time is none', ...changes({ now: 'noon' }), answer: errors.invalidDate },
  { when: 'time is not on the calendar', ...changes({ now: '2031-02-29' }), answer: errors.invalidDate },
  { when: 'time is beyond the year 9999', ...changes({ now: '10000-01-01T00:00:00Z' }), answer: errors.invalidDate },
  { when: 'time comes to be beyond the year 9999', ...changes({ advance: 'P7990Y' }), answer: errors.invalidDate },
  { when: 'time is a list', ...changes({ now: [] }), answer: invalidAt('now') },
  { when: 'the duration is none', ...changes({ advance: 'a while' }), answer: invalidAt('advance') },
  { when: 'the duration goes back', ...changes({ advance: '-1d' }), answer: invalidAt('advance') },
  { when: 'the duration is a number', ...changes({ advance: 5 }), answer: invalidAt('advance') },
  { when: 'frozen is a text', ...changes({ frozen: 'yes' }), answer: invalidAt('frozen') },
  { when: 'a field is unknown', ...changes({ forward: '1d' }), answer: invalidAt('forward') },
  { when: 'the body is no JSON', ask: { headers: json, raw: 'now' }, answer: errors.invalidJson },
  { when: 'the body is no object', ask: { headers: json, raw: '5' }, answer: invalidAt('') },
  { when: 'the body is too large', ...changes({ now: ' '.repeat(1024 * 1024) }), answer: errors.tooLarge },
)

/** 6.6. */
const journal: readonly ErrorCase[] = on(
  ['GET /_gamify/journal'],
  { when: 'since is none', ask: { query: { since: 'yesterday' } }, answer: errors.invalidDate },
  { when: 'until is none', ask: { query: { until: '-1' } }, answer: errors.invalidDate },
  {
    when: 'follow is none',
    ask: { query: { follow: 'maybe' } },
    answer: { ...errors.invalidRequest, description: /'follow'/ },
  },
)

/** 6.3: no page of another site, and only with the scope debug. */
const foreign: readonly ErrorCase[] = ['http://example.com', 'null', 'https://localhost.example.com', 'file://'].map(
  (origin) => ({
    routes: [
      'GET /_gamify/health',
      'GET /_gamify/clock',
      'PATCH /_gamify/clock',
      'GET /_gamify/journal',
      'GET /_gamify/leaderboards',
    ],
    when: `the origin is ${origin}`,
    ask: { headers: { origin } },
    answer: { status: 403, error: 'forbidden_origin' },
  }),
)

const scoped: readonly ErrorCase[] = on(
  [
    'GET /_gamify/clock',
    'PATCH /_gamify/clock',
    'GET /_gamify/journal',
    'GET /_gamify/leaderboards',
    'GET /_gamify/leaderboards/top',
    'GET /_gamify/leaderboards/top/trend',
  ],
  { when: 'there is no token', ask: { client: null }, answer: errors.invalidToken },
  { when: 'the token is unknown', ask: { client: null, query: { access_token: 'nope' } }, answer: errors.invalidToken },
  { when: 'the client has every scope but debug', ask: { client: 'ungated' }, answer: errors.routeDenied },
)

/** What can be wrong with a call that is of neither version: tokens and the control routes. */
export const controlErrors: readonly ErrorCase[] = [...token, ...clock, ...journal, ...foreign, ...scoped]
