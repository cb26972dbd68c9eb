import { randomBytes } from 'node:crypto'
import { basename, relative, resolve } from 'node:path'
import { control } from '../../../client/control.ts'
import { formOf } from '../../../project/documented-form.ts'
import { isProblem, problemsIn, readJsonFile } from '../../../project/json-file.ts'
import { fileStart, limitedProblems, type Problem } from '../../../project/problem.ts'
import { githubReporter } from '../../../scripts/reporters/github.ts'
import { jsonReporter } from '../../../scripts/reporters/json.ts'
import { junitReporter } from '../../../scripts/reporters/junit.ts'
import { specReporter } from '../../../scripts/reporters/spec.ts'
import { hasFailed, runScripts, type Reporter, type Script } from '../../../scripts/runner.ts'
import { parseScriptFile, scriptFileSchema } from '../../../scripts/script-file.ts'
import { printable } from '../../../sentences/printable.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { hint } from '../../../terminal/hint.ts'
import type { Io } from '../../../terminal/io.ts'
import { wrongConfiguration } from '../../../terminal/load-project.ts'
import { knowsUnicode } from '../../../terminal/render/paint.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import { stayWithService, type Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import type { CoverageMeasurement } from '../../coverage/covering.ts'
import { coverageFlags, coverageOptions, type CoverageOptions } from '../../coverage/flags.ts'
import { untilSignal } from '../../ending-signal.ts'
import { reportToGithub, withGithub } from '../../github-report.ts'
import { choice, flag, oneOrMore } from '../../option.ts'
import { reportForm, reportForms, type ReportForm } from '../../report-form.ts'

/** The prefix of the names of the snapshots of a run. Random bytes make it unique. */
const SNAPSHOT_PREFIX = 'play-script-'
const PREFIX_BYTES = 6
const PREFIX_PATTERN = /^play-script-[0-9a-f]{12}$/

/** `gamify play script`: runs scripts of plays and expectations. Spec 6.2, 6.4. */
export const script = defineCommand({
  arguments: { files: oneOrMore('file', 'Play scripts', 'file') },
  options: {
    reporter: choice('--reporter <form>', 'The report format', reportForms),
    bail: flag('--bail', 'Stop at the first failed step'),
    keep: flag('--keep', 'Keep the changes of the last script'),
    ...coverageFlags,
  },
  examples: [
    'gamify play script scripts/likes.json',
    'gamify play script scripts/*.json --reporter junit > report.xml',
  ],
  notes: [
    'Each script starts with the game as it is now. gamify restores the game afterwards, unless you pass --keep.',
    'Exits with 1 if a step does not go as expected.',
    'With --json or --reporter json: { passed, failed, skipped, scripts } with the result of each step, and { coverage } with',
    '--coverage.',
    '--coverage reports how much of the design the scripts exercised, on stderr if stdout is XML.',
  ].join('\n'),
  async run({ files, reporter, bail, keep, ...coverageFlagValues }, shell) {
    const form = reportForm(shell, reporter)
    const coverageWanted = coverageOptions(coverageFlagValues)
    const scripts = await withGithub(shell, form, 'Play scripts', () => readScripts(shell, files))
    const ending = new AbortController()
    const snapshotPrefix = `${SNAPSHOT_PREFIX}${randomBytes(PREFIX_BYTES).toString('hex')}`
    const reportLeftovers = (): void => shell.io.stderr.write(leftoverText(snapshotPrefix, shell))
    const ended = Promise.race([untilSignal(shell.io, ending, reportLeftovers), untilOutputFailure(shell.io, ending)])
    const run = stayWithService(shell, async (service) => {
      await noteOtherRuns(service, shell)
      const measurement = coverageWanted && (await coverageOfService(coverageWanted, shell, service))
      const results = await runScripts(service.client, scripts, {
        bail,
        keep,
        snapshotPrefix,
        signal: ending.signal,
        now: shell.io.now,
        reporter: openReporter(shell, form, measurement?.coverage),
        onNotRestored: reportLeftovers,
      })
      // Reads the coverage now, because the service is closed before the report.
      await measurement?.coverage()
      return { results, covered: measurement }
    })
    try {
      const { results, covered: measurement } = await (form === 'spec' ? run : showProgress(shell, 'playing', run))
      await measurement?.report(
        form === 'spec' || form === 'github' ? shell.io.stdout : form === 'junit' ? shell.io.stderr : undefined,
      )
      return hasFailed(results) ? exitCode.refused : exitCode.ok
    } catch (error) {
      if (!ending.signal.aborted) throw error
      const isRestored = error === ending.signal.reason && !keep
      shell.note(isRestored ? 'interrupted; the game is restored' : 'interrupted')
      return ended
    }
  },
})

/** Describes what to do if the game was not restored, or may not have been. */
const leftoverText = (snapshotPrefix: string, shell: Shell): string =>
  [
    'interrupted before the game was restored; its snapshots may remain:',
    ...manualSteps(snapshotPrefix, shell),
    '',
  ].join('\n')

const manualSteps = (snapshotPrefix: string, shell: Shell): readonly string[] => [
  `  run ${hint(shell, `snapshot restore ${snapshotPrefix}`)} to restore the game`,
  `  run ${hint(shell, `snapshot delete ${snapshotPrefix}`)} to delete the snapshot; snapshots of the script are named ${snapshotPrefix}-1 and so on`,
]

/** Notes that the game has snapshots of another run, which may have ended without restoring the game. */
async function noteOtherRuns({ client }: Service, shell: Shell): Promise<void> {
  const { data } = (await control(client, 'GET /_gamify/snapshots')).body
  for (const { name } of data.filter((point) => PREFIX_PATTERN.test(point.name)))
    shell.note(['another run is in progress, or did not restore the game:', ...manualSteps(name, shell)].join('\n'))
}

function openReporter(shell: Shell, form: ReportForm, coverage?: () => Promise<object>): Reporter {
  const { io, options, paint } = shell
  const write = (text: string): void => io.stdout.write(text)
  if (form === 'json') return jsonReporter(write, coverage)
  if (form === 'junit') return junitReporter(write, io.now())
  if (form === 'github') return githubReporter((found) => reportToGithub(shell, found))
  return specReporter(write, { ...paint, safe: printable, unicode: knowsUnicode(io.env), quiet: options.quiet })
}

/** Starts to measure coverage of the design of a service, whose files are those of the project. */
async function coverageOfService(
  coverageWanted: CoverageOptions,
  shell: Shell,
  { client, project }: Service,
): Promise<CoverageMeasurement> {
  const { startMeasuring } = await import('../../coverage/covering.ts')
  const read = async () => (await control(client, 'GET /_gamify/coverage')).body
  return startMeasuring(coverageWanted, shell, project, read)
}

/** Aborts `ending` and resolves to the exit code when a write to stdout fails. */
function untilOutputFailure(io: Io, ending: AbortController): Promise<number> {
  return new Promise((resolve) => {
    io.onOutputFailure((why) => {
      ending.abort()
      resolve(why === 'unread' ? exitCode.unread : exitCode.usage)
    })
  })
}

/** The limits are high, because a script can have very many steps. Each file is in memory as a whole. */
const scriptLimits = { maxBytes: 16 * 1024 * 1024, maxNames: 100_000 }

/** Reads scripts from files, in their order. Throws a CliError with all problems, so none runs if one is not valid. */
export async function readScripts({ io }: Shell, paths: readonly string[]): Promise<readonly Script[]> {
  const scripts: Script[] = []
  const problems: Problem[] = []
  for (const path of paths) {
    const read = await readScript(io.files, resolve(io.cwd, path), io.cwd)
    if ('problems' in read) problems.push(...read.problems)
    else scripts.push(read)
  }
  if (problems.length > 0) throw wrongConfiguration(limitedProblems(problems, io.cwd), io.cwd)
  return scripts
}

type ScriptReading = Script | { readonly problems: readonly Problem[] }

async function readScript(files: Shell['io']['files'], path: string, cwd: string): Promise<ScriptReading> {
  const file = await readJsonFile(files, path, scriptLimits)
  if (file === undefined)
    return { problems: [{ file: path, ...fileStart, message: 'no such file; expected a play script' }] }
  if (isProblem(file)) return { problems: [file] }
  const parsed = parseScriptFile(formOf(scriptFileSchema)(file.value))
  if ('problems' in parsed) return { problems: problemsIn(file, parsed.problems) }
  const { name = basename(path, '.json'), players, allowsRefusals, steps } = parsed
  const positions = file.positionsOf(steps.map((_, i) => ['steps', i]))
  const placed = steps.map((step, i) => ({ ...step, ...(positions[i] ?? fileStart) }))
  return { file: relative(cwd, path), name, players, allowsRefusals, steps: placed }
}
