import stringWidth from 'string-width'

const PLAIN = /^[ -~]*$/

/**
 * Returns how many columns of a terminal a text takes. Escape sequences take none. Most texts are plain ASCII, for which
 * the library is not called: the program loads it on its first call, which takes as long as starting Node.
 */
export function textWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text)
}
