import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  become,
  compound,
  designOf,
  levels,
  point,
  put,
  remove,
  score,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { given } from '../../../test/support/given.ts'
import { isFault } from '../kernel/fault.ts'
import { updateScores } from './score-update.ts'

const design = designOf({
  metrics: [
    point('xp'),
    set('badges', ['Fan', 'Rich']),
    state('rank', 'Low', 'High'),
    compound('worth', '$scores.xp * 2'),
  ],
  actions: [action('idle')],
  rules: [
    levels('ladder', 'xp', 'rank', ['Low', '5'], ['High']),
    achievement('rich', 'badges', { Rich: '1' }, score('xp', 'ge', 100)),
  ],
})
const game = () => given(design)

describe('a score update', () => {
  test('is one change of all its rewards; levels and achievements follow as after a play', () => {
    game()
      .when(updateScores, {
        id: 'neo',
        rewards: [put('xp', '100'), remove('xp', '0.5'), add('xp', '0.5'), add('badges', { Fan: '1' })],
      })
      .emits('score', 'level', 'achievement')
      .changes({
        xp: [
          [null, '100'],
          ['100', '99.5'],
          ['99.5', '100'],
        ],
        badges: [{ Fan: [null, '1'] }, { Rich: [null, '1'] }],
        worth: [null, '200'],
        rank: [null, 'High'],
      })
  })

  test('tells of the operator, and of the player it happened to', () => {
    const { events } = game().when(updateScores, { id: 'neo', rewards: [put('xp', '1')] })
    expect(events[0]).toMatchObject({ event: 'score', player: { id: 'neo', alias: 'neo' }, admin: true })
    expect(events[0]).not.toHaveProperty('actor')
    expect(events[1]).toMatchObject({ event: 'level', actor: { id: 'neo', alias: 'neo' } })
    expect(events[1]).not.toHaveProperty('admin')
  })

  test('answers the profile after it', () => {
    const { result } = game().when(updateScores, { id: 'neo', rewards: [put('xp', '7')] })
    expect(result.scores.map(({ metric, value }) => [metric.id, value])).toEqual([
      ['rank', { name: 'High' }],
      ['worth', '14'],
      ['xp', '7'],
    ])
  })

  test('that changes nothing is no event', () => {
    game().when(updateScores, { id: 'neo', rewards: [] }).emits()
    game()
      .after(updateScores, { id: 'neo', rewards: [put('xp', '7')] })
      .when(updateScores, { id: 'neo', rewards: [put('xp', '7.0'), add('xp', '0')] })
      .emits()
  })

  test('may reckon with the scores there were', () => {
    game()
      .after(updateScores, { id: 'neo', rewards: [put('xp', '7')] })
      .when(updateScores, { id: 'neo', rewards: [add('xp', '$scores.xp')] })
      .changes({ xp: ['7', '14'], worth: ['14', '28'] })
  })

  test('of an unknown player or metric is refused', () => {
    game()
      .when(updateScores, { id: 'smith', rewards: [put('xq', '1')] })
      .refuses('player_not_found', { id: 'smith' })
    game()
      .when(updateScores, { id: 'neo', rewards: [become('rank', 'Middle'), put('xq', '1')] })
      .refuses('metric_not_found', { id: 'xq' })
    game()
      .when(updateScores, { id: 'neo', rewards: [put('__proto__', '1')] })
      .refuses('metric_not_found')
  })

  test('with rewards that do not fit the design names all of them, and changes nothing', () => {
    const wrong = [
      put('xp', '1'),
      put('xp', { Fan: '1' }),
      become('rank', 'Middle'),
      put('xp', '$vars.n'),
      put('badges', { Fam: '$scores.xq' }),
    ]
    game()
      .when(updateScores, { id: 'neo', rewards: wrong })
      .refuses('validation_exception')
      .naming(
        'rewards.1.metric.type',
        'rewards.2.value',
        'rewards.3.value',
        'rewards.4.value.Fam',
        'rewards.4.value.Fam',
      )
  })

  test('with rewards that are wrong in themselves names all of them, before anything is looked for', () => {
    const wrong = [
      put('xp', '1'),
      put('xp', '1e999'),
      { ...put('worth', '1'), metric: { id: 'worth', type: 'compound' as const } },
      put('badges', { Fam: 'x' }),
      { ...become('rank', 'Low'), verb: 'add' as const },
      put('xq', '1 +'),
    ]
    for (const id of ['neo', 'smith'])
      game()
        .when(updateScores, { id, rewards: wrong })
        .refuses('validation_exception')
        .naming('rewards.1.value', 'rewards.2.metric', 'rewards.3.value.Fam', 'rewards.4.verb', 'rewards.5.value')
  })

  test('of more than may be given at once is refused before any of it is read', () => {
    const items = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`item ${i}`, 'no formula (']))
    game()
      .when(updateScores, { id: 'neo', rewards: Array.from({ length: 13 }, () => put('badges', items)) })
      .refuses('validation_exception')
      .naming('rewards')
    game()
      .when(updateScores, { id: 'neo', rewards: Array.from({ length: 10 }, () => put('xp', `1${'*1'.repeat(2000)}`)) })
      .refuses('validation_exception')
      .naming('rewards')
  })

  test('tells no more problems than anybody reads', () => {
    const rewards = Array.from({ length: 1000 }, () => put('badges', { Fam: '1', Fab: '1', Fax: '1' }))
    const { result } = game().run.execute(updateScores, { id: 'neo', rewards }, { client: 'test' })
    expect(isFault(result) && result.problems).toHaveLength(101)
    expect(isFault(result) && result.problems?.at(-1)).toEqual({ path: '', message: '2900 more problems' })
  })

  test('that cannot be computed is refused', () => {
    game()
      .when(updateScores, { id: 'neo', rewards: [put('xp', '1'), put('xp', '1 / 0')] })
      .refuses('invalid_formula')
  })
})
