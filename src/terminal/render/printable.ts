/** Characters that could steer a terminal or hide what is there: controls, line breaks of Unicode, direction marks. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** Text from outside, safe to show: what could steer a terminal stands as `\u{...}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}
