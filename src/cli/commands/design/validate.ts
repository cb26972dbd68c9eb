import { relative, resolve } from 'node:path'
import { isThere } from '../../../project/directory.ts'
import { isBroken, loadDesign } from '../../../project/load-design.ts'
import { problemText, type Problem } from '../../../project/problem.ts'
import { usageError } from '../../cli-error.ts'
import { defineCommand } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { loadProject } from '../../load-project.ts'
import { text } from '../../option.ts'
import type { Shell } from '../../shell.ts'

/** `gamify design validate`: everything that is wrong with the design files, each at its place. Spec 6.2. */
export const validate = defineCommand({
  arguments: {},
  options: { design: text('--design <dir>', 'the design directory to check, not that of gamify.json') },
  examples: ['gamify design validate', 'gamify design validate --json'],
  notes: 'Exit code 1 when there are problems.\nWith --json: { valid, problems: [{ file, line, column, message }] }.',
  async run({ design }, shell) {
    const directory = design === undefined ? (await loadProject(shell)).design : resolve(shell.io.cwd, design)
    await requireDirectory(shell, directory)
    const loaded = await loadDesign(shell.io.files, directory)
    return report(shell, directory, isBroken(loaded) ? loaded : [])
  },
})

async function requireDirectory(shell: Shell, directory: string): Promise<void> {
  if (await isThere(shell.io.files, directory)) return
  throw usageError(
    `there is no design directory ${directory}`,
    `'gamify init' writes a starter project, --design names another directory`,
  )
}

function report(shell: Shell, directory: string, problems: readonly Problem[]): number {
  const { cwd } = shell.io
  const valid = problems.length === 0
  const shown = problems.map((problem) => ({ ...problem, file: relative(cwd, problem.file) }))
  shell.printJson(JSON.stringify({ valid, problems: shown }))
  for (const problem of problems) shell.print(problemText(problem, cwd))
  if (valid) shell.confirm(`${shell.paint.good('valid')}: ${relative(cwd, directory) || '.'}`)
  else shell.note(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`)
  return valid ? exitCode.ok : exitCode.refused
}
