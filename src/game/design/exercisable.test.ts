import { expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  custom,
  designOf,
  levels,
  played,
  point,
  rule,
  score,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { sampleProcess } from '../../../test/support/sample-process.ts'
import { exercisableParts, type ExercisablePart } from './exercisable.ts'
import { byId } from './identity.ts'

const design = designOf({
  metrics: [point('xp'), state('rank', 'Low', 'High'), set('badges', ['Fan', 'Pro'])],
  actions: [
    { ...action('like'), rules: [rule({}), rule(score('xp', 'ge', 1), add('xp', '1'), add('xp', '2'))] },
    action('wave', [], {
      requires: { type: 'and', expression: [{}, { type: 'or', expression: [played('like', 'ge', 1)] }] },
    }),
  ],
  rules: [
    levels('ladder', 'xp', 'rank', ['Low', '10'], ['High']),
    achievement('fan', 'badges', { Fan: '1' }, played('like', 'ge', 1)),
    custom('gift', [add('xp', '1')]),
  ],
  processes: [{ ...sampleProcess, settings: { requires: score('xp', 'ge', 0) } }],
  teams: [
    {
      id: 'crew',
      name: 'crew',
      permissions: [['sailor', {}]],
      creator_roles: ['sailor'],
      settings: { requires: score('xp', 'ge', 5) },
    },
  ],
})

const parts = [...exercisableParts(design)]

const textOf = ({ kind, id, name, path, met }: ExercisablePart): string =>
  `${kind} ${[id, ...path].join('/')}${name === undefined ? '' : ` (${name})`}${met === undefined ? '' : met ? ' met' : ' unmet'}`

const ofComponent = (component: string): string[] => parts.filter((part) => part.component === component).map(textOf)

test('actions, metrics, rules and teams have these parts', () => {
  expect(ofComponent('metrics')).toEqual([
    'item badges/constraints/items/0 (Fan)',
    'item badges/constraints/items/1 (Pro)',
  ])
  expect(ofComponent('actions')).toEqual([
    'action like',
    'requirement like/rules/1/requires (metric) met',
    'requirement like/rules/1/requires (metric) unmet',
    'reward like/rules/1/rewards/0 (xp)',
    'reward like/rules/1/rewards/1 (xp)',
    'action wave',
    'requirement wave/requires (and) met',
    'requirement wave/requires (and) unmet',
    'requirement wave/requires/expression/1 (or) met',
    'requirement wave/requires/expression/1 (or) unmet',
    'requirement wave/requires/expression/1/expression/0 (action) met',
    'requirement wave/requires/expression/1/expression/0 (action) unmet',
  ])
  expect(ofComponent('rules')).toEqual([
    'rule ladder',
    'level ladder/levels/0 (Low)',
    'level ladder/levels/1 (High)',
    'rule fan',
    'requirement fan/requires (action) met',
    'requirement fan/requires (action) unmet',
    'rule gift',
    'reward gift/rules/0/rewards/0 (xp)',
  ])
  expect(ofComponent('teams')).toEqual([
    'requirement crew/settings/requires (metric) met',
    'requirement crew/settings/requires (metric) unmet',
  ])
})

test('a process has its activities and flows, those within a sub_process too', () => {
  const found = ofComponent('processes')
  expect(found.slice(0, 2)).toEqual([
    'requirement tour/settings/requires (metric) met',
    'requirement tour/settings/requires (metric) unmet',
  ])
  const of = (kind: string): string[] => found.filter((text) => text.startsWith(`${kind} `))
  expect(of('activity')).toEqual([
    'activity tour/activities/0 (book)',
    'activity tour/activities/1 (prepare)',
    'activity tour/activities/2 (pay)',
    'activity tour/activities/3 (walk)',
    'activity tour/activities/3/activities/0 (walk/look)',
    'activity tour/activities/3/activities/1 (walk/rest)',
    'activity tour/activities/3/activities/2 (walk/climb)',
    'activity tour/activities/4 (wave)',
  ])
  expect(of('flow').slice(0, 5)).toEqual([
    'flow tour/activities/3/sequence_flows/0 (walk/look -> walk/choose)',
    'flow tour/activities/3/sequence_flows/1 (walk/choose -> walk/rest)',
    'flow tour/activities/3/sequence_flows/2 (walk/choose -> walk/climb)',
    'flow tour/sequence_flows/0 (book -> split)',
    'flow tour/sequence_flows/1 (split -> prepare)',
  ])
})

test('rewards and requirements of an activity name it', () => {
  const owned = parts.filter(({ activity }) => activity !== undefined)
  expect(owned.map(({ kind, activity, path }) => [kind, activity, path.join('/')])).toEqual([
    ['requirement', 'book', 'activities/0/requires'],
    ['requirement', 'book', 'activities/0/requires'],
    ['reward', 'book', 'activities/0/rewards/0'],
    ['reward', 'prepare', 'activities/1/rewards/0'],
    ['reward', 'prepare', 'activities/1/rewards/1'],
  ])
})

test('each part stands where its path leads, and is known by what stands for it', () => {
  for (const part of parts) {
    const component = byId(design.source[part.component]).get(part.id)
    const found = part.path.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], component)
    expect([textOf(part), typeof found]).toEqual([textOf(part), 'object'])
  }
  const apart = parts.filter(({ met }) => met !== false)
  expect(new Set(apart.map(({ compiled }) => compiled)).size).toBe(apart.length)
})

test('two flows out of a gateway are those that lead where they are said to', () => {
  const flows = parts.filter(({ kind }) => kind === 'flow')
  for (const { name, compiled } of flows) expect((compiled as { to: string }).to).toBe(name?.split(' -> ')[1])
})
