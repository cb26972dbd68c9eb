import { describe, expect, test } from 'vitest'
import { action, point, problemsOf, set, state } from '../../../test/support/design-parts.ts'
import type { DesignSource } from './source.ts'

const metrics = [point('xp'), set('badges', ['Fan']), state('rank', 'Novice')]
const guild = { id: 'guild', name: 'Guild', permissions: [['member', {}]] }
const tour = { id: 'tour', name: 'Tour' }
const inTeam = (context: object) => ({ type: 'team', context })
const played = (id: string) => ({ type: 'action', context: { id, operator: 'ge', value: 1 } })

const found = (parts: Partial<DesignSource>): string[] =>
  problemsOf({ metrics, actions: [action('like')], teams: [guild], processes: [tour], ...parts })

const board = (more: object) => ({
  id: 'top',
  name: 'Top',
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
  ...more,
})
const reward = (id: string) => ({ metric: { id, type: 'point' }, verb: 'add', value: '1' })
const task = (more: object) => ({ id: 'study', name: 'Study', type: 'task', ...more })

/** Each with what is wrong where `x` is absent; nothing is where it is there. */
const cases: readonly (readonly [string, (x: string) => Partial<DesignSource>, string, string])[] = [
  [
    'a board its metric',
    (x) => ({ leaderboards: [board({ metric: { id: x, type: 'point' } })] }),
    'xp',
    "leaderboards/top metric.id: unknown metric 'nope'",
  ],
  [
    'a board an item',
    (x) => ({ leaderboards: [board({ metric: { id: 'badges', type: 'set', item: x } })] }),
    'Fan',
    "leaderboards/top metric.item: metric 'badges' has no item 'nope'",
  ],
  [
    'a board the team of its scope',
    (x) => ({ leaderboards: [board({ scope: { type: 'team_definition', id: x } })] }),
    'guild',
    "leaderboards/top scope.id: unknown team 'nope'",
  ],
  [
    'a board the team of its members',
    (x) => ({ leaderboards: [board({ scope: { type: 'team_instance', id: x } })] }),
    'guild',
    "leaderboards/top scope.id: unknown team 'nope'",
  ],
  [
    'a board what it requires',
    (x) => ({ leaderboards: [board({ requires: played(x) })] }),
    'like',
    "leaderboards/top requires.context.id: unknown action 'nope'",
  ],
  [
    'a team what it requires',
    (x) => ({ teams: [guild, { id: 'crew', name: 'Crew', settings: { requires: inTeam({ definition_id: x }) } }] }),
    'guild',
    "teams/crew settings.requires.context.definition_id: unknown team 'nope'",
  ],
  [
    'a process what it requires',
    (x) => ({ processes: [{ ...tour, settings: { requires: inTeam({ definition: x }) } }] }),
    'guild',
    "processes/tour settings.requires.context.definition: unknown team 'nope'",
  ],
  [
    'a requirement a role',
    (x) => ({ actions: [{ ...action('like'), requires: inTeam({ definition_id: 'guild', role: x }) }] }),
    'member',
    "actions/like requires.context.role: team 'guild' has no role 'nope'",
  ],
  [
    'a task its reward',
    (x) => ({ processes: [{ ...tour, activities: [task({ rewards: [reward(x)] })] }] }),
    'xp',
    "processes/tour activities.0.rewards.0.metric.id: unknown metric 'nope'",
  ],
  [
    'a task what it requires',
    (x) => ({ processes: [{ ...tour, activities: [task({ requires: played(x) })] }] }),
    'like',
    "processes/tour activities.0.requires.context.id: unknown action 'nope'",
  ],
  [
    'a task within a sub_process its reward',
    (x) => ({
      processes: [
        {
          ...tour,
          activities: [{ id: 's', name: 'S', type: 'sub_process', activities: [task({ rewards: [reward(x)] })] }],
        },
      ],
    }),
    'xp',
    "processes/tour activities.0.activities.0.rewards.0.metric.id: unknown metric 'nope'",
  ],
  [
    'the bootstrap a metric',
    (x) => ({ bootstrap: { scores: [{ metric: { id: x, type: 'point' }, value: '1' }] } }),
    'xp',
    "bootstrap/ scores.0.metric.id: unknown metric 'nope'",
  ],
  [
    'the bootstrap a process',
    (x) => ({ bootstrap: { processes: [{ definition: x, id: 'first' }] } }),
    'tour',
    "bootstrap/ processes.0.definition: unknown process 'nope'",
  ],
  [
    'the bootstrap a team',
    (x) => ({ bootstrap: { teams: [{ definition: x, id: 'all' }] } }),
    'guild',
    "bootstrap/ teams.0.definition: unknown team 'nope'",
  ],
  [
    'the bootstrap a role',
    (x) => ({ bootstrap: { teams: [{ definition: 'guild', id: 'all', roles: ['member', x] }] } }),
    'member',
    "bootstrap/ teams.0.roles.1: team 'guild' has no role 'nope'",
  ],
]

describe('a design names what it refers to in vain (4.13)', () => {
  test.each(cases)('%s', (_, parts, there, problem) => {
    expect(found(parts(there))).toEqual([])
    expect(found(parts('nope'))).toEqual([problem])
  })

  test('and does not blame what refers to a broken team or process', () => {
    const broken = { id: 'guild', name: 'Guild', colour: 'red' }
    const scope = { type: 'team_definition', id: 'guild' }
    const bootstrap = {
      teams: [{ definition: 'guild', id: 'all' }],
      processes: [{ definition: 'tour', id: 'first' }],
    }
    const noTour = { id: 'tour' }
    expect(found({ teams: [broken], processes: [noTour], leaderboards: [board({ scope })], bootstrap })).toEqual([
      "teams/guild colour: unknown field 'colour'",
      'processes/tour name: missing; expected string',
    ])
  })
})
