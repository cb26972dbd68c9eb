import { compileDesign, type Design } from '../game/design/design.ts'
import { idOf } from '../game/design/identity.ts'
import { kinds, type Kind } from '../game/design/source.ts'
import type { FileSystem } from '../storage/fs.ts'
import { readDesignFiles, type ComponentProblem, type DesignFiles, type ReadJson } from './design-files.ts'
import { limitedProblems, type Problem } from './problem.ts'

/** A problem of the files of a design: of a component, or of a file as a whole. */
export type DesignFileProblem = Problem | ComponentProblem

/** The design in a directory, compiled if it has no problems. */
export interface FoundDesign {
  readonly read: DesignFiles
  readonly design: Design | undefined
  /** The problems in order. If there are too many, the last one says how many more there are. */
  readonly problems: readonly DesignFileProblem[]
}

/** Reads and compiles the design in a directory, or returns all its problems in order. */
export async function loadDesign(files: FileSystem, directory: string): Promise<Design | readonly DesignFileProblem[]> {
  const { design, problems } = await findDesign(files, directory)
  return design ?? problems
}

/**
 * Reads and compiles the design in a directory and locates its components. `readJson` and `compile` can reuse earlier
 * results.
 */
export async function findDesign(
  files: FileSystem,
  directory: string,
  readJson?: ReadJson,
  compile: typeof compileDesign = compileDesign,
): Promise<FoundDesign> {
  const read = await readDesignFiles(files, directory, readJson)
  const compiled = compile(read.source, read.unread)
  if ('source' in compiled && read.problems.length === 0) return { read, design: compiled, problems: [] }
  const { problems, more } = 'source' in compiled ? { problems: [], more: 0 } : compiled
  return {
    read,
    design: undefined,
    problems: limitedProblems([...read.problems, ...read.locate(problems)], directory, more),
  }
}

/** Whether the result is problems rather than a design. */
export function isBroken(loaded: Design | readonly DesignFileProblem[]): loaded is readonly DesignFileProblem[] {
  return Array.isArray(loaded)
}

/** A component that the game was given last, and its file. */
interface LoadedComponent {
  readonly kind: Kind
  readonly id: string
  readonly file: string
}

/** What is known of the files of a design. */
export interface DesignState {
  readonly loaded: readonly LoadedComponent[]
  readonly problems: readonly DesignFileProblem[]
}

/** Returns the state after the first look. A missing directory has no problems and no components. */
export function firstState(reading: FoundDesign & { readonly isThere: boolean }): DesignState {
  return { loaded: reading.design ? componentsIn(reading.read) : [], problems: reading.isThere ? reading.problems : [] }
}

/** Returns the components that were found in files, in order of kind and id. */
export function componentsIn(read: DesignFiles): readonly LoadedComponent[] {
  return kinds.flatMap((kind) =>
    read.found(kind).flatMap(({ component, file }) => {
      const id = idOf(component)
      return id === undefined || !file ? [] : [{ kind, id, file: file.path }]
    }),
  )
}
