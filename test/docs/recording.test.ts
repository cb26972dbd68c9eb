import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordedLines, recordedNow } from '../../scripts/recording/lines.ts'
import { styledLines } from '../../scripts/recording/styled-text.ts'
import { serveStarter, starter, type ServedStarter } from '../cli/served-game.ts'
import { ranTogether } from './ran-together.ts'

const svg = readFileSync(join(import.meta.dirname, '../../docs/recording.svg'), 'utf8')

/** What the recording shows, line by line. */
const shown = Array.from(svg.matchAll(/<text [^>]*>(.*)<\/text>/g), ([, spans = '']) =>
  spans
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&'),
)

let game: ServedStarter
beforeAll(async () => {
  game = await serveStarter()
})
afterAll(() => game.stop())

test('the recording shows what the program prints now: `npm run record` makes it anew', async () => {
  expect(recordedNow).toBe('2026-05-01T12:00:00Z')
  const printed: string[] = []
  for (const line of recordedLines) {
    const { said } = await ranTogether(line.split(' ').slice(1), { cwd: starter, env: { GAMIFY_URL: game.url } })
    printed.push(`$ ${line}`, ...said.trimEnd().split('\n'))
  }
  expect(shown).toEqual(printed)
})

test('what a terminal shows is taken apart by its colours, without the signs of work under way', () => {
  expect(styledLines('\u001b[Kwaiting\r\u001b[Ka \u001b[1mb\u001b[22m\r\n\u001b[31merror:\u001b[39m c\r\n')).toEqual([
    [
      { text: 'a ', styles: [] },
      { text: 'b', styles: ['bold'] },
    ],
    [
      { text: 'error:', styles: ['red'] },
      { text: ' c', styles: [] },
    ],
  ])
  expect(() => styledLines('\u001b[2J')).toThrow('not a colour')
  expect(() => styledLines('\u001b[5mx')).toThrow('no style for the code 5')
})
