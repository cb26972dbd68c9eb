import { resolve } from 'node:path'
import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { differencesOf, type Difference } from '../game/design/differences.ts'
import { kinds, type DesignSource, type Kind } from '../game/design/source.ts'
import { readDesignFiles, type DesignFiles } from '../project/design-files.ts'
import { isThere } from '../project/directory.ts'
import { isBroken, loadDesign } from '../project/load-design.ts'
import { toldOf } from '../project/problem.ts'
import { usageError } from '../terminal/cli-error.ts'
import { loadProject, wrongConfiguration } from '../terminal/load-project.ts'
import type { Shell } from '../terminal/shell.ts'

/** What stands for the design files of the project. */
export const FILES = 'files'

/** Whether a design is named that lies in files: `files`, or a path with a slash or a dot. */
export function isInFiles(side: string): boolean {
  return side === FILES || /[/\\]|^\./.test(side)
}

/** A design directory: that of the project, or another. */
export async function designDirectory(shell: Shell, named?: string): Promise<string> {
  return named === undefined || named === FILES ? (await loadProject(shell)).design : resolve(shell.io.cwd, named)
}

/** A design directory that is there. */
export async function existingDirectory(shell: Shell, named?: string): Promise<string> {
  const directory = await designDirectory(shell, named)
  if (await isThere(shell.io.files, directory)) return directory
  throw usageError(
    `no design directory ${directory}`,
    "run 'gamify init' to create a project, name another directory, or go to one with a gamify.json",
  )
}

/** The design in a directory as it is written, be it right or not; files that cannot be read end the command. */
export async function readFiles(shell: Shell, directory: string): Promise<DesignFiles> {
  const read = await readDesignFiles(shell.io.files, directory)
  if (read.problems.length > 0) throw wrongConfiguration(toldOf(read.problems, directory), shell.io.cwd)
  return read
}

/** Compares the design files of a project with the working design of a running game. */
export async function compareFiles(
  shell: Shell,
  directory: string,
  client: Client,
): Promise<'missing' | 'broken' | readonly Difference[]> {
  if (!(await isThere(shell.io.files, directory))) return 'missing'
  const design = await loadDesign(shell.io.files, directory)
  return isBroken(design) ? 'broken' : differencesOf(await readVersion(client, 'latest'), design.source)
}

/** A version of the design of a running game: `latest`, a label, or `stash`, the copy that no deploy has taken. Spec 4.13. */
export async function readVersion(client: Client, named: string): Promise<DesignSource> {
  const place = {
    params: { version: named === 'stash' ? 'latest' : named },
    query: named === 'stash' ? ({ source: 'stash' } as const) : {},
  }
  const list = async (kind: Kind) =>
    [kind, (await client.call(`GET /v2/design/versions/:version/${kind}`, place)).body as readonly unknown[]] as const
  const [bootstrap, ...lists] = await Promise.all([
    client.call('GET /v2/design/versions/:version/bootstrap', place),
    ...kinds.map(list),
  ])
  const components = Object.fromEntries(lists) as Record<Kind, readonly unknown[]>
  return { ...components, bootstrap: bootstrap.body }
}

/** What the running game lacks of latest, though that was deployed once: a restore may have brought an older design back. Spec 6.6 `GET /design`. */
export async function readUndeployed(client: Client): Promise<readonly Difference[]> {
  return (await control(client, 'GET /_gamify/design')).body.undeployed ?? []
}
