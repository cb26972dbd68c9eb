import { join, resolve } from 'node:path'
import type { Design } from '../game/design/design.ts'
import { emptyDesign } from '../game/design/source.ts'
import type { DesignFiles } from '../project/design-files.ts'
import { isThere } from '../project/directory.ts'
import { findDesign } from '../project/load-design.ts'
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
  if (named !== undefined && JSON.stringify(design.source) === JSON.stringify(emptyDesign)) {
    const inside = join(directory, 'design')
    throw usageError(
      `${directory} has no design files`,
      (await isThere(io.files, inside)) ? `did you mean ${inside}?` : 'name the directory of a design',
    )
  }
  return { design, read, directory }
}
