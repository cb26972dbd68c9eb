import { idOf } from '../../game/design/identity.ts'
import { kinds, type DesignSource } from '../../game/design/source.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { nearest, suggestion } from '../../game/kernel/nearest.ts'
import { isProblem, problemsIn, readJsonFile } from '../../project/json-file.ts'
import { problemAt, type Problem } from '../../project/problem.ts'
import type { Project } from '../../project/project.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { lintIds } from './lints.ts'

/** Returns the entries of `lint.ignore` in a project that name no lint or component, with their places. Spec 7.3 "Lints". */
export async function ignoredProblems(
  files: FileSystem,
  { ignoredLints, file = '' }: Project,
  source: DesignSource,
): Promise<readonly Problem[]> {
  const wrong = ignoredLints.flatMap((entry, i) => {
    const message = ignoreProblem(entry, source)
    return message === undefined ? [] : [{ path: ['lint', 'ignore', i], message }]
  })
  const read = wrong.length > 0 ? await readJsonFile(files, file) : undefined
  if (read && !isProblem(read)) return problemsIn(read, wrong)
  return wrong.map(({ message }) => problemAt(file, message))
}

/** Returns what is wrong with an entry: `<id>`, or `<id>:<kind>/<component>`. The id of a component can have no colon. */
function ignoreProblem(entry: string, source: DesignSource): string | undefined {
  const [id = '', ...rest] = entry.split(':')
  if (!lintIds.some((known) => known === id)) return `unknown lint ${quoted(id)}${suggestion(id, lintIds)}`
  if (rest.length === 0) return undefined
  const component = rest.join(':')
  const known = kinds.flatMap((kind) => source[kind].map((each) => `${kind}/${idOf(each) ?? ''}`))
  if (known.includes(component)) return undefined
  // An author may have left out the kind.
  const meant = known.find((each) => each.endsWith(`/${component}`)) ?? nearest(component, known)
  return `the design has no ${quoted(component)}${meant === undefined ? '' : ` (did you mean ${quoted(`${id}:${meant}`)}?)`}`
}
