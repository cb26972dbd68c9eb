import { describe, expect, test } from 'vitest'
import { emptyDesign, type DesignSource } from '../game/design/source.ts'
import { economyGraph } from './economy-graph.ts'

const point = (id: string) => ({ id, name: id.toUpperCase(), type: 'point' })
const xp = { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }
const onXp = { type: 'metric', context: { id: 'xp', operator: 'ge', value: '5' } }

const graphOf = (parts: Partial<DesignSource>) => economyGraph({ ...emptyDesign, ...parts }, 'Game')
const arrows = (parts: Partial<DesignSource>): string[] =>
  graphOf(parts).edges.map(
    ({ from, to, kind, label, isWeak }) =>
      `${from} ${kind} ${to}${label === undefined ? '' : `: ${label.join(' | ')}`}${isWeak ? ' (weak)' : ''}`,
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
      'actions/like gives metrics/xp: +10 | +10, 50% of the time',
      'actions/like takes metrics/xp: -10',
      'actions/like gives metrics/badges: +1 × Fan if xp ≥ 5',
      'metrics/xp needs actions/like (weak)',
    ])
  })

  test('states equal rewards as often as they are given', () => {
    const rules = [{ rewards: [xp, xp] }, { rewards: [xp], requires: onXp }, { rewards: [xp], requires: onXp }]
    expect(arrows({ actions: [{ id: 'like', name: 'Like', rules }] })).toEqual([
      'actions/like gives metrics/xp: +10 | +10 | +10 if xp ≥ 5 | +10 if xp ≥ 5',
      'metrics/xp needs actions/like (weak)',
    ])
  })

  test('calls things by their names, and by their ids where two have the same name or one has none', () => {
    const parts = {
      metrics: [point('xp'), { ...point('gold'), name: 'Coins' }, { ...point('coins'), name: 'Coins' }],
      actions: [
        {
          id: 'like',
          name: ' ',
          variables: [{ name: 'votes', type: 'int', default: 3 }],
          rules: [{ rewards: [{ ...xp, value: '$vars.votes * $scores.gold' }] }],
          requires: { type: 'action', context: { id: 'like', operator: 'lt', value: 1 } },
        },
      ],
    }
    expect(graphOf(parts).nodes.map(({ title }) => title)).toEqual(['like', 'XP', 'Coins (gold)', 'Coins (coins)'])
    expect(arrows(parts)).toEqual([
      "actions/like gives metrics/xp: +(votes × 'Coins (gold)'), where votes is 3 by default",
      'metrics/gold reads actions/like (weak)',
      'actions/like needs actions/like (weak)',
    ])
    expect(factsOf(parts)).toEqual(['only if plays of like < 1'])
  })

  test('leads from what a formula or a requirement reads to what reads it', () => {
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
      'actions/like gives metrics/xp: +(coins × 2)',
      'metrics/coins reads actions/like (weak)',
      'metrics/gold needs actions/like (weak)',
      'actions/hug needs actions/like (weak)',
      'actions/like needs actions/like (weak)',
    ])
  })

  test('takes the text of a state for a name and not for a formula', () => {
    const state = { metric: { id: 'rank', type: 'state' }, verb: 'set', value: '$scores.xp' }
    expect(arrows({ actions: [{ id: 'a', name: 'A', rules: [{ rewards: [state] }] }] })).toEqual([
      'actions/a gives metrics/rank: sets rank to $scores.xp',
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
      'bootstrap gives metrics/xp: sets xp to 3',
      'metrics/xp reads rules/up',
      'rules/up gives metrics/rank: sets rank',
      'rules/fan gives metrics/badges: +1 × Fan, once',
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
      'processes/tour gives metrics/xp: +10 for A | +1 for B if xp ≥ 5',
      'metrics/xp needs processes/tour (weak)',
    ])
  })

  test('tells of each what there is to know', () => {
    expect(factsOf({ metrics: [{ ...point('xp'), constraints: { default: '3', min: '-1', max: '10' } }] })).toEqual([
      'starts at 3',
      'at least -1',
      'at most 10',
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
    ).toEqual(['at most 2 per minute', 'succeeds 25% of the time', 'only if xp ≥ 5'])
    expect(
      factsOf({
        metrics: [{ id: 's', name: 'S', type: 'state', constraints: { states: [{ name: 'a' }, { name: 'b' }] } }],
      }),
    ).toEqual(['a, b'])
  })

  test('says of each reward of a process how often, when and with which luck it is given', () => {
    const dig = {
      id: 'dig',
      name: 'Dig',
      type: 'task',
      loop: '2',
      probability: 0.9,
      rate: [1, 86_400_000, 'FIXED'],
      rewards: [
        { ...xp, recurring: true },
        { ...xp, probability: 0.00001 },
        { ...xp, resolution: 'rest' },
      ],
    }
    const rest = {
      id: 'rest',
      name: 'Rest',
      type: 'task',
      loop: 'Infinity',
      rewards: [{ ...xp, recurring: true }, xp],
    }
    const cave = {
      id: 'cave',
      name: 'Cave',
      type: 'sub_process',
      loop: 1,
      requires: onXp,
      activities: [dig, rest, { id: 'look', name: 'Look', type: 'task', requires: { ...onXp, not: true } }],
      sequence_flows: [],
    }
    const parts = { processes: [{ id: 'tour', name: 'Tour', activities: [cave] }] }
    const often = 'in each of 2 rounds of Cave'
    const lucky = '+10 for Dig, which succeeds 90% of the time'
    expect(graphOf(parts).edges[0]?.label).toEqual([
      `${lucky}, each of 3 times, ${often}, at most 1 per day, if xp ≥ 5`,
      `${lucky}, after 3 times, ${often}, at most 1 per day, 0.001% of the time, if xp ≥ 5`,
      `${lucky}, after 3 times, ${often}, once Rest is done, at most 1 per day, if xp ≥ 5`,
      `+10 for Rest, every time, ${often}, if xp ≥ 5`,
      `+10 for Rest, never given as it has no last time, ${often}, if xp ≥ 5`,
    ])
    expect(factsOf(parts)).toEqual(['Cave only if xp ≥ 5', 'Look only if xp < 5'])
  })

  test.each([
    [{ verb: 'remove', value: '5' }, 'takes', '-5'],
    [{ verb: 'remove', value: '-5' }, 'gives', '+5'],
    [{ verb: 'add', value: '-5' }, 'takes', '-5'],
    [{ verb: 'remove', value: '0' }, 'gives', '+0'],
    [{ verb: 'add', value: ' 007.50 ' }, 'gives', '+7.5'],
    [{ verb: 'add', value: '9007199254740993' }, 'gives', '+9007199254740993'],
    [{ verb: 'set', value: '-2' }, 'gives', 'sets XP to -2'],
    [{ verb: 'set', value: '$vars.n / 2' }, 'gives', 'sets XP to n / 2'],
    [{ verb: 'remove', value: '$vars.n' }, 'takes', '-n'],
    [{ verb: 'remove', value: '$vars.n + 1' }, 'takes', '-(n + 1)'],
    [{ verb: 'add', value: '$scores.xp' }, 'gives', '+XP'],
  ])('a reward of points, %j, %s %s', (reward, kind, words) => {
    const rules = [{ rewards: [{ ...xp, ...reward }] }]
    const [edge] = graphOf({ metrics: [point('xp')], actions: [{ id: 'a', name: 'A', rules }] }).edges
    expect(edge).toMatchObject({ kind, label: [words] })
  })

  test.each([
    [{ verb: 'add', value: { Fan: '1', '7': '2' } }, 'gives', '+2 × 7, +1 × Fan'],
    [{ verb: 'remove', value: { Fan: '1' } }, 'takes', '-1 × Fan'],
    [{ verb: 'set', value: { Fan: '0' } }, 'gives', 'sets Fan to 0'],
    [{ verb: 'add', value: { Fan: '$vars.n * 2' } }, 'gives', '+(n × 2) × Fan'],
    [{ verb: 'add', value: {} }, 'gives', 'no items'],
  ])('a reward of items, %j, %s %s', (reward, kind, words) => {
    const rules = [{ rewards: [{ metric: { id: 'badges', type: 'set' }, ...reward }] }]
    expect(graphOf({ actions: [{ id: 'a', name: 'A', rules }] }).edges[0]).toMatchObject({ kind, label: [words] })
  })

  test('says of a board whom it ranks, by what, and what counts', () => {
    const board = {
      id: 'top',
      name: 'Top',
      type: 'regular',
      entity_type: 'players',
      scope: { type: 'team_definition', id: 'guild' },
      metric: { id: 'badges', type: 'set', item: 'Fan' },
      cycles: ['alltime', 'daily'],
      requires: onXp,
    }
    const teams = [{ id: 'guild', name: 'Guild' }]
    expect(factsOf({ leaderboards: [board], teams })).toEqual([
      'players in Guild by Fan in badges',
      'all time, daily',
      'counts only if xp ≥ 5',
    ])
    const ofTeams = { ...board, entity_type: 'teams', requires: {}, cycles: undefined }
    expect(factsOf({ leaderboards: [ofTeams], teams })).toEqual(['teams of Guild by Fan in badges', 'all time'])
  })
})
