import { expect, test } from 'vitest'
import { editField, type Field, fieldOf, suggestedField, textOf, insertText } from './field.ts'

/** Returns the text after some keys, with `|` for the cursor. */
const after = (text: string, ...keys: readonly string[]): string => afterKeys(fieldOf(text), keys)

function afterKeys(start: Field, keys: readonly string[]): string {
  const field = keys.reduce((now, key) => editField(now, key) ?? insertText(now, key), start)
  if (field.isSelected) return `[${textOf(field)}]`
  return [...field.characters.slice(0, field.cursor), '|', ...field.characters.slice(field.cursor)].join('')
}

test.each([
  [['left', 'left', 'x'], 'ax|bc'],
  [['home', 'x', 'end', 'y'], 'xabcy|'],
  [['backspace', 'backspace'], 'a|'],
  [['home', 'backspace', 'delete'], '|bc'],
  [['left', 'ctrl+u'], '|c'],
  [[' ', 'd', 'e', ' ', 'ctrl+w'], 'abc |'],
  [['right', 'right', 'left'], 'ab|c'],
])('the keys %j leave %j', (keys, expected) => expect(after('abc', ...keys)).toBe(expected))

test.each([
  [[], '[1d]'],
  [['3'], '3|'],
  [['1', 'd'], '1d|'],
  [['90m'], '90m|'],
  [['backspace'], '|'],
  [['delete'], '|'],
  [['ctrl+u', '2'], '2|'],
  [['ctrl+w'], '|'],
  [['right', '2'], '1d2|'],
  [['end', 'backspace'], '1|'],
  [['left', '2'], '12|d'],
  [['home', '2'], '2|1d'],
])('in a suggested text, the keys %j leave %j', (keys, expected) =>
  expect(afterKeys(suggestedField('1d'), keys)).toBe(expected),
)

test('a suggested text that is empty is not selected', () => expect(suggestedField('').isSelected).toBe(false))

test('what people count as one letter is one, of however many parts it is made', () => {
  expect(after('a👩‍👩‍👧é', 'backspace', 'backspace')).toBe('a|')
})

test('what is pasted becomes a line: no control is left of it, nor anything that is no text', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')
  const text = textOf(insertText(fieldOf(), `a\r\nb\u001b[2J\ud800${bytes}`))
  expect(text).toMatch(/^a b \[2J\ufffd /)
  expect(text).not.toMatch(/\p{Cc}|\p{Cs}/u)
})

test('a line has an end, however much is pasted', () => {
  const long = insertText(fieldOf('abc'), 'x'.repeat(10_000_000))
  expect(long.characters.length).toBe(1000)
  expect(insertText(long, 'y')).toEqual(long)
})

test('a key that edits nothing is none of the line', () => expect(editField(fieldOf('a'), 'up')).toBeUndefined())
