import { InvalidArgumentError } from 'commander'
import { nearest } from '../../../game/kernel/nearest.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import type { ParameterFlags } from '../../../terminal/service.ts'
import type { Option } from '../../command.ts'
import { choice, filled, flag, integer, text, texts } from '../../option.ts'
import { pageOptions } from '../../page.ts'

const MAX_ROWS = 1_000_000

/** The cycles of leaderboards, with the unit that users may type for each. */
const CYCLES = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year', alltime: 'all' } as const
const cycles = Object.keys(CYCLES) as readonly (keyof typeof CYCLES)[]

/** Returns the cycle that a user may mean by a word such as `week` or `weekly`. */
export function nearestCycle(word: string): string | undefined {
  const text = word.toLowerCase()
  return cycles.find((cycle) => CYCLES[cycle] === text) ?? nearest(text, cycles)
}

/** The options of `gamify leaderboard`. Spec 6.2. */
export const boardOptions = {
  cycle: filled(
    text(
      '--cycle <cycle>',
      'The cycle: daily, weekly, monthly, yearly or alltime (default: the first cycle of the leaderboard)',
      cycles,
    ),
  ),
  around: filled(
    texts(
      '--around <entity>',
      'Show the rows around this player or team; with --trend, the players to show (repeatable)',
      'player',
    ),
  ),
  radius: integer('--radius <n>', 'The rows on each side of --around (default: 5)', 0, MAX_ROWS),
  limit: rowLimit(),
  skip: pageOptions.skip,
  sort: choice('--sort <order>', 'The sort order', ['descending', 'ascending', 'desc', 'asc']),
  scope: filled(text('--scope <scope>', 'The scope of a custom leaderboard')),
  team: filled(text('--team <team>', 'The team, for a leaderboard that ranks within teams', 'team')),
  merge: filled(
    texts('--merge <boards>', 'Also show the scores of other leaderboards: BOARD|CYCLE, separated by commas'),
  ),
  at: filled(text('--at <time>', 'Show the cycle that contains this time, as it ended')),
  trend: flag('--trend', 'Show how ranks changed from cycle to cycle'),
  from: filled(text('--from <date>', 'With --trend: the first day, such as 2026-01-31')),
  to: filled(text('--to <date>', 'With --trend: the last day')),
  csv: flag('--csv', 'Print CSV: rank, id, name, score; for trends id, name, date, rank, score'),
  watch: flag('--watch', 'Keep the table on screen and update it'),
} as const

/** The parameters of the service that these options set under other names. */
export const boardFlags: ParameterFlags = new Map([
  ['team_instance_id', '--team TEAM'],
  ['scope_id', '--scope SCOPE'],
  ['entity_id', '--around ENTITY'],
  ['entity_ids', '--around ENTITY'],
  ['timestamp', '--at TIME: one such as 2026-01-31T12:00:00Z, 2026-01-31, or UNIX seconds'],
  ['start', '--from DATE: a day such as 2026-01-31'],
  ['end', '--to DATE: a day such as 2026-01-31'],
  ['merge', '--merge BOARD|CYCLE'],
])

/** The values of the options. */
export type BoardChoice = {
  readonly [Name in keyof typeof boardOptions]: (typeof boardOptions)[Name] extends Option<infer T> ? T : never
}

type Name = keyof BoardChoice | 'json'

/** Options that cannot be combined. */
const CONFLICTS: readonly (readonly [Name, Name])[] = [
  ['csv', 'json'],
  ['watch', 'json'],
  ['watch', 'csv'],
  ['watch', 'at'],
  ['trend', 'watch'],
  ['trend', 'merge'],
  ['trend', 'at'],
  ['trend', 'radius'],
  ['around', 'limit'],
  ['around', 'skip'],
]

/** Options that need another one. */
const REQUIREMENTS: readonly (readonly [Name, Name])[] = [
  ['radius', 'around'],
  ['from', 'trend'],
  ['to', 'trend'],
]

/** Throws a usage error if options cannot be combined. */
export function checkChoice(choice: BoardChoice, id: string | undefined, json: boolean): void {
  const given = new Set<Name>([...givenIn(choice), ...(json ? (['json'] as const) : [])])
  const [first] = givenIn(choice)
  if (id === undefined && first !== undefined)
    throw usageError(`--${first} needs a leaderboard`, "run 'gamify leaderboard' to list the leaderboards")
  for (const [a, b] of CONFLICTS)
    if (given.has(a) && given.has(b)) throw usageError(`--${a} and --${b} cannot be combined`)
  for (const [a, b] of REQUIREMENTS)
    if (given.has(a) && !given.has(b)) throw usageError(`--${a} only works with --${b}`)
  if (choice.around.length > 1 && !choice.trend)
    throw usageError('--around takes one player or team', 'use --trend to show several')
}

/** Returns the names of the options that were given. */
export function givenIn(choice: BoardChoice): (keyof BoardChoice)[] {
  const names = Object.keys(boardOptions) as (keyof BoardChoice)[]
  return names.filter((name) => {
    const value = choice[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
  })
}

function rowLimit(): Option<number | undefined> {
  return {
    flags: '--limit <n>',
    about: "The number of rows, or 'all' (default: 10)",
    absent: undefined,
    parse(value) {
      if (value === 'all' || value === '-1') return -1
      if (/^\d{1,7}$/.test(value) && Number(value) <= MAX_ROWS) return Number(value)
      throw new InvalidArgumentError(`Expected a whole number from 0 to ${MAX_ROWS}, or 'all'.`)
    },
  }
}
