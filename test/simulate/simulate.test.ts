import { expect, test } from 'vitest'
import { XP_BOARD } from '../../simulate/design.ts'
import { nobodys } from '../../simulate/habits.ts'
import { simulate, type SimulationSettings } from '../../simulate/simulation.ts'
import { summaryText } from '../../simulate/summary.ts'
import type { World } from '../../simulate/world.ts'
import type { GameState } from '../../src/game/game-state.ts'
import { putRecord } from '../../src/game/kernel/table.ts'
import { findPlayer, putPlayer } from '../../src/game/players/state.ts'

/** Every row once, a few hundred calls besides, and an evening of each kind. */
const SHORT = { operations: 1000, days: 2 } as const

/** Every row once, and one evening. */
const FEW = { operations: 320, days: 0.3 } as const

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
  const hashOf = async (seed: number) => (await simulate({ seed, ...FEW })).hash
  const [first, again, other] = [await hashOf(3), await hashOf(3), await hashOf(4)]
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

/** As an `evolve` would that forgets one score: what a player has is gone, though no event took it. */
function forgetScore(state: GameState): void {
  const player = state.players.records.find((one) => one && 'p:xp' in (findPlayer(state.players, one.id)?.scores ?? {}))
  if (!player) return
  const { 'p:xp': _, ...scores } = player.scores
  putPlayer(state.players, { ...player, scores })
}

test('a score that is forgotten is found, and told with what repeats it', async () => {
  const meddle = (world: World, operation: number): void => {
    if (operation === 500) forgetScore(world.runtime('staging').state)
  }
  const found = await played({ seed: 5, ...SHORT, meddle })
  expect(found).toContain("scores are the sum of their events: 'p:xp'")
  expect(found).toMatch(/at operation \d+ something does not hold/)
  expect(found).toContain('npm run simulate -- --seed 5 --operations 1000 --days 2')
})

/** As a board would that counts a change twice. */
function raiseRow({ boards }: GameState): void {
  const { present } = boards.byId.get(XP_BOARD)?.cycles.find(({ cycle }) => cycle === 'alltime') ?? {}
  for (const { entity, since } of present?.all.rows(0, 1) ?? []) present?.all.add(entity, 1, since)
}

/** Who came last to something is not among those in it, and goes on to be told of it. */
function loseMember({ members }: GameState): void {
  members.groups.records.find((group) => group && group.indexes.length > 1)?.indexes.pop()
}

/** Nothing is left to do in what is not over. */
function loseToken({ processes }: GameState): void {
  const process = processes.records.find((one) => one?.state === 'ACTIVE')
  if (process) putRecord(processes, { ...process, nodes: {} })
}

/** A token has come to where one is already, from nowhere. */
function addToken({ processes }: GameState): void {
  const process = processes.records.find((one) => one?.state === 'ACTIVE')
  if (!process) return
  const nodes = Object.entries(process.nodes).map(
    ([path, node]) => [path, { ...node, tokens: node.tokens + 1 }] as const,
  )
  putRecord(processes, { ...process, nodes: Object.fromEntries(nodes) })
}

/** Nothing that is written tells of it. */
function rename({ players }: GameState): void {
  const player = players.records.find((one) => one !== undefined)
  if (player) putPlayer(players, { ...player, alias: 'somebody else' })
}

test.each([
  ['a row of a board that is not what the player has', raiseRow, /the board 'top' shows the score of 'p\d+'$/],
  ['a membership that one side alone knows', loseMember, /'p\d+' is among those in '.+'$/],
  ['a token that is lost', loseToken, /no token of '.+' is lost$/],
  ['a token that should not be there', addToken, /no token of '.+' is lost$/],
  ['what starting again does not give', rename, /the staging runtime is as it was before the crash \(line \d+\)$/],
])('%s is found', async (_, plant, invariant) => {
  const meddle = (world: World, operation: number): void => {
    if (operation === FEW.operations) plant(world.runtime('staging').state)
  }
  const { failure } = await simulate({ seed: 7, ...FEW, meddle })
  expect(failure?.violation.invariant).toMatch(invariant)
})
