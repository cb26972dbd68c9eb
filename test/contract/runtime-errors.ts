import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'
import { wrongDates, wrongPages } from './wrong-values.ts'

const play = 'POST /v2/runtime/actions/:action_id/play'
const playV1 = 'POST /v1/action/play'

interface Play {
  readonly when: string
  readonly action: string
  readonly as?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly answer: Documented
}

/** Plays an action in both versions: version 1 takes its id in the body. Document 3. */
const plays = (...cases: readonly Play[]): ErrorCase[] =>
  cases.flatMap(({ when, action, as = 'neo', body = {}, answer }) => [
    { routes: [play], when, params: { action_id: action }, ask: { as, body }, answer },
    { routes: [playV1], when, ask: { as, body: { ...body, id: action } }, answer },
  ])

const overRate = (action: string, rate: string): Documented => ({
  status: 429,
  error: 'rate_limit_exceeded',
  description: `The Action '${action}' can only be triggered ${rate}`,
})

const votes = { votes: 1 }

/** Documents 1 and 3 "Actions", 4.4, 4.6, 4.15, 4.16, 5.2. */
const playing: readonly ErrorCase[] = [
  ...plays(
    { when: 'the action is unknown', action: 'nope', answer: notFound('action', 'nope') },
    {
      when: 'the action is named as what every object has',
      action: 'constructor',
      answer: notFound('action', 'constructor'),
    },
    { when: 'the action is not visible to the player', action: 'secret', answer: errors.accessDenied },
    { when: 'the count is 0', action: 'like', body: { count: 0 }, answer: invalidAt('count') },
    { when: 'the count is below 0', action: 'like', body: { count: -1 }, answer: invalidAt('count') },
    { when: 'the count is above 1,000,000', action: 'like', body: { count: 1_000_001 }, answer: invalidAt('count') },
    { when: 'the count is no whole number', action: 'like', body: { count: 1.5 }, answer: invalidAt('count') },
    { when: 'the count is a text', action: 'like', body: { count: '3' }, answer: invalidAt('count') },
    { when: 'the count is null', action: 'like', body: { count: null }, answer: invalidAt('count') },
    { when: 'variables are a list', action: 'answer', body: { variables: [] }, answer: invalidAt('variables') },
    { when: 'variables are a text', action: 'answer', body: { variables: 'votes' }, answer: invalidAt('variables') },
    { when: 'a required variable is missing', action: 'answer', answer: invalidAt('variables.votes') },
    {
      when: 'a required variable is null',
      action: 'answer',
      body: { variables: { votes: null } },
      answer: invalidAt('variables.votes'),
    },
    {
      when: 'an int is a word, and a string a number',
      action: 'answer',
      body: { variables: { votes: 'many', note: 5 } },
      answer: invalidAt('variables.votes', 'variables.note'),
    },
    {
      when: 'an int is a fraction',
      action: 'answer',
      body: { variables: { votes: 1.5 } },
      answer: invalidAt('variables.votes'),
    },
    { when: 'scopes are no list', action: 'like', body: { scopes: {} }, answer: invalidAt('scopes') },
    {
      when: 'a scope lacks its entity',
      action: 'like',
      body: { scopes: [{ id: 'best/week' }] },
      answer: invalidAt('scopes.0.entity_id'),
    },
    {
      when: 'a scope id cannot be one',
      action: 'like',
      body: { scopes: [{ id: 'best/a week', entity_id: 'neo' }] },
      answer: errors.invalidRequest,
    },
    { when: 'query is no boolean', action: 'like', body: { query: 'no' }, answer: invalidAt('query') },
    { when: 'two fields are wrong', action: 'like', body: { count: 0, query: 0 }, answer: invalidAt('count', 'query') },
    {
      when: 'the formula divides by zero',
      action: 'share',
      body: { variables: { among: 0 } },
      answer: errors.invalidFormula,
    },
    { when: 'a FIXED rate is used up', action: 'visit', answer: overRate('visit', '1 times every day') },
    {
      when: 'a count goes over a FIXED rate',
      action: 'visit',
      as: 'trinity',
      body: { count: 2 },
      answer: overRate('visit', '1 times every day'),
    },
    { when: 'a ROLLING rate is used up', action: 'burst', answer: overRate('burst', '2 times every 90000 ms') },
    {
      when: 'a LEAKY rate is used up',
      action: 'answer',
      body: { variables: votes },
      answer: overRate('answer', '2 times every hour'),
    },
  ),
  ...on([playV1], { when: 'the id is missing', ask: { as: 'neo', body: {} }, answer: invalidAt('id') }),
  ...on([playV1], { when: 'the id is a number', ask: { as: 'neo', body: { id: 5 } }, answer: invalidAt('id') }),
]

/** Document 1 "Game and player", 5.2. */
const profile: readonly ErrorCase[] = [
  ...on(
    ['PATCH /v2/runtime/player'],
    { when: 'the alias is a number', ask: { as: 'neo', body: { alias: 5 } }, answer: invalidAt('alias') },
    { when: 'the email is null', ask: { as: 'neo', body: { email: null } }, answer: invalidAt('email') },
    {
      when: 'what cannot be updated is in the body',
      ask: { as: 'neo', body: { alias: 'Neo', id: 'one', enabled: false } },
      answer: invalidAt('id', 'enabled'),
    },
  ),
  ...on(['GET /v2/runtime/player', 'GET /v1/player'], {
    when: 'detailed is no boolean',
    ask: { as: 'neo', query: { detailed: 'yes' } },
    answer: { ...errors.invalidRequest, description: /'detailed'/ },
  }),
]

/** Document 1 "Activity", 5.3. */
const feed = on(
  ['GET /v2/runtime/activity', 'GET /v1/activity'],
  ...wrongDates.flatMap((text) =>
    ['start', 'end'].map((name) => ({
      when: `${name} is '${text}'`,
      ask: { as: 'neo', query: { [name]: text } },
      answer: errors.invalidDate,
    })),
  ),
)

/** 5.5, 4.15 "Paging". */
const fellows = on(
  ['GET /v2/runtime/players', 'GET /v1/players'],
  ...wrongPages.map(({ name, text }) => ({
    when: `${name} is '${text}'`,
    ask: { as: 'neo', query: { [name]: text } },
    answer: { ...errors.invalidRequest, description: new RegExp(`'${name}'`) },
  })),
)

/** What can be wrong with a call of a runtime route, beyond what can be wrong with any. */
export const runtimeErrors: readonly ErrorCase[] = [...playing, ...profile, ...feed, ...fellows]
