import { relative, resolve } from 'node:path'
import type { Design } from '../../../game/design/design.ts'
import { kindNames } from '../../../game/design/kind-table.ts'
import { kinds, type DesignSource } from '../../../game/design/source.ts'
import { MAX_PROBLEMS } from '../../../game/kernel/problem-list.ts'
import type { DesignFiles } from '../../../project/design-files.ts'
import { readImages, checkImages } from '../../../project/design-images.ts'
import { designWarnings } from '../../../project/design-warnings.ts'
import { isThere } from '../../../project/directory.ts'
import { findDesign } from '../../../project/load-design.ts'
import { missingImages } from '../../../project/missing-images.ts'
import { problemText, limitedProblems, type Problem } from '../../../project/problem.ts'
import { printable } from '../../../sentences/printable.ts'
import { counted } from '../../../sentences/quantities.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { loadProject } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { annotationOf, reportToGithub } from '../../github-report.ts'
import { requireParts } from '../../lab-design.ts'
import { choice, optional, text } from '../../option.ts'
import { findingForms, reportForm, type ReportForm } from '../../report-form.ts'

/** `gamify design validate`: lists every problem of the design files with its location. Spec 6.2. */
export const validate = defineCommand({
  arguments: {
    directory: optional('dir', 'The design directory to check (default: the one of the project)', 'directory'),
  },
  options: {
    design: text('--design <dir>', 'The design directory to check, like the argument', 'directory'),
    reporter: choice('--reporter <form>', 'How to report the problems', findingForms),
  },
  examples: ['gamify design validate', 'gamify design validate ./other/design', 'gamify design validate --json'],
  notes:
    'Exits with 1 if there are problems. Lists up to 100 problems; then the last line counts the others.\n' +
    'Warns about an image without a file (you can have uploaded it), a state metric that both a level rule and a reward\n' +
    'set, and a formula that fails if a play leaves out an optional variable. Warnings do not change the exit code.\n' +
    'With --json: { valid, problems: [{ file, line, column, kind?, id?, path?, message }] }, and warnings in the same form\n' +
    "if there are any.\nThe last line counts what the lints find: 'gamify design lint' prints it.",
  async run({ directory: named, design, reporter }, shell) {
    const form = reportForm(shell, reporter)
    const chosen = named ?? design
    const directory = chosen === undefined ? (await loadProject(shell)).design : resolve(shell.io.cwd, chosen)
    await requireDirectory(shell, directory)
    const found = await findDesign(shell.io.files, directory)
    const { read, problems } = found
    const images = await readImages(shell.io.files, directory)
    if (chosen !== undefined && problems.length === 0 && images.paths.size === 0)
      await requireParts(shell.io.files, directory, read.source)
    const broken = limitedProblems(await checkImages(images, directory), directory)
    const unintended = designWarnings(read.source)
    const warnings = [
      ...limitedProblems(read.locate(unintended.reported), directory, unintended.more),
      ...(images.images ? imageWarnings(read, images.paths, directory) : []),
    ]
    const count = countText(read.source, images.paths.size)
    return report(shell, directory, form, {
      problems: [...broken, ...problems],
      warnings,
      count: found.design ? `${count})${await countLints(shell, found.design, read, directory)}` : `${count})`,
    })
  },
})

async function requireDirectory(shell: Shell, directory: string): Promise<void> {
  if (await isThere(shell.io.files, directory)) return
  throw usageError(
    `no design directory ${directory}`,
    `run 'gamify init' to create a project, or use --design to name another directory`,
  )
}

/** Returns the end of the last line, which counts what the lints find. They load when a design is valid. */
async function countLints(shell: Shell, design: Design, read: DesignFiles, directory: string): Promise<string> {
  const { findLints, lintCounts } = await import('../../design-lints.ts')
  const lints = await findLints(shell, { design, read, directory })
  return lints.length === 0 ? '' : `, ${lintCounts(lints)} of 'gamify design lint'`
}

/** Warns about images that no file contains. Only a running game knows whether such an image was uploaded. */
function imageWarnings(read: DesignFiles, files: ReadonlySet<string>, directory: string): readonly Problem[] {
  const { reported: listedWarnings, more } = missingImages(read.source, files, 'files')
  return limitedProblems(read.locate(listedWarnings), directory, more)
}

/** The result of checking a design directory. */
interface Report {
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
  readonly count: string
}

async function report(
  shell: Shell,
  directory: string,
  form: ReportForm,
  { problems, warnings, count }: Report,
): Promise<number> {
  const { cwd } = shell.io
  const valid = problems.length === 0
  const code = valid ? exitCode.ok : exitCode.refused
  if (form === 'github') {
    const annotations = [...problems.map(annotationOf('error')), ...warnings.map(annotationOf('warning', 'warning'))]
    const result = valid ? `valid: ${relative(cwd, directory) || '.'} (${count}` : problemCount(problems)
    await reportToGithub(shell, { title: 'Design', result, annotations })
    return code
  }
  const shown = (all: readonly Problem[]) => all.map((problem) => ({ ...problem, file: relative(cwd, problem.file) }))
  const listedWarnings = warnings.length > 0 && { warnings: shown(warnings) }
  shell.printJson(JSON.stringify({ valid, problems: shown(problems), ...listedWarnings }))
  for (const problem of problems) shell.print(printable(problemText(problem, cwd)))
  for (const warning of warnings) shell.note(`warning: ${printable(problemText(warning, cwd))}`)
  if (valid) shell.confirm(`${shell.paint.good('valid')}: ${relative(cwd, directory) || '.'} (${count}`)
  else if (problems.length <= MAX_PROBLEMS) shell.note(problemCount(problems))
  return code
}

const problemCount = (problems: readonly Problem[]): string => counted(problems.length, 'problem', 'problems')

/** Returns `4 metrics, 1 action`. The counts show a user whose files are in another directory that none were read. */
function countText(design: DesignSource, images: number): string {
  const counts: readonly (readonly [count: number, one: string, several: string])[] = [
    ...kinds.map((kind) => [design[kind].length, kindNames[kind], kind] as const),
    [images, 'image', 'images'],
  ]
  const listedWarnings = counts.filter(([count]) => count > 0).map((each) => counted(...each))
  return listedWarnings.join(', ') || 'empty'
}
