import { errors, invalidAt, notFound, on, type ErrorCase } from './error-case.ts'

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

/** 6.6. */
const density: readonly ErrorCase[] = on(
  ['GET /_gamify/history/density'],
  ...['0', '1001', '-1', '2.5', 'many'].map((buckets) => ({
    when: `buckets is ${buckets}`,
    ask: { query: { buckets } },
    answer: { ...errors.invalidRequest, description: /'buckets'/ },
  })),
)

/** 6.6. */
const requests: readonly ErrorCase[] = on(['GET /_gamify/requests'], {
  when: 'follow is none',
  ask: { query: { follow: 'maybe' } },
  answer: { ...errors.invalidRequest, description: /'follow'/ },
})

/** 6.6. */
const request: readonly ErrorCase[] = ['0', '999999', 'first', '%FF'].flatMap((number) =>
  on([`GET /_gamify/requests/${number}`], { when: 'it is not kept', ask: {}, answer: errors.invalidRequest }),
)

const rule = (body: object) => ({ ask: { body: { route: 'GET /v2/runtime/player', rate: 0, ...body } } })

/** 6.6. */
const faults: readonly ErrorCase[] = [
  ...on(
    ['POST /_gamify/faults'],
    { when: 'there is nothing', ask: { body: {} }, answer: invalidAt('route', 'rate') },
    { when: 'the route is no pattern', ...rule({ route: 'everything' }), answer: invalidAt('route') },
    { when: 'the route is none', ...rule({ route: 'GET /v3/**' }), answer: invalidAt('route') },
    { when: 'the route is a control route', ...rule({ route: '* /_gamify/clock' }), answer: invalidAt('route') },
    { when: 'the rate is no share', ...rule({ rate: 2 }), answer: invalidAt('rate') },
    { when: 'the status is no error', ...rule({ status: 302 }), answer: invalidAt('status') },
    { when: 'the error is unknown', ...rule({ error: 'oops' }), answer: invalidAt('error') },
    { when: 'the delay is too long', ...rule({ delay_ms: 1e9 }), answer: invalidAt('delay_ms') },
    { when: 'it is for no call at all', ...rule({ times: 0 }), answer: invalidAt('times') },
    { when: 'it answers whom it cuts off', ...rule({ drop: true, status: 500 }), answer: invalidAt('drop') },
    { when: 'a field is unknown', ...rule({ chance: 1 }), answer: invalidAt('chance') },
    { when: 'the body is no JSON', ask: { headers: json, raw: '{' }, answer: errors.invalidJson },
    { when: 'the body is too large', ...rule({ chance: ' '.repeat(1024 * 1024) }), answer: errors.tooLarge },
  ),
  ...on(['DELETE /_gamify/faults/fault-0', 'DELETE /_gamify/faults/__proto__'], {
    when: 'there is no such rule',
    ask: {},
    answer: { status: 404, error: 'fault_not_found' },
  }),
]

const named = (name: unknown) => ({ ask: { body: { name } } })
const to = (point: unknown) => ({ ask: { body: { to: point } } })
const noSnapshot = { status: 404, error: 'snapshot_not_found' }

/** 6.6. */
const points: readonly ErrorCase[] = [
  ...on(
    ['POST /_gamify/snapshots'],
    { when: 'there is no name', ask: { body: {} }, answer: invalidAt('name') },
    { when: 'the name is a number', ...named(5), answer: invalidAt('name') },
    { when: 'the name is empty', ...named(''), answer: invalidAt('name') },
    { when: 'the name is a path', ...named('../points'), answer: invalidAt('name') },
    { when: 'the name begins with a dot', ...named('.hidden'), answer: invalidAt('name') },
    { when: 'the name is too long', ...named('a'.repeat(65)), answer: invalidAt('name') },
    { when: 'the name ends with a line break', ...named('a\n'), answer: invalidAt('name') },
    { when: 'a field is unknown', ask: { body: { name: 'a', force: true } }, answer: invalidAt('force') },
    { when: 'the body is no JSON', ask: { headers: json, raw: 'a' }, answer: errors.invalidJson },
    { when: 'the body is too large', ...named('a'.repeat(1024 * 1024)), answer: errors.tooLarge },
  ),
  ...on(['POST /_gamify/snapshots/nothing/restore', 'POST /_gamify/snapshots/..%2Fjournal/restore'], {
    when: 'there is no such snapshot',
    ask: {},
    answer: noSnapshot,
  }),
  ...on(['DELETE /_gamify/snapshots/nothing', 'DELETE /_gamify/snapshots/%00'], {
    when: 'there is no such snapshot',
    ask: {},
    answer: noSnapshot,
  }),
  ...on(
    ['POST /_gamify/rewind'],
    { when: 'it is told nowhere to go', ask: { body: {} }, answer: invalidAt('to') },
    { when: 'it is to go to a list', ...to([1]), answer: invalidAt('to') },
    { when: 'the entry has not come', ...to(999_999), answer: errors.invalidRequest },
    { when: 'it is before the first entry', ...to(0), answer: errors.invalidRequest },
    { when: 'the time has not come', ...to('2099-01-01'), answer: errors.invalidRequest },
    { when: 'the time is before the game', ...to('1999-01-01'), answer: errors.invalidRequest },
    { when: 'it is no number of an entry', ...to(1.5), answer: errors.invalidDate },
    { when: 'the entry is before all', ...to(-1), answer: errors.invalidDate },
    { when: 'the time is none', ...to('noon'), answer: errors.invalidDate },
    { when: 'a field is unknown', ask: { body: { to: 1, from: 2 } }, answer: invalidAt('from') },
    { when: 'the body is no JSON', ask: { headers: json, raw: '{' }, answer: errors.invalidJson },
  ),
  ...on(
    ['GET /_gamify/processes'],
    { when: 'the state is unknown', ask: { query: { state: 'DONE' } }, answer: missing("'state'") },
    { when: 'skip is negative', ask: { query: { skip: '-1' } }, answer: missing("'skip'") },
    { when: 'the limit is too large', ask: { query: { limit: '1001' } }, answer: missing("'limit'") },
    { when: 'the limit is none', ask: { query: { limit: 'all' } }, answer: missing("'limit'") },
  ),
  ...on(['GET /_gamify/funnel/nothing', 'GET /_gamify/funnel/__proto__'], {
    when: 'there is no such process definition',
    ask: {},
    answer: { status: 404, error: 'process_definition_not_found' },
  }),
  ...on(['GET /_gamify/actions'], {
    when: 'there is no such player',
    ask: { query: { player_id: 'nobody' } },
    answer: notFound('player', 'nobody'),
  }),
  ...on(['GET /_gamify/players/nobody'], { when: 'there is no such player', answer: notFound('player', 'nobody') }),
  ...on(
    ['GET /_gamify/players'],
    { when: 'there is no such order', ask: { query: { sort: 'age' } }, answer: errors.invalidRequest },
    { when: 'the direction is none', ask: { query: { order: 'up' } }, answer: errors.invalidRequest },
    {
      when: 'it is sorted by no metric',
      ask: { query: { sort: 'scores.nothing' } },
      answer: notFound('metric', 'nothing'),
    },
    { when: 'it shows no metric', ask: { query: { metrics: 'nothing' } }, answer: notFound('metric', 'nothing') },
    { when: 'the page is none', ask: { query: { skip: 'x' } }, answer: errors.invalidRequest },
    { when: 'it shows too many metrics', ask: { query: { metrics: 'xp,'.repeat(33) } }, answer: errors.invalidRequest },
  ),
  ...on(
    ['POST /_gamify/design/reevaluate'],
    { when: 'it is not said whether it is a dry run', ask: { body: { dry_run: 'yes' } }, answer: invalidAt('dry_run') },
    { when: 'a field is unknown', ask: { body: { player: 'neo' } }, answer: invalidAt('player') },
    { when: 'the body is no JSON', ask: { headers: json, raw: '{' }, answer: errors.invalidJson },
  ),
]

/** 6.3: no page of another site, and only with the scope debug. */
const foreign: readonly ErrorCase[] = ['http://example.com', 'null', 'https://localhost.example.com', 'file://'].map(
  (origin) => ({
    routes: [
      'GET /_gamify/health',
      'GET /_gamify/live',
      'GET /_gamify/ready',
      'GET /_gamify/metrics',
      'GET /_gamify/clock',
      'PATCH /_gamify/clock',
      'GET /_gamify/journal',
      'GET /_gamify/changes',
      'POST /_gamify/studio/session',
      'POST /_gamify/studio/token',
      'GET /_gamify/leaderboards',
      'GET /_gamify/faults',
      'POST /_gamify/faults',
      'GET /_gamify/snapshots',
      'POST /_gamify/rewind',
      'GET /_gamify/design/versions',
      'POST /_gamify/design/reevaluate',
      'GET /_gamify/actions',
      'GET /_gamify/players',
      'GET /_gamify/processes',
      'GET /_gamify/funnel/quest',
      'GET /_gamify/then/v2/admin/players',
      'DELETE /_gamify/coverage',
      'GET /_gamify/checks',
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
    'GET /_gamify/changes',
    'GET /_gamify/history/density',
    'GET /_gamify/requests',
    'GET /_gamify/requests/1',
    'GET /_gamify/leaderboards',
    'GET /_gamify/leaderboards/top',
    'GET /_gamify/leaderboards/top/trend',
    'GET /_gamify/faults',
    'POST /_gamify/faults',
    'DELETE /_gamify/faults',
    'DELETE /_gamify/faults/fault-1',
    'GET /_gamify/snapshots',
    'POST /_gamify/snapshots',
    'POST /_gamify/snapshots/any/restore',
    'DELETE /_gamify/snapshots/any',
    'POST /_gamify/rewind',
    'GET /_gamify/design/versions',
    'POST /_gamify/design/reevaluate',
    'GET /_gamify/actions',
    'GET /_gamify/players',
    'GET /_gamify/players/neo',
    'GET /_gamify/processes',
    'GET /_gamify/funnel/quest',
    'GET /_gamify/then/v2/admin/players',
    'GET /_gamify/coverage',
    'DELETE /_gamify/coverage',
    'GET /_gamify/checks',
  ],
  { when: 'there is no token', ask: { client: null }, answer: errors.invalidToken },
  { when: 'the token is unknown', ask: { client: null, query: { access_token: 'nope' } }, answer: errors.invalidToken },
  { when: 'the client has every scope but debug', ask: { client: 'ungated' }, answer: errors.routeDenied },
)

/** What can be wrong with a call that is of neither version: tokens and the control routes. */
export const controlErrors: readonly ErrorCase[] = [
  ...token,
  ...clock,
  ...journal,
  ...density,
  ...requests,
  ...request,
  ...faults,
  ...points,
  ...foreign,
  ...scoped,
]
