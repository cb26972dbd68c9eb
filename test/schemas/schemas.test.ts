import { Ajv, type ValidateFunction } from 'ajv'
import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { schemaFiles } from '../../scripts/schemas/schemas.ts'
import { fieldWords } from '../../scripts/schemas/words.ts'
import { actionSchema } from '../../src/game/actions/design.ts'
import { bootstrapSchema } from '../../src/game/design/bootstrap.ts'
import { leaderboardSchema } from '../../src/game/leaderboards/design.ts'
import { metricSchema } from '../../src/game/metrics/design.ts'
import { processSchema } from '../../src/game/processes/design.ts'
import { ruleSchema } from '../../src/game/rules/design.ts'
import { teamSchema } from '../../src/game/teams/design.ts'
import { simulationFileSchema } from '../../src/lab/simulate/simulation-schema.ts'
import { configSchema } from '../../src/project/config.ts'
import { formOf } from '../../src/project/documented-form.ts'
import { parseScriptFile, scriptFileSchema } from '../../src/scripts/script-file.ts'
import { seedFileSchema } from '../../src/scripts/seed-file.ts'
import { runs } from '../properties/runs.ts'
import { randomDesign } from '../support/random-design.ts'

const root = join(import.meta.dirname, '../..')
const starter = join(root, 'templates/starter')

/** Each published schema with the zod schema that it must agree with. */
const zodSchemas: Readonly<Record<string, z.ZodType>> = {
  metric: metricSchema,
  action: actionSchema,
  process: processSchema,
  team: teamSchema,
  rule: ruleSchema,
  leaderboard: leaderboardSchema,
  bootstrap: bootstrapSchema,
  config: configSchema,
  seed: seedFileSchema,
  simulation: simulationFileSchema,
  script: z.unknown().superRefine((value, check) => {
    const read = parseScriptFile(value)
    if ('problems' in read) check.addIssue('no script')
  }),
}

/** What files are read by: those of a script are read step by step. */
const shownSchemas: Readonly<Record<string, z.ZodType>> = { ...zodSchemas, script: scriptFileSchema }

const files = schemaFiles()
const published = (name: string): object => JSON.parse(files.get(`gamify.${name}.schema.json`) ?? 'null')
const validators = new Map<string, ValidateFunction>(
  Object.keys(zodSchemas).map((name) => [name, new Ajv({ strictTypes: false }).compile(published(name))]),
)
const accepts = (name: string, value: unknown): boolean => validators.get(name)?.(value) as boolean

/** Kinds of which random designs have none. */
const examples: Readonly<Record<string, object>> = {
  process: {
    id: 'tour',
    name: 'Tour',
    lanes: [{ name: 'guest', default: true }, { name: 'guide' }],
    activities: [
      {
        id: 'study',
        name: 'Study',
        type: 'task',
        lane: 'guest',
        loop: '2',
        rate: [1, 86_400_000, 'FIXED'],
        rewards: [
          { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '5', recurring: true, probability: 0.5 },
          { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '5', resolution: 'visit' },
        ],
        requires: { type: 'team', context: { definition_id: 'guild', role: 'boss' } },
      },
      {
        id: 'visit',
        name: 'Visit',
        type: 'sub_process',
        activities: [{ id: 'look', name: 'Look', type: 'task', probability: 1 }],
        gateways: [{ id: 'g', name: 'G', type: 'exclusive' }],
        sequence_flows: [{ src: 'g', tgt: 'look', retry: true }],
      },
    ],
    gateways: [{ id: 'split', name: 'Split', type: 'parallel', lane: 'guest' }],
    sequence_flows: [{ src: 'study', tgt: 'split' }],
    settings: { access: ['PUBLIC'], max_player_instances: '1', max_global_instances: 'Infinity', public: true },
  },
  team: {
    id: 'guild',
    name: 'Guild',
    permissions: [
      ['member', { leave: true }],
      ['boss', { lock: true, peer: true, assign: true, kick: false }],
    ],
    creator_roles: ['boss'],
    settings: { access: ['PRIVATE', 'PROTECTED'], max_players: 10, requires: {} },
  },
  leaderboard: {
    id: 'top',
    name: 'Top',
    type: 'regular',
    entity_type: 'players',
    scope: { type: 'team_definition', id: 'guild' },
    metric: { id: 'badges', type: 'set', item: 'Fan' },
    cycles: ['daily', 'alltime'],
    requires: {
      type: 'or',
      not: true,
      expression: [{ type: 'time', context: { func: 'hour_of_day', operator: 'lt', value: 12 } }],
    },
  },
  config: {
    $schema: 'schemas/gamify.config.schema.json',
    game: { id: 'x', title: 'X', access: 'PRIVATE', timezone: 'Europe/Berlin', listed: true },
    port: 0,
    clients: [
      {
        client_id: 'a',
        client_secret: 'b',
        runtime: 'staging',
        type: 'code',
        redirect_uris: ['http://localhost/x'],
        scopes: ['runtime:rw', 'debug'],
        token_ttl: 60,
      },
    ],
  },
  bootstrap: {
    scores: [{ metric: { id: 'xp', type: 'point' }, value: '1' }],
    processes: [{ definition: 'tour', id: 'mine' }],
    teams: [{ definition: 'guild', id: 'all' }],
  },
  seed: {
    $schema: '../schemas/gamify.seed.schema.json',
    players: ['neo', { id: 'trinity', alias: 'Trinity', scores: { xp: '1', badges: { Fan: '1' } } }],
    teams: [{ id: 'owls', definition: 'guild', owner: 'neo', members: { trinity: ['member'] } }],
    processes: [{ id: 'neo/trip', definition: 'tour', owner: 'neo', performers: { trinity: { guide: 'player' } } }],
  },
  script: {
    $schema: '../schemas/gamify.script.schema.json',
    name: 'A',
    players: ['neo'],
    steps: [
      {
        as: 'neo',
        action: 'like',
        count: 2,
        scopes: [{ id: 'best/x', entity_id: 'neo' }],
        expect: { events: ['action'] },
      },
      { as: 'neo', process: 'neo/trip', trigger: 'look', expect: { error: 'access_denied' } },
      { as: 'neo', create: { team: 'owls', definition: 'guild', access: 'PUBLIC' } },
      { as: 'neo', roles: { member: true }, in: { team: 'owls' } },
      { request: 'GET /v2/x', expect: { status: 404 } },
      { expect: { player: 'neo', scores: { xp: '1', badges: { Fan: '1' } } } },
      { expect: { team: 'owls', members: { neo: ['member'] } } },
    ],
  },
  simulation: {
    $schema: '../schemas/gamify.simulation.schema.json',
    id: 'launch',
    name: 'Launch',
    days: 7,
    from: '2030-01-07',
    groups: [{ persona: 'fan', players: 5, joins: { over_days: 2 } }],
    personas: {
      fan: {
        sessions: { weekdays: [1, 1, 1, 1, 1, 0.5, 0] },
        hours: [22, 4],
        plays: { between: [1, 3] },
        pause: 0,
        choices: [
          {
            action: 'like',
            weight: 0.5,
            count: 2,
            scopes: [{ id: 'best/x', entity_id: 'owls' }],
            variables: { votes: { between: [-1, 1] }, word: { one_of: ['a', 2] }, other: 'x' },
          },
          { process: 'tour' },
          { team: 'guild' },
          { nothing: true },
        ],
        strategy: { greedy: 'xp' },
        leaves: { per_day: 0.1, without_progress: 3 },
      },
      idler: { sessions: { exactly: 0 }, plays: { exactly: 1 }, choices: [{ nothing: true }], strategy: 'weighted' },
      other: { sessions: 0.5, plays: 2.5, choices: [{ nothing: true }] },
    },
    expect: [
      { reach: 'rank:Gold', persona: 'fan', by_day: 3, median_days: { min: 1, max: 2 } },
      { reach: 'process:tour', share: { min: 0.5 } },
      { reach: 'badges:Fan', median_plays: { max: 10 } },
      { metric: 'xp', day: 7, of: 'gini', max: 0.6 },
      { flow: 'xp', of: 'given', min: 1 },
      { refused: 'access_denied', share: { max: 0.1 } },
      { active: true, day: 7, share: { min: 0.1 } },
    ],
  },
}

const names = { metrics: 'metric', actions: 'action', rules: 'rule' } as const

describe('the published JSON Schemas', () => {
  test('are what the zod schemas make; `npm run build` writes them anew', () => {
    const found = readdirSync(join(root, 'schemas'))
    expect(found.toSorted()).toEqual([...files.keys()].toSorted())
    for (const [name, text] of files) expect(readFileSync(join(root, 'schemas', name), 'utf8')).toBe(text)
  })

  test('are part of the package', () => {
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).files).toContain('schemas')
  })

  test('have words for every field, and no words that nobody sees', () => {
    const seen = new Set([...files.values()].flatMap((text) => descriptionsIn(JSON.parse(text))))
    expect([...new Set(Object.values(fieldWords))].filter((words) => !seen.has(words))).toEqual([])
  })

  test('accept the files of the starter project', () => {
    for (const kind of ['metrics', 'actions', 'rules'] as const) {
      for (const name of readdirSync(join(starter, 'design', kind))) {
        expect({ name, good: accepts(names[kind], read(join('design', kind, name))) }).toEqual({ name, good: true })
      }
    }
    expect(accepts('bootstrap', read('design/bootstrap.json'))).toBe(true)
    expect(accepts('config', read('gamify.json'))).toBe(true)
    expect(accepts('seed', read('seeds/players.json'))).toBe(true)
    expect(accepts('script', read('scripts/first-week.json'))).toBe(true)
  })

  test('accept a list of components, and a file that names its schema', () => {
    const metric = { id: 'xp', name: 'XP', type: 'point' }
    expect(accepts('metric', [metric, { ...metric, id: 'b' }])).toBe(true)
    expect(accepts('metric', [metric, { ...metric, colour: 'red' }])).toBe(false)
    expect(accepts('metric', { $schema: '../../schemas/gamify.metric.schema.json', ...metric })).toBe(true)
    expect(accepts('bootstrap', { $schema: 'x' })).toBe(true)
    expect(accepts('process', { $schema: 'x', ...examples['process'] })).toBe(true)
  })

  test('accept numbers for amounts, and durations', () => {
    const metric = { id: 'xp', name: 'XP', type: 'point', constraints: { min: -5, max: 10.5 } }
    expect(accepts('metric', metric)).toBe(true)
    const reward = { metric: { id: 'b', type: 'set' }, verb: 'add', value: { a: 1, b: '$vars.n' } }
    const action = { id: 'a', name: 'A', rate: [1, '1d12h', 'ROLLING'], rules: [{ rewards: [reward] }] }
    expect(accepts('action', action)).toBe(true)
    expect(accepts('action', { ...action, rate: [1, 'often', 'ROLLING'] })).toBe(false)
    expect(accepts('script', { steps: [{ expect: { player: 'neo', scores: { xp: 1, b: { a: 1 } } } }] })).toBe(true)
  })

  test.each(Object.keys(examples))('agree with zod on a %s and on everything that is wrong with it', (name) => {
    agreeOn(name, examples[name] ?? {})
  })

  test('agree with zod on random designs and on everything that is wrong with them', () => {
    fc.assert(
      fc.property(randomDesign, (design) => {
        for (const kind of ['metrics', 'actions', 'rules'] as const)
          for (const component of design[kind]) agreeOn(names[kind], component as object)
        agreeOn('bootstrap', design.bootstrap as object)
      }),
      runs(30),
    )
  })

  test.each([
    ['metric', { id: 'xp', name: 'XP', type: 'point', constraints: { default: 'many' } }],
    ['metric', { id: 'xp', name: 'XP', type: 'point', constraints: { max: 'infinity' } }],
    ['metric', { id: 'b', name: 'B', type: 'set', constraints: { items: [{ name: '' }] } }],
    ['team', { id: 'b', name: 'B', permissions: [['*', {}]] }],
    ['process', { id: 'b', name: 'B', settings: { max_player_instances: 'many' } }],
    ['action', { id: 'a', name: 'A', requires: { type: 'metric' } }],
    ['script', { steps: [{ as: 'neo', acton: 'like' }] }],
    ['script', { steps: [{ as: 'neo', action: 'like', expect: { error: 'strange' } }] }],
    ['script', { steps: [{ expect: { player: 'neo', scores: { xp: true } } }] }],
    ['script', { steps: [] }],
    ['seed', { players: [5] }],
    ['seed', { processes: [{ id: 'a/b', definition: 'd', owner: 'a', performers: { b: { guide: 'boss' } } }] }],
    [
      'action',
      {
        id: 'a',
        name: 'A',
        rules: [{ rewards: [{ metric: { id: 'b', type: 'set' }, verb: 'add', value: { a: true } }] }],
      },
    ],
  ])('refuse in a %s what zod does by a check of its own: %j', (name, value) => {
    expect(accepts(name, value)).toBe(false)
  })
})

const read = (path: string): unknown => JSON.parse(readFileSync(join(starter, path), 'utf8'))

/** Holds the two schemas against each other on a value that is right, and on each single thing made wrong in it. */
function agreeOn(name: string, right: object): void {
  const isWhole = ['bootstrap', 'config', 'script', 'seed', 'simulation'].includes(name)
  // In the place of a component a list of them would be right too.
  const isAccepted = (value: unknown): boolean => accepts(name, isWhole ? value : [value])
  expect({ right, published: isAccepted(right) }).toEqual({ right, published: true })
  for (const wrong of faultsIn(right)) {
    const parsed = zodSchemas[name]?.safeParse(formOf(shownSchemas[name] ?? z.unknown())(wrong))
    const isFinal = parsed?.success === true || parsed?.error?.issues.some(({ code }) => code !== 'custom')
    // What only a check of zod's own refuses may pass here: editors do not know everything.
    if (isFinal) expect({ wrong, published: isAccepted(wrong) }).toEqual({ wrong, published: parsed?.success })
  }
}

const STRANGE = [null, 5, 'strange word', true, {}, []]

/** The value with one thing changed, at each place in turn: another type, a strange word, a field more, a field less. */
function* faultsIn(value: unknown): Generator<unknown> {
  yield* STRANGE
  if (Array.isArray(value)) {
    for (const [place, part] of value.entries()) for (const wrong of faultsIn(part)) yield value.with(place, wrong)
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, strange: 1 }
    for (const [field, part] of Object.entries(value)) {
      const { [field]: _, ...less } = value as Record<string, unknown>
      yield less
      // The items of a reward are looked at when its formulas are read, not by the schema.
      const areItems = field === 'value' && typeof part === 'object'
      for (const wrong of areItems ? STRANGE : faultsIn(part)) yield { ...less, [field]: wrong }
    }
  }
}

function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { description } = schema as { description?: unknown }
  return [...(typeof description === 'string' ? [description] : []), ...Object.values(schema).flatMap(descriptionsIn)]
}
