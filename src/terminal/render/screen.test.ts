import { expect, test } from 'vitest'
import { openScreen } from './screen.ts'

/** A screen of so many lines, and what was written to it. */
function screenOf(inPlace: boolean, rows?: number) {
  const written: string[] = []
  const screen = openScreen({ write: (text) => void written.push(text), isTerminal: inPlace, rows }, inPlace)
  return { screen, written }
}

const drawn = (text: string, back = ''): string => `\u001b[?25l${back}\u001b[?7l${text}\n\u001b[?7h`

test('one picture takes the place of the other, whatever their heights, and the cursor comes back', () => {
  const { screen, written } = screenOf(true)
  screen.show('a\nb\nc')
  screen.show('d')
  screen.show('e')
  screen.close()
  expect(written).toEqual([
    drawn('a\nb\nc'),
    drawn('d', '\r\u001b[3A\u001b[J'),
    drawn('e', '\r\u001b[1A\u001b[J'),
    '\r\u001b[J\u001b[?25h',
  ])
})

test('after the screen was cleared the next picture is the first one there', () => {
  const { screen, written } = screenOf(true)
  screen.show('a')
  screen.clear()
  screen.show('b')
  expect(written).toEqual([drawn('a'), '\u001b[H\u001b[J', drawn('b')])
})

test('a picture that is higher than the screen is cut, so that it can be drawn over', () => {
  const { screen, written } = screenOf(true, 4)
  screen.show('a\nb\nc')
  screen.show('a\nb\nc\nd')
  expect(written).toEqual([drawn('a\nb\nc'), drawn('a\nb\n(2 more lines)', '\r\u001b[3A\u001b[J')])
})

test('where nothing can be drawn over pictures come one by one, with no sign for a terminal', () => {
  const { screen, written } = screenOf(false, 2)
  screen.show('a\nb\nc')
  screen.show('d')
  screen.close()
  expect(written.join('')).toBe('a\nb\nc\n\nd\n')
})
