import { relative, resolve } from 'node:path'
import { kindNames } from '../../../game/design/kind-table.ts'
import { kinds, type DesignSource } from '../../../game/design/source.ts'
import { lookAtImages } from '../../../project/design-images.ts'
import { isThere } from '../../../project/directory.ts'
import { findDesign } from '../../../project/load-design.ts'
import { compareProblems, problemText, type Problem } from '../../../project/problem.ts'
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
  notes:
    'Exit code 1 when there are problems.\nWith --json: { valid, problems: [{ file, line, column, kind?, id?, path?, message }] }.',
  async run({ design }, shell) {
    const directory = design === undefined ? (await loadProject(shell)).design : resolve(shell.io.cwd, design)
    await requireDirectory(shell, directory)
    const { read, problems } = await findDesign(shell.io.files, directory)
    const images = await lookAtImages(shell.io.files, directory)
    const all = [...problems, ...images.problems].toSorted(compareProblems)
    return report(shell, directory, all, countText(read.source, images.paths.size))
  },
})

async function requireDirectory(shell: Shell, directory: string): Promise<void> {
  if (await isThere(shell.io.files, directory)) return
  throw usageError(
    `there is no design directory ${directory}`,
    `'gamify init' writes a starter project, --design names another directory`,
  )
}

function report(shell: Shell, directory: string, problems: readonly Problem[], count: string): number {
  const { cwd } = shell.io
  const valid = problems.length === 0
  const shown = problems.map((problem) => ({ ...problem, file: relative(cwd, problem.file) }))
  shell.printJson(JSON.stringify({ valid, problems: shown }))
  for (const problem of problems) shell.print(problemText(problem, cwd))
  if (valid) shell.confirm(`${shell.paint.good('valid')}: ${relative(cwd, directory) || '.'} (${count})`)
  else shell.note(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`)
  return valid ? exitCode.ok : exitCode.refused
}

/** `4 metrics, 1 action`: so that whoever has files elsewhere than where they are read sees it. */
function countText(design: DesignSource, images: number): string {
  const counts = kinds.map((kind) => counted(design[kind].length, kindNames[kind], kind))
  return [...counts, counted(images, 'image', 'images')].filter((text) => text !== '').join(', ') || 'empty'
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : count === 1 ? `1 ${one}` : `${count} ${many}`
}
