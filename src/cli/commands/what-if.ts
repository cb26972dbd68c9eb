import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Design } from '../../game/design/design.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { parseHistoryPosition, type HistoryPosition } from '../../interface/history-position.ts'
import { simulatedGame } from '../../lab/lab-info.ts'
import type { EndExpectation } from '../../lab/simulate/report.ts'
import type { RecordedHistory } from '../../lab/what-if/recorded-history.ts'
import type { WhatIfReport } from '../../lab/what-if/report.ts'
import type { DifferingEntry } from '../../lab/what-if/side-by-side.ts'
import { isProblem, problemsIn, readJsonFile } from '../../project/json-file.ts'
import { problemAt } from '../../project/problem.ts'
import type { Project } from '../../project/project.ts'
import { LockHeld, StorageError } from '../../storage/storage-error.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { loadProject, wrongConfiguration } from '../../terminal/load-project.ts'
import { knowsUnicode } from '../../terminal/render/paint.ts'
import { progressBar } from '../../terminal/render/progress.ts'
import { stayWithService } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import { untilSignal } from '../ending-signal.ts'
import { openInput } from '../input-file.ts'
import { readLabDesign } from '../lab-design.ts'
import { filled, flag, historyPosition, optional, text } from '../option.ts'
import { programVersion } from '../package-root.ts'
import { writeState } from '../state-file.ts'
import { fileKind } from '../write-file.ts'
import { checkOutputs, writeEach, writeNoted } from './simulate/outputs.ts'

/** `gamify what-if`: decides a recorded history again under another design. Spec 7.2. */
export const whatIf = defineCommand({
  arguments: { dir: optional('dir', 'The other design (default: the design files of the project)', 'directory') },
  options: {
    from: filled(text('--from <file>', "A history from 'gamify state export' (default: the running game)", 'file')),
    data: filled(text('--data <dir>', 'The data directory of a game that is not running, instead', 'directory')),
    since: historyPosition('--since <point>', 'Use the other design from this entry or time (default: the first)'),
    player: filled(text('--player <id>', 'Show what differs for this player, entry by entry', 'player')),
    failIfLost: flag('--fail-if-lost', 'Exit with 1 if a player would lose a level, an item or an ended process'),
    expect: filled(text('--expect <file>', 'Exit with 1 if players would not end with what this file expects', 'file')),
    out: filled(text('--out <file>', 'Write the report to this file as JSON, too', 'file')),
    html: filled(text('--html <file>', 'Write a page with plots to this file', 'file')),
  },
  examples: [
    'gamify what-if',
    'gamify what-if ./other/design --since 2026-01-31T12:00:00Z',
    'gamify what-if --from game.ndjson --fail-if-lost',
    'gamify what-if --data .gamify',
    'gamify what-if --player neo',
    'gamify what-if --expect expectations.json --html what-if.html',
  ],
  notes: [
    'Decides each recorded command again at its time, with its input and its luck, and compares what players end up with.',
    'Changes nothing. Recorded deployments are skipped, and commands that were refused are not in the history.',
    'With --json: the report; with --player also its differing entries.',
  ].join('\n'),
  async run({ dir, from, data, since: point, player, failIfLost, expect, out, html }, shell) {
    if (from !== undefined && data !== undefined)
      throw usageError('--from and --data cannot be combined', 'name one history')
    const { io } = shell
    const { game, design: own } = await loadProject(shell)
    const { design, directory } = await readLabDesign(shell, dir, own)
    const expected = expect === undefined ? [] : await readExpectations(shell, expect, design)
    const read = [from, data, expect].flatMap((path) => (path === undefined ? [] : [resolve(io.cwd, path)]))
    await checkOutputs(shell, { out, html, csv: undefined }, [...read, directory])
    const ending = new AbortController()
    const interrupted = untilSignal(io, ending, removeTemporary)
    const { differing, report } = await withHistory(
      shell,
      { from, data, game, signal: ending.signal },
      async (path) => {
        const since = point === undefined ? undefined : parseHistoryPosition(point)
        return replay(shell, { path, design, game, since, player, expect: expected, signal: ending.signal })
      },
    ).catch((error: unknown) => {
      if (ending.signal.aborted) return { differing: undefined, report: undefined }
      throw error
    })
    if (!report) return interrupted
    const document = JSON.stringify(differing ? { ...report, differing } : report)
    await writeEach([
      async () => {
        if (out !== undefined) await writeNoted(shell, out, `${document}\n`)
      },
      async () => {
        if (html !== undefined) await writePage(shell, html, report, game.title)
      },
    ])
    shell.printJson(document)
    if (!shell.options.json) await printSummary(shell, report, differing)
    if (ending.signal.aborted) return interrupted
    const isLost = failIfLost && report.losers > 0
    return isLost || report.expect.some(({ holds }) => !holds) ? exitCode.refused : exitCode.ok
  },
})

async function writePage(shell: Shell, path: string, report: WhatIfReport, name: string): Promise<void> {
  const [{ whatIfPage }, { readPageScript }] = await Promise.all([
    import('../../lab/page/what-if-page.ts'),
    import('../../lab/page/page-script.ts'),
  ])
  await writeNoted(shell, path, whatIfPage(report, { script: await readPageScript(), name }))
}

/** Reads a list of expectations. Throws a CliError with all problems of the file. */
async function readExpectations({ io }: Shell, path: string, design: Design): Promise<readonly EndExpectation[]> {
  const file = resolve(io.cwd, path)
  const read = await readJsonFile(io.files, file)
  if (read === undefined)
    throw wrongConfiguration([problemAt(file, 'no such file; expected a list of expectations')], io.cwd)
  if (isProblem(read)) throw wrongConfiguration([read], io.cwd)
  const { parseEndExpectations } = await import('../../lab/what-if/end-expectations.ts')
  const parsed = parseEndExpectations(read.value, design)
  if ('problems' in parsed) throw wrongConfiguration(problemsIn(read, parsed.problems), io.cwd)
  return parsed.expect
}

/** Where the history comes from: a file, a data directory, or else the running game. */
interface HistorySource {
  readonly from: string | undefined
  readonly data: string | undefined
  readonly game: Project['game']
  readonly signal: AbortSignal
}

/** Calls `use` with the path of a file that has the history, which is removed afterwards unless the user named it. */
async function withHistory<T>(
  shell: Shell,
  { from, data, game, signal }: HistorySource,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const { io } = shell
  if (from !== undefined) {
    const path = resolve(io.cwd, from)
    if (from === '-' || (await fileKind(path, io.files)) === 'other')
      throw usageError(
        `--from ${from} is not a file that can be read twice`,
        'write the history to a file, and name it',
      )
    return use(path)
  }
  const directory = await mkdtemp(join(tmpdir(), 'gamify-what-if-'))
  temporary.add(directory)
  try {
    const path = join(directory, 'history.ndjson')
    if (data === undefined) {
      const { writeExport } = await import('./state/export.ts')
      await stayWithService(shell, ({ client }) => writeExport(shell, path, client, signal))
    } else await writeState(io.files, path, storedIn(shell, resolve(io.cwd, data), join(directory, 'copy'), game))
    return await use(path)
  } finally {
    await rm(directory, { recursive: true, force: true })
    temporary.delete(directory)
  }
}

/** Directories to remove at once if a second signal ends the program. */
const temporary = new Set<string>()

function removeTemporary(): void {
  for (const directory of temporary) rmSync(directory, { recursive: true, force: true })
}

async function* storedIn(
  { options }: Shell,
  directory: string,
  copy: string,
  game: Project['game'],
): AsyncGenerator<string> {
  const { hasGame, storedHistory } = await import('../../lab/what-if/stored-history.ts')
  if (!(await hasGame(directory))) throw usageError(`${directory} has no game`, 'name the data directory of a game')
  try {
    yield* storedHistory({ directory, copy, runtime: options.runtime ?? 'staging', game, program: programVersion() })
  } catch (error) {
    if (error instanceof LockHeld)
      throw usageError(`the game in ${directory} is running`, 'leave out --data to read the running game')
    if (error instanceof StorageError) throw usageError(error.message)
    throw error
  }
}

interface Replaying {
  readonly path: string
  readonly design: Design
  readonly game: Project['game']
  /** Undefined for the first entry that can be decided again. */
  readonly since: HistoryPosition | undefined
  readonly player: string | undefined
  readonly expect: readonly EndExpectation[]
  readonly signal: AbortSignal
}

interface Replayed {
  readonly report: WhatIfReport
  /** What differs for the player of `--player`. */
  readonly differing: readonly DifferingEntry[] | undefined
}

async function replay(
  shell: Shell,
  { path, design, game, since, player, expect, signal }: Replaying,
): Promise<Replayed> {
  const [{ readHistory, isBadHistory }, lab, { differingEntry, names }, { labZone }] = await Promise.all([
    import('../../lab/what-if/recorded-history.ts'),
    import('../../lab/what-if/what-if.ts'),
    import('../../lab/what-if/side-by-side.ts'),
    import('../../lab/lab-zone.ts'),
  ])
  const bar = progressBar(shell, 'deciding again')
  const differing: DifferingEntry[] | undefined = player === undefined ? undefined : []
  let isKnown = player === undefined
  try {
    let isExamined = false
    const isEnded = (): boolean => signal.aborted && !isExamined
    const history = await readHistory(() => bytesOf(path, shell, isEnded), game.id)
    isExamined = true
    requireReached(history, since)
    const { first, seq } = history.header
    const report = await lab.whatIf({
      ...history,
      entries: history.entries(),
      runtime: history.header.runtime,
      design,
      game: simulatedGame(game),
      zoneOffset: labZone(game.timezone),
      since: since ?? { seq: history.first },
      expect,
      signal,
      onProgress: (entries) => bar.show(entries, seq - first + 1),
      onOutcome: (entry, outcome) => {
        if (player === undefined) return
        isKnown ||= names(entry, player)
        const found = differingEntry(entry, outcome, player)
        if (found) differing?.push(found)
      },
    })
    if (!isKnown && !report.partial) throw usageError(`the history has no player ${quoted(player ?? '')}`)
    return { report, differing }
  } catch (error) {
    if (isBadHistory(error))
      throw usageError(`${path}: ${error.message}`, "name a file that 'gamify state export' wrote")
    throw error
  } finally {
    bar.end()
  }
}

/** Yields the bytes of a file. Throws once `isEnded`. */
async function* bytesOf(path: string, { io }: Shell, isEnded: () => boolean): AsyncGenerator<Buffer> {
  const input = await openInput(path, io, "name a file that 'gamify state export' wrote")
  try {
    for await (const piece of input.bytes()) {
      if (isEnded()) throw new Error('the history is no longer needed')
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    }
  } finally {
    input.close()
  }
}

/** Requires a history to have the entry from which it is decided again. */
function requireReached({ header, first }: RecordedHistory, since: HistoryPosition | undefined): void {
  const { seq, time } = header
  if (!since) return
  if ('seq' in since && since.seq < first && first > 1)
    throw usageError(`entry ${first} is the first one that can be decided again`, 'name it or a later one with --since')
  const isReached = 'seq' in since ? since.seq <= seq : since.at <= Date.parse(time)
  if (!isReached && seq > 0)
    throw usageError(`--since is after the end of the history, which has ${seq} entries until ${time}`)
}

async function printSummary(
  shell: Shell,
  report: WhatIfReport,
  differing: readonly DifferingEntry[] | undefined,
): Promise<void> {
  const [{ whatIfSummary }, { describeDifference }] = await Promise.all([
    import('../../lab/what-if/summary.ts'),
    import('../../lab/what-if/side-by-side.ts'),
  ])
  const { paint, io, options } = shell
  shell.print(whatIfSummary(report, { paint, unicode: knowsUnicode(io.env) }, options.quiet))
  if (!differing || options.quiet) return
  shell.print('')
  if (differing.length === 0) shell.print('Nothing differs for this player.')
  for (const each of differing) shell.print(describeDifference(each, paint))
}
