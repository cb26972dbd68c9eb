import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Game } from '../../src/testing/game.ts'
import { startGame } from '../../src/testing/start-game.ts'
import { chapters, codesIn } from './chapters.ts'

/** What stands in the first column of the two tables of section 6.7. */
function documented(head: string): readonly string[] {
  const { prose = '' } = chapters.get('6') ?? {}
  const [, table = ''] = new RegExp(`^\\| ${head} \\|.*\\n.*\\n((?:\\|.*\\n)+)`, 'm').exec(prose) ?? []
  const first = Array.from(table.matchAll(/^\| (.*?) \|/gm), ([, cell = '']) => cell)
  return first.flatMap(codesIn).map((code) => code.replace(/\(.*/, ''))
}

let game: Game
beforeAll(async () => {
  game = await startGame()
})
afterAll(() => game.stop())

test('the members of a game are documented', () => {
  expect(documented('Member').toSorted()).toEqual(Object.keys(game).toSorted())
})

test('an option that is documented is one, and one that is not is none', async () => {
  const options = documented('Option')
  expect(options).toHaveLength(6)
  const none = Object.fromEntries(options.map((name) => [name, undefined]))
  await expect(startGame({ ...none, more: undefined } as never)).rejects.toThrow(
    /^[^\n]*\n {2}more: unknown field[^\n]*$/,
  )
})
