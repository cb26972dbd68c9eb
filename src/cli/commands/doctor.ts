import { getCompileCacheDir } from 'node:module'
import type { Project } from '../../project/project.ts'
import { printable } from '../../sentences/printable.ts'
import { counted } from '../../sentences/quantities.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Paint } from '../../terminal/render/paint.ts'
import { showProgress } from '../../terminal/render/progress.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import type { Finding } from '../doctor/finding.ts'
import { journalOption } from './cluster/journal-option.ts'

/** `gamify doctor`: checks this machine and this project, and suggests fixes. Changes nothing. Spec 6.2. */
export const doctor = defineCommand({
  arguments: {},
  options: journalOption,
  examples: ['gamify doctor', 'gamify doctor --json', 'gamify doctor --journal nats://a,b,c'],
  notes: [
    'Checks Node.js and its cache, gamify.json and the design; the data directory with its lock, journals and snapshots;',
    'the clock, the port and the running emulator; images, file watching and the terminal. It changes nothing, so you can',
    'run it while an emulator runs. With --journal, it also checks the log servers and the nodes of a game on several',
    'machines. Exits with 1 if there is a problem.',
    'With --json: { ok, findings: [{ check, level, message, advice }] }; level is ok, note, warning or problem.',
  ].join('\n'),
  async run({ journal }, shell) {
    const findings = await showProgress(shell, 'checking the data directory', examine(shell, journal))
    const problems = findings.filter(({ level }) => level === 'problem').length
    const warnings = findings.filter(({ level }) => level === 'warning').length
    shell.printJson(JSON.stringify({ ok: problems === 0, findings }))
    for (const each of findings) shell.print(findingText(each, shell.paint))
    const counts = [counted(problems, 'problem', 'problems'), counted(warnings, 'warning', 'warnings')].join(', ')
    shell.note(problems + warnings === 0 ? 'no problems found' : counts)
    return problems === 0 ? exitCode.ok : exitCode.refused
  },
})

async function examine(shell: Shell, journal: string | undefined): Promise<readonly Finding[]> {
  const [machine, { checkDesign, checkProject }, { checkData }, { checkEmulator, checkPort }, { checkActiveDesign }] =
    await Promise.all([
      import('../doctor/machine.ts'),
      import('../doctor/project.ts'),
      import('../doctor/data.ts'),
      import('../doctor/network.ts'),
      import('../doctor/active-design.ts'),
    ])
  const { project, finding } = await checkProject(shell)
  const ofProject = async (whole: Project): Promise<readonly Finding[]> => {
    const design = await checkDesign(shell, whole)
    const data = await checkData(shell, whole.data, design.text)
    const around = [
      await checkPort(whole),
      await checkEmulator(shell, data.servedAt),
      ...(await checkActiveDesign(shell, whole, data.servedAt)),
    ]
    return [design.finding, ...data.findings, ...around]
  }
  const ofMachine = [
    await machine.checkImages(),
    await machine.checkWatching(project?.directory ?? shell.io.cwd),
    machine.checkTerminal(shell),
    ...(await ofLog(shell, journal ?? shell.io.env.GAMIFY_JOURNAL)),
  ]
  return [
    machine.checkNode(),
    machine.checkStart(getCompileCacheDir()),
    finding,
    ...(project ? await ofProject(project) : []),
    ...ofMachine,
  ]
}

/** Checks the log of a game on several machines, if one is named. */
async function ofLog(shell: Shell, journal: string | undefined): Promise<readonly Finding[]> {
  if (journal === undefined || journal === '') return []
  const { checkLog } = await import('../doctor/log-servers.ts')
  return checkLog(shell, journal)
}

/** The length of the longest level, `warning` or `problem`. */
const LEVEL_WIDTH = 7

function findingText({ check, level, message, advice }: Finding, paint: Paint): string {
  const colour = { ok: paint.good, note: paint.faint, warning: paint.strong, problem: paint.bad }[level]
  const lines = [message, ...advice].flatMap((text) => text.split('\n')).map(printable)
  const indent = ' '.repeat(LEVEL_WIDTH + 2)
  return `${colour(level)}${' '.repeat(LEVEL_WIDTH + 2 - level.length)}${check}: ${lines.join(`\n${indent}`)}`
}
