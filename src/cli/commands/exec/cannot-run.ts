import { join, resolve } from 'node:path'
import { isThere } from '../../../project/directory.ts'
import { hasCode } from '../../../storage/storage-error.ts'
import { CliError } from '../../cli-error.ts'
import { exitCode } from '../../exit-code.ts'
import type { Io } from '../../io.ts'

/** Where a command is looked for. */
type Place = Pick<Io, 'cwd' | 'files'>

/** Why a command could not be started, in words, with the exit code that shells have for it. */
export async function cannotRun(name: string, error: unknown, place: Place): Promise<CliError> {
  const isPath = /[/\\]/.test(name)
  if (name === '' || (isMissing(error) && !(isPath && (await isThere(place.files, resolve(place.cwd, name)))))) {
    return new CliError(`there is no command '${name}'`, {
      code: 'command_not_found',
      exitCode: exitCode.notFound,
      advice: await whereElse(name, place),
      cause: error,
    })
  }
  const [reason, ...advice] = isPath && (await isDirectory(name, place)) ? ['it is a directory'] : reasonOf(error)
  return new CliError(`the command '${name}' cannot be run: ${reason}`, {
    code: 'command_not_executable',
    exitCode: exitCode.notExecutable,
    advice,
    cause: error,
  })
}

async function isDirectory(name: string, { cwd, files }: Place): Promise<boolean> {
  try {
    await files.readFile(resolve(cwd, name), 0)
    return false
  } catch (error) {
    return hasCode(error, 'EISDIR')
  }
}

/** Whether the system has not found a file, or not even a directory where one should be. */
const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')

/** What may have been meant by the name of nothing. */
async function whereElse(name: string, { cwd, files }: Place): Promise<readonly string[]> {
  if (name === '') return ['the first word behind -- is empty: is it a variable that is not set?']
  if (/\s/.test(name)) return ["name and arguments are words of their own: gamify exec -- NAME ARG, or sh -c 'LINE'"]
  if (!(await isThere(files, join(cwd, 'node_modules/.bin', name)))) return []
  return [`it is in node_modules/.bin, where npx and npm scripts find it: gamify exec -- npx ${name}`]
}

/** Why what is there cannot be run, and what to do. */
function reasonOf(error: unknown): readonly [string, ...string[]] {
  if (process.platform === 'win32')
    return ['it is no program', 'scripts are run by what reads them: node SCRIPT, or cmd /c NAME']
  if (hasCode(error, 'EACCES')) return ['it may not be executed', 'chmod +x lets it, if it is a program']
  if (isMissing(error)) return ['what its first line names is not there']
  if (hasCode(error, 'ELOOP')) return ['the links there lead in a circle']
  if (hasCode(error, 'ENAMETOOLONG')) return ['its name is too long']
  if (hasCode(error, 'E2BIG')) return ['its arguments and its environment are too long together']
  return [error instanceof Error ? error.message : String(error)]
}
