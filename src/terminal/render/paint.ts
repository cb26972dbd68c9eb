import { styleText } from 'node:util'
import type { Output } from '../io.ts'

/** Gives text a meaning's colour, or leaves it as it is where colours are not wanted. */
export interface Paint {
  /** Headings and what matters most. */
  readonly strong: (text: string) => string
  /** What may be overlooked. */
  readonly faint: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
}

type Style = Parameters<typeof styleText>[0]

/** Colours for a stream: only on a terminal that knows them, and neither with NO_COLOR nor with `--no-color`. */
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

/** Terminals whose letters do not go far beyond those of a typewriter. */
const PLAIN_TERMINALS: ReadonlySet<string | undefined> = new Set(['linux', 'dumb'])

/** Whether what is printed may hold more than ASCII: not where the locale or the terminal knows no more. */
export function knowsUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'UTF-8'
  return /utf-?8/i.test(locale) && !PLAIN_TERMINALS.has(env.TERM)
}
