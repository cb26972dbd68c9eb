import { appendFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Problem } from '../project/problem.ts'
import { annotationLine, summaryMarkdown, type Annotated, type Annotation } from '../scripts/reporters/annotations.ts'
import { printable } from '../sentences/printable.ts'
import { CliError, usageError } from '../terminal/cli-error.ts'
import type { Shell } from '../terminal/shell.ts'
import { systemErrorText } from './write-file.ts'

/**
 * Reports to a workflow of GitHub what a command found: annotations and the result on stdout, and both in the summary of
 * the job, which is the file that GITHUB_STEP_SUMMARY names. Spec 6.2 `--reporter github`.
 */
export async function reportToGithub({ io }: Shell, { annotations, ...found }: Annotated): Promise<void> {
  // GitHub looks for a file from the root of the repository on.
  const root = io.env.GITHUB_WORKSPACE || io.cwd
  const rooted = annotations.map((each) => ({ ...each, file: relative(root, resolve(io.cwd, each.file)) || '.' }))
  for (const annotation of rooted) io.stdout.write(`${annotationLine(annotation)}\n`)
  io.stdout.write(`${printable(found.result)}\n`)
  const summary = io.env.GITHUB_STEP_SUMMARY
  if (!summary) return
  await appendFile(summary, summaryMarkdown({ ...found, annotations: rooted })).catch((error: unknown) => {
    throw usageError(
      `the summary was not written to ${summary}: ${systemErrorText(error) ?? String(error)}`,
      'set GITHUB_STEP_SUMMARY to a file that can be written, or to nothing',
    )
  })
}

/** Runs a command. If files that it reads have problems, reports these to GitHub as well, if that is the form. */
export async function withGithub<T>(shell: Shell, form: string, title: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (form === 'github' && error instanceof CliError && error.problems.length > 0)
      await reportToGithub(shell, { title, result: 'not run', annotations: error.problems.map(annotationOf('error')) })
    throw error
  }
}

/** Returns what makes an annotation of a problem of a file. */
export const annotationOf =
  (level: Annotation['level'], title = 'problem') =>
  ({ file, line, column, message }: Problem): Annotation => ({ level, file, line, column, title, message })
