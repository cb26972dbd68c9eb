import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'
import { wrongDates, wrongIds, wrongPages } from './wrong-values.ts'

const exists = (id: string): Documented => ({
  status: 409,
  error: 'player_exists',
  description: `A player with ID '${id}' already exists`,
})

const nobody = { when: 'the player is unknown', params: { player_id: 'nobody' }, answer: notFound('player', 'nobody') }
const neo = { player_id: 'neo' }
const unheard = '0190f0c0-0000-7000-8000-000000000001'

/** Routes that name a player in their path, and what else they need. Document 2 "Players", document 3. */
const namedPlayer: readonly ErrorCase[] = [
  ['GET /v2/admin/players/:player_id', 'GET /v1/game/players/:player_id'],
  ['DELETE /v2/admin/players/:player_id', 'DELETE /v1/game/players/:player_id'],
  ['POST /v2/admin/players/:player_id/reset', 'PUT /v1/game/players/:player_id/reset'],
  ['GET /v2/admin/players/:player_id/activity', 'GET /v1/game/players/:player_id/activity'],
  ['PUT /v2/admin/players/:player_id/disable'],
  ['PUT /v2/admin/players/:player_id/enable'],
].flatMap((routes) => [
  ...on(routes, nobody, {
    when: 'the player is one of the other runtime',
    params: { player_id: 'zoe' },
    answer: notFound('player', 'zoe'),
  }),
  ...on(
    routes,
    ...wrongIds.map((id) => ({
      when: `the id is '${id.slice(0, 70)}'`,
      params: { player_id: id },
      answer: invalidAt('player_id'),
    })),
  ),
])

const paged: readonly ErrorCase[] = [
  ['GET /v2/admin/players', 'GET /v1/game/players'],
  ['GET /v2/admin/query/players', 'GET /v1/query/players'],
].flatMap((routes) =>
  on(
    routes,
    ...wrongPages.map(({ name, text }) => ({
      when: `${name} is '${text}'`,
      ask: { query: { [name]: text } },
      answer: { ...errors.invalidRequest, description: new RegExp(`'${name}'`) },
    })),
  ),
)

const feeds: readonly ErrorCase[] = [
  ['GET /v2/admin/activity', 'GET /v1/game/activity'],
  ['GET /v2/admin/players/:player_id/activity', 'GET /v1/game/players/:player_id/activity'],
].flatMap((routes) =>
  on(
    routes,
    ...wrongDates.flatMap((text) =>
      ['start', 'end'].map((name) => ({
        when: `${name} is '${text}'`,
        params: neo,
        ask: { query: { [name]: text } },
        answer: errors.invalidDate,
      })),
    ),
  ),
)

/** Document 2 "Players", 4.1, 4.14, 4.15. */
const creating: readonly ErrorCase[] = [
  ...on(
    ['POST /v2/admin/players', 'POST /v1/game/players'],
    { when: 'the id is taken', ask: { body: { id: 'neo' } }, answer: exists('neo') },
    { when: "the id is a disabled player's", ask: { body: { id: 'smith', alias: 'Smith' } }, answer: exists('smith') },
    { when: 'the id is missing', ask: { body: { alias: 'Nobody' } }, answer: invalidAt('id') },
    { when: 'there is no body', answer: invalidAt('id') },
    { when: 'the id is a number', ask: { body: { id: 5 } }, answer: invalidAt('id') },
    ...wrongIds.map((id) => ({
      when: `the id is '${id.slice(0, 70)}'`,
      ask: { body: { id } },
      answer: invalidAt('id'),
    })),
    { when: 'the alias is a list', ask: { body: { id: 'newbie', alias: ['New'] } }, answer: invalidAt('alias') },
    { when: 'the email is a number', ask: { body: { id: 'newbie', email: 5 } }, answer: invalidAt('email') },
    {
      when: 'what each player starts with cannot be computed',
      flawed: true,
      ask: { body: { id: 'newbie' } },
      answer: errors.invalidFormula,
    },
    {
      when: 'everything is wrong',
      ask: { body: { id: '', alias: 5, email: {}, age: 5 } },
      answer: invalidAt('id', 'alias', 'email', 'age'),
    },
  ),
  ...on(
    ['GET /v2/admin/validation/player/available', 'GET /v1/game/validation/player/exists'],
    { when: 'the player exists', ask: { query: { value: 'neo' } }, answer: exists('neo') },
    { when: 'no id is given', answer: invalidAt('value') },
    { when: 'the id is empty', ask: { search: 'value=' }, answer: invalidAt('value') },
    ...wrongIds.map((id) => ({
      when: `the id is '${id.slice(0, 70)}'`,
      ask: { query: { value: id } },
      answer: invalidAt('value'),
    })),
  ),
  ...on(['POST /v2/admin/players/:player_id/reset', 'PUT /v1/game/players/:player_id/reset'], {
    when: 'the player is in production',
    params: { player_id: 'zoe' },
    ask: { client: 'gamify-production' },
    answer: errors.forbidden,
  }),
]

const scores = 'PATCH /v2/admin/players/:player_id/scores'
const points = (id: string, value: unknown, verb = 'add') => ({ metric: { id, type: 'point' }, verb, value })
const rewards = (...given: readonly unknown[]) => ({ params: neo, ask: { body: { rewards: given } } })

/** 4.5, 4.14. */
const scoring: readonly ErrorCase[] = on(
  [scores],
  { ...nobody, ask: { body: { rewards: [points('xp', '1')] } } },
  { when: 'rewards are missing', params: neo, ask: { body: {} }, answer: invalidAt('rewards') },
  {
    when: 'rewards are no list',
    params: neo,
    ask: { body: { rewards: points('xp', '1') } },
    answer: invalidAt('rewards'),
  },
  { when: 'the metric is unknown', ...rewards(points('nope', '1')), answer: notFound('metric', 'nope') },
  {
    when: 'one of two metrics is unknown',
    ...rewards(points('xp', '1'), points('nope', '1')),
    answer: notFound('metric', 'nope'),
  },
  {
    when: 'the metric is of another type',
    ...rewards(points('rank', '1')),
    answer: invalidAt('rewards.0.metric.type'),
  },
  { when: 'the verb is unknown', ...rewards(points('xp', '1', 'double')), answer: invalidAt('rewards.0.verb') },
  { when: 'the amount is a number', ...rewards(points('xp', 1)), answer: invalidAt('rewards.0.value') },
  { when: 'the amount is no formula', ...rewards(points('xp', '1 +')), answer: invalidAt('rewards.0.value') },
  {
    when: 'the formula reads what there is not',
    ...rewards(points('xp', '$vars.x')),
    answer: invalidAt('rewards.0.value'),
  },
  { when: 'the formula divides by zero', ...rewards(points('xp', '1 / 0')), answer: errors.invalidFormula },
  {
    when: 'a compound cannot follow',
    ...rewards(points('water', '0', 'set'), points('water', '1'), points('water', '1', 'remove')),
    answer: errors.invalidFormula,
  },
  {
    when: 'a reward has a probability',
    ...rewards({ ...points('xp', '1'), probability: 0.5 }),
    answer: invalidAt('rewards.0.probability'),
  },
  {
    when: 'a compound is rewarded',
    ...rewards({ metric: { id: 'worth', type: 'compound' }, verb: 'add', value: '1' }),
    answer: invalidAt('rewards.0.metric'),
  },
  {
    when: 'the state is unknown',
    ...rewards({ metric: { id: 'rank', type: 'state' }, verb: 'set', value: 'Gold' }),
    answer: invalidAt('rewards.0.value'),
  },
  {
    when: 'a state is added',
    ...rewards({ metric: { id: 'rank', type: 'state' }, verb: 'add', value: 'Bronze' }),
    answer: invalidAt('rewards.0.verb'),
  },
  {
    when: 'an item is unknown',
    ...rewards({ metric: { id: 'badges', type: 'set' }, verb: 'add', value: { Rookie: '1', toString: '1' } }),
    answer: invalidAt('rewards.0.value.toString'),
  },
  {
    when: 'items come as a text',
    ...rewards({ metric: { id: 'badges', type: 'set' }, verb: 'add', value: 'Rookie' }),
    answer: invalidAt('rewards.0.value'),
  },
  {
    when: 'two rewards are wrong',
    ...rewards(points('xp', '(', 'set'), points('xp', '$')),
    answer: invalidAt('rewards.0.value', 'rewards.1.value'),
  },
)

/** Document 2 "Players", 4.14. */
const reverting: readonly ErrorCase[] = on(
  ['POST /v2/admin/players/:player_id/revert'],
  { ...nobody, ask: ({ liked }) => ({ body: { event_ids: [liked] } }) },
  { when: 'event ids are missing', params: neo, ask: { body: {} }, answer: invalidAt('event_ids') },
  {
    when: 'event ids are a text',
    params: neo,
    ask: ({ liked }) => ({ body: { event_ids: liked } }),
    answer: invalidAt('event_ids'),
  },
  {
    when: 'an event id is a number',
    params: neo,
    ask: ({ liked }) => ({ body: { event_ids: [liked, 5] } }),
    answer: invalidAt('event_ids.1'),
  },
  {
    when: 'no such event happened',
    params: neo,
    ask: { body: { event_ids: [unheard] } },
    answer: notFound('event', unheard),
  },
  {
    when: 'an event id is no id',
    params: neo,
    ask: { body: { event_ids: ['nope'] } },
    answer: notFound('event', 'nope'),
  },
  {
    when: 'one of two is unknown',
    params: neo,
    ask: ({ liked }) => ({ body: { event_ids: [liked, 'nope'] } }),
    answer: notFound('event', 'nope'),
  },
  {
    when: "it is another player's",
    params: neo,
    ask: ({ trinitys }) => ({ body: { event_ids: [trinitys] } }),
    answer: { status: 404, error: 'event_not_found' },
  },
  {
    when: 'it is a level',
    params: neo,
    ask: ({ leveled }) => ({ body: { event_ids: [leveled] } }),
    answer: errors.invalidRequest,
  },
  {
    when: "it is an operator's change",
    params: neo,
    ask: ({ scored }) => ({ body: { event_ids: [scored] } }),
    answer: errors.invalidRequest,
  },
  {
    when: 'it was reverted before',
    params: neo,
    ask: ({ reverted }) => ({ body: { event_ids: [reverted] } }),
    answer: { status: 409, error: 'already_reverted' },
  },
  {
    when: 'it is named twice',
    params: neo,
    ask: ({ liked }) => ({ body: { event_ids: [liked, liked] } }),
    answer: { status: 409, error: 'already_reverted' },
  },
  {
    when: 'a compound cannot be computed without it',
    params: neo,
    ask: ({ poured }) => ({ body: { event_ids: [poured] } }),
    answer: errors.invalidFormula,
  },
)

const welcome = { rule_id: 'welcome' }
const element = (player_ids: readonly string[], variables: unknown = { gift: 1 }) => ({ player_ids, variables })
const data = (...elements: readonly unknown[]) => ({ params: welcome, ask: { body: { data: elements } } })

/** Document 2 "Custom rules", 4.7, 4.15, 4.16. */
const evaluating: readonly ErrorCase[] = [['POST /v2/admin/rules/:rule_id', 'POST /v1/game/rule/:rule_id']].flatMap(
  (routes) =>
    on(
      routes,
      { when: 'the rule is unknown', ...data(), params: { rule_id: 'nope' }, answer: notFound('rule', 'nope') },
      {
        when: 'the rule is no custom one',
        ...data(element(['neo'])),
        params: { rule_id: 'ladder' },
        answer: notFound('rule', 'ladder'),
      },
      ...wrongIds.map((id) => ({
        when: `the id is '${id.slice(0, 70)}'`,
        params: { rule_id: id },
        ask: { body: { data: [] } },
        answer: invalidAt('rule_id'),
      })),
      { when: 'data are missing', params: welcome, ask: { body: {} }, answer: invalidAt('data') },
      {
        when: 'data are no list',
        params: welcome,
        ask: { body: { data: element(['neo']) } },
        answer: invalidAt('data'),
      },
      { when: 'player ids are missing', ...data({ variables: { gift: 1 } }), answer: invalidAt('data.0.player_ids') },
      { when: 'player ids are a text', ...data({ player_ids: 'neo' }), answer: invalidAt('data.0.player_ids') },
      { when: 'a player is unknown', ...data(element(['nobody'])), answer: notFound('player', 'nobody') },
      {
        when: 'one of three players is unknown',
        ...data(element(['neo', 'trinity']), element(['nobody'])),
        answer: notFound('player', 'nobody'),
      },
      {
        when: 'a required variable is missing',
        ...data(element(['neo'], {})),
        answer: invalidAt('data.0.variables.gift'),
      },
      {
        when: 'variables of the second element are of wrong types',
        ...data(element(['neo']), element(['trinity'], { gift: '1.5', note: 5 })),
        answer: invalidAt('data.1.variables.gift', 'data.1.variables.note'),
      },
      { when: 'variables are a list', ...data(element(['neo'], [])), answer: invalidAt('data.0.variables') },
      {
        when: 'scopes are a text',
        params: welcome,
        ask: { body: { data: [], scopes: 'best' } },
        answer: invalidAt('scopes'),
      },
      {
        when: 'a scope id cannot be one',
        params: welcome,
        ask: { body: { data: [element(['neo'])], scopes: [{ id: 'best/', entity_id: 'neo' }] } },
        answer: errors.invalidRequest,
      },
      {
        when: 'a scope id in an element cannot be one',
        ...data({ ...element(['neo']), scopes: [{ id: 'a/b/c', entity_id: 'neo' }] }),
        answer: errors.invalidRequest,
      },
      {
        when: 'the formula divides by zero for the second element',
        params: { rule_id: 'ratio' },
        ask: { body: { data: [element(['neo'], { by: 5 }), element(['neo'], { by: 0 })] } },
        answer: errors.invalidFormula,
      },
    ),
)

const impossiblePaths: readonly ErrorCase[] = [
  { name: scores, param: 'player_id' },
  { name: 'POST /v2/admin/players/:player_id/revert', param: 'player_id' },
  { name: 'POST /v2/runtime/actions/:action_id/play', param: 'action_id' },
].flatMap(({ name, param }) =>
  on(
    [name],
    ...wrongIds.map((id) => ({
      when: `the id is '${id.slice(0, 70)}'`,
      params: { [param]: id },
      ask: { as: 'neo', body: { rewards: [], event_ids: [] } },
      answer: invalidAt(param),
    })),
  ),
)

/** What can be wrong with an operator's call, beyond what can be wrong with any; and impossible ids in paths. */
export const adminErrors: readonly ErrorCase[] = [
  ...namedPlayer,
  ...paged,
  ...feeds,
  ...creating,
  ...scoring,
  ...reverting,
  ...evaluating,
  ...impossiblePaths,
]
