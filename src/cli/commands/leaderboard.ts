import { ServiceError } from '../../client/service-error.ts'
import { counted } from '../../sentences/quantities.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { hint } from '../../terminal/hint.ts'
import { boardCsv, trendCsv } from '../../terminal/render/leaderboard-csv.ts'
import { boardsText, boardText, type BoardTextOptions } from '../../terminal/render/leaderboard-text.ts'
import { knowsUnicode } from '../../terminal/render/paint.ts'
import { cut } from '../../terminal/render/table.ts'
import { barsNote, trendText } from '../../terminal/render/trend-text.ts'
import { whoHeads } from '../../terminal/render/who-heads.ts'
import { stayWithService, withService, type Service } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import { optional } from '../option.ts'
import { mergedHeads, pageHeading, pageNotes, heading, rangeNote } from './leaderboard/captions.ts'
import { boardFlags, boardOptions, checkChoice, nearestCycle, type BoardChoice } from './leaderboard/options.ts'
import { hasDesign, readBoards, readShownPage, type ShownPage, type BoardDefinition } from './leaderboard/reading.ts'
import { readShownTrends, type ShownTrends } from './leaderboard/trends.ts'
import { watchBoard } from './leaderboard/watch.ts'

/** `gamify leaderboard`: prints the leaderboards, the rows of one, or rank trends. Spec 6.2. */
export const leaderboard = defineCommand({
  arguments: { id: optional('id', 'The leaderboard (default: list all leaderboards)', 'leaderboard') },
  options: boardOptions,
  examples: [
    'gamify leaderboard',
    'gamify leaderboard top --cycle weekly --around neo --radius 3',
    'gamify leaderboard top --limit all --csv',
    'gamify leaderboard top --watch',
    'gamify leaderboard top --trend --cycle daily --from 2026-01-01 --to 2026-01-31',
  ],
  notes: [
    'Marks the row of --around or of --as. A leaderboard needs neither.',
    '--trend shows the players of --around, or up to 100 players of the last period that has rows. A higher bar is a better',
    'rank. FIRST and LAST are the first and the last period in which the player was on the leaderboard.',
    'With --merge, the ranks are those of the first leaderboard.',
    "In CSV, a name that a spreadsheet would read as a formula starts with '.",
  ].join('\n'),
  async run({ id, ...choice }, shell) {
    checkChoice(choice, id, shell.options.json)
    if (id === undefined) return listBoards(shell)
    try {
      return await show(shell, id, choice)
    } catch (error) {
      throw withAdvice(error, id, choice.cycle, shell)
    }
  },
})

async function show(shell: Shell, id: string, choice: BoardChoice): Promise<number | void> {
  if (choice.watch) return stayWithService(shell, (service) => watchRows(shell, service, id, choice), boardFlags)
  return choice.trend ? showTrends(shell, id, choice) : showRows(shell, id, choice)
}

/** Adds advice to the error for an unknown leaderboard or cycle that has no suggestion yet. */
function withAdvice(error: unknown, id: string, cycle: string | undefined, shell: Shell): unknown {
  if (!(error instanceof CliError) || !(error.cause instanceof ServiceError) || error.advice.length > 0) return error
  const { message, exitCode, json, cause } = error
  const advice =
    cause.code === 'leaderboard_not_found'
      ? boardAdvice(id, shell)
      : cause.code === 'invalid_cycle'
        ? cycleAdvice(cycle)
        : []
  return new CliError(message, { code: cause.code, exitCode, json, advice, cause })
}

function boardAdvice(id: string, shell: Shell): readonly string[] {
  const cycle = nearestCycle(id)
  const meant = `'${id}' looks like a cycle; run ${hint(shell, `leaderboard BOARD --cycle ${cycle}`)}`
  return [...(cycle === undefined ? [] : [meant]), `run ${hint(shell, 'leaderboard')} to list the leaderboards`]
}

function cycleAdvice(cycle = ''): readonly string[] {
  const meant = nearestCycle(cycle)
  return meant === undefined || meant === cycle ? [] : [`did you mean '--cycle ${meant}'?`]
}

async function listBoards(shell: Shell): Promise<void> {
  const { text, body, isLaunched } = await withService(shell, async (service) => {
    const boards = await readBoards(service)
    return { ...boards, isLaunched: boards.body.length > 0 || (await hasDesign(service)) }
  })
  shell.printJson(text)
  shell.print(boardsText(body))
  if (!isLaunched) shell.note(`no design is deployed there yet; run ${hint(shell, 'design deploy')} to deploy one`)
  else if (body.length === 0) shell.note('no leaderboards; add one as a file in design/leaderboards')
}

async function showRows(shell: Shell, id: string, choice: BoardChoice): Promise<void> {
  const read = async (service: Service) => ({ shown: await readShownPage(service, id, choice), player: service.player })
  const { shown, player } = await withService(shell, read, boardFlags)
  for (const note of [...ignoredNotes(id, choice, shown.boards), pageHeading(id, choice, shown)]) shell.note(note)
  shell.printJson(shown.text)
  if (choice.csv) shell.io.stdout.write(boardCsv(shown.page.data, mergedHeads(choice)))
  else shell.print(renderRows(shell, choice, player, shown))
  for (const note of pageNotes(shell, id, choice, shown)) shell.note(note)
}

function watchRows(shell: Shell, service: Service, id: string, choice: BoardChoice): Promise<number> {
  const { io, options, paint } = shell
  const above = (shown: ShownPage): string[] => [
    ...ignoredNotes(id, choice, shown.boards),
    pageHeading(id, choice, shown),
  ]
  const below = (shown: ShownPage): string[] => pageNotes(shell, id, choice, shown)
  return watchBoard(shell, service, {
    read: () => readShownPage(service, id, choice),
    remarks: (shown) =>
      io.stdout.isTerminal || shown.page.data.length === 0 ? [...above(shown), ...below(shown)] : above(shown),
    draw: (shown, before, status) => {
      const width = io.stdout.columns
      const rows = renderRows(shell, choice, service.player, shown, { before, width })
      // On a pipe, stdout has only rows.
      if (!io.stdout.isTerminal || options.quiet) return rows
      const faint = (line: string): string => paint.faint(cut(line, width ?? Infinity, knowsUnicode(io.env)))
      const notes = [...below(shown), ...(status === undefined ? [] : [status])]
      return [...above(shown).map(faint), rows, ...notes.map(faint)].join('\n')
    },
  })
}

async function showTrends(shell: Shell, id: string, choice: BoardChoice): Promise<void> {
  const shown = await withService(shell, (service) => readShownTrends(service, id, choice), boardFlags)
  const { text, trends, board, boards } = shown
  for (const note of [...ignoredNotes(id, choice, boards), trendHeading(id, choice, shown)]) shell.note(note)
  shell.printJson(text)
  if (choice.csv) shell.io.stdout.write(trendCsv(trends))
  else {
    shell.print(trendText(trends, whoHeads(board?.entity_type), knowsUnicode(shell.io.env)))
    noteIfAny(shell, barsNote(trends))
  }
  noteIfAny(shell, whoseNote(shell, id, choice, shown))
}

function renderRows(
  { paint, io }: Shell,
  choice: BoardChoice,
  player: string | undefined,
  { page, board }: ShownPage,
  watched: Pick<BoardTextOptions, 'before' | 'width'> = {},
): string {
  const caller = board?.entity_type === 'teams' ? undefined : player
  return boardText(page.data, {
    who: whoHeads(board?.entity_type),
    scores: ['SCORE', ...mergedHeads(choice)],
    marked: choice.around[0] ?? caller,
    unicode: knowsUnicode(io.env),
    paint,
    ...watched,
  })
}

function noteIfAny(shell: Shell, note: string | undefined): void {
  if (note !== undefined) shell.note(note)
}

/** Returns a note for each option that has no effect on the shown leaderboards. */
function ignoredNotes(id: string, choice: BoardChoice, boards: readonly BoardDefinition[]): string[] {
  const merged = choice.merge.flatMap((list) => list.split(',')).map((item) => item.split('|'))
  const shown = boards.filter((board) => board.id === id || merged.some(([other]) => other === board.id))
  const board = boards.find((each) => each.id === id)
  const cycles = [choice.cycle ?? board?.cycles[0], ...merged.map(([, cycle]) => cycle)]
  const kinds = new Set(shown.map(({ scope }) => scope.type))
  return [
    ...(choice.team !== undefined && !kinds.has('team_instance')
      ? ['--team is ignored: this leaderboard does not rank within teams']
      : []),
    ...(choice.scope !== undefined && !kinds.has('custom')
      ? ['--scope is ignored: this leaderboard is not custom']
      : []),
    ...(choice.at !== undefined && cycles.every((cycle) => cycle === 'alltime')
      ? ['--at is ignored: the cycle alltime never ends; choose another one with --cycle']
      : []),
  ]
}

/** Returns the heading of trends: `top, daily, 10 periods from 2026-11-14 to 2026-11-23`. */
function trendHeading(id: string, choice: BoardChoice, { board, cycle, dates }: ShownTrends): string {
  const [first, last] = [dates[0], dates.at(-1)]
  const time = first === last ? (first ?? '') : ` from ${first} to ${last}`
  const periods = counted(dates.length, 'period', 'periods')
  return heading(board, id, choice, cycle, first === last ? [periods, time].join(' ').trim() : periods + time)
}

/** Returns a note about whose trends are shown if the user named nobody; undefined if it is clear. */
function whoseNote(shell: Shell, id: string, choice: BoardChoice, shown: ShownTrends): string | undefined {
  const { dates, rows } = shown
  if (choice.around.length > 0) return undefined
  if (dates.length === 0) return 'no period started in that time'
  if (rows === undefined) return 'nobody was on this leaderboard in that time'
  const { page, date } = rows
  if (page.data.length < page.total) return `${rangeNote(shell, id, choice, page)} (as of ${date})`
  return date === dates.at(-1) ? undefined : `showing the rows of ${date}, the last period with any rows`
}
