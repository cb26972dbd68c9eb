import { expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { playAction } from '../../game/actions/operations.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { DAY_MS, HOUR_MS } from '../../game/kernel/instant.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { findPlayer } from '../../game/players/state.ts'
import { LabGame } from '../lab-game.ts'
import { isWatched } from './check.ts'
import { Draws } from './draws.ts'
import { GainsInWindow } from './gains.ts'
import { parseChecks } from './parse-checks.ts'
import { Watch, type AppliedEntry } from './watch.ts'

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

function watchFor(...checks: readonly object[]): Watch {
  const parsed = parseChecks(checks, design, '')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return new Watch(parsed.checks.map(({ check }) => check).filter(isWatched), design)
}

const playing = (action: string, count = 1) => ({ action, count, variables: {}, scopes: [], query: false })

/** A game that is watched for checks. Each play returns the ids of what it violates first. */
function watched(...checks: readonly object[]) {
  const watch = watchFor(...checks)
  const info = { id: 'g', name: 'g', created: 0 } as never
  const game = new LabGame({ design, game: info, zoneOffset: () => 0, seed: 's', fromMs: START })
  const run: typeof game.execute = (command, input, player) => {
    const events = game.execute(command, input, player)
    if (isFault(events)) throw new Error(events.fault)
    watch.after({ seq: game.state.seq, at: game.at, chain: 0, events }, game.state, 0)
    return events
  }
  const join = (id: string) => run(createPlayer, { id })
  for (const id of ['neo', 'mia']) join(id)
  const found = () => watch.violations.map(({ check, player, found: value }) => [check.id, player, value])
  const play = (id: string, player = 'neo', count = 1) => {
    run(playAction, playing(id, count), player)
    return found()
  }
  return { game, watch, join, play, found }
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

test('a loss that leaves the window raises the gain, which is seen at the next entry of anyone', () => {
  const { game, play } = watched({ id: 'farm', at_most: { metric: 'coins', gain: 30, within: '1d' } })
  play('pay')
  game.at += DAY_MS / 2
  expect(play('earn', 'neo', 4)).toEqual([])
  // The gain leaves the window before the next entry too, but half a day after the loss.
  game.at += 2 * DAY_MS
  expect(play('earn', 'mia')).toEqual([['farm', 'neo', '40 within 1d']])
})

test('a loss and a gain of one moment leave the window together', () => {
  const { game, play } = watched({ id: 'farm', at_most: { metric: 'coins', gain: 10, within: '1d' } })
  play('pay')
  play('earn', 'mia')
  play('earn', 'neo', 2)
  game.at += DAY_MS - 1
  play('earn', 'neo')
  game.at += 1
  expect(play('earn', 'mia')).toEqual([])
})

test('a gain is the net rise within the window, as a sum over all changes has it', () => {
  const windowMs = 7 * HOUR_MS
  for (let seed = 0; seed < 40; seed += 1) {
    const draws = new Draws(String(seed), 'gains', 0)
    const { game, play } = watched({ id: 'farm', at_most: { metric: 'coins', gain: 35, within: '7h' } })
    const changes: { readonly at: number; readonly by: number }[] = []
    const risenTo = (at: number) =>
      changes.filter((each) => each.at <= at && each.at > at - windowMs).reduce((sum, { by }) => sum + by, 0)
    let isExpected = false
    for (let i = 0; i < 30 && !isExpected; i += 1) {
      const before = game.at
      game.at += draws.below(4) * HOUR_MS
      // What leaves the window while time passes is judged then.
      for (let at = before + HOUR_MS; at <= game.at; at += HOUR_MS) isExpected ||= risenTo(at) > 35
      const coins = (): number => Number(findPlayer(game.state.players, 'neo')?.scores['p:coins'] ?? 0)
      const old = coins()
      const found = play(draws.below(3) === 0 ? 'pay' : 'earn')
      changes.push({ at: game.at, by: coins() - old })
      isExpected ||= risenTo(game.at) > 35
      expect(found.length > 0, `seed ${seed}, play ${i}`).toBe(isExpected)
    }
  }
})

test('gains take room only while they are in the window', () => {
  const gains = new GainsInWindow(1000)
  for (let at = 0; at < 5000; at += 1) {
    gains.expire(at, () => {})
    gains.add(at % 7, at, 1)
  }
  expect(gains.size).toBe(1000)
  const total = [0, 1, 2, 3, 4, 5, 6].reduce((sum, player) => sum + Number(gains.sumOf(player)), 0)
  expect(total).toBe(1000)
  gains.forget(3)
  gains.expire(10_000, () => {})
  expect([gains.size, gains.sumOf(0), gains.sumOf(3)]).toEqual([0, 0, 0])
})

test('the least rise of what may not fall is known, also of an entry that falls and rises', () => {
  const { play, watch } = watched({ id: 'grows', never_falls: 'xp' })
  expect(watch.leastRise('grows')).toBe(Infinity)
  play('earn', 'neo', 5)
  expect(watch.leastRise('grows')).toBe(5)
  play('trade', 'neo', 3)
  expect(watch.leastRise('grows')).toBe(3)
  play('trade')
  play('earn', 'neo', 2)
  expect(watch.leastRise('grows')).toBe(1)
  play('lose', 'neo', 2)
  expect(watch.leastRise('grows')).toBe(-2)
})

test('all players of a large game are judged in slices, and what lasts is found', () => {
  const before10 = { id: 'day', always: { type: 'time', context: { func: 'hour_of_day', operator: 'lt', value: 10 } } }
  const rich = { ...debt.always, context: { id: 'coins', operator: 'lt', value: 10 } }
  const { game, watch, join, play } = watched({
    id: 'poor',
    always: { type: 'or', expression: [before10.always, rich] },
  })
  for (let i = 0; i < 2500; i += 1) join(`player-${i}`)
  play('earn', 'player-2490')
  game.at += 10 * HOUR_MS
  expect(play('lose', 'neo')).toEqual([])
  const { seq } = game.state
  // Other entries, and another hour, do not let it begin from the first player again.
  expect(play('lose', 'mia')).toEqual([])
  game.at += HOUR_MS
  expect(play('lose', 'mia')).toMatchObject([['poor', 'player-2490', 'coins = 10']])
  while (watch.isBehind) watch.catchUp()
  expect(watch.violations).toHaveLength(1)
  expect(watch.violations[0]?.seq).toBe(seq + 2)
})

test("players who join while all are judged take nobody's place", () => {
  const before10 = { type: 'time', context: { func: 'hour_of_day', operator: 'lt', value: 10 } }
  const rich = { ...debt.always, context: { id: 'coins', operator: 'lt', value: 10 } }
  const { game, watch, join, play } = watched({ id: 'poor', always: { type: 'or', expression: [before10, rich] } })
  const caughtUp = (): void => {
    while (watch.isBehind) watch.catchUp()
  }
  for (let i = 0; i < 2500; i += 1) join(`player-${i}`)
  play('earn', 'player-100')
  game.at += 10 * HOUR_MS
  expect(play('lose', 'neo')).toMatchObject([['poor', 'player-100', 'coins = 10']])
  caughtUp()
  game.at += 14 * HOUR_MS
  play('lose', 'neo')
  caughtUp()
  // The next round begins right after that player, so it ends with them.
  game.at += 10 * HOUR_MS
  play('lose', 'neo')
  const { seq } = game.state
  for (let i = 0; i < 50; i += 1) join(`late-${i}`)
  caughtUp()
  expect(watch.violatedAfter('poor', seq - 1)).toMatchObject({ player: 'player-100' })
})

test('a watch goes on with what another one has found of the same checks', () => {
  const farm = { id: 'farm', at_most: { metric: 'coins', gain: 30, within: '1d' } }
  const { game, play, watch } = watched(farm, debt)
  play('pay')
  play('earn', 'mia', 3)
  const next = watchFor(farm, debt)
  next.takeOver(watch, new Set(['farm', 'no-debt']))
  expect(next.violations).toEqual(watch.violations)
  const events = game.execute(playAction, playing('earn'), 'mia')
  if (isFault(events)) throw new Error(events.fault)
  const found = next.after({ seq: game.state.seq, at: game.at, chain: 0, events }, game.state, 0)
  expect(found.map(({ check, found: value }) => [check.id, value])).toEqual([['farm', '40 within 1d']])
  const other = watchFor(farm)
  other.takeOver(watch, new Set())
  expect(other.violations).toEqual([])
})

test('a watch that begins with a running game judges all players once for what must always hold, a slice at a time', () => {
  const { game, join, play } = watched(debt)
  for (let i = 0; i < 2500; i += 1) join(`player-${i}`)
  play('pay', 'player-2490')
  play('earn', 'neo')
  const watch = watchFor(debt, { id: 'grows', never_falls: 'xp' })
  expect([watch.isNew, watch.isBehind]).toEqual([true, false])
  watch.begin({ seq: game.state.seq, at: game.at, chain: 0 }, game.state, 0)
  expect([watch.isNew, watch.isBehind]).toEqual([false, true])
  expect(watch.catchUp()).toEqual([])
  while (watch.isBehind) watch.catchUp()
  expect(watch.violations).toMatchObject([
    { player: 'player-2490', seq: game.state.seq, event: 0, found: 'coins = -25' },
  ])
  // The same check in other files goes on, and another one is new.
  const next = watchFor(debt, { ...debt, id: 'other' })
  next.takeOver(watch, new Set(['no-debt']))
  expect(next.isNew).toBe(true)
  next.begin({ seq: game.state.seq, at: game.at, chain: 0 }, game.state, 0)
  while (next.isBehind) next.catchUp()
  expect(next.violations.map(({ check }) => check.id)).toEqual(['no-debt', 'other'])
  const same = watchFor(debt)
  same.takeOver(next, new Set(['no-debt']))
  expect(same.isNew).toBe(false)
})

test('gains of the past are judged with those that came while they were read', () => {
  const farm = { id: 'farm', at_most: { metric: 'coins', gain: 30, within: '1d' } }
  const past: AppliedEntry[] = []
  const { game, join } = watched()
  const watch = watchFor(farm)
  const goOn = (name: string, player: string, count = 1) => {
    const events = game.execute(playAction, playing(name, count), player)
    if (isFault(events)) throw new Error(events.fault)
    return { seq: game.state.seq, at: game.at, chain: 0, events }
  }
  join('zoe')
  past.push(goOn('earn', 'zoe', 3))
  game.at += DAY_MS
  past.push(goOn('earn', 'neo', 2), goOn('pay', 'mia'))
  watch.awaitPast()
  const waiting = watch.beginPast(game.state)
  if (!waiting) throw new Error('no check waits for the past')
  expect(waiting.range).toEqual({ since: { at: START }, until: { seq: game.state.seq } })
  // These come before the past is known. Only what is judged with the past is judged right.
  for (const entry of [goOn('earn', 'zoe', 3), goOn('earn', 'mia', 5)])
    expect(watch.after(entry, game.state, 0)).toEqual([])
  expect(watch.isNew).toBe(true)
  for (const entry of past) waiting.note(entry, game.state.players)
  watch.begin({ seq: game.state.seq, at: game.at, chain: 0 }, game.state, 0, waiting)
  expect([watch.isNew, watch.violations]).toEqual([false, []])
  expect(watch.gainOf('farm', 'mia')).toBe(25)
  expect(watch.after(goOn('earn', 'neo'), game.state, 0)).toEqual([])
  expect(watch.after(goOn('earn', 'neo'), game.state, 0)).toMatchObject([{ player: 'neo', found: '40 within 1d' }])
})
