import { join, resolve } from 'node:path'
import type { Design } from '../../game/design/design.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import type { SearchOutcome } from '../../lab/check/check-design.ts'
import { DEFAULT_SEED, MAX_RUNS, MAX_SECONDS, type Check } from '../../lab/check/check.ts'
import type { FiledCheck } from '../../lab/check/read-checks.ts'
import type { EarlierScript } from '../../lab/check/report.ts'
import type { ScriptedOutcome } from '../../lab/check/summary.ts'
import { simulatedGame } from '../../lab/lab-info.ts'
import type { PlacedLint } from '../../lab/lint/placed-lints.ts'
import { limitedProblems } from '../../project/problem.ts'
import { usageError, type CliError } from '../../terminal/cli-error.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { loadProject, wrongConfiguration } from '../../terminal/load-project.ts'
import { inThousands, progressBar } from '../../terminal/render/progress.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import { findLints, lintCounts, printLints, shownLints } from '../design-lints.ts'
import { untilSignal } from '../ending-signal.ts'
import { reportToGithub, withGithub } from '../github-report.ts'
import { readLabDesign } from '../lab-design.ts'
import { choice, filled, flag, integer, several, text } from '../option.ts'
import { reportForm, reportForms } from '../report-form.ts'
import { checkOutput, writeOutput } from '../write-file.ts'

/** The heading of a summary of GitHub. */
const TITLE = 'Checks'

/** `gamify check`: searches for a way to break a design. Spec 7.3. */
export const check = defineCommand({
  arguments: { files: several('file', 'Files with checks (default: all in checks/)', 'check') },
  options: {
    design: filled(text('--design <dir>', 'The design directory (default: the one of the project)', 'directory')),
    runs: integer('--runs <n>', 'The number of sequences to play (default: 1000)', 1, MAX_RUNS),
    seconds: integer('--seconds <n>', 'Search for this time instead', 1, MAX_SECONDS),
    randomSeed: filled(text('--random-seed <text>', 'The seed of the search (default: check)')),
    strict: flag('--strict', 'Exit with 1 if there are warnings of lints'),
    noScripts: flag('--no-scripts', 'Write no scripts of what was found'),
    reporter: choice('--reporter <form>', 'How to report the checks and lints', reportForms),
    out: filled(text('--out <file>', 'Write the report to this file as JSON, too', 'file')),
  },
  examples: [
    'gamify check',
    'gamify check checks/economy.json --seconds 60',
    'gamify check --json > report.json',
    'gamify check --strict --reporter junit > check.xml',
  ],
  notes: [
    'Lints the design, as gamify design lint does, and then searches for a way to break its checks.',
    'Plays sequences of everything that an app may do with the real engine, and changes nothing. Needs no running emulator.',
    'Writes the shortest counterexample of a check to scripts/found/<check>.json, a play script that fails as long as the',
    'flaw is there, unless you set --no-scripts. With --runs, the outcome is the same each time. Exits with 1 if a check does',
    'not hold.',
    'With --json: { random_seed, lints, checks: [{ id, holds, sequences, plays, verdict, counterexample?, way?, script? }],',
    'coverage }.',
  ].join('\n'),
  async run({ files, design: named, runs, seconds, randomSeed, strict, noScripts, reporter, out }, shell) {
    const form = reportForm(shell, reporter)
    if (runs !== undefined && seconds !== undefined)
      throw usageError('--runs and --seconds cannot be combined', 'use only one of them')
    const { io } = shell
    const { directory, game, design: own } = await loadProject(shell)
    const { linted, filed, lints } = await withGithub(shell, form, TITLE, async () => {
      const read = await readLabDesign(shell, named, own)
      const filed = await checksOf(shell, directory, read.design, files)
      return { linted: read, filed, lints: await findLints(shell, read) }
    })
    const { design } = linted
    const checks = filed.map((each) => each.check)
    const read = [linted.directory, join(directory, 'checks'), ...files.map((file) => resolve(io.cwd, file))]
    if (out !== undefined) await checkOutput(shell, out, read)
    if (form === 'spec') printFound(shell, lints)
    const ending = new AbortController()
    const interrupted = untilSignal(io, ending)
    const limits = { runs, seconds, seed: randomSeed ?? DEFAULT_SEED, signal: ending.signal }
    const startedMs = io.now()
    const plan = {
      design,
      game: simulatedGame(game),
      timezone: game.timezone,
      checks,
      areAll: files.length === 0 && checks.length > 0,
      directory: noScripts ? undefined : directory,
    }
    const { outcome, scripted, earlier, unwritten } = await search(shell, plan, limits)
    const [{ checkReport, checkSummary }, { checkJunit }] = await Promise.all([
      import('../../lab/check/summary.ts'),
      import('./check/junit.ts'),
    ])
    const report = checkReport(outcome, scripted, shownLints(lints, io.cwd), limits.seed, earlier)
    const document = `${JSON.stringify(report)}\n`
    if (out !== undefined) await writeOutput(shell, out, document)
    if (form === 'json') io.stdout.write(document)
    else if (form === 'junit')
      io.stdout.write(checkJunit({ report, lints, design: linted.directory, cwd: io.cwd, strict, startedMs }))
    else if (form === 'github') {
      const { checkAnnotations } = await import('./check/github.ts')
      await reportToGithub(shell, checkAnnotations({ title: TITLE, report, filed, lints: strict ? lints : [] }))
    } else if (checks.length > 0)
      printSummary(shell, checkSummary(outcome, scripted, earlier, shell.paint, shell.options.quiet))
    if (checks.length === 0) shell.note(NO_CHECKS)
    if (unwritten) throw unwritten
    if (ending.signal.aborted) return interrupted
    const isWarned = strict && lints.some(({ severity }) => severity === 'warning')
    return isWarned || scripted.some(({ holds }) => !holds) ? exitCode.refused : exitCode.ok
  },
})

const NO_CHECKS =
  'There are no checks: write one to a file in checks/, such as { "never_falls": "xp" } to checks/xp-only-grows.json'

/** Prints what the lints found, apart from what follows. */
function printFound(shell: Shell, lints: readonly PlacedLint[]): void {
  printLints(shell, lints)
  if (lints.length > 0) shell.confirm(`\n${lintCounts(lints)}\n`)
}

function printSummary(shell: Shell, summary: string): void {
  if (summary !== '') shell.print(summary)
}

async function checksOf(
  { io }: Shell,
  directory: string,
  design: Design,
  files: readonly string[],
): Promise<readonly FiledCheck[]> {
  const { readChecks } = await import('../../lab/check/read-checks.ts')
  const paths = files.map((path) => resolve(io.cwd, path))
  const read = await readChecks(io.files, directory, design, paths)
  if ('problems' in read) throw wrongConfiguration(limitedProblems(read.problems, io.cwd), io.cwd)
  return read.checks
}

interface Plan {
  readonly design: Design
  readonly game: GameInfo
  readonly timezone: string
  readonly checks: readonly Check[]
  /** Whether these are all checks of the project. */
  readonly areAll: boolean
  /** The directory of the project, which gets the scripts; undefined to write none. */
  readonly directory: string | undefined
}

interface Limits {
  readonly runs: number | undefined
  readonly seconds: number | undefined
  readonly seed: string
  readonly signal: AbortSignal
}

/** The outcome of a search, with the scripts that were written. */
interface Searched {
  readonly outcome: SearchOutcome
  readonly scripted: readonly ScriptedOutcome[]
  readonly earlier: readonly EarlierScript[]
  /** Why scripts could not be written, if so. */
  readonly unwritten: CliError | undefined
}

async function search(shell: Shell, plan: Plan, limits: Limits): Promise<Searched> {
  const { io } = shell
  const [{ checkDesign, DEFAULT_RUNS }, { foundScript }, { labZone }, { writeFound }] = await Promise.all([
    import('../../lab/check/check-design.ts'),
    import('../../lab/check/found-script.ts'),
    import('../../lab/lab-zone.ts'),
    import('./check/found-files.ts'),
  ])
  const settings = { design: plan.design, game: plan.game, zoneOffset: labZone(plan.timezone) }
  const bar = progressBar(shell, 'searching')
  const startedMs = io.now()
  const outcome = await checkDesign({
    ...settings,
    checks: plan.checks,
    ...limits,
    runs: limits.runs ?? DEFAULT_RUNS,
    now: io.now,
    onProgress: ({ sequences, of, plays }) => {
      const elapsedS = (io.now() - startedMs) / 1000
      const rate = inThousands(Math.round(plays / Math.max(elapsedS, 0.001)))
      if (of === undefined) bar.show(elapsedS, limits.seconds ?? 1, ` s, ${rate} plays/s`)
      else bar.show(sequences, of, ` sequences, ${rate} plays/s`)
    },
  }).finally(() => bar.end())
  const found = outcome.outcomes.map((each) => ({ ...each, found: foundScript(each, settings) }))
  if (plan.directory === undefined) return { outcome, scripted: found, earlier: [], unwritten: undefined }
  const { paths, earlier, unwritten } = await writeFound(shell, plan.directory, {
    scripts: new Map(found.flatMap(({ check: { id }, found: script }) => (script ? [[id, script]] : []))),
    searched: new Set(outcome.isPartial ? [] : plan.checks.map(({ id }) => id)),
    areAll: plan.areAll && !outcome.isPartial,
  })
  const scripted = found.map((each) => ({ ...each, script: paths.get(each.check.id) }))
  return { outcome, scripted, earlier, unwritten }
}
