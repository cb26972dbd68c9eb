import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startGame, type Game } from '../../src/testing/testing.ts'

const design = join(import.meta.dirname, '../../templates/learning/design')

const lesson = [
  { as: 'ana', action: 'start' },
  { as: 'ana', action: 'finish' },
]

/** The game of the template `learning`, in which Ana has finished a lesson. */
async function learning(now: string): Promise<Game> {
  const game = await startGame({ design, now, frozen: true })
  onTestFinished(() => game.stop())
  await game.client.call('POST /v2/admin/players', { body: { id: 'ana', alias: 'Ana' } })
  await game.play(lesson)
  return game
}

async function scoreOf(game: Game, metric: string): Promise<number> {
  const { body } = await game.client.call('GET /v2/admin/players/:player_id', { params: { player_id: 'ana' } })
  const score = body.scores.find((found) => found.metric.id === metric)
  return Number(score?.value ?? 0)
}

describe('the streak of the template learning', () => {
  test('rises by one on every day of a year, and knows how long each month is', async () => {
    const game = await learning('2026-12-30T12:00:00Z')
    for (let day = 2; day <= 400; day++) {
      await game.play([{ advance: '1d' }, ...lesson])
      expect([day, await scoreOf(game, 'streak')]).toEqual([day, day])
    }
    expect(await scoreOf(game, 'freezes')).toBe(1)
  })

  test('takes 29 February and 1 March for one day', async () => {
    const game = await learning('2028-02-28T12:00:00Z')
    const streaks: number[] = []
    for (let day = 0; day < 3; day++) {
      await game.play([{ advance: '1d' }, ...lesson])
      streaks.push(await scoreOf(game, 'streak'))
    }
    expect(streaks).toEqual([2, 2, 3])
  })

  test.each([
    [0, 1, 1],
    [1, 2, 1],
    [2, 2, 0],
    [3, 1, 1],
    [7, 1, 1],
    [8, 1, 1],
    [30, 1, 1],
    [364, 1, 1],
    [366, 2, 1],
  ])('after %d days is %d, with %d freezes left', async (days, streak, freezes) => {
    const game = await learning('2026-05-30T12:00:00Z')
    if (days > 0) await game.play([{ advance: `${days}d` }])
    await game.play(lesson)
    expect([await scoreOf(game, 'streak'), await scoreOf(game, 'freezes')]).toEqual([streak, freezes])
  })
})
