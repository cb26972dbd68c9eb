import type { Key } from 'ink'

const NAMED = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const satisfies readonly (readonly [keyof Key, string])[]

/**
 * The names of the keys that were pressed: `up`, `shift+tab`, `ctrl+c`, or the letter itself. Several come at once where a
 * terminal sends them so; none where it sent what is no key. A letter with Alt is what a terminal sends for Esc and then
 * the letter, which is what is meant: nothing here has a key with Alt.
 */
export function keyNames(input: string, key: Key): readonly string[] {
  if (key.eventType === 'release') return []
  if (key.tab) return [key.shift ? 'shift+tab' : 'tab']
  const named = NAMED.find(([flag]) => key[flag])
  if (named !== undefined) return [named[1]]
  if (key.ctrl) return input === '' ? [] : [`ctrl+${input}`]
  if (key.meta) return isOneLetter(input) ? ['esc', ...lettersIn(input)] : []
  return lettersIn(input)
}

/** What begins as the sequence of a key that is not known is none. */
const isOneLetter = (input: string): boolean =>
  !/^[[O]/.test(input) && [...new Intl.Segmenter().segment(input)].length === 1

function lettersIn(input: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(input), ({ segment }) => LETTERS.get(segment) ?? segment).filter(
    (letter) => !CONTROL.test(letter),
  )
}

/** Keys that come as letters where several come at once. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\r\n', 'enter'],
  ['\t', 'tab'],
  ['\u007f', 'backspace'],
])

const CONTROL = /\p{Cc}/u
