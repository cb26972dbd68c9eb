import { basename, relative } from 'node:path'
import type { Design } from '../../game/design/design.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { isProblem, problemsAt, problemsIn, readJsonFile, type JsonFile } from '../../project/json-file.ts'
import { problemAt, type Problem } from '../../project/problem.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { labFiles } from '../lab-files.ts'
import type { Check } from './check.ts'
import { parseChecks } from './parse-checks.ts'

/** A check and the absolute path of its file. */
export interface FiledCheck {
  readonly check: Check
  readonly file: string
}

/** The checks of all files, or all problems of all files. */
export type ReadChecks = { readonly checks: readonly FiledCheck[] } | { readonly problems: readonly Problem[] }

/** Files with checks, whose names were not looked up in a design yet. */
export interface CheckFiles {
  readonly project: string
  readonly files: readonly JsonFile[]
  /** Those of the files that could not be read. */
  readonly problems: readonly Problem[]
}

/**
 * Reads files with checks, given by absolute paths, or else all files in `checks/` of a project, sorted by name. There are
 * none in a project without `checks/`. Spec 7.3.
 */
export async function readCheckFiles(
  files: FileSystem,
  project: string,
  paths: readonly string[] = [],
): Promise<CheckFiles> {
  const found = paths.length > 0 ? paths : await labFiles(files, project, 'checks')
  if ('message' in found) return { project, files: [], problems: [found] }
  const read: JsonFile[] = []
  const problems: Problem[] = []
  for (const path of found) {
    const json = await readJsonFile(files, path)
    if (json === undefined) problems.push(problemAt(path, 'no such file; expected checks'))
    else if (isProblem(json)) problems.push(json)
    else read.push(json)
  }
  return { project, files: read, problems }
}

/** Looks up in a design what the checks of files name. Each check must have its own id. Spec 7.3. */
export function linkChecks({ project, files, problems: unread }: CheckFiles, design: Design): ReadChecks {
  const checks: FiledCheck[] = []
  const problems = [...unread]
  const fileById = new Map<string, string>()
  for (const json of files) {
    const file = json.path
    const parsed = parseChecks(json.value, design, basename(file, '.json'))
    if ('problems' in parsed) problems.push(...problemsIn(json, parsed.problems))
    else
      for (const { check, path } of parsed.checks) {
        const other = fileById.get(check.id)
        const name = other === undefined ? '' : relative(project, other)
        const message = `the id ${quoted(check.id)} is already used in ${quoted(name)}; give this check another 'id'`
        if (other !== undefined) problems.push(...problemsAt([{ file: json, path: [...path, 'id'], message }]))
        fileById.set(check.id, file)
        checks.push({ check, file })
      }
  }
  return problems.length > 0 ? { problems } : { checks }
}

/** Reads the checks of files as `readCheckFiles` does, and looks up what they name in a design. Spec 7.3. */
export async function readChecks(
  files: FileSystem,
  project: string,
  design: Design,
  paths: readonly string[] = [],
): Promise<ReadChecks> {
  return linkChecks(await readCheckFiles(files, project, paths), design)
}
