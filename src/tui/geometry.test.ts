import { expect, test } from 'vitest'
import { messageLines } from './geometry.ts'

const message = (text: string, commandLine?: string) => messageLines({ tone: 'good', text, commandLine }, 20)

test('a command line that is too long goes on below, whole', () => {
  expect(message('done', 'gamify play action like --url http://127.0.0.1')).toEqual({
    text: [' done'],
    commandLine: [' $ gamify play', '   action like --url', '   http://127.0.0.1'],
  })
})

test('words take no more lines than there are, the last with all that is left', () => {
  const { text, commandLine } = message(`one two three four five six seven eight nine ten eleven \u001b[2J`)
  expect(commandLine).toEqual([])
  expect(text).toHaveLength(3)
  expect(text.at(-1)).not.toContain('\u001b')
  expect(messageLines(undefined, 20)).toEqual({ text: [], commandLine: [] })
})
