import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'
import { wrongIds, wrongPages } from './wrong-values.ts'

/** Both versions of a route: version 1 has no prefix. Document 3, 5.5. */
const twins = (method: string, path: string): readonly string[] => [
  `${method} /v2/runtime/${path}`,
  `${method} /v1/${path}`,
]

/** Ids of teams that there are not, whatever stands in them. 5.2: they are looked up. */
const unknownIds = ['nope', 'neo/open', 'OPEN-guild', '__proto__', 'constructor', ':team_id', ' ']

const unknown: Documented = { status: 404, error: 'team_instance_not_found' }
const badSetting: Documented = { status: 400, error: 'invalid_access_setting' }

interface Making {
  readonly when: string
  readonly definition: string
  readonly as?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly answer: Documented
}

const make = 'POST /v2/runtime/teams'
const makeV1 = 'POST /v1/definitions/teams/:team_definition_id'

/** Makes a team in both versions: version 1 takes the definition in the path. 5.5. */
const makings = (...cases: readonly Making[]): ErrorCase[] =>
  cases.flatMap(({ when, definition, as = 'neo', body = {}, answer }) => [
    { routes: [make], when, ask: { as, body: { ...body, definition } }, answer },
    { routes: [makeV1], when, params: { team_definition_id: definition }, ask: { as, body }, answer },
  ])

/** Settings outside the enum. 4.10: on making a team they are as bad as on changing it. */
const noSettings = ['SECRET', 'public', '', '__proto__']

/** Bodies that make no team whatever else they say, and where they are wrong. */
const wrongBodies = [
  ...wrongIds.map((id) => ({ body: { id }, at: ['id'] })),
  { body: { id: 5 }, at: ['id'] },
  { body: { id: '' }, at: ['id'] },
  { body: { name: '' }, at: ['name'] },
  { body: { name: 5 }, at: ['name'] },
  { body: { name: 'n'.repeat(257) }, at: ['name'] },
  { body: { access: 5 }, at: ['access'] },
  { body: { access: null }, at: ['access'] },
  { body: { owner: 'trinity', locked: true }, at: ['owner', 'locked'] },
].map(({ body, at }) => ({ when: `the body is ${JSON.stringify(body).slice(0, 60)}`, body, answer: invalidAt(...at) }))

/** Document 1 "Teams", 4.10, 5.5. */
const making: readonly ErrorCase[] = [
  ...makings(
    { when: 'the definition is unknown', definition: 'nope', answer: notFound('team_definition', 'nope') },
    {
      when: 'the definition is what every object has',
      definition: 'constructor',
      answer: notFound('team_definition', 'constructor'),
    },
    { when: 'only the operator makes it', definition: 'council', answer: errors.forbidden },
    { when: 'the player does not meet what it requires', definition: 'club', as: 'oracle', answer: errors.forbidden },
    { when: 'the player has as many as allowed', definition: 'club', answer: errors.forbidden },
    { when: 'there are as many as allowed', definition: 'fleet', answer: errors.forbidden },
    { when: 'what it requires cannot be computed', definition: 'fleet', as: 'oracle', answer: errors.invalidFormula },
    {
      when: 'the id is taken',
      definition: 'guild',
      body: { id: 'open-guild' },
      answer: { status: 409, error: 'team_instance_exists', description: /'open-guild'/ },
    },
    ...noSettings.map((access) => ({
      when: `the access is '${access}'`,
      definition: 'guild',
      body: { access },
      answer: badSetting,
    })),
    ...wrongBodies.map((each) => ({ ...each, definition: 'guild' })),
  ),
  ...on([make], { when: 'the definition is missing', ask: { as: 'neo', body: {} }, answer: invalidAt('definition') }),
  ...wrongIds.flatMap((id) => [
    ...on([make], {
      when: `the definition is ${JSON.stringify(id)}`,
      ask: { as: 'neo', body: { definition: id } },
      answer: invalidAt('definition'),
    }),
    ...on([makeV1], {
      when: `the definition is ${JSON.stringify(id)}`,
      params: { team_definition_id: id },
      ask: { as: 'neo' },
      answer: invalidAt('team_definition_id'),
    }),
  ]),
]

const ofPages = (routes: readonly string[]): ErrorCase[] =>
  on(
    routes,
    ...wrongPages.map(({ name, text }) => ({
      when: `${name} is '${text}'`,
      params: { team_id: 'open-guild' },
      ask: { as: 'neo', query: { [name]: text } },
      answer: { ...errors.invalidRequest, description: new RegExp(`'${name}'`) },
    })),
  )

const ofOne = [
  ...twins('GET', 'teams/:team_id'),
  ...twins('PATCH', 'teams/:team_id'),
  ...twins('DELETE', 'teams/:team_id'),
  ...twins('PUT', 'teams/:team_id/lock'),
  ...twins('DELETE', 'teams/:team_id/lock'),
  ...twins('GET', 'teams/:team_id/members'),
  ...twins('GET', 'teams/:team_id/members/:member_id'),
]

/** Documents 1 and 3 "Teams", 4.10, 5.5. */
const reading: readonly ErrorCase[] = [
  ...ofPages([...twins('GET', 'teams'), ...twins('GET', 'teams/:team_id/members')]),
  ...ofOne.flatMap((route) =>
    on(
      [route],
      ...unknownIds.map((team_id) => ({
        when: `the team is '${team_id}'`,
        params: { team_id, member_id: 'neo' },
        ask: { as: 'neo', ...(route.startsWith('PATCH') ? { body: {} } : {}) },
        answer: unknown,
      })),
    ),
  ),
  ...on(
    [
      ...twins('GET', 'teams/:team_id'),
      ...twins('GET', 'teams/:team_id/members'),
      ...twins('GET', 'teams/:team_id/members/:member_id'),
    ],
    {
      when: 'it is PRIVATE, and the player is not in it',
      params: { team_id: 'secret-guild', member_id: 'neo' },
      ask: { as: 'oracle' },
      answer: errors.accessDenied,
    },
  ),
  ...on(
    twins('GET', 'teams/:team_id/members/:member_id'),
    ...['oracle', 'nobody', 'zoe', 'constructor'].map((member_id) => ({
      when: `the member is '${member_id}'`,
      params: { team_id: 'open-guild', member_id },
      ask: { as: 'neo' },
      answer: notFound('player', member_id),
    })),
    ...wrongIds.map((member_id) => ({
      when: `the member is ${JSON.stringify(member_id)}`,
      params: { team_id: 'open-guild', member_id },
      ask: { as: 'neo' },
      answer: invalidAt('member_id'),
    })),
  ),
]

const mine = { team_id: 'open-guild' }

/** Documents 1 and 3 "Teams", 4.10. */
const owning: readonly ErrorCase[] = [
  ...on(
    [...twins('PATCH', 'teams/:team_id'), ...twins('DELETE', 'teams/:team_id')],
    ...[
      ['morpheus', 'open-guild'],
      ['oracle', 'open-guild'],
      ['oracle', 'secret-guild'],
      ['trinity', 'elders'],
    ].map(([as = '', team_id = '']) => ({
      when: `${as} does not own ${team_id}`,
      params: { team_id },
      ask: { as, body: {} },
      answer: errors.accessDenied,
    })),
  ),
  ...on(
    [...twins('PUT', 'teams/:team_id/lock'), ...twins('DELETE', 'teams/:team_id/lock')],
    ...[
      ['morpheus', 'open-guild'],
      ['trinity', 'locked-guild'],
      ['oracle', 'open-guild'],
      ['oracle', 'secret-guild'],
      ['trinity', 'elders'],
    ].map(([as = '', team_id = '']) => ({
      when: `${as} has no role in ${team_id} that locks`,
      params: { team_id },
      ask: { as },
      answer: errors.accessDenied,
    })),
  ),
  ...on(
    twins('PATCH', 'teams/:team_id'),
    ...noSettings.map((access) => ({
      when: `the access is '${access}'`,
      params: mine,
      ask: { as: 'neo', body: { access } },
      answer: badSetting,
    })),
    {
      when: 'the definition does not allow the access',
      params: { team_id: 'neo-club' },
      ask: { as: 'neo', body: { access: 'PRIVATE' } },
      answer: { ...badSetting, description: /'PRIVATE'/ },
    },
    ...[
      { body: { access: 5 }, at: ['access'] },
      { body: { name: '' }, at: ['name'] },
      { body: { name: null }, at: ['name'] },
      { body: { name: 'n'.repeat(257) }, at: ['name'] },
      { body: { name: 'Ours', locked: true, id: 'ours' }, at: ['locked', 'id'] },
    ].map(({ body, at }) => ({
      when: `the body is ${JSON.stringify(body).slice(0, 60)}`,
      params: mine,
      ask: { as: 'neo', body },
      answer: invalidAt(...at),
    })),
  ),
]

const adminMake = 'POST /v2/admin/teams'

/** Document 2 "Teams", "Search", 4.15. */
const operating: readonly ErrorCase[] = [
  ...ofPages(['GET /v2/admin/teams', 'GET /v2/admin/query/teams', 'GET /v2/admin/teams/:team_id/members']),
  ...[
    'GET /v2/admin/teams/:team_id',
    'DELETE /v2/admin/teams/:team_id',
    'GET /v2/admin/teams/:team_id/members',
  ].flatMap((route) =>
    on(
      [route],
      ...unknownIds.map((team_id) => ({ when: `the team is '${team_id}'`, params: { team_id }, answer: unknown })),
    ),
  ),
  ...on(
    [adminMake],
    {
      when: 'the definition is unknown',
      ask: { body: { definition: 'nope' } },
      answer: notFound('team_definition', 'nope'),
    },
    { when: 'the definition is missing', ask: { body: {} }, answer: invalidAt('definition') },
    { when: 'there are as many as allowed', ask: { body: { definition: 'fleet' } }, answer: errors.forbidden },
    {
      when: 'the definition does not allow the access',
      ask: { body: { definition: 'council', access: 'PUBLIC' } },
      answer: { ...badSetting, description: /'PUBLIC'/ },
    },
    {
      when: 'the id is taken',
      ask: { body: { definition: 'council', id: 'elders' } },
      answer: { status: 409, error: 'team_instance_exists', description: /'elders'/ },
    },
    {
      when: 'an owner is named',
      ask: { body: { definition: 'council', owner_id: 'neo' } },
      answer: invalidAt('owner_id'),
    },
    ...noSettings.map((access) => ({
      when: `the access is '${access}'`,
      ask: { body: { definition: 'guild', access } },
      answer: badSetting,
    })),
    ...wrongBodies.map(({ body, ...each }) => ({ ...each, ask: { body: { ...body, definition: 'guild' } } })),
  ),
]

/** What can be wrong with a call about teams as such, beyond what can be wrong with any. */
export const teamErrors: readonly ErrorCase[] = [...making, ...reading, ...owning, ...operating]
