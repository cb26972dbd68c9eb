import { describe, expect, test } from 'vitest'
import { callRow } from '../../../test/support/call-row.ts'
import {
  achievement,
  action,
  add,
  custom,
  designOf,
  levels,
  point,
  score,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { deployTo, gameInfo, newMemoryGame, ZONE, type MemoryGame } from '../../../test/support/memory-game.ts'
import { entriesOf, namedIn } from '../../../test/support/recorded-game.ts'
import { zoneOffset } from '../../emulator/zone.ts'
import type { Design } from '../../game/design/design.ts'
import type { DesignSource } from '../../game/design/source.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { eventId } from '../../game/kernel/ids.ts'
import { differingEntry } from './side-by-side.ts'
import { whatIf, type WhatIfOptions } from './what-if.ts'

const metrics = [point('xp'), state('rank', 'Low', 'High'), set('badges', ['Fan', 'Pro'])]

const board = {
  id: 'best',
  name: 'best',
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
  cycles: ['alltime'],
}

/** A like gives xp; 10 of it make a player High, and 15 a fan. */
const likes = (value: string, parts: Partial<DesignSource> = {}): Design =>
  designOf({
    metrics,
    actions: [action('like', [add('xp', value)]), action('work', [add('xp', '7')])],
    rules: [
      levels('ranks', 'xp', 'rank', ['Low', '10'], ['High']),
      achievement('fan', 'badges', { Fan: '1' }, score('xp', 'ge', '15')),
      custom('gift', [add('xp', '20')]),
    ],
    leaderboards: [board],
    ...parts,
  })

interface Call {
  readonly route: string
  readonly as?: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
}

const born = (id: string): Call => ({ route: 'POST /v2/admin/players', body: { id } })

const plays = (id: string, as: string, count = 1): Call => ({
  route: 'POST /v2/runtime/actions/:action_id/play',
  params: { action_id: id },
  as,
  body: { count },
})

async function told(game: MemoryGame, calls: readonly Call[]): Promise<string[]> {
  const answers: string[] = []
  for (const call of calls) {
    const answer = await callRow(game.runtime, call)
    if ('fault' in answer) throw new Error(answer.fault.fault)
    answers.push(answer.json)
    game.machine.ms += 60_000
  }
  return answers
}

async function asked(
  game: MemoryGame,
  deployed: Design,
  design: Design,
  more: Partial<WhatIfOptions> = {},
): ReturnType<typeof whatIf> {
  const entries = await entriesOf(game)
  return whatIf({
    entries,
    deployed,
    design,
    runtime: 'staging',
    game: gameInfo,
    zoneOffset: zoneOffset(ZONE),
    since: { seq: 1 },
    named: namedIn(entries),
    ...more,
  })
}

describe('what-if', () => {
  const before = likes('5')

  test('reports totals, gains, moves, items, boards and what players lose', async () => {
    const game = await newMemoryGame([before], 'seed')
    await told(game, [born('neo'), born('trinity'), plays('like', 'neo', 4), plays('work', 'trinity', 2)])
    const report = await asked(game, before, likes('2'))
    expect(report).toMatchObject({ entries: 6, since: 1, players: 2, changed: 1, losers: 1 })
    expect(report.metrics.xp).toEqual({
      figures: {
        before: { mean: 17, p5: '14', p25: '14', median: '14', p75: '20', p95: '20', gini: 3 / 34 },
        after: { mean: 11, p5: '8', p25: '8', median: '8', p75: '14', p95: '14', gini: 3 / 22 },
      },
      total: { before: '34', after: '22' },
      players_changed: 1,
      most_gained: [],
      most_lost: [{ player: 'neo', before: '20', after: '8', by: '-12' }],
    })
    expect(report.metrics.rank).toEqual({
      players_changed: 1,
      states: [
        { state: 'Low', before: 0, after: 1 },
        { state: 'High', before: 2, after: 1 },
      ],
      moves: [{ from: 'High', to: 'Low', players: 1 }],
    })
    expect(report.metrics.badges).toEqual({
      players_changed: 1,
      holders: { Fan: { before: 1, after: 0 }, Pro: { before: 0, after: 0 } },
      items: { Fan: { gained: 0, lost: 1 } },
    })
    expect(report.lost).toEqual([
      { player: 'neo', lost: 'rank:High', instead: 'Low' },
      { player: 'neo', lost: 'badges:Fan' },
    ])
    expect(report.boards).toEqual({
      best: {
        top10_changed: true,
        biggest_climb: { player: 'trinity', from: 2, to: 1 },
        biggest_fall: { player: 'neo', from: 1, to: 2 },
      },
    })
    const better = await asked(game, before, likes('8'))
    expect(better).toMatchObject({ losers: 0, lost: [], changed: 1 })
    expect(better.metrics.xp?.most_gained).toEqual([{ player: 'neo', before: '20', after: '32', by: '12' }])
  })

  test('judges expectations of what all players have at the end under the other design', async () => {
    const game = await newMemoryGame([before], 'seed')
    await told(game, [born('neo'), born('trinity'), plays('like', 'neo', 4), plays('work', 'trinity', 1)])
    const { expect: judged } = await asked(game, before, likes('3'), {
      expect: [
        { metric: 'xp', of: 'mean', min: 9 },
        { metric: 'xp', of: 'total', max: 19 },
        // A player who is High is also Low at least.
        { reach: 'rank:Low', share: { min: 1 } },
        { reach: 'rank:High', share: { min: 0.6 } },
        { reach: 'badges:Fan', share: { max: 0 } },
      ],
    })
    expect(judged.map(({ seen, holds }) => [seen, holds])).toEqual([
      [9.5, true],
      [19, true],
      [1, true],
      [0.5, false],
      [0, true],
    ])
  })

  test('reports the commands that would be refused, and goes on after them', async () => {
    const game = await newMemoryGame([before], 'seed')
    await told(game, [born('neo'), plays('like', 'neo'), plays('like', 'neo'), plays('work', 'neo')])
    const asks = { requires: score('xp', 'lt', '1') }
    const other = likes('5', { actions: [action('like', [add('xp', '5')], asks), action('work', [add('xp', '7')])] })
    const { commands, metrics: after } = await asked(game, before, other)
    expect(commands).toEqual({
      accepted_before: 4,
      accepted_after: 3,
      refused_now: { access_denied: 1 },
      first: [{ seq: 5, at: expect.stringContaining('T'), op: 'actions.play', player: 'neo', error: 'access_denied' }],
    })
    expect(after.xp?.total).toEqual({ before: '17', after: '12' })
  })

  test('finds the play that a revert undoes, although its event has another place under the other design', async () => {
    const game = await newMemoryGame([before], 'seed')
    await told(game, [born('neo'), born('trinity')])
    const gift = { data: [{ player_ids: ['neo', 'trinity'], variables: {} }] }
    await told(game, [{ route: 'POST /v2/admin/rules/:rule_id', params: { rule_id: 'gift' }, body: gift }])
    const given = (await entriesOf(game)).at(-1) as Entry
    const index = given.events.findLastIndex(({ event }) => event === 'custom_rule')
    const params = { player_id: 'trinity' }
    const body = { event_ids: [eventId(given, index)] }
    await told(game, [{ route: 'POST /v2/admin/players/:player_id/revert', params, body }])
    // Without levels and achievements, the event of the second player comes right after that of the first.
    expect(index).toBeGreaterThan(1)
    const { commands, metrics: after } = await asked(
      game,
      before,
      likes('5', { rules: [custom('gift', [add('xp', '3')])] }),
    )
    expect(commands.refused_now).toEqual({})
    expect(after.xp?.total).toEqual({ before: '20', after: '3' })
  })

  test('begins at an entry or a time, and applies as recorded what comes before', async () => {
    const game = await newMemoryGame([before], 'seed')
    await told(game, [born('neo'), plays('like', 'neo'), plays('like', 'neo'), plays('like', 'neo')])
    const entries = await entriesOf(game)
    const { seq, at } = entries.at(-2) as Entry
    for (const since of [{ seq }, { at }]) {
      const report = await asked(game, before, likes('1'), { since })
      expect([report.since, report.metrics.xp?.total]).toEqual([seq, { before: '15', after: '7' }])
      expect(report.commands.accepted_before).toBe(2)
    }
  })

  test('counts an item that the other design does not have as lost, whenever it was earned', async () => {
    const game = await newMemoryGame([before], 'seed')
    await told(game, [born('neo'), plays('like', 'neo', 4), plays('like', 'neo')])
    const other = likes('5', { metrics: [metrics[0], metrics[1], set('badges', ['Pro'])], rules: [] })
    const { seq } = (await entriesOf(game)).at(-1) as Entry
    for (const since of [{ seq: 1 }, { seq }]) {
      const { lost } = await asked(game, before, other, { since })
      expect(lost.map((each) => each.lost)).toContain('badges:Fan')
    }
  })

  test('skips recorded deployments', async () => {
    const game = await newMemoryGame([before, likes('1')], 'seed')
    await told(game, [born('neo'), plays('like', 'neo')])
    await deployTo(game, 1)
    await told(game, [plays('like', 'neo')])
    const report = await asked(game, likes('1'), before)
    expect(report.metrics.xp?.total).toEqual({ before: '6', after: '10' })
  })

  test('shows what differs for a player, entry by entry', async () => {
    const game = await newMemoryGame([before], 'seed')
    await told(game, [
      born('neo'),
      born('trinity'),
      plays('work', 'neo'),
      plays('like', 'trinity'),
      plays('like', 'neo'),
    ])
    const differing: unknown[] = []
    const other = likes('6', { actions: [action('like', [add('xp', '6')]), action('work', [add('xp', '7')])] })
    await asked(game, before, other, {
      onOutcome: (entry, outcome) => differing.push(differingEntry(entry, outcome, 'neo')),
    })
    expect(differing.filter((each) => each !== undefined)).toMatchObject([
      { seq: 7, op: 'actions.play', before: [{ event: 'action' }, {}], after: [{ event: 'action' }, {}] },
    ])
  })

  test('ends early with what is known so far', async () => {
    const game = await newMemoryGame([before], 'seed')
    await told(game, [born('neo')])
    const [first] = await entriesOf(game)
    const many = Array.from({ length: 100_000 }, () => first as Entry)
    const { entries, partial } = await asked(game, before, before, { entries: many, signal: AbortSignal.abort() })
    expect(partial).toBe(true)
    expect(entries).toBeLessThan(many.length)
  })
})
