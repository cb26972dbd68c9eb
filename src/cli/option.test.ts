import { expect, test } from 'vitest'
import { choice } from './option.ts'

const dialect = choice('--dialect <name>', 'how it speaks', ['documented', 'recorded'])

test('a choice takes its words in any case', () => {
  expect(dialect.parse?.('Recorded', undefined)).toBe('recorded')
})

test('a choice says what there is, and what was most likely meant', () => {
  expect(() => dialect.parse?.('recoded', undefined)).toThrow(
    "Expected one of documented, recorded (did you mean 'recorded'?).",
  )
  expect(() => dialect.parse?.('klingon', undefined)).toThrow('Expected one of documented, recorded.')
})
