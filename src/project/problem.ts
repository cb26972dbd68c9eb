import { relative } from 'node:path'
import { MAX_PROBLEMS, moreProblems } from '../game/kernel/problem-list.ts'

/** A spot in a text; both count from 1, columns in UTF-16 units as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** One thing wrong in a file of the project: where, and in words what is there and what was expected. */
export interface Problem extends Position {
  /** Absolute. */
  readonly file: string
  readonly message: string
}

/** Where a problem stands that concerns a file as a whole. */
export const fileStart: Position = { line: 1, column: 1 }

/** A problem with a file, or a directory, as a whole. */
export const problemAt = (file: string, message: string): Problem => ({ file, ...fileStart, message })

/** `file:line:column: what`, with the file's path as seen from `directory`, which itself is a dot. */
export function problemText(problem: Problem, directory: string): string {
  return `${relative(directory, problem.file) || '.'}:${problem.line}:${problem.column}: ${problem.message}`
}

/** Orders problems as one reads them: by file, then downward. */
export function compareProblems(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || a.column - b.column
}

/** Problems as they are told: the first hundred, in order, then how many there are beyond them, `more` included. */
export function toldOf<P extends Problem>(
  problems: readonly P[],
  directory: string,
  more = 0,
): readonly (P | Problem)[] {
  const told = problems.slice(0, MAX_PROBLEMS).toSorted(compareProblems)
  const left = problems.length - told.length + more
  return left === 0 ? told : [...told, { file: directory, ...fileStart, message: moreProblems(left) }]
}
