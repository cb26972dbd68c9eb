import { describe, expect, test } from 'vitest'
import { action, add, designOf, point, score } from '../../../test/support/design-parts.ts'
import { container, parallel, sub, task } from '../../../test/support/process-parts.ts'
import { byDays, exactly, gameIn, join, live, play, steady, walk } from '../../../test/support/simulated-life.ts'
import type { Design } from '../../game/design/design.ts'
import { memberCount } from '../../game/members/state.ts'
import { subjectKey } from '../../game/members/subject.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { createTeam } from '../../game/teams/creation.ts'
import { LabGame } from '../lab-game.ts'
import { drawsOf } from './draws.ts'
import type { Choice } from './simulation.ts'
import { tryChoice } from './try-choice.ts'

const xp = (value: string) => [add('xp', value)]

/** A tour of two tasks, one after the other. */
const steps = container([task('visit', { rewards: xp('10') }), task('rest', { rewards: xp('5') })], [], 'visit rest')

const processes = (parts: object, settings: object = {}): Design =>
  designOf({ metrics: [point('xp')], processes: [{ id: 'tour', name: 'Tour', ...parts, settings }] })

/** A player who tries a process, a number of times a day. */
const walker = (tries: number) => ({ ...steady, plays: exactly(tries), choices: [walk('tour')] })

describe('a choice of a process', () => {
  test('begins one, plays its triggers to the end, and begins the next one', async () => {
    const report = await live({ design: processes(steps), personas: [walker(4)], days: 3 })
    // Of twelve tries every third one begins a process, which is no play.
    expect(byDays(report, 'plays')).toEqual([2, 3, 3])
    expect(report.refused).toEqual({})
    expect(report.all.flows).toEqual([
      { metric: 'xp', source: 'processes/tour/rest', given: '20', taken: '0', times: 4 },
      { metric: 'xp', source: 'processes/tour/visit', given: '40', taken: '0', times: 4 },
    ])
    const { players, share, plays, days } = report.all.reached['process:tour'] ?? {}
    // It is reached once, however often it ends. The second play comes two minutes after the beginning.
    expect([players, share, plays]).toEqual([1, 1, { p25: 2, median: 2, p75: 2 }])
    expect(days?.median).toBeGreaterThanOrEqual((8 * 60 + 2) / 1440)
    expect(days?.median).toBeLessThan((9 * 60 + 2) / 1440)
  })

  test('does nothing once the player has had all processes that one may have', async () => {
    const one = processes(steps, { max_player_instances: '1' })
    const report = await live({ design: one, personas: [walker(5)], days: 2 })
    expect([byDays(report, 'plays'), report.refused]).toEqual([[2, 0], {}])
    expect(byDays(report, 'active')).toEqual([1, 1])
  })

  test('does nothing in a process that offers nothing, or nothing that is not locked or in another lane', async () => {
    const lanes = [{ name: 'guest', default: true }, { name: 'guide' }]
    const locked = { activities: [task('visit', { requires: score('xp', 'ge', '1') })] }
    const foreign = { lanes, activities: [task('visit', { lane: 'guide', rewards: xp('1') })] }
    for (const parts of [locked, foreign]) {
      const report = await live({ design: processes(parts), personas: [walker(3)], days: 1 })
      expect([byDays(report, 'plays'), report.refused]).toEqual([[0], {}])
    }
    const mixed = { ...foreign, activities: [...foreign.activities, task('look', { lane: 'guest', rewards: xp('3') })] }
    const report = await live({ design: processes(mixed), personas: [walker(3)], days: 1 })
    expect(report.all.flows.map(({ source, times }) => [source, times])).toEqual([['processes/tour/look', 1]])
  })

  test('plays a trigger whose rate is used up no sooner than the rate allows', async () => {
    const often = {
      activities: [task('visit', { loop: 'Infinity', rewards: xp('1'), rate: [2, 86_400_000, 'FIXED'] })],
    }
    const report = await live({ design: processes(often), personas: [walker(6)], days: 2 })
    expect([byDays(report, 'plays'), report.refused]).toEqual([[2, 2], {}])
  })

  test('draws evenly among the open triggers, those of sub_processes included', async () => {
    const parts = container(
      [task('a', { rewards: xp('1') }), sub('b', { activities: [task('c', { rewards: xp('1') })] }), task('d')],
      [parallel('split')],
      'split a',
      'split b',
      'split d',
    )
    const groups = [{ persona: 'steady', players: 1500, joinsOverDays: 1 }]
    const { all } = await live({ design: processes(parts), personas: [walker(2)], groups, days: 1 })
    expect(all.flows.map(({ source }) => source)).toEqual(['processes/tour/a', 'processes/tour/b/c'])
    const sigma = Math.sqrt((1500 * 2) / 9)
    for (const { times } of all.flows) expect(Math.abs(times - 500)).toBeLessThan(5 * sigma)
  })

  test.each([
    ['two in all', { max_global_instances: '2' }, [1, 1, 0, 0]],
    ['one at a time', { max_active_global_instances: '1' }, [1, 1, 0, 0]],
    ['two at a time', { max_active_global_instances: '2' }, [1, 1, 0, 1]],
  ])('begins no process that a limit for all players forbids: %s', async (_, settings, plays) => {
    const one = processes({ activities: [task('visit')] }, settings)
    // Players come one after the other. With two tries, a player begins and ends a process; with one, it goes on.
    const personas = [2, 2, 1, 2].map((tries, i) => ({ ...walker(tries), id: `p${i}`, hours: [8 + i, 9 + i] as const }))
    const report = await live({ design: one, personas, days: 1 })
    expect(report.refused).toEqual({})
    expect(personas.map(({ id }) => report.personas[id]?.days[0]?.plays)).toEqual(plays)
  })
})

/** A game with the players p-1, p-2 … */
function gameOf(design: Design, players: number): LabGame {
  const fromMs = Date.UTC(2030, 0, 7)
  const game = new LabGame({ design, game: gameIn('UTC'), zoneOffset: () => 0, seed: 'seed', fromMs })
  for (let i = 1; i <= players; i += 1) game.execute(createPlayer, { id: `p-${i}` })
  return game
}

const tried = (game: LabGame, player: number, choice: Choice) =>
  tryChoice(game, `p-${player}`, choice, drawsOf('seed', `p-${player}`, 1))

const teams = (settings: object): Design =>
  designOf({ teams: [{ id: 'guild', name: 'Guild', permissions: [['member', {}]], settings }] })

/** The number of members of each team, in the order of their creation. */
const sizes = ({ state }: LabGame): readonly number[] =>
  [...state.teams.records].flatMap((team) =>
    team ? [memberCount(state.members, subjectKey({ kind: 'team', id: team.id }))] : [],
  )

describe('a choice of a team', () => {
  test('creates a team only if none has room, and otherwise joins one', () => {
    const game = gameOf(teams({ max_players: '3', access: ['PUBLIC'] }), 7)
    for (let player = 1; player <= 7; player += 1)
      expect(tried(game, player, join('guild'))).toMatchObject({ kind: 'accepted', isPlay: false })
    expect(sizes(game)).toEqual([3, 3, 1])
    for (let player = 1; player <= 7; player += 1)
      expect(tried(game, player, join('guild'))).toEqual({ kind: 'nothing' })
    expect(sizes(game)).toEqual([3, 3, 1])
  })

  test('creates a public team where the definition allows it, so that others can join', () => {
    const game = gameOf(teams({ access: ['PRIVATE', 'PROTECTED', 'PUBLIC'] }), 3)
    for (let player = 1; player <= 3; player += 1) tried(game, player, join('guild'))
    expect(sizes(game)).toEqual([3])
  })

  test('joins no team that is not public', () => {
    const game = gameOf(teams({ access: ['PRIVATE'] }), 3)
    for (let player = 1; player <= 3; player += 1) tried(game, player, join('guild'))
    expect(sizes(game)).toEqual([1, 1, 1])
  })

  test('draws evenly among the teams that have room', () => {
    const game = gameOf(teams({ access: ['PUBLIC'] }), 903)
    for (let player = 1; player <= 3; player += 1) game.execute(createTeam, { definition: 'guild' }, `p-${player}`)
    for (let player = 4; player <= 903; player += 1) tried(game, player, join('guild'))
    for (const size of sizes(game)) expect(Math.abs(size - 301)).toBeLessThan(5 * Math.sqrt((900 * 2) / 9))
  })

  test('is refused where no team has room and no more may be created', () => {
    const game = gameOf(teams({ max_players: '1', max_global_instances: '1', access: ['PUBLIC'] }), 2)
    tried(game, 1, join('guild'))
    expect(tried(game, 2, join('guild'))).toMatchObject({ kind: 'refused' })
    expect(sizes(game)).toEqual([1])
  })
})

describe('a choice of an action', () => {
  const amount = { name: 'amount', type: 'int', required: true } as const
  const design = designOf({
    metrics: [point('xp')],
    actions: [action('give', [add('xp', '$vars.amount')], { variables: [amount] }), action('like', [add('xp', '1')])],
    leaderboards: [
      {
        id: 'cup',
        name: 'cup',
        type: 'regular',
        entity_type: 'players',
        scope: { type: 'custom' },
        metric: { id: 'xp', type: 'point' },
        cycles: ['alltime'],
      },
    ],
  })
  const days = 10
  const groups = [{ persona: 'steady', players: 100, joinsOverDays: 1 }]
  const flowOf = async (choice: Choice) => {
    const { all } = await live({ design, groups, days, personas: [{ ...steady, choices: [choice] }] })
    return all.flows[0]
  }
  const TRIES = 100 * days * 2

  test('is one play with all of its count', async () => {
    const report = await live({ design, personas: [{ ...steady, choices: [play('like', 1, { count: 7 })] }], days: 1 })
    expect(report.plays).toBe(2)
    expect(report.all.flows).toEqual([{ metric: 'xp', source: 'actions/like', given: '14', taken: '0', times: 2 }])
  })

  test('has fixed values of variables', async () => {
    const found = await flowOf(play('give', 1, { variables: { amount: { kind: 'fixed', value: 12 } } }))
    expect(found).toMatchObject({ given: String(12 * TRIES), times: TRIES })
  })

  test('draws the values of variables evenly between both ends, and of several', async () => {
    const from5to9 = await flowOf(play('give', 1, { variables: { amount: { kind: 'between', low: 5, high: 9 } } }))
    expect(Math.abs(Number(from5to9?.given) - 7 * TRIES)).toBeLessThan(5 * Math.sqrt(2 * TRIES))
    const of = await flowOf(play('give', 1, { variables: { amount: { kind: 'one_of', values: [10, 20, 90] } } }))
    const variance = (100 + 400 + 8100) / 3 - 40 ** 2
    expect(Math.abs(Number(of?.given) - 40 * TRIES)).toBeLessThan(5 * Math.sqrt(variance * TRIES))
  })

  test('counts on a custom board for the player, or for the entity that is named', async () => {
    const scoped = { ...steady, choices: [play('like', 1, { scopes: [{ id: 'cup/spring' }] })] }
    const { boards } = await live({ design, personas: [scoped], days: 1 })
    expect(Object.keys(boards)).toEqual(['cup/spring'])
    expect(boards['cup/spring']).toMatchObject([
      { cycle: 'alltime', start: null, scores: { '1': '2', '10': null, '100': null } },
    ])
    const other = { ...steady, choices: [play('like', 1, { scopes: [{ id: 'cup/spring', entity_id: 'nobody' }] })] }
    const report = await live({ design, personas: [other], days: 1 })
    expect(Object.values(report.refused)).toEqual([2])
  })
})
