import { InvalidArgumentError } from 'commander'
import { suggestion } from '../game/kernel/nearest.ts'
import { parseHistoryPosition } from '../interface/history-position.ts'
import type { Argument, Completes, Option } from './command.ts'

/** Declares an option without a value. */
export function flag(flags: string, about: string): Option<boolean> {
  return { flags, about, absent: false }
}

/** Declares an option with a text. */
export function text(flags: string, about: string, completes?: Completes): Option<string | undefined> {
  return { flags, about, absent: undefined, completes, parse: (value) => value }
}

/** Returns the same option, which rejects an empty value. */
export function filled<T>(option: Option<T>): Option<T> {
  return {
    ...option,
    parse(value, before) {
      if (value.trim() === '') throw new InvalidArgumentError('Expected a value that is not empty.')
      return option.parse?.(value, before) ?? before
    },
  }
}

/** Declares an option with a history position: the number of an entry, or a time, as the user wrote it. Spec 6.6. */
export function historyPosition(flags: string, about: string): Option<string | undefined> {
  const parse = (value: string): string => {
    if (parseHistoryPosition(value)) return value
    throw new InvalidArgumentError('Expected the number of an entry, or a time such as 2026-01-31T12:00:00Z.')
  }
  return filled({ flags, about, absent: undefined, parse })
}

/** Declares `--at`: the moment to read the game as of. Spec 6.6 `GET /then/:asked_path`. */
export const asOfMoment = historyPosition(
  '--at <position>',
  'Show it as it was after this entry of the history, or at this time',
)

/** Declares an option that can be repeated. */
export function texts(flags: string, about: string, completes?: Completes): Option<readonly string[]> {
  return { flags, about, absent: [], completes, parse: (value, before) => [...before, value] }
}

/** Declares an option with a whole number within [min, max]. */
export function integer(flags: string, about: string, min: number, max: number): Option<number | undefined> {
  return { flags, about, absent: undefined, parse: (value) => readInteger(value, min, max) }
}

function readInteger(value: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`)
}

/** Declares an option with one of a few words, in upper or lower case. */
export function choice<const Word extends string>(
  flags: string,
  about: string,
  words: readonly Word[],
): Option<Word | undefined> {
  const parse = (value: string): Word => {
    const word = words.find((known) => known.toLowerCase() === value.toLowerCase())
    if (word === undefined)
      throw new InvalidArgumentError(`Expected one of ${words.join(', ')}${suggestion(value, words)}.`)
    return word
  }
  return { flags, about: `${about} (${words.join(', ')})`, absent: undefined, completes: words, parse }
}

/** Declares a repeatable option of the form `NAME=VALUE`. `form` names the two parts in errors. */
export function pairs(flags: string, about: string, form = 'NAME=VALUE'): Option<readonly Pair[]> {
  return { flags, about, absent: [], parse: (value, before) => [...before, readPair(value, form)] }
}

/**
 * Declares `--scope`: the scopes of custom leaderboards that a play counts in, each with the entity that it counts for.
 * Spec 6.2.
 */
export function scopePairs(): Option<readonly Pair[]> {
  return pairs('--scope <id=entity>', 'A scope of a custom leaderboard and its entity (repeatable)', 'ID=ENTITY')
}

/** The texts before and after the first `=`. */
export type Pair = readonly [name: string, value: string]

function readPair(value: string, form: string): Pair {
  const at = value.indexOf('=')
  if (at < 1) throw new InvalidArgumentError(`Expected ${form}.`)
  return [value.slice(0, at), value.slice(at + 1)]
}

/** Declares a required argument. */
export function required(name: string, about: string, completes?: Completes): Argument<string> {
  return { syntax: `<${name}>`, about, absent: '', completes }
}

/** Declares an optional argument. */
export function optional(name: string, about: string, completes?: Completes): Argument<string | undefined> {
  return { syntax: `[${name}]`, about, absent: undefined, completes }
}

/** Declares an argument that takes all words that follow; it can be empty. */
export function several(name: string, about: string, completes?: Completes): Argument<readonly string[]> {
  return { syntax: `[${name}...]`, about, absent: [], completes }
}

/** Declares an argument that takes all words that follow, at least one. */
export function oneOrMore(name: string, about: string, completes?: Completes): Argument<readonly string[]> {
  return { syntax: `<${name}...>`, about, absent: [], completes }
}

/** The options of every command. Spec 6.2. */
export const commonOptions = {
  json: flag('--json', "Print the service's JSON and nothing else"),
  quiet: flag('-q, --quiet', 'Print only the result'),
  colourless: flag('--no-color', 'Print without colours'),
  verbose: flag('--verbose', 'Show stack traces'),
  config: text('--config <file>', 'Use this gamify.json instead of the nearest one', 'file'),
  url: text('--url <url>', 'The address of the emulator, or of several nodes with commas (GAMIFY_URL)'),
  runtime: choice('--runtime <name>', 'The runtime to use', ['staging', 'production']),
  as: text('--as <player>', 'The player to act as (GAMIFY_PLAYER)', 'player'),
}
