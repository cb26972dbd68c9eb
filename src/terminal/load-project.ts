import { MAX_PORT } from '../interface/addresses.ts'
import { problemText, type Problem } from '../project/problem.ts'
import { isProject, readProject, type Project } from '../project/project.ts'
import { CliError, usageError } from './cli-error.ts'
import { exitCode } from './exit-code.ts'
import type { Shell } from './shell.ts'

/**
 * Loads the project of a command: its gamify.json, which environment variables override. Throws a CliError if it is not
 * valid. Spec 6.1.
 */
export async function loadProject({ io, options }: Shell): Promise<Project> {
  const project = await readProject({ files: io.files, env: io.env, cwd: io.cwd, config: options.config || undefined })
  if (!isProject(project)) throw wrongConfiguration(project, io.cwd)
  return io.env.PORT ? { ...project, port: portOf(io.env.PORT) } : project
}

/** Returns an error that lists problems in files, with exit code 2. */
export function wrongConfiguration(problems: readonly Problem[], cwd: string, ...advice: readonly string[]): CliError {
  return new CliError(problems.map((problem) => problemText(problem, cwd)).join('\n'), {
    code: 'invalid_configuration',
    exitCode: exitCode.usage,
    advice,
    problems,
  })
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= MAX_PORT) return port
  throw usageError(`the environment has PORT=${text}, expected a number from 0 to ${MAX_PORT}`)
}
