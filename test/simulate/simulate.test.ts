import { expect, test } from 'vitest'
import { findPlayer, putPlayer } from '../../src/game/players/state.ts'
import { nobodys } from '../../simulate/habits.ts'
import { simulate, type SimulationSettings } from '../../simulate/simulation.ts'
import { summaryText } from '../../simulate/summary.ts'
import type { World } from '../../simulate/world.ts'

/** Every row once, a few hundred calls besides, and an evening of each kind. */
const SHORT = { operations: 1000, days: 2 } as const

const played = async (settings: SimulationSettings) => summaryText(await simulate(settings), 1)

test('somebody makes each call of the route table', () => {
  expect(nobodys).toEqual([])
})

/** Seeds that are always played; one that finds a defect is added, with what it found. */
const seeds: readonly (readonly [seed: number, found: string])[] = [
  [1, 'no defect so far'],
  [2, 'no defect so far'],
]

test.each(seeds)('all that must hold does, with seed %i (%s)', async (seed) => {
  const found = await played({ seed, ...SHORT })
  expect(found).toContain('Every row of the route table was called.')
  expect(found).toContain('Nothing was found that does not hold.')
})

test('the same seed ends in the same state, and another one elsewhere', async () => {
  const hashOf = async (seed: number) => (await simulate({ seed, operations: 320, days: 0.3 })).hash
  const [first, again, other] = [await hashOf(3), await hashOf(3), await hashOf(4)]
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

/** As an `evolve` would that forgets one score: what a player has is gone, though no event took it. */
function forgetScore(world: World): void {
  const { state } = world.runtime('staging')
  const player = state.players.records.find((one) => one && 'p:xp' in (findPlayer(state.players, one.id)?.scores ?? {}))
  if (!player) return
  const { 'p:xp': _, ...scores } = player.scores
  putPlayer(state.players, { ...player, scores })
}

test('a score that is forgotten is found, and told with what repeats it', async () => {
  const meddle = (world: World, operation: number): void => {
    if (operation === 500) forgetScore(world)
  }
  const found = await played({ seed: 5, ...SHORT, meddle })
  expect(found).toContain("scores are the sum of their events: 'p:xp'")
  expect(found).toMatch(/at operation \d+ something does not hold/)
  expect(found).toContain('npm run simulate -- --seed 5 --operations 1000 --days 2')
})
