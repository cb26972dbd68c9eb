import { resolve } from 'node:path'
import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { differencesOf, type Difference } from '../game/design/differences.ts'
import { readVersion } from '../inspect/design-version.ts'
import { readDesignFiles, type DesignFiles } from '../project/design-files.ts'
import { isThere } from '../project/directory.ts'
import { isBroken, loadDesign } from '../project/load-design.ts'
import { limitedProblems } from '../project/problem.ts'
import { usageError } from '../terminal/cli-error.ts'
import { loadProject, wrongConfiguration } from '../terminal/load-project.ts'
import type { Shell } from '../terminal/shell.ts'

/** The word that stands for the design files of the project. */
export const FILES = 'files'

/** Whether a name refers to design files: `files`, or a path that contains a slash or starts with a dot. */
export function isInFiles(side: string): boolean {
  return side === FILES || /[/\\]|^\./.test(side)
}

/** Returns the path of a design directory: the named one, or that of the project. */
export async function designDirectory(shell: Shell, name?: string): Promise<string> {
  return name === undefined || name === FILES ? (await loadProject(shell)).design : resolve(shell.io.cwd, name)
}

/** Returns the path of a design directory that exists. Throws a usage error if it does not. */
export async function existingDirectory(shell: Shell, name?: string): Promise<string> {
  const directory = await designDirectory(shell, name)
  if (await isThere(shell.io.files, directory)) return directory
  throw usageError(
    `no design directory ${directory}`,
    "run 'gamify init' to create a project, name another directory, or go to one with a gamify.json",
  )
}

/**
 * Reads the design in a directory as it is written, even if it is not valid. Throws a CliError if files cannot be read.
 */
export async function readFiles(shell: Shell, directory: string): Promise<DesignFiles> {
  const read = await readDesignFiles(shell.io.files, directory)
  if (read.problems.length > 0) throw wrongConfiguration(limitedProblems(read.problems, directory), shell.io.cwd)
  return read
}

/** Compares the working design of a running game with the design files of a project. */
export async function compareFiles(
  shell: Shell,
  directory: string,
  client: Client,
): Promise<'missing' | 'broken' | readonly Difference[]> {
  if (!(await isThere(shell.io.files, directory))) return 'missing'
  const design = await loadDesign(shell.io.files, directory)
  return isBroken(design) ? 'broken' : differencesOf(await readVersion(client, 'latest'), design.source)
}

/**
 * Returns the differences of `latest` that are not deployed, although it was deployed once: a restore can bring back an
 * older design. Spec 6.6 `GET /design`.
 */
export async function readUndeployed(client: Client): Promise<readonly Difference[]> {
  return (await control(client, 'GET /_gamify/design')).body.undeployed ?? []
}
