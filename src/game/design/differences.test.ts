import { describe, expect, test } from 'vitest'
import { differences, differencesOf } from './differences.ts'
import { emptyDesign, type DesignSource } from './source.ts'

const designWith = (parts: Partial<DesignSource>): DesignSource => ({ ...emptyDesign, ...parts })

/** What changes when the one component of a kind does. */
function changes(
  kind: 'metrics' | 'actions' | 'rules' | 'teams' | 'processes',
  before: object,
  after: object,
): string[] {
  const [from, to] = [before, after].map((component) => designWith({ [kind]: [{ id: 'x', ...component }] }))
  return differences(from ?? emptyDesign, to ?? emptyDesign)
}

const give = (id: string, value: unknown, more = {}) => ({
  metric: { id, type: typeof value === 'string' ? 'point' : 'set' },
  verb: 'add',
  value,
  ...more,
})
const rules = (...rewards: object[]) => ({ rules: [{ rewards }] })

describe('differences of designs', () => {
  test('name a field by its path, without the fields that only hold others', () => {
    expect(changes('metrics', { constraints: { default: '0' } }, { constraints: { default: '10' } })).toEqual([
      'metrics/x: default 0 -> 10',
    ])
    expect(changes('teams', { settings: { max_players: '5' } }, { settings: { max_players: '6' } })).toEqual([
      'teams/x: max_players 5 -> 6',
    ])
  })

  test('tell what came and what went, in order of kind and id', () => {
    const before = designWith({ rules: [{ id: 'a' }], metrics: [{ id: 'xp' }] })
    const after = designWith({ metrics: [{ id: 'xp' }, { id: 'coins' }], actions: [{ id: 'like' }] })
    expect(differences(before, after)).toEqual(['metrics/coins: added', 'actions/like: added', 'rules/a: removed'])
  })

  test('are none where only the order of fields, files or what editors leave behind differs', () => {
    const before = designWith({
      metrics: [
        { id: 'a', name: 'A', constraints: { min: '0', max: '1' } },
        { id: 'b', name: 'B' },
      ],
    })
    const after = designWith({
      metrics: [
        { name: 'B', id: 'b', _errors: [] },
        { $schema: 'x', constraints: { max: '1', min: '0' }, name: 'A', id: 'a' },
      ],
    })
    expect(differences(before, after)).toEqual([])
  })

  test('are none between what is left out and what is empty', () => {
    const before = { constraints: { items: [] }, requires: {}, tags: [] }
    expect(changes('metrics', before, {})).toEqual([])
    expect(changes('metrics', {}, before)).toEqual([])
  })

  test('tell a field that came or went as from or to none', () => {
    expect(changes('actions', {}, { probability: 0.5 })).toEqual(['actions/x: probability none -> 0.5'])
    expect(changes('metrics', { constraints: { min: '1' } }, {})).toEqual(['metrics/x: min 1 -> none'])
    expect(changes('metrics', { tags: ['none'] }, {})).toEqual(['metrics/x: tags ["none"] -> none'])
  })

  test('tell values apart that look the same', () => {
    expect(changes('processes', { loop: '0' }, { loop: 0 })).toEqual(['processes/x: loop "0" -> 0'])
  })

  test('quote texts of several words and names that are no words', () => {
    expect(changes('metrics', { name: 'XP' }, { name: 'Experience points' })).toEqual([
      'metrics/x: name XP -> "Experience points"',
    ])
    expect(
      changes(
        'metrics',
        { constraints: { items: [{ name: 'Big. Win' }] } },
        { constraints: { items: [{ name: 'Big. Win', max: '1' }] } },
      ),
    ).toEqual(['metrics/x: items."Big. Win".max none -> 1'])
  })

  test('show of long texts the part that differs', () => {
    const long = 'so '.repeat(100)
    const [line = ''] = changes('metrics', { description: `${long}good` }, { description: `${long}bad` })
    expect(line).toBe('metrics/x: description … so so so good" -> … so so so bad"')
    expect(changes('metrics', { description: 'a' }, { description: '🦊'.repeat(200) })).toEqual([
      `metrics/x: description a -> ${'🦊'.repeat(59)}…`,
    ])
  })

  test('call the parts of a list by their names, and tell of another order', () => {
    const items = (...names: string[]) => ({ constraints: { items: names.map((name) => ({ name })) } })
    expect(changes('metrics', items('a', 'b', 'c'), items('c', 'd', 'a'))).toEqual([
      'metrics/x: items.b removed',
      'metrics/x: items.d added',
      'metrics/x: items.order a, c -> c, a',
    ])
    expect(
      changes(
        'rules',
        { levels: [{ rank: 'Novice', threshold: '10' }, { rank: 'Gold' }] },
        { levels: [{ rank: 'Novice', threshold: '20' }, { rank: 'Gold' }] },
      ),
    ).toEqual(['rules/x: levels.Novice.threshold 10 -> 20'])
    expect(
      changes(
        'teams',
        { permissions: [['boss', { lock: true }]] },
        { permissions: [['boss', { lock: true, kick: true }]] },
      ),
    ).toEqual(['teams/x: permissions.boss.kick none -> true'])
    expect(
      changes('processes', { sequence_flows: [{ src: 'a', tgt: 'b' }] }, { sequence_flows: [{ src: 'a', tgt: 'c' }] }),
    ).toEqual(['processes/x: sequence_flows."a to b" removed', 'processes/x: sequence_flows."a to c" added'])
  })

  test('call the parts of a list by their places where names are missing or shared', () => {
    const before = rules(give('xp', '1'), give('xp', '2'), give('xp', '3'))
    expect(changes('actions', before, rules(give('xp', '1'), give('xp', '5'), give('xp', '3')))).toEqual([
      'actions/x: rules.0.rewards.1.value 2 -> 5',
    ])
    expect(changes('actions', before, rules(give('xp', '1'), give('xp', '3')))).toEqual([
      'actions/x: rules.0.rewards.1 removed (xp +2)',
    ])
    expect(changes('actions', rules(give('xp', '1'), give('xp', '3')), before)).toEqual([
      'actions/x: rules.0.rewards.1 added (xp +2)',
    ])
  })

  test('tell rewards, requirements and rates as a person would say them', () => {
    expect(changes('actions', rules(), rules(give('badges', { Lucky: '1' }, { probability: 0.125 })))).toEqual([
      'actions/x: rules.0.rewards.badges added (badges +1 Lucky (12.5%))',
    ])
    const coins = (value: string) => ({ type: 'metric', context: { id: 'coins', operator: 'ge', value } })
    expect(changes('actions', { requires: {} }, { requires: coins('1') })).toEqual([
      'actions/x: requires nothing -> coins >= 1',
    ])
    expect(changes('actions', { rate: [1, 86_400_000, 'FIXED'] }, { rate: [2, 1000, 'ROLLING'] })).toEqual([
      'actions/x: rate at most 1 per day -> at most 2 in any second',
    ])
  })

  test('name each part of a list that comes or goes as a whole', () => {
    const items = { constraints: { items: [{ name: 'a' }, { name: 'b' }] } }
    expect(changes('metrics', {}, items)).toEqual(['metrics/x: items.a added', 'metrics/x: items.b added'])
    expect(changes('metrics', items, {})).toEqual(['metrics/x: items.a removed', 'metrics/x: items.b removed'])
    expect(changes('teams', {}, { permissions: [['boss', { lock: true }]] })).toEqual([
      'teams/x: permissions.boss added',
    ])
    expect(changes('actions', {}, rules(give('xp', '1')))).toEqual(['actions/x: rules.0 added (xp +1)'])
  })

  test('tell of the bootstrap by metric', () => {
    const scores = (value: string) => designWith({ bootstrap: { scores: [{ metric: { id: 'xp' }, value }] } })
    expect(differences(scores('0'), scores('5'))).toEqual(['bootstrap: scores.xp.value 0 -> 5'])
  })

  test('take what is no component at all', () => {
    expect(differences(emptyDesign, designWith({ metrics: [null, 'x', []], bootstrap: 5 }))).toEqual([
      'metrics/#0: added',
      'metrics/#1: added',
      'metrics/#2: added',
      'bootstrap: {} -> 5',
    ])
    const odd = { name: 'a', requires: 5, rate: [{}], ['__proto__x']: 1 }
    expect(changes('actions', odd, { ...odd, requires: { type: 'magic' } })).toEqual([
      'actions/x: requires 5 -> {"type":"magic"}',
    ])
  })

  test('as data have path, change and both values', () => {
    const before = designWith({ metrics: [{ id: 'xp', constraints: { default: '0' } }] })
    const after = designWith({ metrics: [{ id: 'xp', constraints: { default: '10' } }] })
    expect(differencesOf(before, after)).toEqual([
      { kind: 'metrics', id: 'xp', path: ['default'], change: 'changed', before: '0', after: '10' },
    ])
  })
})
