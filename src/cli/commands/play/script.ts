import { randomBytes } from 'node:crypto'
import { jsonReporter } from '../../../scripts/reporters/json.ts'
import { junitReporter } from '../../../scripts/reporters/junit.ts'
import { specReporter } from '../../../scripts/reporters/spec.ts'
import { hasFailed, runScripts, type Reporter, type Script } from '../../../scripts/runner.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { defineCommand } from '../../command.ts'
import { coverageFlags, coverageWanted, type CoverageWanted } from '../../coverage/flags.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { hint } from '../../../terminal/hint.ts'
import { choice, flag, oneOrMore } from '../../option.ts'
import { printable } from '../../../terminal/render/printable.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import { knowsUnicode } from '../../../terminal/render/paint.ts'
import { stayWithService, type Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { untilSignal } from '../../ending-signal.ts'
import { control } from '../../../client/control.ts'
import type { Covering } from '../../coverage/covering.ts'
import type { Io } from '../../../terminal/io.ts'
import { basename, relative, resolve } from 'node:path'
import { formOf } from '../../../project/documented-form.ts'
import { isProblem, problemsIn, readJsonFile } from '../../../project/json-file.ts'
import { fileStart, toldOf, type Problem } from '../../../project/problem.ts'
import { parseScriptFile, scriptFileSchema } from '../../../scripts/script-file.ts'
import { wrongConfiguration } from '../../../terminal/load-project.ts'

/** What the snapshots of a run are named from. So random a name no other run has. */
const ROOM = 'play-script-'
const ROOM_BYTES = 6
const ROOM_PATTERN = /^play-script-[0-9a-f]{12}$/

const forms = ['spec', 'json', 'junit'] as const

/** `gamify play script`: runs plays with expectations. Spec 6.2, 6.4. */
export const script = defineCommand({
  arguments: { files: oneOrMore('file', 'Play scripts', 'file') },
  options: {
    reporter: choice('--reporter <form>', 'The report format', forms),
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
  async run({ files, reporter, bail, keep, ...covering }, shell) {
    const form = reportForm(shell, reporter)
    const wanted = coverageWanted(covering)
    const scripts = await readScripts(shell, files)
    const ending = new AbortController()
    const room = `${ROOM}${randomBytes(ROOM_BYTES).toString('hex')}`
    const reportLeft = (): void => shell.io.stderr.write(leftBehind(room, shell))
    const ended = Promise.race([untilSignal(shell.io, ending, reportLeft), untilUnwritten(shell.io, ending)])
    const run = stayWithService(shell, async (service) => {
      await noteOthersLeft(service, shell)
      const covered = wanted && (await coverageOfService(wanted, shell, service))
      const results = await runScripts(service.client, scripts, {
        bail,
        keep,
        room,
        signal: ending.signal,
        now: shell.io.now,
        reporter: openReporter(shell, form, covered?.found),
        onLeft: reportLeft,
      })
      // The service is at hand for it here alone.
      await covered?.found()
      return { results, covered }
    })
    try {
      const { results, covered } = await (form === 'spec' ? run : showProgress(shell, 'playing', run))
      await covered?.report(form === 'spec' ? shell.io.stdout : form === 'junit' ? shell.io.stderr : undefined)
      return hasFailed(results) ? exitCode.refused : exitCode.ok
    } catch (error) {
      if (!ending.signal.aborted) throw error
      const isPutBack = error === ending.signal.reason && !keep
      shell.note(isPutBack ? 'interrupted; the game is restored' : 'interrupted')
      return ended
    }
  },
})

/** What is to be done where the game was not put back, or is not known to be. */
const leftBehind = (room: string, shell: Shell): string =>
  ['interrupted before the game was restored; its snapshots may remain:', ...byHand(room, shell), ''].join('\n')

const byHand = (room: string, shell: Shell): readonly string[] => [
  `  run ${hint(shell, `snapshot restore ${room}`)} to restore the game`,
  `  run ${hint(shell, `snapshot delete ${room}`)} to delete the snapshot; snapshots of the script are named ${room}-1 and so on`,
]

/** Says so where another run has its snapshot in the game: it may have ended without a chance to put the game back. */
async function noteOthersLeft({ client }: Service, shell: Shell): Promise<void> {
  const { data } = (await control(client, 'GET /_gamify/snapshots')).body
  for (const { name } of data.filter((point) => ROOM_PATTERN.test(point.name)))
    shell.note(['another run is in progress, or did not restore the game:', ...byHand(name, shell)].join('\n'))
}

type Form = (typeof forms)[number]

function reportForm({ options }: Shell, asked: Form | undefined): Form {
  if (!options.json) return asked ?? 'spec'
  if (asked === undefined || asked === 'json') return 'json'
  throw usageError(`--json and --reporter ${asked} cannot be combined`, 'use only one of them')
}

function openReporter({ io, options, paint }: Shell, form: Form, coverage?: () => Promise<object>): Reporter {
  const write = (text: string): void => io.stdout.write(text)
  if (form === 'json') return jsonReporter(write, coverage)
  if (form === 'junit') return junitReporter(write, io.now())
  return specReporter(write, { ...paint, safe: printable, unicode: knowsUnicode(io.env), quiet: options.quiet })
}

/** Begins to look at what is exercised of the design of a service, whose files are those of the project. */
async function coverageOfService(
  wanted: CoverageWanted,
  shell: Shell,
  { client, project }: Service,
): Promise<Covering> {
  const { beginCovering } = await import('../../coverage/covering.ts')
  const read = async () => (await control(client, 'GET /_gamify/coverage')).body
  return beginCovering(wanted, shell, project, read)
}

/** Aborts `ending` and resolves to the exit code once stdout does not take what is written to it. */
function untilUnwritten(io: Io, ending: AbortController): Promise<number> {
  return new Promise((resolve) => {
    io.onUnwritten((why) => {
      ending.abort()
      resolve(why === 'unread' ? exitCode.unread : exitCode.refused)
    })
  })
}

/** A script may have very many steps, and one file of them is in memory as a whole. */
const scriptLimits = { maxBytes: 16 * 1024 * 1024, maxNames: 100_000 }

/** The scripts in files, in their order, or everything that is wrong with them. None is run when one is wrong. */
export async function readScripts({ io }: Shell, paths: readonly string[]): Promise<readonly Script[]> {
  const scripts: Script[] = []
  const problems: Problem[] = []
  for (const path of paths) {
    const read = await readScript(io.files, resolve(io.cwd, path), io.cwd)
    if ('problems' in read) problems.push(...read.problems)
    else scripts.push(read)
  }
  if (problems.length > 0) throw wrongConfiguration(toldOf(problems, io.cwd), io.cwd)
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
  const { name = basename(path, '.json'), players, steps } = parsed
  const positions = file.positionsOf(steps.map((_, place) => ['steps', place]))
  const placed = steps.map((step, place) => ({ ...step, ...(positions[place] ?? fileStart) }))
  return { file: relative(cwd, path), name, players, steps: placed }
}
