import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'
import { wrongDates, wrongIds, wrongPages } from './wrong-values.ts'

const pages = ['GET /v2/runtime/leaderboards/:leaderboard_id', 'GET /v1/leaderboards/:leaderboard_id']
const [pageV2 = ''] = pages
const trends = ['GET /v2/runtime/leaderboard/:leaderboard_id/trend', 'GET /v1/leaderboards/:leaderboard_id/trend']
const [trendV2 = ''] = trends
/** The control routes that answer as those of version 2. 6.6. */
const controlPage = 'GET /_gamify/leaderboards/:leaderboard_id'
const controlTrend = 'GET /_gamify/leaderboards/:leaderboard_id/trend'

type Query = Readonly<Record<string, string>>

const invalidCycle = (has: RegExp): Documented => ({ status: 400, error: 'invalid_cycle', description: has })
const invalidRequest = (about: RegExp): Documented => ({ ...errors.invalidRequest, description: about })
const noBoard = notFound('leaderboard', 'nope')

/** A read of a board by neo, or by nobody. */
const reading = (board: string, query: Query, answer: Documented) => ({
  when: `the board is '${board.slice(0, 70)}' and the query ${JSON.stringify(query).slice(0, 150)}`,
  params: { leaderboard_id: board },
  ask: { as: 'neo', query },
  answer,
})

/** What pages and trends have in common, in both versions and without a player. */
const shared: readonly ErrorCase[] = on(
  [...pages, ...trends, controlPage, controlTrend],
  reading('nope', {}, noBoard),
  reading('constructor', {}, notFound('leaderboard', 'constructor')),
  reading('nope', { cycle: 'hourly' }, noBoard),
  ...wrongIds.map((id) => reading(id, {}, invalidAt('leaderboard_id'))),
  reading('top', { cycle: 'weekly' }, invalidCycle(/'weekly'.*daily/)),
  reading('top', { cycle: 'constructor' }, invalidCycle(/daily/)),
  reading('inside', { cycle: 'daily' }, invalidRequest(/'team_instance_id'/)),
  reading('inside', { cycle: 'daily', team_instance_id: 'nope' }, notFound('team_instance', 'nope')),
  reading('inside', { cycle: 'daily', team_instance_id: 'elders' }, notFound('team_instance', 'elders')),
  reading('best', { cycle: 'daily' }, invalidRequest(/'scope_id'/)),
)

/** Document 1 "Leaderboards", 4.11, 4.15, 4.16. */
const ofPages: readonly ErrorCase[] = [
  ...on(
    [...pages, controlPage],
    ...wrongPages
      .filter(({ name, text }) => name === 'skip' || text !== '-1')
      .map(({ name, text }) => reading('top', { [name]: text }, invalidRequest(new RegExp(`'${name}'`)))),
    ...['-1', 'ten', '1.5'].map((radius) => reading('top', { radius }, invalidRequest(/'radius'/))),
    reading('top', { limit: '-2' }, invalidRequest(/'limit'/)),
    ...wrongDates.map((timestamp) => reading('top', { timestamp }, errors.invalidDate)),
    reading('nope', { timestamp: 'yesterday' }, errors.invalidDate),
    reading('top', { sort: 'up' }, invalidRequest(/'sort'/)),
    reading('top', { ranking: 'absolute' }, invalidRequest(/'ranking'/)),
    reading('guilds', { ranking: 'relative' }, invalidRequest(/'entity_id'/)),
  ),
  ...on(
    [pageV2, controlPage],
    reading('best', { scope_id: 'squads/a' }, invalidRequest(/'scope_id'/)),
    reading('best', { scope_id: 'x'.repeat(65) }, invalidRequest(/'scope_id'/)),
    reading('top', { detailed: 'maybe' }, invalidRequest(/'detailed'/)),
    ...[
      'inside',
      'inside|',
      '|daily',
      'inside|hourly',
      'inside|daily|',
      'inside|daily,',
      ',',
      'a'.repeat(9999),
    ].flatMap((merge) => [
      reading('top', { merge }, invalidRequest(/'merge'/)),
      reading('top', { merge_with: merge }, invalidRequest(/'merge_with'/)),
    ]),
    reading('top', { merge: Array(33).fill('inside|daily').join(',') }, invalidRequest(/32/)),
    reading('top', { merge: 'guilds|alltime', merge_with: 'best|alltime' }, invalidRequest(/'merge_with'/)),
    reading('top', { merge: 'nope|daily' }, invalidRequest(/'nope' does not exist/)),
    reading('top', { merge: 'top|daily' }, invalidRequest(/'top'/)),
    reading('top', { merge: 'guilds|alltime' }, invalidRequest(/'guilds'/)),
    reading('top', { merge: 'best|weekly' }, invalidRequest(/'weekly'/)),
    reading('top', { merge: 'best|daily' }, invalidRequest(/'scope_id'/)),
    reading('top', { merge: 'inside|daily' }, invalidRequest(/'team_instance_id'/)),
    reading('top', { merge: 'inside|daily', team_instance_id: 'nope' }, notFound('team_instance', 'nope')),
  ),
]

/** Document 1 "Trend query parameters", 4.15, 4.16. */
const ofTrends: readonly ErrorCase[] = [
  ...on(
    [...trends, controlTrend],
    reading('top', { cycle: 'alltime' }, invalidCycle(/'alltime'.*daily/)),
    reading('guilds', {}, invalidCycle(/'alltime'/)),
    ...[...wrongDates, '2030-01-06T12:00:00Z', '1893931200'].flatMap((date) => [
      reading('top', { start: date }, errors.invalidDate),
      reading('top', { end: date }, errors.invalidDate),
    ]),
    reading('top', { start: '2030-01-05', end: '2030-01-04' }, errors.invalidDate),
    reading('top', { start: '2030-01-07' }, errors.invalidDate),
    reading('top', { entity_ids: 'neo', start: '2027-01-01', end: '2030-01-01' }, invalidRequest(/1000/)),
    reading('top', { entity_ids: Array(101).fill('neo').join(',') }, invalidRequest(/'entity_ids'.*100/)),
  ),
  ...on(
    [trendV2, controlTrend],
    reading('best', { cycle: 'daily', scope_id: 'a b' }, invalidRequest(/'scope_id'/)),
    reading('squads', { cycle: 'daily', scope_id: 'a' }, invalidRequest(/'entity_ids'/)),
  ),
  ...on([controlTrend], reading('top', {}, invalidRequest(/'entity_ids'/))),
]

const registering = ['register', 'deregister'].map(
  (word) => `POST /v2/admin/leaderboards/:leaderboard_definition_id/${word}`,
)

const registered = (when: string, board: string, body: object, answer: Documented) => ({
  when: `${when}, on ${board.slice(0, 70)}`,
  params: { leaderboard_definition_id: board },
  ask: { body: { entity_ids: ['neo'], scopes: ['a'], ...body } },
  answer,
})

const many = (length: number) => Array.from({ length }, (_, i) => `x${i}`)

/** Document 2 "Custom leaderboards", 4.15. */
const ofRegistering: readonly ErrorCase[] = on(
  registering,
  registered('there is no such board', 'nope', {}, notFound('leaderboard_definition', 'nope')),
  registered('it is no custom one', 'top', {}, invalidRequest(/'top'/)),
  ...wrongIds.map((id) => registered('the id cannot be one', id, {}, invalidAt('leaderboard_definition_id'))),
  registered('a player is unknown', 'best', { entity_ids: ['neo', 'nobody'] }, notFound('player', 'nobody')),
  registered(
    'a team is unknown',
    'squads',
    { entity_ids: ['open-guild', 'neo'] },
    {
      status: 404,
      error: 'team_not_found',
      description: "The team 'neo' does not exist",
    },
  ),
  registered('a scope is of another board', 'best', { scopes: ['a', 'squads/a'] }, invalidRequest(/'squads\/a'/)),
  registered('a scope is none', 'best', { scopes: ['a', 'b c'] }, invalidRequest(/'b c'/)),
  registered('a scope is only the board', 'best', { scopes: ['best/'] }, invalidRequest(/'best\/'/)),
  registered('entities are missing', 'best', { entity_ids: undefined }, invalidAt('entity_ids')),
  registered('scopes are missing', 'best', { scopes: undefined }, invalidAt('scopes')),
  registered('nobody is named', 'best', { entity_ids: [] }, invalidAt('entity_ids')),
  registered('no scope is named', 'best', { scopes: [] }, invalidAt('scopes')),
  registered('lists are texts', 'best', { entity_ids: 'neo', scopes: 'a' }, invalidAt('entity_ids', 'scopes')),
  registered('an id is a number', 'best', { entity_ids: [7] }, invalidAt('entity_ids.0')),
  registered('there are too many entities', 'best', { entity_ids: many(1001) }, invalidAt('entity_ids')),
  registered('there are too many scopes', 'best', { scopes: many(101) }, invalidAt('scopes')),
  registered(
    'there are too many of both',
    'best',
    { entity_ids: many(101), scopes: many(100) },
    invalidRequest(/20200/),
  ),
  registered('there is more in the body', 'best', { cycle: 'daily' }, invalidAt('cycle')),
)

/** A play that names a scope, and the error that it gets. */
const scoped: readonly (readonly [scope: string, entity: string, answer: Documented])[] = [
  ['nope/a', 'neo', noBoard],
  ['constructor/a', 'neo', notFound('leaderboard', 'constructor')],
  ['top/a', 'neo', invalidRequest(/'top'/)],
  ['best/a', 'nobody', notFound('player', 'nobody')],
  ['best/a', 'open-guild', notFound('player', 'open-guild')],
  ['squads/a', 'neo', notFound('team_instance', 'neo')],
]

/** 4.11, 4.16. */
const ofPlays: readonly ErrorCase[] = scoped.flatMap(([id, entity_id, answer]) => {
  const scopes = [{ id, entity_id }]
  const when = `a scope is '${id}' of '${entity_id}'`
  const data = [{ player_ids: ['neo'], variables: { gift: 1 } }]
  return [
    ...on(['POST /v2/runtime/actions/:action_id/play'], {
      when,
      params: { action_id: 'like' },
      ask: { as: 'neo', body: { scopes } },
      answer,
    }),
    ...on(['POST /v1/action/play'], { when, ask: { as: 'neo', body: { id: 'like', scopes } }, answer }),
    ...on(['POST /v2/runtime/processes/:process_id/play', 'POST /v1/processes/:process_id/play'], {
      when,
      params: { process_id: 'neo/open' },
      ask: { as: 'neo', body: { trigger: 'study', scopes } },
      answer,
    }),
    ...on(['POST /v2/admin/rules/:rule_id', 'POST /v1/game/rule/:rule_id'], {
      when,
      params: { rule_id: 'welcome' },
      ask: { body: { data, scopes } },
      answer,
    }),
  ]
})

/** What can be wrong with a call about boards, the control routes among them. */
export const boardErrors: readonly ErrorCase[] = [...shared, ...ofPages, ...ofTrends, ...ofRegistering, ...ofPlays]
