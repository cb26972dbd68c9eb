import { onTestFinished, expect, test } from 'vitest'
import type { Dialect } from '../../src/interface/dialect.ts'
import { serveStarter } from './served-game.ts'

/** Commands that read what has another shape in the other dialect. */
const lines = [
  'seed',
  'play action like --as neo --count 3 --var vots=5',
  'player score trinity badges 2 --item Rookie',
  'player show neo',
  'player show trinity',
  'player disable neo',
  'play action lkie --as trinity',
]

/** What each prints, on a game of its own. */
async function printed(dialect: Dialect): Promise<unknown[]> {
  const game = await serveStarter(undefined, dialect)
  onTestFinished(() => game.stop())
  const outcomes: unknown[] = []
  for (const line of lines) outcomes.push(await game.run(line))
  return outcomes
}

test('commands print the same, whatever dialect the emulator speaks', async () => {
  const documented = await printed('documented')
  expect(documented[3]).toMatchObject({ code: 0, stdout: expect.stringMatching(/Badges +Rookie 1/) })
  expect(await printed('recorded')).toEqual(documented)
})
