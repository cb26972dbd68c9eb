import { join, resolve } from 'node:path'
import { isThere } from '../../../project/directory.ts'
import { hasCode } from '../../../storage/storage-error.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import type { Io } from '../../../terminal/io.ts'

/** Where a command is looked for. */
type Place = Pick<Io, 'cwd' | 'files'>

/** Why a command could not be started, in words, with the exit code that shells have for it. */
export async function cannotRun(name: string, error: unknown, place: Place): Promise<CliError> {
  const isPath = /[/\\]/.test(name)
  if (name === '' || (isMissing(error) && !(isPath && (await isThere(place.files, resolve(place.cwd, name)))))) {
    return new CliError(`command not found: '${name}'`, {
      code: 'command_not_found',
      exitCode: exitCode.notFound,
      advice: await whereElse(name, place),
      cause: error,
    })
  }
  const [reason, ...advice] = isPath && (await isDirectory(name, place)) ? ['it is a directory'] : reasonOf(error)
  return new CliError(`cannot run the command '${name}': ${reason}`, {
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
  if (name === '') return ['the first word after -- is empty; is a variable not set?']
  if (/\s/.test(name))
    return ["pass the name and each argument as separate words: gamify exec -- NAME ARG, or sh -c 'LINE'"]
  if (!(await isThere(files, join(cwd, 'node_modules/.bin', name)))) return []
  return [`it is in node_modules/.bin; npx and npm scripts find it there: gamify exec -- npx ${name}`]
}

/** Why what is there cannot be run, and what to do. */
function reasonOf(error: unknown): readonly [string, ...string[]] {
  if (process.platform === 'win32')
    return ['it is not a program', 'run a script with its interpreter: node SCRIPT, or cmd /c NAME']
  if (hasCode(error, 'EACCES')) return ['it is not executable', 'if it is a program, make it executable with chmod +x']
  if (isMissing(error)) return ['the interpreter in its first line does not exist']
  if (hasCode(error, 'ELOOP')) return ['its symbolic links form a loop']
  if (hasCode(error, 'ENAMETOOLONG')) return ['its name is too long']
  if (hasCode(error, 'E2BIG')) return ['its arguments and environment are too long']
  return [error instanceof Error ? error.message : String(error)]
}
