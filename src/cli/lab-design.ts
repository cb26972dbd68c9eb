import { join, resolve } from 'node:path'
import type { Design } from '../game/design/design.ts'
import { emptyDesign, type DesignSource } from '../game/design/source.ts'
import type { DesignFiles } from '../project/design-files.ts'
import { isThere } from '../project/directory.ts'
import { findDesign } from '../project/load-design.ts'
import type { FileSystem } from '../storage/fs.ts'
import { usageError } from '../terminal/cli-error.ts'
import { wrongConfiguration } from '../terminal/load-project.ts'
import type { Shell } from '../terminal/shell.ts'

/** A valid design, its files, and its absolute directory. */
export interface LabDesign {
  readonly design: Design
  readonly read: DesignFiles
  readonly directory: string
}

/**
 * Reads the design for a command of the lab: the directory that the user names, or that of the project. Throws a CliError
 * if there is none or it has problems. A directory that the user names must have parts of a design. Spec 7 "All
 * commands".
 */
export async function readLabDesign({ io }: Shell, named: string | undefined, own: string): Promise<LabDesign> {
  const directory = named === undefined ? own : resolve(io.cwd, named)
  if (!(await isThere(io.files, directory)))
    throw usageError(
      `no design directory ${directory}`,
      named === undefined ? "run 'gamify init' to create a project" : 'name the directory of a design',
    )
  const { design, read, problems } = await findDesign(io.files, directory)
  if (!design) throw wrongConfiguration(problems, io.cwd)
  if (named !== undefined) await requireParts(io.files, directory, design.source)
  return { design, read, directory }
}

/** Throws a usage error if a directory that the user names has no parts of a design. */
export async function requireParts(files: FileSystem, directory: string, source: DesignSource): Promise<void> {
  if (JSON.stringify(source) !== JSON.stringify(emptyDesign)) return
  // An empty bootstrap is a beginning, such as that of a new project.
  if (await isThere(files, join(directory, 'bootstrap.json'))) return
  const inside = join(directory, 'design')
  throw usageError(
    `${directory} has no design files`,
    (await isThere(files, inside)) ? `did you mean ${inside}?` : 'name the directory of a design',
  )
}
