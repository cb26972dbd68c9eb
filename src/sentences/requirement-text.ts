import { limitWords } from '../game/actions/words.ts'
import { clockValueWords, requirementWords } from '../game/rules/words.ts'
import type { Obstacle } from '../interface/why-answer.ts'

/** Describes how a limit cut a reward: `cut from 45 to the max 40`. */
export function limitText({ by, item, sum, limit }: Extract<Obstacle, { kind: 'limits' }>['limits'][number]): string {
  if (by === 'max_items') return `no room for ${item ?? 'another item'}: at most ${limit} kinds of item`
  return `${item === undefined ? '' : `${item} `}cut from ${rounded(sum)} to the ${by} ${limit}`
}

/** Describes a limit on plays: `at most 3 per day`. */
export const rateText = ({ count, window_ms, type }: Extract<Obstacle, { kind: 'rate' }>['rate']): string =>
  limitWords([count, window_ms, type])

/** A requirement as answers contain it, with the name of what it reads. */
export interface ShownRequirement {
  readonly requires: { readonly type: string; readonly context?: unknown; readonly [part: string]: unknown }
  readonly name?: string | undefined
  readonly formula?: string | undefined
  readonly against?: string | undefined
}

/** Describes a requirement, with the computed value of its right side and the formula of a compound metric. */
function neededText({ requires, name, formula, against }: ShownRequirement): string {
  const words = requirementWords(requires, name) ?? requires.type
  const { rhs } = (requires.context ?? {}) as { readonly rhs?: string }
  const computed = rhs === undefined || against === undefined || rhs === against ? '' : ` (= ${rounded(against)})`
  return `${words}${computed}${formula === undefined ? '' : ` (${name} = ${formula})`}`
}

/** Formats the value that was found. */
function foundText({ requires }: ShownRequirement, found: string): string {
  const { func } = (requires.context ?? {}) as { readonly func?: string }
  return func === undefined ? rounded(found) || 'none' : clockValueWords(func, found)
}

/**
 * Describes a requirement that a player does not meet: `it needs XP >= 100, they have 30 (70 missing)`. `missing` is
 * the amount to add, negative if there is too much.
 */
export function unmetText(shown: ShownRequirement, has: string, missing: string | undefined): string {
  if (shown.requires.type === 'team') return `they need to be ${neededText(shown)}`
  return `${comparedText(shown, has)}${missingText(missing)}`
}

/** Describes a requirement that is met: `plays of Lesson >= 1: yes (2)`. */
export function metText(shown: ShownRequirement, found: string): string {
  return `${neededText(shown)}: yes${shown.requires.type === 'team' ? '' : ` (${foundText(shown, found)})`}`
}

/**
 * Returns what is required and what was found: `it needs XP >= 100, they have 30`, or `it needs hour of day >= 8, it is
 * 7`.
 */
function comparedText(shown: ShownRequirement, found: string): string {
  const isOfPlayer = shown.requires.type === 'metric' || shown.requires.type === 'action'
  return `it needs ${neededText(shown)}, ${isOfPlayer ? 'they have' : 'it is'} ${foundText(shown, found)}`
}

function missingText(missing = '0'): string {
  if (missing.startsWith('-')) return ` (${rounded(missing.slice(1))} too many)`
  return missing === '0' ? '' : ` (${rounded(missing)} missing)`
}

/** The number of decimals that are shown; `--json` has all. */
const MAX_DECIMALS = 6
const TOO_LONG = new RegExp(`^(-?)(\\d+)\\.(\\d{${MAX_DECIMALS}})(\\d)\\d*$`)

/** Rounds a number that has too many decimals; returns any other text unchanged. */
export function rounded(text: string): string {
  const [, sign = '', whole, decimals, next = '0'] = TOO_LONG.exec(text) ?? []
  if (whole === undefined || decimals === undefined) return text
  const digits = String(BigInt(whole + decimals) + (next >= '5' ? 1n : 0n)).padStart(MAX_DECIMALS + 1, '0')
  const shown = `${digits.slice(0, -MAX_DECIMALS)}.${digits.slice(-MAX_DECIMALS)}`
  return sign + shown.replace(/\.?0+$/, '')
}

/** Returns the values of the names in a formula: ` ($vars.votes is 7)`. */
export function readsText(reads: Readonly<Record<string, string>>): string {
  const each = Object.entries(reads).map(([name, value]) => `${name} is ${rounded(value) || 'none'}`)
  return each.length === 0 ? '' : ` (${each.join(', ')})`
}
