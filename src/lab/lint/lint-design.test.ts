import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  all,
  become,
  clock,
  compound,
  custom,
  designOf,
  formulas,
  levels,
  not,
  played,
  point,
  put,
  remove,
  rule,
  score,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'
import { container, exclusive, parallel, sub, task } from '../../../test/support/process-parts.ts'
import { lintDesign } from './lint-design.ts'
import type { LintId } from './lints.ts'

type Parts = Parameters<typeof designOf>[0]

/** Returns the components in which a lint finds something. */
const found = (id: LintId, parts: Parts): string[] =>
  lintDesign(designOf(parts))
    .filter((finding) => finding.id === id)
    .map(({ kind, component, path }) => [`${kind}/${component}`, ...path].join(' '))

const xp = point('xp')
const club = { id: 'club', name: 'Club', permissions: [['member', {}]], settings: { access: ['PUBLIC'] } }
const process = (parts: object, more: object = {}) => ({ id: 'p', name: 'P', ...parts, ...more })

interface Case {
  readonly id: LintId
  readonly what: string
  readonly parts: Parts
  readonly finds: readonly string[]
}

const cases: readonly Case[] = [
  { id: 'never-given', what: 'a metric without a source', parts: { metrics: [xp] }, finds: ['metrics/xp'] },
  {
    id: 'never-given',
    what: 'a metric that is only taken from its minimum',
    parts: { metrics: [xp], actions: [action('buy', [remove('xp', '5')])] },
    finds: ['metrics/xp'],
  },
  {
    id: 'never-given',
    what: 'not a metric that can fall below 0',
    parts: { metrics: [point('xp', { min: '-10' })], actions: [action('buy', [remove('xp', '5')])] },
    finds: [],
  },
  {
    id: 'never-given',
    what: 'not what the bootstrap, a custom rule or an activity gives',
    parts: {
      metrics: [xp, point('gold'), point('gems')],
      bootstrap: { scores: [start(put('xp', '0'))] },
      rules: [custom('gift', [add('gold', '1')])],
      processes: [process(container([task('a', { rewards: [add('gems', '1')] })]))],
    },
    finds: [],
  },
  {
    id: 'never-given',
    what: 'an item and a state, but not a metric whose source can never happen',
    parts: {
      metrics: [set('badges', ['Fan', 'Pro']), state('mood', 'good', 'bad'), xp],
      actions: [
        action('like', [add('badges', { Fan: '1' }), become('mood', 'good')]),
        action('never', [add('xp', '1')], { requires: clock('hour_of_day', 'gt', 23) }),
      ],
    },
    finds: ['metrics/badges constraints items 1', 'metrics/mood constraints states 1'],
  },
  {
    id: 'never-given',
    what: 'an item with a maximum of 0, and one whose reward has a probability of 0',
    parts: {
      metrics: [set('badges', [{ name: 'Fan', max: '0' }, 'Pro', 'Star'])],
      actions: [
        action('like', [
          add('badges', { Fan: '1' }),
          add('badges', { Pro: '1' }, { probability: 0 }),
          add('badges', { Star: '1' }),
        ]),
      ],
    },
    finds: ['metrics/badges constraints items 0', 'metrics/badges constraints items 1'],
  },
  {
    id: 'never-used',
    what: 'points that nothing reads, and a set whose items are all hidden',
    parts: {
      metrics: [xp, set('secrets', [{ name: 'Key', hidden: true }])],
      actions: [action('like', [add('xp', '1'), add('secrets', { Key: '1' })])],
    },
    finds: ['metrics/secrets', 'metrics/xp'],
  },
  {
    id: 'never-used',
    what: 'not what a formula, a requirement or a level reads, nor what levels and achievements give',
    parts: {
      metrics: [
        xp,
        point('gold'),
        compound('sum', '$scores.gold + 1'),
        state('rank', 'A', 'B'),
        set('badges', ['Fan']),
      ],
      actions: [action('like', [add('xp', '1'), add('gold', '$scores.sum')])],
      rules: [
        levels('ladder', 'xp', 'rank', ['A', '5'], ['B']),
        achievement('fan', 'badges', { Fan: '1' }, score('xp', 'ge', 5)),
      ],
    },
    finds: [],
  },
  {
    id: 'never-playable',
    what: 'contradictions, clocks without such a time, and states that nothing gives',
    parts: {
      metrics: [xp, state('mood', 'good')],
      actions: [
        action('a', [add('xp', '1')]),
        action('b', [], { requires: all(score('xp', 'gt', 5), score('xp', 'le', 5)) }),
        action('c', [], { requires: all(clock('hour_of_day', 'ge', 20), clock('hour_of_day', 'lt', 6)) }),
        action('d', [], { requires: score('mood', 'eq', 'good') }),
        action('e', [], { requires: played('c', 'ge', 1) }),
        action('f', [], { requires: not(score('xp', 'ge', 0)) }),
      ],
    },
    finds: [
      'actions/b requires',
      'actions/c requires',
      'actions/d requires',
      'actions/e requires',
      'actions/f requires',
    ],
  },
  {
    id: 'never-playable',
    what: 'a rule that contradicts the requirement of its action, and one on its variables',
    parts: {
      metrics: [xp],
      actions: [
        {
          id: 'a',
          name: 'a',
          requires: score('xp', 'lt', 5),
          variables: [{ name: 'n', type: 'int' }],
          rules: [
            rule({}, add('xp', '1')),
            rule(score('xp', 'ge', 5), add('xp', '1')),
            rule(all(formulas('$vars.n', 'gt', '3'), formulas('$vars.n', 'lt', '3')), add('xp', '1')),
          ],
        },
      ],
    },
    finds: ['actions/a rules 1 requires', 'actions/a rules 2 requires'],
  },
  {
    id: 'never-playable',
    what: 'not what a team, a text or a formula can meet',
    parts: {
      metrics: [xp, compound('half', '$scores.xp / 2')],
      teams: [club],
      actions: [
        {
          id: 'a',
          name: 'a',
          requires: { type: 'team', context: { definition: 'club' } },
          variables: [{ name: 't', type: 'string' }],
          rules: [rule(formulas('$vars.t', 'eq', '"x"'), add('xp', '1'))],
        },
        action('b', [], { requires: score('half', 'ge', 7) }),
      ],
    },
    finds: [],
  },
  {
    id: 'never-playable',
    what: 'a team of which there can be none',
    parts: {
      teams: [{ ...club, settings: { ...club.settings, max_global_instances: '0' } }],
      actions: [action('a', [], { requires: { type: 'team', context: { definition: 'club' } } })],
    },
    finds: ['actions/a requires'],
  },
  {
    id: 'level-out-of-reach',
    what: 'a level above what a guarded action can give in plays of its rate',
    parts: {
      metrics: [xp, state('rank', 'A', 'B', 'C')],
      actions: [action('a', [add('xp', '10')], { rate: [2, 86_400_000, 'FIXED'], requires: score('xp', 'lt', 100) })],
      rules: [levels('ladder', 'xp', 'rank', ['A', '50'], ['B', '120'], ['C'])],
    },
    finds: ['rules/ladder levels 2'],
  },
  {
    id: 'level-out-of-reach',
    what: 'not a level that one play of many can jump to',
    parts: {
      metrics: [xp, state('rank', 'A', 'B')],
      actions: [action('a', [add('xp', '10')], { requires: score('xp', 'lt', 100) })],
      rules: [levels('ladder', 'xp', 'rank', ['A', '5000'], ['B'])],
    },
    finds: [],
  },
  {
    id: 'free-loop',
    what: 'not an action with a rate, a requirement, a cost or a maximum',
    parts: {
      metrics: [xp, point('gold', { max: '10' })],
      actions: [
        action('a', [add('xp', '1')], { rate: [1, 86_400_000, 'FIXED'] }),
        action('b', [add('xp', '1')], { requires: score('gold', 'ge', 1) }),
        action('c', [add('xp', '1'), remove('gold', '1')]),
        action('d', [add('gold', '1')]),
        action('e', [add('xp', '10 - $scores.xp')]),
      ],
    },
    finds: [],
  },
  {
    id: 'free-loop',
    what: 'an action whose requirement is always met',
    parts: { metrics: [xp], actions: [action('a', [add('xp', '1')], { requires: score('xp', 'ge', 0) })] },
    finds: ['actions/a rules 0 rewards 0'],
  },
  {
    id: 'pump',
    what: 'three exchanges in a round, with exact amounts',
    parts: {
      metrics: [point('a'), point('b'), point('c')],
      actions: [
        action('ab', [remove('a', '0.3'), add('b', '0.1')]),
        action('bc', [remove('b', '0.1'), add('c', '0.2')]),
        action('ca', [remove('c', '0.2'), add('a', '0.300000000000000000001')]),
      ],
    },
    finds: ['actions/ab'],
  },
  {
    id: 'pump',
    what: 'an action and a task that give back more than they take, each on its own',
    parts: {
      metrics: [point('a'), point('b', { max: '99' }), set('badges', ['Fan'])],
      actions: [
        action('more', [remove('a', '10'), add('a', '12')], { requires: score('a', 'ge', 10) }),
        action('all', [remove('a', '1'), remove('badges', { Fan: '1' }), add('a', '2'), add('badges', { Fan: '2' })]),
        action('even', [remove('a', '12'), add('a', '12')]),
        action('partly', [
          remove('a', '1'),
          remove('badges', { Fan: '1' }),
          add('a', '2'),
          add('badges', { Fan: '1' }),
        ]),
        action('limited', [remove('b', '10'), add('b', '12')]),
        action('daily', [remove('a', '10'), add('a', '12')], { rate: [1, 86_400_000, 'FIXED'] }),
      ],
      processes: [
        process(container([task('t', { rewards: [remove('a', '1'), add('a', '3')] })]), {
          settings: { access: ['PUBLIC'] },
        }),
      ],
    },
    finds: ['actions/more', 'actions/all', 'processes/p'],
  },
  {
    id: 'pump',
    what: 'not an even exchange, nor one with luck or a rate',
    parts: {
      metrics: [point('a'), point('b'), point('c')],
      actions: [
        action('ab', [remove('a', '3'), add('b', '1')]),
        action('ba', [remove('b', '1'), add('a', '3')]),
        action('bc', [remove('b', '1'), add('c', '9', { probability: 0.9 })]),
        action('cb', [remove('c', '1'), add('b', '9')], { rate: [1, 86_400_000, 'FIXED'] }),
      ],
    },
    finds: [],
  },
  {
    id: 'dead-end',
    what: 'a parallel join in a sub_process, but not one after a parallel split',
    parts: {
      processes: [
        process(
          container([
            sub(
              's',
              container(
                [task('a'), task('b'), task('c')],
                [exclusive('g'), parallel('j')],
                'g a',
                'g b',
                'a j',
                'b j',
                'j c',
              ),
            ),
          ]),
        ),
        process(
          container(
            [task('a'), task('b'), task('c')],
            [parallel('g'), parallel('j')],
            'g a',
            'g b',
            'a j',
            'b j',
            'j c',
          ),
          { id: 'q' },
        ),
      ],
    },
    finds: ['processes/p activities 0 gateways 1'],
  },
  {
    id: 'dead-end',
    what: 'branches whose requirements, or those of all that they begin with, can never be met',
    parts: {
      metrics: [xp],
      processes: [
        process(
          container(
            [
              task('a', { requires: score('xp', 'ge', 1) }),
              sub('s', container([task('t', { requires: score('xp', 'ge', 1) })])),
              sub('u', container([task('t', { requires: score('xp', 'ge', 1) }), task('v')])),
              task('b'),
              task('c'),
              task('d'),
            ],
            [exclusive('g'), parallel('split'), parallel('join')],
            'g a',
            'g s',
            'g u',
            'a split',
            'split b',
            'split c',
            'b join',
            'c join',
            'join d',
          ),
        ),
      ],
    },
    finds: ['processes/p sequence_flows 0', 'processes/p sequence_flows 1'],
  },
  {
    id: 'dead-end',
    what: 'a join that waits for a task whose requirement can never be met',
    parts: {
      metrics: [xp],
      processes: [
        process(
          container(
            [task('a'), task('b', { requires: score('xp', 'ge', 1) }), task('c')],
            [parallel('j')],
            'a j',
            'b j',
            'j c',
          ),
        ),
      ],
    },
    finds: ['processes/p gateways 0'],
  },
  {
    id: 'dead-end',
    what: 'not branches whose requirements can be met, nor those of a gateway that is never reached',
    parts: {
      metrics: [xp],
      actions: [action('like', [add('xp', '1')])],
      processes: [
        process(
          container(
            [task('a', { requires: score('xp', 'ge', 1) }), task('b', { requires: score('xp', 'lt', 1) })],
            [exclusive('g')],
            'g a',
            'g b',
          ),
        ),
        process(
          container(
            [task('a', { requires: score('xp', 'lt', 0) }), task('b', { requires: score('xp', 'lt', 0) }), task('c')],
            [exclusive('g')],
            'a g',
            'g b',
            'g c',
          ),
          { id: 'q' },
        ),
      ],
    },
    finds: [],
  },
  {
    id: 'never-ends',
    what: 'an endless activity with something after it, but not one at the end',
    parts: {
      processes: [
        process(container([task('a', { loop: 'Infinity' }), task('b')], [], 'a b')),
        process(container([task('a'), task('b', { loop: 'Infinity' })], [], 'a b'), { id: 'q' }),
      ],
    },
    finds: ['processes/p activities 0'],
  },
  {
    id: 'waste',
    what: 'not a reward after another one of the play that makes room for it',
    parts: {
      metrics: [point('xp', { max: '10' })],
      actions: [
        action('a', [remove('xp', '5'), add('xp', '1')], { requires: score('xp', 'ge', 10) }),
        action('b', [add('xp', '1')]),
      ],
    },
    finds: [],
  },
  {
    id: 'rate-without-effect',
    what: 'a rate within a stricter one, but not one of a task in a loop of flows',
    parts: {
      processes: [
        process(
          container([
            sub('s', container([task('a', { loop: '9', rate: [5, 86_400_000, 'FIXED'] })]), {
              rate: [2, 86_400_000, 'FIXED'],
            }),
          ]),
        ),
        process(
          container(
            [task('start'), task('a', { rate: [1, 86_400_000, 'FIXED'] }), task('b')],
            [exclusive('in'), exclusive('out')],
            'start in',
            'in out',
            'out a',
            'out b',
            'a in',
          ),
          { id: 'q' },
        ),
      ],
    },
    finds: ['processes/p activities 0 activities 0 rate'],
  },
]

describe('lintDesign', () => {
  test.each(cases)('$id: $what', ({ id, parts, finds }) => {
    expect(found(id, parts).toSorted()).toEqual([...finds].toSorted())
  })
})
