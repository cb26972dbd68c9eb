import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Game } from '../../src/testing/game.ts'
import { simulate } from '../../src/testing/simulate.ts'
import { startGame } from '../../src/testing/start-game.ts'
import { chapters, codesIn } from './chapters.ts'

/** What stands in the first column of the table with this head, in section 6.7 or 7.6. */
function documented(head: string, chapter = '6'): readonly string[] {
  const { prose = '' } = chapters.get(chapter) ?? {}
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

test.each([
  ['startGame', '6', 6, startGame],
  ['simulate', '7', 9, simulate],
] as const)(
  'an option of %s that is documented is one, and one that is not is none',
  async (_, chapter, count, begin) => {
    const options = documented('Option', chapter)
    expect(options).toHaveLength(count)
    const none = Object.fromEntries(options.map((name) => [name, undefined]))
    await expect(begin({ ...none, more: undefined } as never)).rejects.toThrow(
      /^[^\n]*\n {2}more: unknown field[^\n]*$/,
    )
  },
)
