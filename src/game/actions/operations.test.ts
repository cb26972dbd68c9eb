import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  compound,
  custom,
  designOf,
  formulas,
  levels,
  not,
  played,
  point,
  put,
  rule,
  score,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { aGame, given, type Given } from '../../../test/support/given.ts'
import { positionOf } from '../kernel/ids.ts'
import { createPlayer, deletePlayer, disablePlayer, resetPlayer } from '../players/administration.ts'
import { revertEvents } from '../players/revert.ts'
import { listActions, playAction } from './operations.ts'

const metrics = [point('xp'), set('badges', ['Fan', 'Lucky'])]

describe('a play', () => {
  const like = action('like', [add('xp', '10')])

  test('answers its event, and the actions that can be played now', () => {
    const { result } = given(designOf({ metrics, actions: [like] })).when(playAction, { action: 'like', count: 2 })
    expect(result).toEqual({
      actions: [
        {
          id: 'like',
          name: 'like',
          count: 2,
          variables: [],
          rewards: [{ metric: { id: 'xp', name: 'xp', type: 'point' }, verb: 'add', value: '10', probability: 1 }],
        },
      ],
      events: {
        local: [
          {
            event: 'action',
            timestamp: '2030-05-15T12:00:00.000Z',
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            actor: { id: 'neo', alias: 'neo' },
            action: { id: 'like', name: 'like', vars: {} },
            count: 2,
            changes: [{ metric: { id: 'xp', name: 'xp', type: 'point' }, delta: { old: null, new: '20' } }],
            scopes: [],
          },
        ],
        global: [],
      },
    })
  })

  test('has its own event in local, what rules did because of it in global', () => {
    const rules = [
      levels('ladder', 'xp', 'rank', ['Low', '5'], ['High']),
      achievement('fan', 'badges', { Fan: '1' }, {}),
    ]
    const { result, entry } = given(
      designOf({ metrics: [...metrics, state('rank', 'Low', 'High')], actions: [like], rules }),
    ).when(playAction, { action: 'like' })
    expect(result.events.local.map(({ event }) => event)).toEqual(['action'])
    expect(result.events.global.map(({ event }) => event)).toEqual(['level', 'achievement'])
    const ids = [...result.events.local, ...result.events.global].map(({ id }) => id)
    expect(ids.map(positionOf)).toEqual([0, 1, 2].map((index) => ({ seq: entry?.seq, index })))
  })

  test('with query false leaves the actions out', () => {
    expect(
      given(designOf({ actions: [like], metrics })).when(playAction, { action: 'like', query: false }).result.actions,
    ).toEqual([])
  })

  test('records the scopes that it counts on, and its variables, defaults included', () => {
    const scopes = [{ id: 'a', entity_id: 'x' }]
    const variables = [{ name: 'n', type: 'int', default: 3 }]
    const { events } = given(designOf({ actions: [action('like', [], { variables })] })).when(playAction, {
      action: 'like',
      scopes,
    })
    expect(events).toMatchObject([{ scopes, action: { vars: { n: 3 } } }])
  })

  test('carries the alias of that moment, and nothing of what the engine alone needs', () => {
    const design = designOf({ actions: [action('like', [], { rate: [1, 1000, 'ROLLING'] })] })
    const { result } = aGame(design)
      .after(createPlayer, { id: 'neo', alias: 'The One' })
      .when(playAction, { action: 'like' })
    expect(result.events.local[0]).toMatchObject({ actor: { id: 'neo', alias: 'The One' } })
    expect(result.events.local[0]).not.toHaveProperty('engine')
  })

  test('gives the rewards of each rule that is met as it was before the play, in order', () => {
    const rules = [
      rule(score('xp', 'ge', 5), add('xp', '1')),
      rule({}, add('xp', '20')),
      rule(score('xp', 'lt', 5), add('xp', '4')),
    ]
    const game = given(designOf({ metrics, actions: [action('like', [], { rules })] }))
    game.when(playAction, { action: 'like' }).changes({
      xp: [
        [null, '20'],
        ['20', '24'],
      ],
    })
    game.when(playAction, { action: 'like' }).changes({
      xp: [
        ['24', '25'],
        ['25', '45'],
      ],
    })
  })

  test('whose requirements are not met still gives its event, without changes, and counts', () => {
    const rules = [rule(score('xp', 'ge', 5), add('xp', '1'))]
    const game = given(designOf({ metrics, actions: [action('like', [], { rules })] }))
    game.when(playAction, { action: 'like', count: 3 }).emits('action').changes({})
    expect(game.when(listActions, {}).result[0]?.count).toBe(3)
  })

  test('of an action without rules is one all the same', () => {
    given(designOf({ actions: [{ id: 'wave', name: 'Wave' }] }))
      .when(playAction, { action: 'wave' })
      .emits('action')
  })
})

describe('what stands in the way of a play', () => {
  const design = designOf({
    metrics: [point('xp'), compound('broken', '1 / $scores.xp')],
    actions: [
      action('hidden', [], { requires: score('xp', 'ge', 1) }),
      action('maze', [], { requires: formulas('1 / $scores.xp', 'gt', '0') }),
      action('strict', [], {
        variables: [{ name: 'n', type: 'int', required: true }],
        rate: [1, 1000, 'ROLLING'],
        requires: played('strict', 'lt', 2),
      }),
    ],
    rules: [custom('rule', [])],
  })
  const game = () => given(design)

  test('no player, an unknown one, one that is disabled', () => {
    game().when(playAction, { action: 'strict', as: 'smith' }).refuses('player_not_found', { id: 'smith' })
    game()
      .after(disablePlayer, { id: 'neo' })
      .when(playAction, { action: 'strict' })
      .refuses('access_denied', { message: "The player 'neo' is disabled" })
    const { result } = game().run.execute(
      playAction,
      { action: 'strict', count: 1, variables: {}, scopes: [], query: true },
      { client: 'test' },
    )
    expect(result).toMatchObject({ fault: 'invalid_player' })
  })

  test.each(['nothing', 'rule', 'xp', '__proto__', 'constructor'])('an unknown action: %s', (id) => {
    game().when(playAction, { action: id }).refuses('action_not_found', { id })
  })

  test('an action that the player may not see', () => {
    game()
      .when(playAction, { action: 'hidden' })
      .refuses('access_denied', { message: "The player 'neo' is not allowed to play the action 'hidden'" })
  })

  test('a requirement that cannot be computed', () => {
    game()
      .when(playAction, { action: 'maze' })
      .refuses('invalid_formula', { formula: 'requires of maze', message: 'division by zero' })
  })

  test('a scope that is none', () => {
    game()
      .when(playAction, { action: 'nothing', scopes: [{ id: 'a/b/c', entity_id: 'x' }] })
      .refuses('invalid_request')
  })

  test('in this order: the action, the right to see it, its variables, its rate', () => {
    const once = game().after(playAction, { action: 'strict', variables: { n: 1 } })
    once.when(playAction, { action: 'strict' }).refuses('validation_exception')
    once.when(playAction, { action: 'strict', variables: { n: 1 } }).refuses('rate_limit_exceeded')
    once.later(1000).after(playAction, { action: 'strict', variables: { n: 1 } })
    once.when(playAction, { action: 'strict' }).refuses('access_denied')
  })
})

describe('luck', () => {
  const PLAYS = 400
  const wheel = (...rewards: object[]) =>
    designOf({ metrics: [...metrics, point('gold')], actions: [action('spin', rewards), action('other')] })

  /** What each of many plays changes, by metric. */
  function spins(game: Given, plays = PLAYS, as = 'neo', of = 'spin'): string[] {
    return Array.from({ length: plays }, () => {
      const { events } = game.when(playAction, { action: of, as, query: false })
      const [{ changes } = { changes: [] }] = events as unknown as { changes: { metric: { id: string } }[] }[]
      return changes.map(({ metric }) => metric.id).join()
    })
  }
  const share = (outcomes: readonly string[], of: string) =>
    outcomes.filter((outcome) => outcome.split(',').includes(of)).length / outcomes.length

  test('of a reward is drawn for that reward alone', () => {
    const outcomes = spins(given(wheel(add('xp', '1', { probability: 0.5 }), add('gold', '1', { probability: 0.5 }))))
    expect(new Set(outcomes)).toEqual(new Set(['', 'xp', 'gold', 'xp,gold']))
    expect(Math.abs(share(outcomes, 'xp') - 0.5)).toBeLessThan(0.1)
    expect(Math.abs(outcomes.filter((outcome) => outcome === 'xp,gold').length / PLAYS - 0.25)).toBeLessThan(0.09)
  })

  test('of the action is drawn once and gates all its rewards', () => {
    const design = designOf({
      metrics: [...metrics, point('gold')],
      actions: [action('spin', [add('xp', '1'), add('gold', '1')], { probability: 0.5 })],
    })
    const outcomes = spins(given(design))
    expect(new Set(outcomes)).toEqual(new Set(['', 'xp,gold']))
    expect(Math.abs(share(outcomes, 'xp') - 0.5)).toBeLessThan(0.1)
  })

  test('of both must come true', () => {
    const design = designOf({
      metrics: [...metrics, point('gold')],
      actions: [action('spin', [add('xp', '1', { probability: 0.5 }), add('gold', '1')], { probability: 0.5 })],
    })
    const outcomes = spins(given(design))
    expect(new Set(outcomes)).toEqual(new Set(['', 'gold', 'xp,gold']))
    expect(Math.abs(share(outcomes, 'xp') - 0.25)).toBeLessThan(0.09)
  })

  test('that fails still gives the event, and the play counts', () => {
    const game = given(wheel(add('xp', '1', { probability: 0 })))
    game.when(playAction, { action: 'spin' }).emits('action').changes({})
    expect(game.when(listActions, {}).result.find(({ id }) => id === 'spin')?.count).toBe(1)
  })

  test('of a play with a count is drawn once for all of it', () => {
    const game = given(wheel(add('xp', '1', { probability: 0.5 })))
    for (let i = 0; i < 50; i += 1) {
      const { events } = game.when(playAction, { action: 'spin', count: 10 })
      const [{ changes } = { changes: [] }] = events as unknown as {
        changes: { delta: { old: string | null; new: string } }[]
      }[]
      for (const { delta } of changes) expect(Number(delta.new) - Number(delta.old)).toBe(10)
    }
  })

  const design = wheel(add('xp', '1', { probability: 0.5 }))
  const before = spins(given(design), 60)

  test('is the same with the same seed, another with another', () => {
    expect(spins(given(design), 60)).toEqual(before)
    expect(spins(given(design, { seed: 'other' }), 60)).not.toEqual(before)
  })

  test('does not hang on what else happens: other players, other actions, time', () => {
    const game = given(design).after(createPlayer, { id: 'trinity' })
    const outcomes = Array.from({ length: 60 }, () => {
      game.later(12345).after(playAction, { action: 'spin', as: 'trinity' }).after(playAction, { action: 'other' })
      return spins(game, 1)[0]
    })
    expect(outcomes).toEqual(before)
  })

  test('hangs on the number of plays, whatever their counts', () => {
    const game = given(design)
    const first = game.when(playAction, { action: 'spin', count: 5 }).events as unknown as { changes: unknown[] }[]
    expect([first[0]?.changes.length === 1 ? 'xp' : '', ...spins(game, 59)]).toEqual(before)
  })

  test("is each player's own, and each action's", () => {
    expect(spins(aGame(design).after(createPlayer, { id: 'neo2' }), 60, 'neo2')).not.toEqual(before)
    const twins = designOf({
      metrics,
      actions: [
        action('spin', [add('xp', '1', { probability: 0.5 })]),
        action('twin', [add('xp', '1', { probability: 0.5 })]),
      ],
    })
    const game = given(twins)
    expect(spins(game, 60)).toEqual(before)
    expect(spins(game, 60, 'neo', 'twin')).not.toEqual(before)
  })

  test('is not drawn again by playing again after a revert, a reset or a new life: the counter goes on', () => {
    const game = given(design)
    const head = spins(game, 10)
    const { result, events } = game.when(playAction, { action: 'spin', query: false })
    const eleventh = (events[0] as unknown as { changes: unknown[] }).changes.length > 0 ? 'xp' : ''
    game.after(revertEvents, { id: 'neo', eventIds: [result.events.local[0]!.id] })
    const middle = spins(game, 9)
    game.after(resetPlayer, { id: 'neo' })
    const reset = spins(game, 10)
    game
      .after(deletePlayer, { id: 'neo' })
      .after(createPlayer, { id: 'neo' })
      .after(deletePlayer, { id: 'neo' })
      .after(createPlayer, { id: 'neo' })
    expect([...head, eleventh, ...middle, ...reset, ...spins(game, 30)]).toEqual(before)
  })
})

describe('the list of actions', () => {
  const more = { description: 'Turn the wheel', variables: [{ name: 'n', type: 'int', required: false, default: 1 }] }
  const design = designOf({
    metrics,
    actions: [
      action('wave'),
      action('Zoom'),
      action('spin', [add('xp', '$scores.xp + $vars.n', { probability: 0.25 }), put('badges', { Lucky: '1' })], more),
      action('later', [], { requires: score('xp', 'ge', 1) }),
      action('never', [], { requires: formulas('1 / 0', 'gt', '0') }),
      action('steps', [], {
        rules: [rule(score('xp', 'ge', 1), add('xp', '1')), rule(not(score('xp', 'ge', 1)), add('xp', '2'))],
      }),
    ],
  })

  test('has what the player may see, in order of id', () => {
    const game = given(design)
    expect(game.when(listActions, {}).result.map(({ id }) => id)).toEqual(['Zoom', 'spin', 'steps', 'wave'])
    game.after(playAction, { action: 'steps' })
    expect(game.when(listActions, {}).result.map(({ id }) => id)).toEqual(['Zoom', 'later', 'spin', 'steps', 'wave'])
  })

  test('shows variables, and rewards as they are written in the design', () => {
    expect(given(design).when(listActions, {}).result[1]).toEqual({
      id: 'spin',
      name: 'spin',
      description: 'Turn the wheel',
      count: 0,
      variables: [{ name: 'n', type: 'int', required: false, default: 1 }],
      rewards: [
        {
          metric: { id: 'xp', name: 'xp', type: 'point' },
          verb: 'add',
          value: '$scores.xp + $vars.n',
          probability: 0.25,
        },
        { metric: { id: 'badges', name: 'badges', type: 'set' }, verb: 'set', value: { Lucky: '1' }, probability: 1 },
      ],
    })
  })

  test('shows the rewards of those rules whose requirement the player meets', () => {
    const game = given(design)
    const values = () =>
      game
        .when(listActions, {})
        .result.find(({ id }) => id === 'steps')
        ?.rewards.map(({ value }) => value)
    expect(values()).toEqual(['2'])
    game.after(playAction, { action: 'steps' })
    expect(values()).toEqual(['1'])
  })

  test('is as after the play in the answer of a play', () => {
    const game = given(design)
    const { actions } = game.when(playAction, { action: 'steps' }).result
    expect(actions).toEqual(game.when(listActions, {}).result)
    expect(actions.find(({ id }) => id === 'steps')).toMatchObject({ count: 1, rewards: [{ value: '1' }] })
  })

  test('counts the plays with their counts, and a revert takes them off', () => {
    const game = given(design)
    const { events } = game.when(playAction, { action: 'wave', count: 5 }).result
    const count = () => game.when(listActions, {}).result.find(({ id }) => id === 'wave')?.count
    expect(count()).toBe(5)
    game.after(revertEvents, { id: 'neo', eventIds: [events.local[0]!.id] })
    expect(count()).toBe(0)
  })

  test('is refused to those who may not act', () => {
    given(design).when(listActions, { as: 'smith' }).refuses('player_not_found')
    given(design).after(disablePlayer, { id: 'neo' }).when(listActions, {}).refuses('access_denied')
  })
})

test('time stands in the events: an entry is never before the last one, whatever the clock shows', () => {
  const game = given(designOf({ actions: [action('wave')] }))
  expect(game.later(5000).when(playAction, { action: 'wave' }).entry?.at).toBe(START_MS + 5000)
  expect(game.later(-9000).when(playAction, { action: 'wave' }).entry?.at).toBe(START_MS + 5000)
})

test('bootstrap scores are where a play begins', () => {
  given(
    designOf({ metrics, actions: [action('like', [add('xp', '1')])], bootstrap: { scores: [start(put('xp', '7'))] } }),
  )
    .when(playAction, { action: 'like' })
    .changes({ xp: ['7', '8'] })
})
