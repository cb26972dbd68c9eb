/**
 * Characters that can control a terminal or hide text: control characters, Unicode line breaks, and direction marks.
 */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** Escapes text from outside for a terminal: characters that could control it become `\u{...}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}
