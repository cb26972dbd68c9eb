import type { Report } from '../../game/design/component.ts'
import { moreProblems, problemList } from '../../game/kernel/problem-list.ts'
import type { PathProblem } from '../../game/kernel/schema-problems.ts'

/** Returns the problems that `find` reports: the first ones, and the number of the others. */
export function collectProblems(find: (report: Report) => void): readonly PathProblem[] {
  const problems = problemList<Pick<PathProblem, 'path'>>()
  find((path, words) => problems.add({ path }, words))
  const { reported, more } = problems
  return more === 0 ? reported : [...reported, { path: [], message: moreProblems(more) }]
}
