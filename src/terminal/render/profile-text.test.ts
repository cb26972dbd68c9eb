import { describe, expect, test } from 'vitest'
import { scoreText, type ShownScore } from '../../sentences/score-text.ts'
import { paintFor } from './paint.ts'
import { profileText } from './profile-text.ts'

const plain = paintFor({ write: () => {}, isTerminal: false }, {}, false)
const state = { id: 'rank', name: 'Rank', type: 'state' } as const
const set = { id: 'badges', name: 'Badges', type: 'set' } as const

describe('a score', () => {
  test.each<[string, ShownScore]>([
    ['30', { metric: { id: 'xp', name: 'XP', type: 'point' }, value: '30' }],
    ['Bronze', { metric: state, value: { name: 'Bronze', description: 'x' } }],
    [
      'Rookie 1, name 2',
      { metric: set, value: { Rookie: { name: 'Rookie', count: '1' }, name: { name: 'name', count: '2' } } },
    ],
    ['none', { metric: set, value: {} }],
    [
      'Rookie 1, name 2',
      {
        metric: set,
        value: [
          { name: 'Rookie', count: '1' },
          { name: 'name', count: '2' },
        ],
      },
    ],
    ['none', { metric: set, value: [] }],
  ])('reads %s', (text, score) => {
    expect(scoreText(score)).toBe(text)
  })

  test.each([
    ['Bronze (XP over 25 up to 100)', '25', '100'],
    ['Bronze (XP up to 100)', '-Infinity', '100'],
    ['Bronze (XP over 25)', '25', 'Infinity'],
  ])('of a level reads %s', (text, low, high) => {
    const meta = { low, high, base_metric: { id: 'xp', name: 'XP' } }
    expect(scoreText({ metric: state, value: { name: 'Bronze' }, meta })).toBe(text)
  })
})

describe('a profile', () => {
  const profile = { id: 'neo', alias: 'neo', created: '2026-01-01T00:00:00.000Z', enabled: true, scores: [], teams: [] }

  test('without scores says so', () => {
    expect(profileText(profile, plain)).toBe('neo, since 2026-01-01T00:00:00.000Z\nno scores yet')
  })

  test('tells the teams, with the roles in them', () => {
    const definition = { id: 'guild', name: 'Guild' }
    const teams = [
      { id: 'crew', name: 'Crew', definition, roles: ['member', 'pilot\n'] },
      { id: 'others', name: 'Others', definition, roles: [] },
    ]
    expect(profileText({ ...profile, teams }, plain)).toBe(
      "neo, since 2026-01-01T00:00:00.000Z\nin team 'crew' as member, pilot\\u{a}\nin team 'others' without a role\nno scores yet",
    )
  })

  test('tells alias and scores, and that the player may not act', () => {
    const scores = [{ metric: { id: 'xp', name: 'XP', type: 'point' as const }, value: '30' }]
    expect(profileText({ ...profile, alias: 'The\nOne', enabled: false, scores }, plain)).toBe(
      'neo (The\\u{a}One), since 2026-01-01T00:00:00.000Z, disabled\nMETRIC  SCORE\nXP      30',
    )
  })
})
