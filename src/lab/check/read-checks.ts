import { basename, relative } from 'node:path'
import type { Design } from '../../game/design/design.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { isProblem, problemsAt, problemsIn, readJsonFile, type JsonFile } from '../../project/json-file.ts'
import { fileStart, problemAt, type Position, type Problem } from '../../project/problem.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { labFiles } from '../lab-files.ts'
import type { Check } from './check.ts'
import { validChecks } from './parse-checks.ts'

/** A check as its author wrote it, with the absolute path of its file and its place there. */
export interface FiledCheck extends Position {
  readonly check: Check
  readonly file: string
  readonly written: unknown
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

/**
 * Looks up in a design what the checks of files name. Returns the checks without problems, and the problems of the others.
 * Each check must have its own id. Spec 7.3.
 */
export function linkChecks(
  { project, files, problems: unread }: CheckFiles,
  design: Design,
): { readonly checks: readonly FiledCheck[]; readonly problems: readonly Problem[] } {
  const checks = new Map<string, FiledCheck>()
  const problems = [...unread]
  for (const json of files) {
    const file = json.path
    const parsed = validChecks(json.value, design, basename(file, '.json'))
    problems.push(...problemsIn(json, parsed.problems))
    const places = json.positionsOf(parsed.checks.map(({ path }) => path))
    for (const [i, { check, path, written }] of parsed.checks.entries()) {
      const other = checks.get(check.id)
      if (!other) checks.set(check.id, { check, file, written, ...(places[i] ?? fileStart) })
      else {
        const name = quoted(relative(project, other.file))
        const message = `the id ${quoted(check.id)} is already used in ${name}; give this check another 'id'`
        problems.push(...problemsAt([{ file: json, path: [...path, 'id'], message }]))
      }
    }
  }
  return { checks: [...checks.values()], problems }
}

/** Reads the checks of files as `readCheckFiles` does, and looks up what they name in a design. Spec 7.3. */
export async function readChecks(
  files: FileSystem,
  project: string,
  design: Design,
  paths: readonly string[] = [],
): Promise<ReadChecks> {
  const { checks, problems } = linkChecks(await readCheckFiles(files, project, paths), design)
  return problems.length > 0 ? { problems } : { checks }
}
