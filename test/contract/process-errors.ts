import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'
import { wrongIds, wrongPages } from './wrong-values.ts'

/** Both versions of a route: version 1 has no prefix. Document 3. */
const twins = (method: string, path: string): readonly string[] => [
  `${method} /v2/runtime/${path}`,
  `${method} /v1/${path}`,
]

/** Ids of processes that there are not, whatever stands in them. 5.2: they are looked up. */
const unknownIds = ['nope', 'neo/nope', 'neo', 'open', 'NEO/open', '__proto__', ':process_id', 'neo/open/more', ' ']

const unknown: Documented = { status: 404, error: 'process_instance_not_found' }
const badSetting: Documented = { status: 400, error: 'invalid_access_setting', description: /'PRIVATE'/ }

interface Making {
  readonly when: string
  readonly definition: string
  readonly as?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly answer: Documented
}

const make = 'POST /v2/runtime/processes'
const makeV1 = 'POST /v1/definitions/processes/:process_definition_id'

/** Makes a process in both versions: version 1 takes the definition in the path. Document 3. */
const makings = (...cases: readonly Making[]): ErrorCase[] =>
  cases.flatMap(({ when, definition, as = 'neo', body = {}, answer }) => [
    { routes: [make], when, ask: { as, body: { ...body, definition } }, answer },
    { routes: [makeV1], when, params: { process_definition_id: definition }, ask: { as, body }, answer },
  ])

/** Words that stand behind the id of a process in a path. 4.15 "Process ids". */
const routeWords = [
  'activity',
  'approvals',
  'invites',
  'join',
  'leave',
  'performers',
  'play',
  'roles',
  'transfer',
  'triggers',
]

/** What cannot be the name of a process. 4.1, 4.15. */
const wrongNames = [...wrongIds, ...routeWords, '']

/** Documents 1 and 3 "Processes", 4.9. */
const making: readonly ErrorCase[] = [
  ...makings(
    { when: 'the definition is unknown', definition: 'nope', answer: notFound('process_definition', 'nope') },
    {
      when: 'the definition is what every object has',
      definition: 'constructor',
      answer: notFound('process_definition', 'constructor'),
    },
    { when: 'only the operator makes it', definition: 'patrol', answer: errors.forbidden },
    { when: 'the player does not meet what it requires', definition: 'errand', as: 'oracle', answer: errors.forbidden },
    { when: 'the player has as many as allowed', definition: 'errand', answer: errors.forbidden },
    { when: 'there are as many as allowed', definition: 'voyage', answer: errors.forbidden },
    { when: 'what it requires cannot be computed', definition: 'voyage', as: 'oracle', answer: errors.invalidFormula },
    {
      when: 'the definition does not allow the access',
      definition: 'stroll',
      body: { access: 'PRIVATE' },
      answer: badSetting,
    },
    {
      when: 'the id is taken',
      definition: 'tour',
      body: { id: 'open' },
      answer: { status: 409, error: 'process_instance_exists', description: /'neo\/open'/ },
    },
    ...wrongNames.map((id) => ({
      when: `the id is ${JSON.stringify(id)}`,
      definition: 'tour',
      body: { id },
      answer: invalidAt('id'),
    })),
    { when: 'the id is a number', definition: 'tour', body: { id: 5 }, answer: invalidAt('id') },
    { when: 'the id is null', definition: 'tour', body: { id: null }, answer: invalidAt('id') },
    ...['SECRET', 'private', '', '__proto__', 5, null, ['PUBLIC']].map((access) => ({
      when: `the access is ${JSON.stringify(access)}`,
      definition: 'tour',
      body: { access },
      answer: invalidAt('access'),
    })),
    {
      when: 'what cannot be told is in the body',
      definition: 'tour',
      body: { owner_id: 'trinity', state: 'COMPLETED' },
      answer: invalidAt('owner_id', 'state'),
    },
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
      params: { process_definition_id: id },
      ask: { as: 'neo' },
      answer: invalidAt('process_definition_id'),
    }),
  ]),
]

const ofPages = (routes: readonly string[], params = {}, as = 'neo'): ErrorCase[] =>
  on(
    routes,
    ...wrongPages.map(({ name, text }) => ({
      when: `${name} is '${text}'`,
      params,
      ask: { as, query: { [name]: text } },
      answer: { ...errors.invalidRequest, description: new RegExp(`'${name}'`) },
    })),
  )

/** Documents 1 and 3 "Processes". */
const reading: readonly ErrorCase[] = [
  ...ofPages(twins('GET', 'processes')),
  ...on(
    twins('GET', 'processes'),
    ...['active', 'DONE', 'ACTIVE,', ',', 'ACTIVE,DONE', 'ACTIVE COMPLETED', '__proto__'].map((state) => ({
      when: `the state is '${state}'`,
      ask: { as: 'neo', query: { state } },
      answer: { ...errors.invalidRequest, description: /'state'/ },
    })),
  ),
  ...ofPages(twins('GET', 'processes/:process_id/performers'), { process_id: 'neo/open' }),
  ...[
    ...twins('GET', 'processes/:process_id'),
    ...twins('PATCH', 'processes/:process_id'),
    ...twins('DELETE', 'processes/:process_id'),
    ...twins('GET', 'processes/:process_id/performers'),
    ...twins('GET', 'processes/:process_id/performers/:performer_id'),
  ].flatMap((route) =>
    on(
      [route],
      ...unknownIds.map((id) => ({
        when: `the process is '${id}'`,
        params: { process_id: id, performer_id: 'neo' },
        ask: { as: 'neo', ...(route.startsWith('PATCH') ? { body: {} } : {}) },
        answer: unknown,
      })),
    ),
  ),
  ...on(
    [
      ...twins('GET', 'processes/:process_id'),
      ...twins('GET', 'processes/:process_id/performers'),
      ...twins('GET', 'processes/:process_id/performers/:performer_id'),
    ],
    {
      when: 'it is PRIVATE, and the player is not in it',
      params: { process_id: 'neo/secret', performer_id: 'neo' },
      ask: { as: 'oracle' },
      answer: errors.accessDenied,
    },
  ),
  ...on(
    twins('GET', 'processes/:process_id/performers/:performer_id'),
    ...['oracle', 'nobody', 'zoe', 'constructor'].map((performer_id) => ({
      when: `the performer is '${performer_id}'`,
      params: { process_id: 'neo/open', performer_id },
      ask: { as: 'neo' },
      answer: notFound('performer', performer_id),
    })),
    ...wrongIds.map((performer_id) => ({
      when: `the performer is ${JSON.stringify(performer_id)}`,
      params: { process_id: 'neo/open', performer_id },
      ask: { as: 'neo' },
      answer: invalidAt('performer_id'),
    })),
  ),
]

/** Documents 1 and 3 "Processes", 4.9. */
const owning: readonly ErrorCase[] = [
  ...on(
    [...twins('PATCH', 'processes/:process_id'), ...twins('DELETE', 'processes/:process_id')],
    ...['trinity', 'oracle'].flatMap((as) =>
      ['neo/open', 'neo/secret'].map((process_id) => ({
        when: `${as} does not own ${process_id}`,
        params: { process_id },
        ask: { as, body: {} },
        answer: errors.accessDenied,
      })),
    ),
  ),
  ...on(
    twins('PATCH', 'processes/:process_id'),
    ...['SECRET', 'public', '', '__proto__'].map((access) => ({
      when: `the access is '${access}'`,
      params: { process_id: 'neo/open' },
      ask: { as: 'neo', body: { access } },
      answer: { status: 400, error: 'invalid_access_setting' },
    })),
    {
      when: 'the definition does not allow the access',
      params: { process_id: 'neo/chore' },
      ask: { as: 'neo', body: { access: 'PRIVATE' } },
      answer: badSetting,
    },
    ...[{ access: 5 }, { access: null }].map((body) => ({
      when: `the body is ${JSON.stringify(body)}`,
      params: { process_id: 'neo/open' },
      ask: { as: 'neo', body },
      answer: invalidAt('access'),
    })),
    ...[{ name: '' }, { name: 5 }, { name: null }, { name: 'n'.repeat(257) }].map((body) => ({
      when: `the body is ${JSON.stringify(body).slice(0, 40)}`,
      params: { process_id: 'neo/open' },
      ask: { as: 'neo', body },
      answer: invalidAt('name'),
    })),
    {
      when: 'what cannot be changed is in the body',
      params: { process_id: 'neo/open' },
      ask: { as: 'neo', body: { name: 'Mine', state: 'COMPLETED', owner: 'trinity' } },
      answer: invalidAt('state', 'owner'),
    },
  ),
]

const adminMake = 'POST /v2/admin/processes'
const made = { definition: 'tour', owner_id: 'neo' }

/** Document 2 "Processes", "Search", 4.15. */
const operating: readonly ErrorCase[] = [
  ...ofPages(
    ['GET /v2/admin/processes', 'GET /v2/admin/query/processes', 'GET /v2/admin/processes/:process_id/performers'],
    { process_id: 'neo/open' },
  ),
  ...[
    'GET /v2/admin/processes/:process_id',
    'DELETE /v2/admin/processes/:process_id',
    'GET /v2/admin/processes/:process_id/performers',
  ].flatMap((route) =>
    on(
      [route],
      ...unknownIds.map((process_id) => ({
        when: `the process is '${process_id}'`,
        params: { process_id },
        answer: unknown,
      })),
    ),
  ),
  ...on(
    [adminMake],
    {
      when: 'the definition is unknown',
      ask: { body: { ...made, definition: 'nope' } },
      answer: notFound('process_definition', 'nope'),
    },
    {
      when: 'the owner is unknown',
      ask: { body: { ...made, owner_id: 'nobody' } },
      answer: notFound('player', 'nobody'),
    },
    {
      when: 'the owner is one of the other runtime',
      ask: { body: { ...made, owner_id: 'zoe' } },
      answer: notFound('player', 'zoe'),
    },
    { when: 'the owner is disabled', ask: { body: { ...made, owner_id: 'smith' } }, answer: errors.accessDenied },
    { when: 'definition and owner are missing', ask: { body: {} }, answer: invalidAt('definition', 'owner_id') },
    {
      when: 'there are as many as allowed',
      ask: { body: { ...made, definition: 'voyage' } },
      answer: errors.forbidden,
    },
    {
      when: 'the owner has as many as allowed',
      ask: { body: { ...made, definition: 'errand' } },
      answer: errors.forbidden,
    },
    {
      when: 'the definition does not allow the access',
      ask: { body: { ...made, definition: 'errand', owner_id: 'oracle', access: 'PRIVATE' } },
      answer: badSetting,
    },
    { when: 'the access is none', ask: { body: { ...made, access: 'SECRET' } }, answer: invalidAt('access') },
    {
      when: 'the id is taken',
      ask: { body: { ...made, id: 'neo/open' } },
      answer: { status: 409, error: 'process_instance_exists', description: /'neo\/open'/ },
    },
    ...[
      ...wrongNames.filter((id) => id !== 'neo/tour'),
      'neo/activity',
      'a/b/c',
      '/',
      'neo/',
      '/tour',
      'neo//tour',
    ].map((id) => ({
      when: `the id is ${JSON.stringify(id)}`,
      ask: { body: { ...made, id } },
      answer: invalidAt('id'),
    })),
    { when: 'the name is empty', ask: { body: { ...made, name: '' } }, answer: invalidAt('name') },
    { when: 'the owner cannot be one', ask: { body: { ...made, owner_id: '1neo' } }, answer: invalidAt('owner_id') },
    { when: 'a field is unknown', ask: { body: { ...made, owner: 'neo' } }, answer: invalidAt('owner') },
  ),
]

/** What can be wrong with a call about processes as such, beyond what can be wrong with any. */
export const processErrors: readonly ErrorCase[] = [...making, ...reading, ...owning, ...operating]
