import { shownPeriod, type Cycle, type ShownPeriod } from '../../../inspect/board-period.ts'
import { counted } from '../../../sentences/quantities.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { hint } from '../../../terminal/hint.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { givenIn, type BoardChoice } from './options.ts'
import type { BoardDefinition, BoardPage, ShownPage } from './reading.ts'

/** The number of rows on a page without `--limit`. */
const DEFAULT_ROWS = 10

/** Returns the heading of a page: `top, daily, 2026-11-23`. */
export function pageHeading(id: string, choice: BoardChoice, shown: ShownPage): string {
  return heading(shown.board, id, choice, cycleOf(shown.board, choice), periodOf(choice, shown).text)
}

/** Returns a heading with the leaderboard, its team or scope, and further parts such as the cycle and the time. */
export function heading(
  board: BoardDefinition | undefined,
  id: string,
  { team, scope }: BoardChoice,
  ...more: readonly (string | undefined)[]
): string {
  const part =
    board?.scope.type === 'team_instance'
      ? `team ${team}`
      : board?.scope.type === 'custom'
        ? `scope ${scope}`
        : undefined
  return [id, part, ...more].filter((word) => word !== undefined).join(', ')
}

/** Returns the cycle that is shown: the requested one, or the first of the leaderboard. */
function cycleOf(board: BoardDefinition | undefined, { cycle }: BoardChoice): Cycle | undefined {
  return cycle === undefined ? board?.cycles[0] : board?.cycles.find((each) => each === cycle)
}

function periodOf(choice: BoardChoice, { board, nowMs }: ShownPage): ShownPeriod {
  return shownPeriod(cycleOf(board, choice) ?? 'alltime', choice.at, nowMs)
}

/** Returns notes about the rows on the page, the command for the next ones, and the rank of the calling player. */
export function pageNotes(shell: Shell, id: string, choice: BoardChoice, shown: ShownPage): string[] {
  const { page, caller } = shown
  const notes = [rowsNote(shell, id, choice, shown)]
  if (caller !== undefined) {
    const around = { ...choice, around: [caller.id], limit: undefined, skip: undefined }
    const how = hint(shell, commandLine(shell, id, around))
    notes.push(`${caller.id} is ${ordinal(caller.rank)} of ${page.total}; run ${how} to show the rows around it`)
  }
  return notes.filter((note) => note !== undefined)
}

function rowsNote(shell: Shell, id: string, choice: BoardChoice, shown: ShownPage): string | undefined {
  const [centre] = choice.around
  const { data, total } = shown.page
  const { isOver } = periodOf(choice, shown)
  if (centre !== undefined && data.length === 0) {
    if (isOver) return `'${centre}' was not on this leaderboard then${total === 0 ? '; nobody was' : ''}`
    return `'${centre}' is not on this leaderboard${total === 0 ? '; nobody is on it yet' : ''}`
  }
  if (total === 0) return isOver ? 'nobody was on this leaderboard then' : 'nobody is on this leaderboard yet'
  if (centre !== undefined) return `${counted(data.length, 'row', 'rows')} of ${total}, around ${centre}`
  return data.length === total ? undefined : rangeNote(shell, id, choice, shown.page)
}

/** Returns which rows a page has, and the command that shows the next ones. */
export function rangeNote(shell: Shell, id: string, choice: BoardChoice, { data, total }: BoardPage): string {
  const { skip = 0, limit = DEFAULT_ROWS } = choice
  if (limit === 0) return `none of ${counted(total, 'row', 'rows')}, because --limit is 0`
  if (data.length === 0) return `there ${total === 1 ? 'is' : 'are'} only ${counted(total, 'row', 'rows')}`
  const end = skip + data.length
  const rows = skip + 1 === end ? `row ${end} of ${total}` : `rows ${skip + 1} to ${end} of ${total}`
  if (end >= total) return rows
  return `${rows}; run ${hint(shell, commandLine(shell, id, { ...choice, skip: end }))} to show the next`
}

/** Returns the words of the command that shows this choice. */
function commandLine({ options }: Shell, id: string, choice: BoardChoice): string {
  const flags = givenIn(choice).flatMap((name) => {
    const value = choice[name]
    if (value === true) return [`--${name}`]
    return [value].flat().flatMap((each) => [`--${name}`, shellQuoted(each === -1 ? 'all' : String(each))])
  })
  const as = options.as ? ['--as', shellQuoted(options.as)] : []
  return ['leaderboard', shellQuoted(id), ...flags, ...as].join(' ')
}

/** Returns `1st`, `2nd`, `11th`. */
function ordinal(rank: number): string {
  const isTeen = Math.floor(rank / 10) % 10 === 1
  return `${rank}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][rank % 10]) ?? 'th'}`
}

/** Returns the headings of the scores of merged leaderboards: `board:cycle` each. */
export function mergedHeads({ merge }: BoardChoice): string[] {
  return merge.flatMap((list) => list.split(',')).map((part) => part.replace('|', ':'))
}
