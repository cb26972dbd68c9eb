import { describe, expect, test } from 'vitest'
import { walked } from '../../../test/support/game-run.ts'
import { onlyAsked } from '../../../test/support/only-asked.ts'
import { recordDrop } from '../kernel/drop.ts'
import { dropOf } from '../metrics/drop.ts'
import type { Player } from './player.ts'
import { findPlayer, noPlayers, pageOfPlayers, putPlayer, removePlayer } from './state.ts'

const player = (id: string, more: Partial<Player> = {}): Player => ({
  id,
  alias: id,
  email: null,
  enabled: true,
  created: 0,
  born: 1,
  feed: 1,
  scores: {},
  actions: {},
  drops: 0,
  seen: [],
  ...more,
})

describe('players', () => {
  test('are found by their id, whatever every object inherits', () => {
    const players = noPlayers()
    putPlayer(players, player('constructor'))
    expect(findPlayer(players, 'constructor')?.id).toBe('constructor')
    expect(['toString', '__proto__', 'neo'].map((id) => findPlayer(players, id))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('keep their place when their record is another one; the old record stays as it was', () => {
    const players = noPlayers()
    const first = player('a')
    for (const each of [first, player('b')]) putPlayer(players, each)
    putPlayer(players, { ...first, alias: 'Alpha' })
    expect(walked(pageOfPlayers(players, { skip: 0, limit: 10, show: ({ alias }) => alias }))).toEqual(['Alpha', 'b'])
    expect(first.alias).toBe('a')
  })

  test('who go leave how often they played, if they did', () => {
    const players = noPlayers()
    putPlayer(players, player('a', { actions: { '=like': { count: 0, plays: 7, rate: null } } }))
    putPlayer(players, player('b'))
    for (const id of ['a', 'b', 'nobody']) removePlayer(players, id)
    expect([...players.playsOfDeleted]).toEqual([['a', { '=like': 7 }]])
    expect(players.index.size).toBe(0)
  })

  test('have lost what was dropped since their record was put in, and not what was dropped before', () => {
    const players = noPlayers()
    putPlayer(players, player('a', { scores: { 'p:xp': 5, 's:mood': 'glad' } }))
    recordDrop(players.drops, dropOf({ type: 'point', id: 'xp' }), 7)
    putPlayer(players, player('b', { scores: { 'p:xp': 5, 's:mood': 'glad' }, drops: 7 }))
    expect(findPlayer(players, 'a')).toMatchObject({ scores: { 's:mood': 'glad' }, drops: 7 })
    expect(findPlayer(players, 'b')?.scores).toEqual({ 'p:xp': 5, 's:mood': 'glad' })
    recordDrop(players.drops, dropOf({ type: 'state', id: 'mood' }, 'glad'), 9)
    expect(findPlayer(players, 'a')?.scores).toEqual({})
    expect(findPlayer(players, 'b')?.scores).toEqual({ 'p:xp': 5 })
    const shown = pageOfPlayers(players, { skip: 0, limit: 9, show: ({ scores }) => scores })
    expect(walked(shown)).toEqual([{}, { 'p:xp': 5 }])
  })

  test('are looked at by their own scores, however much was dropped', () => {
    const players = noPlayers()
    putPlayer(players, player('a', { scores: { 'p:xp': 5, 'p:gold': 1 } }))
    for (let i = 0; i < 1000; i += 1) recordDrop(players.drops, dropOf({ type: 'point', id: `m${i}` }), i + 1)
    recordDrop(players.drops, dropOf({ type: 'point', id: 'xp' }), 1001)
    const asked = onlyAsked(players.drops.entries)
    expect(findPlayer(players, 'a')).toMatchObject({ scores: { 'p:gold': 1 }, drops: 1001 })
    expect(asked).toEqual(['p:xp', 'p:gold'])
  })

  test('are looked through no further than a page is long', () => {
    const players = noPlayers()
    for (let i = 0; i < 100; i += 1) putPlayer(players, player(`p${i}`))
    let looked = 0
    const matches = () => {
      looked += 1
      return true
    }
    const page = walked(pageOfPlayers(players, { skip: 1, limit: 2, matches, show: ({ id }) => id }))
    expect(page).toEqual(['p1', 'p2'])
    expect(looked).toBe(3)
  })

  test('who are there all the time are found once by a walk, whoever comes and goes meanwhile', () => {
    const players = noPlayers()
    for (let i = 0; i < 5000; i += 1) putPlayer(players, player(`p${i}`))
    const steps = pageOfPlayers(players, { skip: 0, limit: Infinity, show: ({ id }) => id })
    let pauses = 0
    for (let step = steps.next(new Map()); ; step = steps.next(new Map())) {
      if (step.done) {
        const stayed = Array.from({ length: 5000 }, (_, i) => `p${i}`).filter((id) => id !== 'p4000')
        expect(step.value).toEqual(stayed)
        break
      }
      pauses += 1
      removePlayer(players, 'p4000')
      putPlayer(players, player(`late${pauses}`))
    }
    expect(pauses).toBeGreaterThan(3)
  })
})
