import { describe, expect, test } from 'vitest'
import { emptyDesign, type DesignSource } from '../../../game/design/source.ts'
import { economyGraph } from './economy-graph.ts'

const point = (id: string) => ({ id, name: id.toUpperCase(), type: 'point' })
const xp = { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }
const onXp = { type: 'metric', context: { id: 'xp', operator: 'ge', value: '5' } }

const graphOf = (parts: Partial<DesignSource>) => economyGraph({ ...emptyDesign, ...parts }, 'Game')
const arrows = (parts: Partial<DesignSource>): string[] =>
  graphOf(parts).edges.map(
    ({ from, to, kind, label, isWeak }) =>
      `${from} ${kind} ${to}${label === undefined ? '' : `: ${label}`}${isWeak ? ' (weak)' : ''}`,
  )
const factsOf = (parts: Partial<DesignSource>): readonly string[] => graphOf(parts).nodes[0]?.facts ?? []

describe('the graph of an economy', () => {
  test('leads from actions to what they give and take, with the conditions of each rule', () => {
    const action = {
      id: 'like',
      name: 'Like',
      rules: [
        { rewards: [xp, { ...xp, probability: 0.5 }, { ...xp, verb: 'remove' }] },
        { rewards: [{ metric: { id: 'badges', type: 'set' }, verb: 'add', value: { Fan: '1' } }], requires: onXp },
      ],
    }
    expect(arrows({ actions: [action] })).toEqual([
      'actions/like gives metrics/xp: +10, +10 (50%)',
      'actions/like takes metrics/xp: -10',
      'actions/like gives metrics/badges: +1 Fan if xp >= 5',
      'metrics/xp needs actions/like (weak)',
    ])
  })

  test('leads from what a formula or a requirement reads to what reads it, but never to itself', () => {
    const formula = { ...xp, value: '$scores.coins * 2' }
    const visible = {
      type: 'and',
      expression: [
        { type: 'var', context: { lhs: '$scores.gold', operator: 'gt', rhs: '1' } },
        { type: 'action', context: { id: 'hug', operator: 'ge', value: '1' } },
        { type: 'action', context: { id: 'like', operator: 'le', value: '9' } },
        { type: 'time', context: { func: 'hour_of_day', operator: 'lt', value: 12 } },
      ],
    }
    expect(
      arrows({ actions: [{ id: 'like', name: 'Like', rules: [{ rewards: [formula] }], requires: visible }] }),
    ).toEqual([
      'actions/like gives metrics/xp: +($scores.coins * 2)',
      'metrics/coins reads actions/like (weak)',
      'metrics/gold needs actions/like (weak)',
      'actions/hug needs actions/like (weak)',
    ])
  })

  test('takes the text of a state for a name and not for a formula', () => {
    const state = { metric: { id: 'rank', type: 'state' }, verb: 'set', value: '$scores.xp' }
    expect(arrows({ actions: [{ id: 'a', name: 'A', rules: [{ rewards: [state] }] }] })).toEqual([
      'actions/a gives metrics/rank: = $scores.xp',
    ])
  })

  test('leads through levels, achievements, custom rules, compounds, boards and the bootstrap', () => {
    const parts = {
      metrics: [
        { id: 'total', name: 'Total', type: 'compound', constraints: { formula: '$scores.xp + $scores.gold' } },
      ],
      rules: [
        {
          id: 'up',
          name: 'Up',
          type: 'level',
          base_metric: 'xp',
          level_metric: { id: 'rank' },
          levels: [{ rank: 'Low' }],
        },
        {
          id: 'fan',
          name: 'Fan',
          type: 'achievement',
          metric: 'badges',
          items: [{ key: 'Fan', value: '1' }],
          requires: onXp,
        },
        { id: 'gift', name: 'Gift', type: 'custom', rules: [{ rewards: [xp] }] },
      ],
      leaderboards: [
        {
          id: 'top',
          name: 'Top',
          type: 'regular',
          entity_type: 'players',
          scope: { type: 'game' },
          metric: { id: 'xp', type: 'point' },
        },
      ],
      bootstrap: { scores: [{ metric: { id: 'xp', type: 'point' }, value: '3' }] },
    }
    expect(arrows(parts)).toEqual([
      'bootstrap gives metrics/xp: = 3',
      'metrics/xp reads rules/up',
      'rules/up gives metrics/rank',
      'rules/fan gives metrics/badges: +1 Fan',
      'metrics/xp needs rules/fan (weak)',
      'rules/gift gives metrics/xp: +10',
      'metrics/xp reads metrics/total',
      'metrics/gold reads metrics/total',
      'metrics/xp reads leaderboards/top',
    ])
  })

  test('has one node for a process, with what all its activities give', () => {
    const activities = [
      { id: 'a', name: 'A', type: 'task', rewards: [xp] },
      {
        id: 's',
        name: 'S',
        type: 'sub_process',
        activities: [{ id: 'b', name: 'B', type: 'task', rewards: [{ ...xp, value: '1' }], requires: onXp }],
      },
    ]
    expect(arrows({ processes: [{ id: 'tour', name: 'Tour', activities, settings: { requires: onXp } }] })).toEqual([
      'processes/tour gives metrics/xp: +10, +1',
      'metrics/xp needs processes/tour (weak)',
    ])
  })

  test('tells of each what there is to know', () => {
    expect(factsOf({ metrics: [{ ...point('xp'), constraints: { default: '3', min: '-1', max: '10' } }] })).toEqual([
      '3 to begin with',
      'from -1',
      'up to 10',
    ])
    expect(
      factsOf({ metrics: [{ ...point('xp'), constraints: { default: '0', min: '0', max: 'Infinity' } }] }),
    ).toEqual([])
    const levels = [
      { rank: 'Low', threshold: '5' },
      { rank: 'High', threshold: '9' },
    ]
    const level = { id: 'up', name: 'Up', type: 'level', base_metric: 'xp', level_metric: 'rank', levels }
    expect(factsOf({ rules: [level] })).toEqual(['Low up to 5', 'High above 5'])
    expect(
      factsOf({ actions: [{ id: 'a', name: 'A', rate: [2, 60_000, 'FIXED'], probability: 0.25, requires: onXp }] }),
    ).toEqual(['at most 2 every minute (FIXED)', 'with luck: 25%', 'needs xp >= 5'])
    expect(
      factsOf({
        metrics: [{ id: 's', name: 'S', type: 'state', constraints: { states: [{ name: 'a' }, { name: 'b' }] } }],
      }),
    ).toEqual(['a, b'])
  })
})
