import { expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { playAction } from '../../game/actions/operations.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { DAY_MS, HOUR_MS } from '../../game/kernel/instant.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { LabGame } from '../lab-game.ts'
import { isWatched } from './check.ts'
import { parseChecks } from './parse-checks.ts'
import { Watch } from './watch.ts'

const design = designOf({
  metrics: [point('xp'), point('coins', { min: '-100' })],
  actions: [
    action('earn', [add('coins', '10'), add('xp', '1')]),
    action('pay', [{ ...add('coins', '25'), verb: 'remove' }]),
    action('trade', [{ ...add('xp', '1'), verb: 'remove' }, add('xp', '2')]),
    action('lose', [{ ...add('xp', '1'), verb: 'remove' }]),
  ],
})

const START = Date.parse('2030-01-07T00:00:00Z')

/** A game that is watched for checks. Each play returns the ids of what it violates first. */
function watched(...checks: readonly object[]) {
  const parsed = parseChecks(checks, design, '')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const watch = new Watch(parsed.checks.map(({ check }) => check).filter(isWatched), design)
  const info = { id: 'g', name: 'g', created: 0 } as never
  const game = new LabGame({ design, game: info, zoneOffset: () => 0, seed: 's', fromMs: START })
  const run: typeof game.execute = (command, input, player) => {
    const events = game.execute(command, input, player)
    if (isFault(events)) throw new Error(events.fault)
    watch.after({ seq: game.state.seq, at: game.at, chain: 0, events }, game.state, 0)
    return events
  }
  for (const id of ['neo', 'mia']) run(createPlayer, { id })
  const found = () => watch.violations.map(({ check, player, found: value }) => [check.id, player, value])
  const play = (id: string, player = 'neo', count = 1) => {
    run(playAction, { action: id, count, variables: {}, scopes: [], query: false }, player)
    return found()
  }
  return { game, watch, play, found }
}

const debt = { id: 'no-debt', always: { type: 'metric', context: { id: 'coins', operator: 'ge', value: 0 } } }

test('what must always hold is violated by the first player without it, and reported once', () => {
  const { play, watch } = watched(debt)
  expect(play('earn', 'mia')).toEqual([])
  expect(play('pay')).toEqual([['no-debt', 'neo', 'coins = -25']])
  expect(play('pay', 'mia')).toHaveLength(1)
  expect(watch.violations[0]).toMatchObject({ seq: 5, at: START, event: 0 })
  watch.restart()
  expect(play('pay', 'mia')).toEqual([['no-debt', 'mia', 'coins = -40']])
})

test('a count of plays is read, and a formula that cannot be computed does not hold', () => {
  const counted = { id: 'few', always: { type: 'action', context: { id: 'earn', operator: 'le', value: 2 } } }
  const divided = {
    id: 'share',
    always: { type: 'var', context: { lhs: '1 / $scores.coins', operator: 'ge', rhs: '0' } },
  }
  const { play } = watched(counted)
  expect(play('earn', 'neo', 2)).toEqual([])
  expect(play('earn')).toEqual([['few', 'neo', 'plays of earn = 3']])
  expect(watched(divided).found()[0]?.[2]).toContain('cannot be computed')
})

test('a requirement on the time is evaluated for all players once the hour has changed', () => {
  const night = { id: 'night', always: { type: 'time', context: { func: 'hour_of_day', operator: 'lt', value: 9 } } }
  const poor = {
    id: 'poor',
    always: {
      type: 'or',
      expression: [night.always, { ...debt.always, context: { id: 'coins', operator: 'lt', value: 20 } }],
    },
  }
  const { game, play } = watched(poor)
  expect(play('earn', 'mia', 2)).toEqual([])
  game.at += 9 * HOUR_MS
  expect(play('earn', 'neo')).toEqual([['poor', 'mia', 'coins = 20']])
})

test('a metric falls if an entry ends below where it began', () => {
  const { play } = watched({ id: 'grows', never_falls: 'xp' })
  play('earn', 'neo', 5)
  expect(play('trade')).toEqual([])
  expect(play('lose')).toEqual([['grows', 'neo', 'from 6 to 5']])
})

test('a metric falls from its default, before anything was given', () => {
  const { play } = watched({ id: 'grows', never_falls: 'coins' })
  expect(play('pay')).toEqual([['grows', 'neo', 'from 0 to -25']])
})

test('the first violation after an entry is known, or else the last one', () => {
  const { play, watch } = watched({ id: 'grows', never_falls: 'coins' })
  const seqAfter = (seq: number) => watch.violatedAfter('grows', seq)?.seq
  for (let i = 0; i < 3; i++) play('pay')
  expect([0, 3, 4, 5, 6].map(seqAfter)).toEqual([4, 4, 6, 6, undefined])
  watch.restart()
  expect(seqAfter(0)).toBeUndefined()
})

test('a gain within a window is the net rise of one player, and one exactly a window ago no longer counts', () => {
  const { game, play } = watched({ id: 'farm', at_most: { metric: 'coins', gain: 30, within: '1d' } })
  play('earn', 'neo', 3)
  play('pay')
  expect(play('earn', 'neo', 2)).toEqual([])
  game.at += DAY_MS - 1
  expect(play('earn', 'mia', 3)).toEqual([])
  game.at += 1
  expect(play('earn', 'neo', 3)).toEqual([])
  expect(play('earn')).toEqual([['farm', 'neo', '40 within 1d']])
})
