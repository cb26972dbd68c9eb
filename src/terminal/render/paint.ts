import { styleText } from 'node:util'
import type { Output } from '../io.ts'

/** Colours text by its meaning; returns it unchanged if colours are off. */
export interface Paint {
  /** Headings and the most important text. */
  readonly strong: (text: string) => string
  /** Less important text. */
  readonly faint: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
}

type Style = Parameters<typeof styleText>[0]

/** Returns the colours for a stream: only on a terminal that supports them, and not with NO_COLOR or `--no-color`. */
export function paintFor(
  output: Output,
  env: Readonly<Record<string, string | undefined>>,
  colourless: boolean,
): Paint {
  const coloured = output.isTerminal && !colourless && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
  const inStyle = (style: Style) => (text: string) =>
    coloured ? styleText(style, text, { validateStream: false }) : text
  return { strong: inStyle('bold'), faint: inStyle('dim'), good: inStyle('green'), bad: inStyle('red') }
}

/** Terminals that cannot show much more than ASCII. */
const PLAIN_TERMINALS: ReadonlySet<string | undefined> = new Set(['linux', 'dumb'])

/** Whether the locale and the terminal support Unicode. */
export function knowsUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'UTF-8'
  return /utf-?8/i.test(locale) && !PLAIN_TERMINALS.has(env.TERM)
}
