import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'
import { wrongIds } from './wrong-values.ts'

const versions = '/v2/design/versions/:version'

const noVersion: Documented = { status: 404, error: 'version_not_found', description: /'v99'/ }
const frozen: Documented = { status: 409, error: 'version_frozen', description: /'v1'/ }

/** A kind, one of its components, and one that there is not yet. */
interface Sort {
  readonly kind: string
  readonly name: string
  readonly known: string
  readonly fresh: Readonly<Record<string, unknown>>
  /** What is wrong in itself, at which paths; each a change of the fresh one, and wrong in the known one too. */
  readonly wrong: readonly { readonly change: Readonly<Record<string, unknown>>; readonly at: readonly string[] }[]
}

const level = (rank: string, threshold?: string) => (threshold === undefined ? { rank } : { rank, threshold })
const reward = (id: string, type: string, value: unknown) => ({ metric: { id, type }, verb: 'add', value })
const task = (id: string) => ({ id, name: id, type: 'task' })
const flows = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [src, tgt] = pair.split(' ')
    return { src, tgt }
  })

const sorts: readonly Sort[] = [
  {
    kind: 'metrics',
    name: 'metric',
    known: 'xp',
    fresh: { id: 'fresh', name: 'Fresh', type: 'point' },
    wrong: [
      { change: { type: 'number' }, at: ['type'] },
      { change: { constraints: { min: '5', max: '1' } }, at: ['constraints.min'] },
      { change: { constraints: { max: 5 } }, at: ['constraints.max'] },
      { change: { type: 'compound', constraints: { formula: '1 +' } }, at: ['constraints.formula'] },
      { change: { constraints: { formula: '1' } }, at: ['constraints.formula'] },
      { change: { tags: 'red' }, at: ['tags'] },
    ],
  },
  {
    kind: 'actions',
    name: 'action',
    known: 'like',
    fresh: { id: 'fresh', name: 'Fresh' },
    wrong: [
      { change: { rate: [0, 5, 'OFTEN'] }, at: ['rate.0', 'rate.2'] },
      { change: { probability: 2 }, at: ['probability'] },
      {
        change: { rules: [{ rewards: [{ verb: 'give' }] }] },
        at: ['rules.0.rewards.0.metric', 'rules.0.rewards.0.value', 'rules.0.rewards.0.verb'],
      },
      { change: { requires: { type: 'luck' } }, at: ['requires.type'] },
      {
        change: { rules: [{ rewards: [reward('xp', 'point', '1+'), reward('badges', 'set', { A: '$scores[' })] }] },
        at: ['rules.0.rewards.0.value', 'rules.0.rewards.1.value.A'],
      },
    ],
  },
  {
    kind: 'processes',
    name: 'process',
    known: 'tour',
    fresh: { id: 'fresh', name: 'Fresh', activities: [task('study'), task('rest')] },
    wrong: [
      { change: { activities: [{ ...task('study'), lane: 'left' }], sequence_flows: [] }, at: ['activities.0.lane'] },
      { change: { sequence_flows: flows('study nowhere') }, at: ['sequence_flows.0.tgt'] },
      {
        change: { activities: [task('study'), task('rest')], sequence_flows: flows('study rest', 'rest study') },
        at: ['sequence_flows'],
      },
      { change: { settings: { access: ['OPEN'] } }, at: ['settings.access.0'] },
      {
        change: { activities: [{ ...task('study'), rewards: [reward('xp', 'point', '(1')] }], sequence_flows: [] },
        at: ['activities.0.rewards.0.value'],
      },
    ],
  },
  {
    kind: 'teams',
    name: 'team',
    known: 'guild',
    fresh: { id: 'fresh', name: 'Fresh', permissions: [['member', {}]] },
    wrong: [
      { change: { creator_roles: ['boss'] }, at: ['creator_roles.0'] },
      { change: { permissions: [['member', { fly: true }]] }, at: ['permissions.0.1.fly'] },
      { change: { settings: { max_players: '-1' } }, at: ['settings.max_players'] },
    ],
  },
  {
    kind: 'rules',
    name: 'rule',
    known: 'ladder',
    fresh: {
      id: 'fresh',
      name: 'Fresh',
      type: 'level',
      base_metric: 'xp',
      level_metric: 'rank',
      levels: [level('Novice')],
    },
    wrong: [
      { change: { levels: [level('Novice', '5'), level('Bronze', '5')] }, at: ['levels.1.threshold'] },
      { change: { levels: [] }, at: ['levels'] },
      { change: { type: 'magic' }, at: ['type'] },
      { change: { requires: {} }, at: ['requires'] },
    ],
  },
  {
    kind: 'leaderboards',
    name: 'leaderboard',
    known: 'top',
    fresh: {
      id: 'fresh',
      name: 'Fresh',
      type: 'regular',
      entity_type: 'players',
      scope: { type: 'game' },
      metric: { id: 'xp', type: 'point' },
    },
    wrong: [
      { change: { metric: { id: 'rank', type: 'state' } }, at: ['metric.type'] },
      { change: { cycles: ['hourly'] }, at: ['cycles.0'] },
      { change: { entity_type: 'teams', scope: { type: 'team_instance', id: 'guild' } }, at: ['scope.type'] },
    ],
  },
]

/** Document 2 "Design routes", 4.1, 4.13. */
const components = sorts.flatMap(({ kind, name, known, fresh, wrong }): readonly ErrorCase[] => {
  const list = `${versions}/${kind}`
  const one = `${list}/:component_id`
  const [get, post] = [`GET ${list}`, `POST ${list}`]
  const ofOne = [`GET ${one}`, `PATCH ${one}`, `DELETE ${one}`]
  const latest = { version: 'latest' }
  const there = { ...latest, component_id: known }
  return [
    ...on([get, post], {
      when: 'the version is unknown',
      params: { version: 'v99' },
      ask: { body: fresh },
      answer: noVersion,
    }),
    ...on(ofOne, {
      when: 'the version is unknown',
      params: { version: 'v99', component_id: known },
      ask: { body: {} },
      answer: noVersion,
    }),
    ...on([get, `GET ${one}`], {
      when: 'the source is another than the stash',
      params: there,
      ask: { query: { source: 'attic' } },
      answer: { ...errors.invalidRequest, description: /'source'/ },
    }),
    ...on(
      ofOne,
      {
        when: 'the component is unknown',
        params: { ...latest, component_id: 'nope' },
        ask: { body: {} },
        answer: notFound(name, 'nope'),
      },
      {
        when: 'the component is unknown in a frozen version',
        params: { version: 'v1', component_id: 'nope' },
        ask: { body: {} },
        answer: notFound(name, 'nope'),
      },
      ...wrongIds.map((id) => ({
        when: `the id is '${id.slice(0, 70)}'`,
        params: { ...latest, component_id: id },
        ask: { body: {} },
        answer: invalidAt('component_id'),
      })),
    ),
    ...on(
      [post],
      {
        when: 'there is one of that id',
        params: latest,
        ask: { body: { ...fresh, id: known } },
        answer: { status: 409, error: `${name}_exists`, description: new RegExp(`'${known}'`) },
      },
      { when: 'the version is frozen', params: { version: 'v1' }, ask: { body: fresh }, answer: frozen },
      {
        when: 'the version is frozen, and has one of that id',
        params: { version: 'v1' },
        ask: { body: { ...fresh, id: known } },
        answer: frozen,
      },
      ...wrongIds.map((id) => ({
        when: `the new id is '${id.slice(0, 70)}'`,
        params: latest,
        ask: { body: { ...fresh, id } },
        answer: invalidAt('id'),
      })),
      {
        when: 'id and name are missing',
        params: latest,
        ask: { body: { ...fresh, id: undefined, name: undefined } },
        answer: invalidAt('id', 'name'),
      },
      {
        when: 'there is an unknown field',
        params: latest,
        ask: { body: { ...fresh, colour: 'red' } },
        answer: invalidAt('colour'),
      },
      ...wrong.map(({ change, at }) => ({
        when: `it has ${JSON.stringify(change)}`,
        params: latest,
        ask: { body: { ...fresh, ...change } },
        answer: invalidAt(...at),
      })),
    ),
    ...on(
      [`PATCH ${one}`],
      { when: 'the version is frozen', params: { ...there, version: 'v1' }, ask: { body: {} }, answer: frozen },
      {
        when: 'the version is frozen, and the name empty',
        params: { ...there, version: 'v1' },
        ask: { body: { name: '' } },
        answer: invalidAt('name'),
      },
      {
        when: 'the name is empty, and there is no such component',
        params: { ...latest, component_id: 'nope' },
        ask: { body: { name: '' } },
        answer: invalidAt('name'),
      },
      { when: 'the id is another', params: there, ask: { body: { id: 'fresh' } }, answer: invalidAt('id') },
      {
        when: 'there is an unknown field',
        params: there,
        ask: { body: { name: 'Known', colour: 'red' } },
        answer: invalidAt('colour'),
      },
      {
        when: 'there is an unknown field, and no such component',
        params: { ...latest, component_id: 'nope' },
        ask: { body: { colour: 'red' } },
        answer: invalidAt('colour'),
      },
      { when: 'the name is taken away', params: there, ask: { body: { name: null } }, answer: invalidAt('name') },
      ...wrong.map(({ change, at }) => ({
        when: `it is to have ${JSON.stringify(change)}`,
        params: there,
        ask: { body: change },
        answer: invalidAt(...at),
      })),
    ),
    ...on([`DELETE ${one}`], { when: 'the version is frozen', params: { ...there, version: 'v1' }, answer: frozen }),
  ]
})

const bootstrapPath = `${versions}/bootstrap`

/** 4.12, 4.13. */
const bootstrap: readonly ErrorCase[] = [
  ...on([`GET ${bootstrapPath}`, `PATCH ${bootstrapPath}`], {
    when: 'the version is unknown',
    params: { version: 'v99' },
    ask: { body: {} },
    answer: noVersion,
  }),
  ...on([`GET ${bootstrapPath}`], {
    when: 'the source is another than the stash',
    params: { version: 'latest' },
    ask: { query: { source: 'attic' } },
    answer: errors.invalidRequest,
  }),
  ...on(
    [`PATCH ${bootstrapPath}`],
    { when: 'the version is frozen', params: { version: 'v1' }, ask: { body: {} }, answer: frozen },
    ...[
      { body: { colour: 'red' }, at: ['colour'] },
      { body: { scores: 'many' }, at: ['scores'] },
      { body: { scores: [{ metric: { id: 'xp' }, value: '5' }] }, at: ['scores.0.metric.type'] },
      {
        body: { scores: [{ metric: { id: 'xp', type: 'point' }, value: '1+' }] },
        at: ['scores.0.value'],
      },
      { body: { processes: [{ id: 'tour' }] }, at: ['processes.0.definition'] },
      { body: { processes: [{ definition: 'tour', id: 'a/b' }] }, at: ['processes.0.id'] },
      {
        body: { teams: [{ definition: 'guild', id: 'all', roles: 'member', access: 'OPEN' }] },
        at: ['teams.0.access', 'teams.0.roles'],
      },
    ].map(({ body, at }) => ({
      when: `it is to have ${JSON.stringify(body)}`,
      params: { version: 'latest' },
      ask: { body },
      answer: invalidAt(...at),
    })),
  ),
]

const production = { client: 'gamify-production' }
const gem = { issue_id: 'metric_removed-gem' }

/** 4.13, 5.5. */
const deployment: readonly ErrorCase[] = [
  ...on([`POST ${versions}/deploy`, `POST ${versions}/simulate`], {
    when: 'the version is unknown',
    params: { version: 'v99' },
    answer: noVersion,
  }),
  ...on(
    ['POST /v2/design/upgrade'],
    { when: 'no design waits', answer: errors.invalidRequest },
    {
      when: 'an issue is open',
      ask: production,
      answer: { status: 409, error: 'unresolved_issues', description: /\b1\b/ },
    },
  ),
  ...on(
    ['GET /v2/design/issues/:issue_id', 'POST /v2/design/issues/:issue_id'],
    {
      when: 'the issue is unknown',
      params: { issue_id: 'nope' },
      ask: { ...production, body: { apply: 'drop' } },
      answer: notFound('issue', 'nope'),
    },
    {
      when: 'the issue is one of the other runtime',
      params: gem,
      ask: { body: { apply: 'drop' } },
      answer: notFound('issue', 'metric_removed-gem'),
    },
  ),
  ...on(
    ['POST /v2/design/issues/:issue_id'],
    ...[{}, { apply: null }, { apply: 'nothing' }, { apply: '' }, { apply: ['drop'] }].map((body) => ({
      when: `the body is ${JSON.stringify(body)}`,
      params: gem,
      ask: { ...production, body },
      answer: invalidAt('apply'),
    })),
    {
      when: 'there is an unknown field',
      params: gem,
      ask: { ...production, body: { apply: 'drop', fix: 'drop' } },
      answer: invalidAt('fix'),
    },
  ),
]

/** What can be wrong with a call of the design routes, beyond what can be wrong with any. */
export const designErrors: readonly ErrorCase[] = [...components, ...bootstrap, ...deployment]
