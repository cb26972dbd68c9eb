import { relative } from 'node:path'
import { oneLine } from '../game/kernel/message-text.ts'
import { MAX_PROBLEMS, moreProblems } from '../game/kernel/problem-list.ts'

/** A position in a text. Lines and columns count from 1, columns in UTF-16 units as in editors. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A problem in a file of the project: where it is, what is there, and what was expected. */
export interface Problem extends Position {
  /** The absolute path. */
  readonly file: string
  readonly message: string
}

/** The position of a problem of a file as a whole. */
export const fileStart: Position = { line: 1, column: 1 }

/** Returns a problem of a file or directory as a whole. */
export const problemAt = (file: string, message: string): Problem => ({ file, ...fileStart, message })

/**
 * Formats a problem as `file:line:column: what`, with the path relative to `directory`. The directory itself is a dot.
 */
export function problemText(problem: Problem, directory: string): string {
  return `${oneLine(relative(directory, problem.file)) || '.'}:${problem.line}:${problem.column}: ${problem.message}`
}

/** Sorts problems in reading order: by file, then by position. */
export function compareProblems(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || a.column - b.column
}

/**
 * Returns the first hundred problems in order. If there are more, adds a problem that says how many, including `more`.
 */
export function limitedProblems<P extends Problem>(
  problems: readonly P[],
  directory: string,
  more = 0,
): readonly (P | Problem)[] {
  const shown = problems.slice(0, MAX_PROBLEMS).toSorted(compareProblems)
  const omitted = problems.length - shown.length + more
  return omitted === 0 ? shown : [...shown, { file: directory, ...fileStart, message: moreProblems(omitted) }]
}
