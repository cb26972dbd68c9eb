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
 * Returns the names of the keys that were pressed: `up`, `shift+tab`, `ctrl+c`, or the character itself. A terminal can send
 * several keys at once, or a sequence that is not a key. Alt with a letter looks the same as Esc followed by the letter. It
 * counts as the latter, because no key binding uses Alt.
 */
export function keyNames(input: string, key: Key): readonly string[] {
  if (key.eventType === 'release') return []
  if (key.tab) return [key.shift ? 'shift+tab' : 'tab']
  const named = NAMED.find(([flag]) => key[flag])
  if (named !== undefined) return [named[1]]
  if (key.ctrl) return input === '' ? [] : [`ctrl+${input}`]
  if (key.meta) return isOneCharacter(input) ? ['esc', ...charactersIn(input)] : []
  return charactersIn(input)
}

/** A text that starts like an escape sequence is not a character. */
const isOneCharacter = (input: string): boolean =>
  !/^[[O]/.test(input) && [...new Intl.Segmenter().segment(input)].length === 1

function charactersIn(input: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(input), ({ segment }) => CHARACTERS.get(segment) ?? segment).filter(
    (name) => !CONTROL.test(name),
  )
}

/** Keys that arrive as characters if several arrive at once. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\r\n', 'enter'],
  ['\t', 'tab'],
  ['\u007f', 'backspace'],
])

const CONTROL = /\p{Cc}/u
