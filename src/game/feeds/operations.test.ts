import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  custom,
  designOf,
  levels,
  point,
  put,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { given, type Given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'
import { DAY_MS, HOUR_MS } from '../kernel/instant.ts'
import { createPlayer, deletePlayer, disablePlayer, enablePlayer, resetPlayer } from '../players/administration.ts'
import { updateProfile } from '../players/profile.ts'
import { revertEvents } from '../players/revert.ts'
import { updateScores } from '../players/score-update.ts'
import { evaluateRule } from '../rules/operations.ts'
import { readGameFeed, readOwnFeed, readPlayerFeed } from './operations.ts'

const design = designOf({
  metrics: [point('xp'), set('badges', ['Fan']), state('rank', 'Low', 'High')],
  actions: [action('gain', [add('xp', '10')]), action('idle')],
  rules: [
    levels('ladder', 'xp', 'rank', ['Low', '5'], ['High']),
    achievement('fan', 'badges', { Fan: '1' }, {}),
    custom('gift', []),
  ],
  bootstrap: { scores: [start(put('xp', '0')), start(put('badges', { Fan: '1' }))] },
})
const game = () => given(design).after(createPlayer, { id: 'trinity' })
const kindsIn = (feed: readonly { event: string }[]) => feed.map(({ event }) => event)
const one = (...player_ids: string[]) => [{ player_ids, variables: {} }]

test('a feed is read entry by entry, with turns for others in between, and holds few entries at a time', () => {
  const played = given(design)
  for (let i = 0; i < 500; i += 1) played.when(playAction, { action: 'idle' })
  const { run } = played
  const context = { caller: { client: 'test', player: 'neo' }, at: run.at } as never
  const steps = readOwnFeed.walk(run.state, { start: undefined, end: undefined }, context)
  if ('fault' in steps) throw new Error('refused')
  const wanted: number[] = []
  for (let step = steps.next(new Map()); ;) {
    if (step.done) {
      expect(step.value).toHaveLength(500)
      break
    }
    const seqs = step.value as ReadonlySet<number>
    wanted.push(seqs.size)
    step = steps.next(new Map([...seqs].map((seq) => [seq, run.entries.get(seq)!])))
  }
  expect(Math.max(...wanted)).toBeLessThanOrEqual(64)
  expect(wanted.length).toBeGreaterThan(7)
})

/** Everything that can happen, to both players. */
function eventful(): Given {
  const played = game().when(playAction, { action: 'gain' })
  return played.game
    .after(playAction, { action: 'idle', as: 'trinity' })
    .after(evaluateRule, { rule: 'gift', data: one('neo', 'trinity') })
    .after(updateScores, { id: 'neo', rewards: [put('badges', { Fan: '0' })] })
    .after(updateProfile, { alias: 'The One' })
    .after(disablePlayer, { id: 'neo' })
    .after(enablePlayer, { id: 'neo' })
    .after(revertEvents, { id: 'neo', eventIds: [played.result.events.local[0]!.id] })
    .after(resetPlayer, { id: 'neo' })
}

describe("a player's feed", () => {
  test('has what the player did and what happened to it, oldest first', () => {
    const feed = eventful().when(readPlayerFeed, { id: 'neo' }).result
    expect(kindsIn(feed)).toEqual(['action', 'level', 'custom_rule', 'score', 'achievement'])
    const ids = feed.map(({ id }) => id)
    expect(ids.toSorted()).toEqual(ids)
  })

  test('has nothing of the others', () => {
    expect(kindsIn(eventful().when(readPlayerFeed, { id: 'trinity' }).result)).toEqual(['action', 'custom_rule'])
  })

  test('leaves that player out wherever it stands, for operators too', () => {
    const feed = eventful().when(readPlayerFeed, { id: 'neo' }).result
    expect(feed.some((event) => 'actor' in event || 'player' in event)).toBe(false)
    expect(eventful().when(readOwnFeed, {}).result).toEqual(feed)
    expect(feed[0]).toEqual({
      event: 'action',
      action: { id: 'gain', name: 'gain', vars: {} },
      count: 1,
      changes: [{ metric: { id: 'xp', name: 'xp', type: 'point' }, delta: { old: '0', new: '10' } }],
      scopes: [],
      timestamp: '2030-05-15T12:00:00.000Z',
      id: expect.any(String),
    })
    expect(feed[3]).toMatchObject({ event: 'score', admin: true })
  })

  test('holds the same events as the answer of the play, under the same ids', () => {
    const played = game().when(playAction, { action: 'gain' })
    const { local, global } = played.result.events
    const feed = played.game.when(readPlayerFeed, { id: 'neo' }).result
    expect(feed.map((event) => ({ ...event, actor: { id: 'neo', alias: 'neo' } }))).toEqual([...local, ...global])
  })

  test('of an unknown or disabled player is refused', () => {
    game().when(readPlayerFeed, { id: 'smith' }).refuses('player_not_found', { id: 'smith' })
    game().when(readOwnFeed, { as: 'smith' }).refuses('player_not_found', { id: 'smith' })
    game().after(disablePlayer, { id: 'neo' }).when(readOwnFeed, {}).refuses('access_denied')
  })

  test('goes with the player; what others have of it stays', () => {
    const after = eventful().after(deletePlayer, { id: 'neo' }).after(createPlayer, { id: 'neo' })
    expect(after.when(readPlayerFeed, { id: 'neo' }).result).toEqual([])
    expect(kindsIn(after.when(readGameFeed, {}).result)).toEqual(['level', 'achievement'])
    after.after(playAction, { action: 'idle' })
    expect(kindsIn(after.when(readPlayerFeed, { id: 'neo' }).result)).toEqual(['action'])
  })
})

describe("the game's feed", () => {
  test('has the levels and achievements, with those who reached them', () => {
    const feed = eventful().when(readGameFeed, {}).result
    expect(feed.map(({ event, actor, rule }) => [event, actor, rule])).toEqual([
      ['level', { id: 'neo', alias: 'neo' }, { id: 'ladder' }],
      ['achievement', { id: 'neo', alias: 'neo' }, { id: 'fan' }],
    ])
  })
})

describe('a period', () => {
  const spread = () => {
    const days = game()
    for (let day = 0; day < 4; day += 1) days.after(playAction, { action: 'idle' }).later(DAY_MS)
    return days.later(-HOUR_MS)
  }
  const dates = (input: { start?: number; end?: number }) =>
    spread()
      .when(readOwnFeed, { start: undefined, end: undefined, ...input })
      .result.map(({ timestamp }) => timestamp.slice(8, 10))

  test('is the last 24 hours of game time unless asked otherwise', () => {
    expect(dates({})).toEqual(['18'])
  })

  test('runs from a start to an end, both inclusive', () => {
    expect(dates({ start: START_MS, end: START_MS + 2 * DAY_MS })).toEqual(['15', '16', '17'])
    expect(dates({ start: START_MS + 1, end: START_MS + 2 * DAY_MS - 1 })).toEqual(['16'])
    expect(dates({ start: START_MS })).toEqual(['15', '16', '17', '18'])
  })

  test('with an end alone is the 24 hours before it', () => {
    expect(dates({ end: START_MS + DAY_MS })).toEqual(['15', '16'])
    expect(dates({ end: START_MS + DAY_MS - 1 })).toEqual(['15'])
  })

  test('that ends before it starts, or lies ahead, holds nothing', () => {
    expect(dates({ start: START_MS + DAY_MS, end: START_MS })).toEqual([])
    expect(dates({ start: START_MS + 10 * DAY_MS })).toEqual([])
  })
})
