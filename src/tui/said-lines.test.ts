import { expect, test } from 'vitest'
import { saidLines } from './said-lines.ts'

const said = (text: string, command?: string) => saidLines({ tone: 'good', text, command }, 20)

test('a command line that is too long goes on below, whole', () => {
  expect(said('done', 'gamify play action like --url http://127.0.0.1')).toEqual({
    text: [' done'],
    command: [' $ gamify play', '   action like --url', '   http://127.0.0.1'],
  })
})

test('words take no more lines than there are, the last with all that is left', () => {
  const { text, command } = said(`one two three four five six seven eight nine ten eleven \u001b[2J`)
  expect(command).toEqual([])
  expect(text).toHaveLength(3)
  expect(text.at(-1)).not.toContain('\u001b')
  expect(saidLines(undefined, 20)).toEqual({ text: [], command: [] })
})
