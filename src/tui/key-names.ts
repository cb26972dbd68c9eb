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
 * The names of the keys that were pressed: `up`, `shift+tab`, `ctrl+c`, or the letter itself. A terminal can send several at
 * once, or a sequence that is not a key. Alt and a letter look the same as Esc and then the letter. They count as the
 * latter, because no key here uses Alt.
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

/** A text that starts like an escape sequence is not a letter. */
const isOneLetter = (input: string): boolean =>
  !/^[[O]/.test(input) && [...new Intl.Segmenter().segment(input)].length === 1

function lettersIn(input: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(input), ({ segment }) => LETTERS.get(segment) ?? segment).filter(
    (letter) => !CONTROL.test(letter),
  )
}

/** Keys that arrive as letters if several arrive at once. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\r\n', 'enter'],
  ['\t', 'tab'],
  ['\u007f', 'backspace'],
])

const CONTROL = /\p{Cc}/u
