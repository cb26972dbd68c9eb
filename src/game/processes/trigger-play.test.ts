import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  compound,
  designOf,
  levels,
  played,
  put,
  score,
} from '../../../test/support/design-parts.ts'
import { scoresOf, type Given } from '../../../test/support/given.ts'
import { container, flows, sub, task } from '../../../test/support/process-parts.ts'
import {
  everywhere,
  play,
  plays,
  questDesign,
  questGame,
  questMetrics,
  questOf,
  recurring,
  started,
  triggersOf,
  until,
} from '../../../test/support/quest-game.ts'
import { newGame } from '../game-state.ts'
import { createPlayer, deletePlayer } from '../players/administration.ts'
import { findPlayer } from '../players/state.ts'
import { evolve } from '../registry.ts'
import type { TriggerPlayed } from './shapes.ts'
import { storedProcess } from './state.ts'
import { playTrigger } from './trigger-play.ts'
import { listTriggers } from './triggers.ts'

describe('playing a trigger (4.9)', () => {
  const [a, b] = [task('a', { rewards: [add('xp', '5'), put('badges', { Fan: '1' })] }), task('b')]

  test('gives its rewards in order, moves its token, and answers what is offered then', () => {
    const outcome = questGame(container([a, b], [], 'a b')).when(playTrigger, play('a:a'))
    outcome.emits('progress').changes({ xp: [null, '5'], badges: { Fan: [null, '1'] } })
    expect(outcome.result.triggers).toEqual([{ trigger: 'b:b', name: 'b', rewards: [], lane: '~', locked: 'false' }])
  })

  test('is told by a local event that names process and activity, and nothing of the engine', () => {
    const [local, ...others] = questGame(container([a])).when(playTrigger, play('a')).result.events.local
    expect(others).toEqual([])
    expect(local).toMatchObject({
      event: 'progress',
      actor: { id: 'neo', alias: 'neo' },
      process: { id: 'neo/quest', name: 'neo/quest' },
      activity: { id: 'a', name: 'a' },
      changes: [{ metric: { id: 'xp' } }, { metric: { id: 'badges' } }],
    })
    expect(Object.keys(local ?? {}).sort()).toEqual([
      'activity',
      'actor',
      'changes',
      'event',
      'id',
      'process',
      'timestamp',
    ])
  })

  test('names an activity in a sub_process by its path', () => {
    const outcome = questGame(container([sub('s', container([a]))])).when(playTrigger, play('s/a:a'))
    expect(outcome.events[0]).toMatchObject({ activity: { id: 's/a', name: 'a' } })
  })

  test('completes the process with its last task; playing it then is denied, and nothing is offered', () => {
    const game = plays(questGame(container([a, b], [], 'a b')), 'a', 'b')
    expect(questOf(game).state).toBe('COMPLETED')
    expect(triggersOf(game)).toEqual([])
    game.when(playTrigger, play('b')).refuses('access_denied')
    game.when(playTrigger, play('nothing')).refuses('access_denied')
  })

  test('answers no triggers after the last task', () => {
    expect(questGame(container([b])).when(playTrigger, play('b')).result.triggers).toEqual([])
  })

  test('offers nothing of a completed process, also what it could not be completed without now', () => {
    const [whole, half] = [questDesign(container([a, b, task('c')], [], 'a b')), questDesign(container([a, task('c')]))]
    const game = plays(questGame(container([a, b, task('c')], [], 'a b')), 'a').deploying(half)
    plays(game, 'c').deploying(whole)
    expect(questOf(game)).toMatchObject({ state: 'COMPLETED', nodes: { '=b': { state: 'READY' } } })
    expect(triggersOf(game)).toEqual([])
    game.when(playTrigger, play('b')).refuses('access_denied')
  })

  test('is refused as of a completed process where a design hides all that is left to do', () => {
    const game = questGame(container([a])).deploying(questDesign(container([b])))
    game.when(playTrigger, play('a')).refuses('access_denied')
    game
      .deploying(questDesign(container([a, b])))
      .when(playTrigger, play('b'))
      .refuses('trigger_not_found')
  })

  test('answers no triggers where none are asked for', () => {
    const outcome = questGame(container([a, b])).when(playTrigger, { ...play('a'), query: false })
    expect(outcome.result.triggers).toEqual([])
    expect(outcome.result.events.local).toHaveLength(1)
  })

  test('keeps the scopes with its event, for the boards', () => {
    const scopes = [{ id: 'rome', entity_id: 'neo' }]
    expect(questGame(container([a])).when(playTrigger, { ...play('a'), scopes }).events[0]).toMatchObject({
      engine: { scopes },
    })
  })

  test('computes compounds, levels and achievements from it; what rules do is global', () => {
    const more = {
      metrics: [...questMetrics, compound('double', '$scores.xp * 2')],
      rules: [
        levels('ladder', 'xp', 'rank', ['Low', '3'], ['High']),
        achievement('fame', 'badges', { Pro: '1' }, score('double', 'ge', 10)),
      ],
    }
    const outcome = questGame(container([a]), more).when(playTrigger, play('a'))
    outcome.emits('progress', 'level', 'achievement').changes({
      xp: [null, '5'],
      badges: [{ Fan: [null, '1'] }, { Pro: [null, '1'] }],
      double: [null, '10'],
      rank: [null, 'High'],
    })
    const { local, global } = outcome.result.events
    expect([local, global].map((events) => events.map(({ event }) => event))).toEqual([
      ['progress'],
      ['level', 'achievement'],
    ])
  })

  test('counts for no action', () => {
    const like = {
      actions: [action('like')],
      rules: [achievement('liked', 'badges', { Pro: '1' }, played('like', 'ge', 1))],
    }
    questGame(container([task('like')]), like)
      .when(playTrigger, play('like'))
      .emits('progress')
  })

  test('stands in the feeds of the player and of the process', () => {
    const game = questGame(container([b, task('c')]))
    const before = game.run.state.feeds.size
    game.when(playTrigger, play('b'))
    expect(game.run.state.feeds.size - before).toBe(2)
  })
})

describe('who may play (1, 4.9, 5.2)', () => {
  const lanes = [{ name: 'guest' }, { name: 'guide' }]
  const inLane = (id: string, lane: string, more: object = {}) => task(id, { lane, ...more })
  const parts = { lanes, ...container([inLane('a', 'guest'), inLane('b', 'guide'), inLane('c', 'guide')]) }
  const laned = () =>
    questGame(parts, {}, { neo: { guest: 'player', guide: 'observer' }, trinity: { guide: 'player' } })

  test('only who is in the process', () => {
    laned().when(playTrigger, play('a', 'smith')).refuses('access_denied')
    laned().when(listTriggers, { process: 'neo/quest', as: 'smith' }).refuses('access_denied')
  })

  test('only in a process that there is', () => {
    laned()
      .when(playTrigger, { process: 'neo/nothing', trigger: 'a' })
      .refuses('process_instance_not_found', { id: 'neo/nothing' })
    laned().when(listTriggers, { process: 'neo/nothing' }).refuses('process_instance_not_found')
  })

  test('only a player who exists and is not disabled', () => {
    laned().when(playTrigger, play('a', 'nobody')).refuses('player_not_found')
  })

  test('nobody in a process whose definition the design has no more', () => {
    const other = designOf({ metrics: questMetrics, processes: [] })
    laned().deploying(other).when(playTrigger, play('a')).refuses('process_instance_not_found')
  })

  test('who has the role player in the lane; observers see it locked, others do not see it', () => {
    const game = laned()
    const seen = (as: string) =>
      game
        .when(listTriggers, { process: 'neo/quest', as })
        .result.map(({ trigger, lane, locked }) => [trigger, lane, locked])
    expect(seen('neo')).toEqual([
      ['a:a', 'guest', 'false'],
      ['b:b', 'guide', 'true'],
      ['c:c', 'guide', 'true'],
    ])
    expect(seen('trinity')).toEqual([
      ['b:b', 'guide', 'false'],
      ['c:c', 'guide', 'false'],
    ])
    game.when(playTrigger, play('b')).refuses('access_denied')
    game.when(playTrigger, play('a', 'trinity')).refuses('access_denied')
    game.when(playTrigger, play('b', 'trinity')).emits('progress')
  })

  test('what is offered: all else is not found', () => {
    const game = questGame(container([task('a'), task('b')], [], 'a b'))
    for (const trigger of ['b', 'b:b', 'nothing', 'a:b', ''])
      game.when(playTrigger, play(trigger)).refuses('trigger_not_found', { id: 'neo/quest', trigger })
  })

  test('who is no performer hears of that before the trigger is looked for', () => {
    laned().when(playTrigger, play('nothing', 'smith')).refuses('access_denied')
  })

  test('with scopes that are such', () => {
    laned()
      .when(playTrigger, { ...play('a'), scopes: [{ id: 'a/b/c', entity_id: 'neo' }] })
      .refuses('invalid_request')
  })
})

describe('requirements', () => {
  const rich = { requires: score('xp', 'ge', 5) }
  const earn = task('earn', { rewards: [add('xp', '5')] })

  test('lock what does not meet them', () => {
    const game = questGame(container([task('a', rich), earn]))
    expect(game.when(listTriggers, { process: 'neo/quest' }).result[0]).toMatchObject({
      trigger: 'a:a',
      locked: 'true',
    })
    game.when(playTrigger, play('a')).refuses('access_denied')
    plays(game, 'earn').when(playTrigger, play('a')).emits('progress')
  })

  test('of a sub_process hold for all that is in it', () => {
    const game = questGame(container([sub('s', container([task('a')]), rich), earn]))
    game.when(playTrigger, play('s/a')).refuses('access_denied')
    plays(game, 'earn').when(playTrigger, play('s/a')).emits('progress')
  })

  test('that cannot be computed are told of, and lock', () => {
    const broken = { requires: { type: 'var', context: { lhs: '1 / $scores.xp', operator: 'gt', rhs: '0' } } }
    const game = questGame(container([task('a', broken)]))
    expect(game.when(listTriggers, { process: 'neo/quest' }).result[0]?.locked).toBe('true')
    game.when(playTrigger, play('a')).refuses('invalid_formula', { formula: 'requires of a' })
  })
})

describe('rates (4.15)', () => {
  const daily = { rate: [1, 86_400_000, 'FIXED'], loop: 'Infinity' }

  test('lock what was played as often as they allow; it is told by its path', () => {
    const game = plays(questGame(container([sub('s', container([task('a', daily)]))])), 's/a')
    expect(game.when(listTriggers, { process: 'neo/quest' }).result).toMatchObject([
      { trigger: 's/a:a', locked: 'true' },
    ])
    game.when(playTrigger, play('s/a')).refuses('rate_limit_exceeded', { id: 's/a', count: 1, window: 'day' })
    game.later(86_400_000).when(playTrigger, play('s/a')).emits('progress')
  })

  test('count by player', () => {
    plays(questGame(container([task('a', daily)])), 'a')
      .when(playTrigger, play('a', 'trinity'))
      .emits('progress')
  })

  test('count by process', () => {
    const game = started(plays(questGame(container([task('a', daily)])), 'a'), 'neo/other', { neo: everywhere })
    game.when(playTrigger, { process: 'neo/other', trigger: 'a' }).emits('progress')
  })

  test('come last: who may not perform it anyway is told that', () => {
    const spent = task('a', { ...daily, requires: score('xp', 'eq', 0), rewards: [recurring(add('xp', '1'))] })
    plays(questGame(container([spent])), 'a')
      .when(playTrigger, play('a'))
      .refuses('access_denied')
  })

  test('of a sub_process count what is performed in it', () => {
    const parts = container([sub('s', container([task('a'), task('b')]), { rate: [1, 86_400_000, 'FIXED'] })])
    plays(questGame(parts), 's/a').when(playTrigger, play('s/b')).refuses('rate_limit_exceeded', { id: 's' })
  })
})

describe('loops', () => {
  test('give rewards on the last of them, those that recur on each', () => {
    const rewards = [add('xp', '5'), recurring(add('gold', '1'))]
    const game = questGame(container([task('a', { loop: '2', rewards })]))
    plays(game, 'a')
    expect(scoresOf(game.run, 'neo')).toEqual({ gold: '1' })
    plays(game, 'a')
    expect(scoresOf(game.run, 'neo')).toEqual({ gold: '2' })
    plays(game, 'a')
    expect(scoresOf(game.run, 'neo')).toEqual({ xp: '5', gold: '3' })
  })
})

describe('luck', () => {
  const never = { probability: 0, rewards: [add('xp', '5'), recurring(add('gold', '1'))] }

  test('that fails gives no rewards, and the task is done', () => {
    const outcome = questGame(container([task('a', never), task('b')], [], 'a b')).when(playTrigger, play('a'))
    outcome.emits('progress').changes({})
    expect(triggersOf(outcome.game)).toEqual(['b:b'])
  })

  test('that fails is tried again where the flow out says so', () => {
    const parts = { ...container([task('a', never), task('b')]), sequence_flows: flows('a b retry') }
    const outcome = questGame(parts).when(playTrigger, play('a'))
    outcome.emits('progress').changes({})
    expect(triggersOf(outcome.game)).toEqual(['a:a'])
  })

  test('is drawn anew for each play, and comes out as often as it should', () => {
    const rewards = [recurring(add('xp', '1'))]
    const game = questGame(container([task('a', { loop: 'Infinity', probability: 0.5, rewards })]))
    for (let i = 0; i < 200; i += 1) plays(game, 'a')
    const wins = Number(scoresOf(game.run, 'neo')['xp'])
    expect(wins).toBeGreaterThan(70)
    expect(wins).toBeLessThan(130)
  })

  test('of a reward is its own', () => {
    const rewards = [recurring(add('xp', '1', { probability: 0.5 })), recurring(add('gold', '1'))]
    const game = questGame(container([task('a', { loop: 'Infinity', rewards })]))
    for (let i = 0; i < 100; i += 1) plays(game, 'a')
    expect(scoresOf(game.run, 'neo')['gold']).toBe('100')
    expect(Number(scoresOf(game.run, 'neo')['xp'])).toBeGreaterThan(25)
    expect(Number(scoresOf(game.run, 'neo')['xp'])).toBeLessThan(75)
  })

  test('is the same whatever else is played, and goes on where a deleted player left it', () => {
    const rewards = [recurring(add('xp', '1'))]
    const parts = container([
      task('a', { loop: 'Infinity', probability: 0.5, rewards }),
      task('b', { loop: 'Infinity' }),
    ])
    const drawn = (game: Given): boolean => {
      const { events } = game.when(playTrigger, play('a'))
      return (events[0] as TriggerPlayed).changes.length === 1
    }
    const sequence = (between: readonly string[]): boolean[] => {
      const game = questGame(parts)
      return Array.from({ length: 20 }, () => drawn(plays(game, ...between)))
    }
    const alone = sequence([])
    expect(new Set(alone).size).toBe(2)
    expect(sequence(['b', 'a by trinity'])).toEqual(alone)
    const game = questGame(parts)
    for (let i = 0; i < 10; i += 1) drawn(game)
    const back = game.after(deletePlayer, { id: 'neo' }).after(createPlayer, { id: 'neo' })
    started(back, 'neo/quest', { neo: everywhere })
    expect(Array.from({ length: 10 }, () => drawn(back))).toEqual(alone.slice(10))
  })
})

describe('a sub_process', () => {
  const rewards = [add('gold', '3')]

  test('gives its rewards to who ends it, in the event of that play', () => {
    const inner = container(
      [task('a', { rewards: [add('xp', '1')] }), task('b', { rewards: [add('xp', '1')] })],
      [],
      'a b',
    )
    const game = plays(questGame(container([sub('s', inner, { rewards })])), 's/a')
    const outcome = game.when(playTrigger, play('s/b', 'trinity'))
    outcome
      .emits('progress')
      .changes({ xp: [null, '1'], gold: [null, '3'] })
      .leaves({ xp: '1', gold: '3' }, 'trinity')
    expect(scoresOf(game.run, 'neo')).toEqual({ xp: '1' })
  })

  test('has another luck than the task that ends it', () => {
    const even = (reward: object) => ({ probability: 0.5, rewards: [recurring(reward)] })
    const inner = container([task('a', even(add('xp', '1')))])
    const game = questGame(container([sub('s', inner, { loop: 'Infinity', ...even(add('gold', '1')) })]))
    const given = Array.from({ length: 40 }, () => {
      const { events } = game.when(playTrigger, play('s/a'))
      return (events[0] as TriggerPlayed).changes.map(({ metric }) => metric.id).join('+')
    })
    expect(new Set(given)).toEqual(new Set(['', 'xp', 'gold', 'xp+gold']))
  })

  test('has luck of its own, and is entered again where the flow out of it says so', () => {
    const unlucky = sub('s', container([task('a', { rewards: [add('xp', '1')] })]), { rewards, probability: 0 })
    const parts = { ...container([unlucky, task('b')]), sequence_flows: flows('s b retry') }
    const outcome = questGame(parts).when(playTrigger, play('s/a'))
    outcome.changes({ xp: [null, '1'] })
    expect(triggersOf(outcome.game)).toEqual(['s/a:a'])
  })
})

describe('a failed computation', () => {
  const broken = [add('xp', '1 / $scores.gold')]

  test('refuses the play, and nothing changes', () => {
    questGame(container([task('a', { rewards: broken })]))
      .when(playTrigger, play('a'))
      .refuses('invalid_formula')
  })

  test('of what waited refuses it too', () => {
    const parts = container([task('first', { rewards: broken.map((reward) => until('last', reward)) }), task('last')])
    plays(questGame(parts), 'first').when(playTrigger, play('last')).refuses('invalid_formula')
  })

  test('of a rule that follows refuses it too', () => {
    const rules = [achievement('fame', 'badges', { Pro: '1 / $scores.gold' }, {})]
    questGame(container([task('a')]), { rules })
      .when(playTrigger, play('a'))
      .refuses('invalid_formula')
  })
})

test('a history comes to the same state again, from its entries as they are written', () => {
  const parts = container(
    [
      task('first', { loop: '1', rewards: [recurring(until('last', add('xp', '7')))] }),
      task('last'),
      task('a', { loop: '3', rate: [5, 3_600_000, 'ROLLING'] }),
    ],
    [],
    'first last',
  )
  const { run } = plays(questGame(parts), 'first', 'a', 'first by trinity', 'a', 'last')
  const again = newGame('staging')
  for (const entry of run.entries.values()) evolve(again, entry)
  expect(storedProcess(again, 'neo/quest')).toEqual(storedProcess(run.state, 'neo/quest'))
  expect(findPlayer(again.players, 'neo')).toEqual(findPlayer(run.state.players, 'neo'))
})
