import { basename, relative, resolve } from 'node:path'
import { formOf } from '../project/documented-form.ts'
import { isProblem, problemsIn, readJsonFile } from '../project/json-file.ts'
import { fileStart, toldOf, type Problem } from '../project/problem.ts'
import type { Script } from '../scripts/runner.ts'
import { parseScriptFile, scriptFileSchema } from '../scripts/script-file.ts'
import { wrongConfiguration } from '../terminal/load-project.ts'
import type { Shell } from '../terminal/shell.ts'

/** A script may have very many steps, and one file of them is in memory as a whole. */
const scriptLimits = { maxBytes: 16 * 1024 * 1024, maxNames: 100_000 }

/** The scripts in files, in their order, or everything that is wrong with them. None is run when one is wrong. */
export async function readScripts({ io }: Shell, paths: readonly string[]): Promise<readonly Script[]> {
  const scripts: Script[] = []
  const problems: Problem[] = []
  for (const path of paths) {
    const read = await readScript(io.files, resolve(io.cwd, path), io.cwd)
    if ('problems' in read) problems.push(...read.problems)
    else scripts.push(read)
  }
  if (problems.length > 0) throw wrongConfiguration(toldOf(problems, io.cwd), io.cwd)
  return scripts
}

type ScriptReading = Script | { readonly problems: readonly Problem[] }

async function readScript(files: Shell['io']['files'], path: string, cwd: string): Promise<ScriptReading> {
  const file = await readJsonFile(files, path, scriptLimits)
  if (file === undefined)
    return { problems: [{ file: path, ...fileStart, message: 'no such file; expected a play script' }] }
  if (isProblem(file)) return { problems: [file] }
  const parsed = parseScriptFile(formOf(scriptFileSchema)(file.value))
  if ('problems' in parsed) return { problems: problemsIn(file, parsed.problems) }
  const { name = basename(path, '.json'), players, steps } = parsed
  const positions = file.positionsOf(steps.map((_, place) => ['steps', place]))
  const placed = steps.map((step, place) => ({ ...step, ...(positions[place] ?? fileStart) }))
  return { file: relative(cwd, path), name, players, steps: placed }
}
