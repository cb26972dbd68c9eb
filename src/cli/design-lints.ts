import { relative } from 'node:path'
import { ignoredProblems } from '../lab/lint/ignored.ts'
import { lints as lintKinds } from '../lab/lint/lints.ts'
import { placedLints, type PlacedLint } from '../lab/lint/placed-lints.ts'
import { problemText } from '../project/problem.ts'
import type { Annotation } from '../scripts/reporters/annotations.ts'
import { printable } from '../sentences/printable.ts'
import { counted } from '../sentences/quantities.ts'
import { loadProject, wrongConfiguration } from '../terminal/load-project.ts'
import type { Shell } from '../terminal/shell.ts'
import type { LabDesign } from './lab-design.ts'

/**
 * Returns what the lints find in a design. What `lint.ignore` lists is left out of the design of the project. Throws a
 * CliError if an entry there names nothing. Spec 7.3 "Lints".
 */
export async function findLints(shell: Shell, { design, read, directory }: LabDesign): Promise<readonly PlacedLint[]> {
  const project = await loadProject(shell)
  if (project.design !== directory) return placedLints(design, read, [])
  const wrong = await ignoredProblems(shell.io.files, project, design.source)
  if (wrong.length > 0) throw wrongConfiguration(wrong, shell.io.cwd)
  return placedLints(design, read, project.ignoredLints)
}

/** Returns lints as JSON output has them, with paths relative to the working directory. */
export function shownLints(lints: readonly PlacedLint[], cwd: string): readonly PlacedLint[] {
  return lints.map((lint) => ({ ...lint, file: relative(cwd, lint.file) }))
}

/**
 * Prints lints by location, and after them why each kind that was found matters and what to do. With `--quiet`, prints
 * only the warnings.
 */
export function printLints(shell: Shell, lints: readonly PlacedLint[]): void {
  const { io, paint, options } = shell
  const printed = options.quiet ? lints.filter(({ severity }) => severity === 'warning') : lints
  for (const lint of printed) {
    const severity = lint.severity === 'warning' ? paint.bad('warning') : paint.faint('note')
    shell.print(
      `${printable(problemText({ ...lint, message: '' }, io.cwd))}${severity} ${lint.id}: ${printable(lint.message)}`,
    )
  }
  const found = new Set(printed.map(({ id }) => id))
  for (const id of found) shell.confirm(`\n${paint.strong(id)}: ${lintKinds[id].why}\n${lintKinds[id].fix}`)
}

/** Returns lints as annotations at their places. */
export function lintAnnotations(lints: readonly PlacedLint[]): readonly Annotation[] {
  return lints.map(({ id, severity, message, fix, file, line, column }) => ({
    level: severity === 'warning' ? 'warning' : 'notice',
    file,
    line,
    column,
    title: id,
    message: `${message}\n${fix}`,
  }))
}

/** Returns `1 warning and 2 notes`. */
export function lintCounts(lints: readonly PlacedLint[]): string {
  const notes = lints.filter(({ severity }) => severity === 'note').length
  const warnings = lints.length - notes
  return [
    ...(warnings > 0 ? [counted(warnings, 'warning', 'warnings')] : []),
    ...(notes > 0 ? [counted(notes, 'note', 'notes')] : []),
  ].join(' and ')
}
