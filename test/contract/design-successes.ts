import { expect } from 'vitest'
import { imageId } from '../../src/images/image-file.ts'
import { twins, type Success } from './success-case.ts'
import { form, pixel } from './success-parts.ts'

const latest = { version: 'latest' }
const production = { client: 'gamify-production' }

/** Of each kind: a component that there is, one that can be made, and what it is called where it is deleted. 4.1. */
const kinds = [
  { kind: 'metrics', there: 'water', noun: 'metric', made: { id: 'gold', name: 'Gold', type: 'point' } },
  { kind: 'actions', there: 'like', noun: 'action', made: { id: 'wave', name: 'Wave' } },
  {
    kind: 'processes',
    there: 'stroll',
    noun: 'process',
    made: { id: 'trip', name: 'Trip', activities: [{ id: 'go', name: 'Go', type: 'task' }] },
  },
  { kind: 'teams', there: 'guild', noun: 'team', made: { id: 'crew', name: 'Crew' } },
  { kind: 'rules', there: 'welcome', noun: 'rule', made: { id: 'thanks', name: 'Thanks', type: 'custom', rules: [] } },
  {
    kind: 'leaderboards',
    there: 'top',
    noun: 'leaderboard',
    made: {
      id: 'rich',
      name: 'Rich',
      type: 'regular',
      entity_type: 'players',
      scope: { type: 'game' },
      metric: { id: 'coins', type: 'point' },
      cycles: ['alltime'],
    },
  },
] as const

/** Document 2 "Design routes", 4.1. */
const components: readonly Success[] = kinds.flatMap(({ kind, there, noun, made }): readonly Success[] => {
  const all = `/v2/design/versions/:version/${kind}`
  const params = { ...latest, component_id: there }
  return [
    {
      routes: [`GET ${all}`],
      params: latest,
      answer: expect.arrayContaining([expect.objectContaining({ id: there })]),
    },
    { routes: [`POST ${all}`], params: latest, ask: { body: made }, answer: made },
    { routes: [`GET ${all}/:component_id`], params, answer: { id: there } },
    {
      routes: [`PATCH ${all}/:component_id`],
      params,
      ask: { body: { name: 'Another name' } },
      answer: { id: there, name: 'Another name' },
    },
    {
      routes: [`DELETE ${all}/:component_id`],
      params,
      answer: { message: `The ${noun} '${there}' has been deleted successfully` },
    },
  ]
})

const fix = { call: 'POST /v2/design/issues/metric_removed-gem', ask: { ...production, body: { apply: 'drop' } } }
const gem = { id: 'metric_removed-gem', code: expect.any(String), vars: expect.any(Object), apply: 'drop' }
const scores = [{ metric: { id: 'coins', type: 'point' }, value: '9' }]

/** Document 2 "Other design routes", 4.12, 4.13, 5.5. */
const versions: readonly Success[] = [
  {
    routes: ['GET /v2/design/versions/:version/bootstrap'],
    params: latest,
    answer: { scores: [{ ...scores[0], value: '3' }] },
  },
  {
    routes: ['PATCH /v2/design/versions/:version/bootstrap'],
    params: latest,
    ask: { body: { scores } },
    answer: { scores },
  },
  {
    routes: ['POST /v2/design/versions/:version/deploy', 'POST /v2/design/versions/:version/simulate'],
    params: latest,
    answer: { status: 'simulated', version: expect.any(String), issues: [] },
    events: ['design:deployed'],
  },
  { routes: ['GET /v2/design/issues'], ask: production, answer: [{ ...gem, is_resolved: false }] },
  {
    routes: ['GET /v2/design/issues/:issue_id'],
    params: { issue_id: gem.id },
    ask: production,
    answer: { ...gem, is_resolved: false, fixes: expect.arrayContaining([expect.objectContaining({ id: 'drop' })]) },
  },
  {
    routes: ['POST /v2/design/issues/:issue_id'],
    params: { issue_id: gem.id },
    ask: fix.ask,
    answer: { ...gem, is_resolved: true },
    events: ['issue:fixed'],
  },
  {
    routes: ['POST /v2/design/upgrade'],
    first: [fix],
    ask: production,
    answer: { status: 'upgraded', version: expect.any(String), issues: [{ ...gem, is_resolved: true }] },
    events: ['design:deployed'],
  },
]

const uploaded = { call: 'POST /v2/design/images', ask: form }
const images = (method: string, below = ''): readonly string[] =>
  ['/v2/design/images', '/v2/runtime/design/images'].map((path) => `${method} ${path}${below}`)
const id = imageId(pixel)
const sizes = [
  { name: 'original', height: null, width: null },
  { name: 'large', height: 140, width: 140 },
  { name: 'medium', height: 72, width: 72 },
  { name: 'small', height: 40, width: 40 },
  { name: 'icon', height: 24, width: 24 },
]
const png = 'image/png'
const shown = { as: 'neo', query: { size: 'icon' } }

/** Documents 1 to 3 on images, 5.5. */
const pictures: readonly Success[] = [
  { routes: images('GET'), first: [uploaded], answer: [{ id, tags: [], album: expect.any(String), sizes }] },
  { routes: images('POST'), ask: form, answer: { id, tags: [], album: expect.any(String), sizes } },
  { routes: images('GET', '/:image_id'), params: { image_id: 'default-team' }, answer: png },
  {
    routes: images('DELETE', '/:image_id'),
    first: [uploaded],
    params: { image_id: id },
    answer: { message: expect.stringContaining(`'${id}'`) },
  },
  { routes: twins('GET', 'assets/game'), ask: shown, answer: png },
  { routes: twins('GET', 'assets/players/:player_id'), params: { player_id: 'neo' }, ask: shown, answer: png },
  {
    routes: twins('GET', 'assets/definitions/processes/:process_definition_id'),
    params: { process_definition_id: 'tour' },
    ask: shown,
    answer: png,
  },
  {
    routes: twins('GET', 'assets/definitions/teams/:team_definition_id'),
    params: { team_definition_id: 'guild' },
    ask: shown,
    answer: png,
  },
  {
    routes: [...twins('GET', 'assets/definitions/metrics/:metric_id'), 'GET /v1/assets/metrics/:metric_id'],
    params: { metric_id: 'xp' },
    ask: shown,
    answer: png,
  },
]

/** Successes of the routes about the design, its versions and images. */
export const designSuccesses: readonly Success[] = [...components, ...versions, ...pictures]
