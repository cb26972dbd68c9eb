import { describe, expect, test } from 'vitest'
import {
  action,
  add,
  become,
  compound,
  designOf,
  levels,
  point,
  put,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { given } from '../../../test/support/given.ts'
import { readOwnProfile, readProfile } from './profile.ts'
import { updateScores } from './score-update.ts'

const badges = set('badges', [
  { name: 'Fan', description: 'Likes it' },
  'Pro',
  { name: 'Secret', hidden: true },
  'constructor',
])
const rank = state('rank', { name: 'Low', description: 'Just come' }, 'High', 'Top')
const metrics = [point('xp', { min: '-Infinity' }), badges, rank, compound('worth', '$scores.xp / 4')]
const plain = designOf({ metrics })
const game = (design = plain) => given(design)
const give = (...rewards: Parameters<typeof put>[]) => ({ id: 'neo', rewards: rewards.map((each) => put(...each)) })

describe('a profile', () => {
  test('of a player without scores', () => {
    game()
      .when(readOwnProfile, {})
      .answers({ id: 'neo', alias: 'neo', created: '2030-05-15T12:00:00.000Z', enabled: true, scores: [], teams: [] })
  })

  test('has the scores in order of id, each as its type has it', () => {
    const { scores } = game()
      .after(updateScores, {
        id: 'neo',
        rewards: [put('xp', '10'), put('badges', { Pro: '2', Fan: '1' }), become('rank', 'Low')],
      })
      .when(readProfile, { id: 'neo' }).result
    expect(scores).toEqual([
      {
        metric: { id: 'badges', name: 'badges', type: 'set' },
        value: { Fan: { name: 'Fan', description: 'Likes it', count: '1' }, Pro: { name: 'Pro', count: '2' } },
      },
      { metric: { id: 'rank', name: 'rank', type: 'state' }, value: { name: 'Low', description: 'Just come' } },
      { metric: { id: 'worth', name: 'worth', type: 'compound' }, value: '2.5' },
      { metric: { id: 'xp', name: 'xp', type: 'point' }, value: '10' },
    ])
  })

  test('in detail also lists the items not yet earned, but for hidden ones', () => {
    const badgesIn = (detailed: boolean, ...rewards: Parameters<typeof put>[]) => {
      const { scores } = game()
        .after(updateScores, give(...rewards))
        .when(readOwnProfile, { detailed }).result
      const value = scores.find(({ metric }) => metric.id === 'badges')?.value
      return (
        value &&
        Object.fromEntries(Object.entries(value).map(([item, part]) => [item, (part as { count: string }).count]))
      )
    }
    expect(badgesIn(false)).toBeUndefined()
    expect(badgesIn(true)).toEqual({ Fan: '0', Pro: '0', constructor: '0' })
    expect(badgesIn(true, ['badges', { Secret: '1', Pro: '3' }])).toEqual({
      Fan: '0',
      Pro: '3',
      Secret: '1',
      constructor: '0',
    })
    expect(badgesIn(false, ['badges', { Secret: '1' }])).toEqual({ Secret: '1' })
  })

  test('of an unknown player is refused', () => {
    game().when(readProfile, { id: 'smith' }).refuses('player_not_found', { id: 'smith' })
    game().when(readOwnProfile, { as: 'smith' }).refuses('player_not_found', { id: 'smith' })
  })

  test('hides what the design has no more, and shows it again when it is back', () => {
    const full = game().after(updateScores, {
      id: 'neo',
      rewards: [put('xp', '10'), put('badges', { Fan: '1', Pro: '1' }), become('rank', 'High')],
    })
    const before = full.when(readProfile, { id: 'neo' }).result
    const less = designOf({ metrics: [set('badges', ['Pro']), state('rank', 'Low'), set('xp', ['a'])] })
    const { scores } = full.deploying(less).when(readProfile, { id: 'neo' }).result
    expect(scores).toEqual([
      { metric: { id: 'badges', name: 'badges', type: 'set' }, value: { Pro: { name: 'Pro', count: '1' } } },
    ])
    full.deploying(plain).when(readProfile, { id: 'neo' }).answers(before)
  })

  test('does not count hidden items among the distinct ones', () => {
    const full = game().after(updateScores, give(['badges', { Fan: '1', Pro: '1' }]))
    const less = designOf({
      metrics: [set('badges', ['Pro', 'New'], { max_items: '2' }), point('xp')],
      actions: [action('count', [put('xp', '$scores.badges'), add('badges', { New: '1' })])],
    })
    full
      .deploying(less)
      .when(updateScores, { id: 'neo', rewards: [put('xp', '$scores.badges'), add('badges', { New: '1' })] })
      .changes({ xp: [null, '1'], badges: { New: [null, '1'] } })
  })
})

describe('the score of a level metric', () => {
  const ladder = (...steps: [string, string?][]) =>
    designOf({ metrics, rules: [levels('ladder', 'xp', 'rank', ...steps)] })
  const usual = ladder(['Low', '25'], ['High', '100'], ['Top'])
  const metaAt = (points: string) => {
    const { scores } = game(usual)
      .after(updateScores, give(['xp', points]))
      .when(readOwnProfile, {}).result
    return scores.find(({ metric }) => metric.id === 'rank')?.meta
  }
  const base_metric = { id: 'xp', name: 'xp' }

  test.each([
    ['-7', '-Infinity', '25'],
    ['25', '-Infinity', '25'],
    ['25.5', '25', '100'],
    ['1000', '100', 'Infinity'],
  ])('carries the thresholds around it: at %s from %s to %s', (points, low, high) => {
    expect(metaAt(points)).toEqual({ low, high, base_metric })
  })

  test.each([
    ['50', ladder(['Low', '10'], ['High', '40'], ['Top']), 'High', '40', 'Infinity'],
    ['20', ladder(['Low', '10'], ['High', '40'], ['Top']), 'Low', '10', '40'],
    ['25', ladder(['Low', '60'], ['Top']), 'Low', '-Infinity', '60'],
  ])(
    'carries those around %s points when the design has new ones, whatever level the player still has',
    (points, now, name, low, high) => {
      const full = game(usual).after(updateScores, give(['xp', points]))
      const { scores } = full.deploying(now).when(readOwnProfile, {}).result
      expect(scores.find(({ metric }) => metric.id === 'rank')).toMatchObject({
        value: { name },
        meta: { low, high, base_metric },
      })
    },
  )

  test('has no upper end at the last level, which stays above its threshold too', () => {
    const { scores } = game(ladder(['Low', '25'], ['Top', '100']))
      .after(updateScores, give(['xp', '150']))
      .when(readOwnProfile, {}).result
    expect(scores.find(({ metric }) => metric.id === 'rank')).toMatchObject({
      value: { name: 'Top' },
      meta: { low: '25', high: 'Infinity' },
    })
  })

  test('carries them before the base metric has an entry, too', () => {
    const { scores } = game(usual)
      .after(updateScores, { id: 'neo', rewards: [become('rank', 'High')] })
      .when(readOwnProfile, {}).result
    expect(scores).toMatchObject([{ meta: { low: '25', high: '100', base_metric } }])
  })

  test('carries none where no rule leads to it', () => {
    const { scores } = game()
      .after(updateScores, { id: 'neo', rewards: [become('rank', 'High')] })
      .when(readOwnProfile, {}).result
    expect(scores[0]).not.toHaveProperty('meta')
  })
})
