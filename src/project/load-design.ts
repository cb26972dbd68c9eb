import { compileDesign, type Design } from '../game/design/design.ts'
import type { FileSystem } from '../storage/fs.ts'
import { readDesignFiles, type ComponentProblem, type DesignFiles, type ReadJson } from './design-files.ts'
import { toldOf, type Problem } from './problem.ts'
import { idOf } from '../game/design/identity.ts'
import { kinds, type Kind } from '../game/design/source.ts'

/** Something wrong with the files of a design: with a component, or with a file as a whole. */
export type DesignFileProblem = Problem | ComponentProblem

/** The design in a directory, ready for play where nothing is wrong. */
export interface FoundDesign {
  readonly read: DesignFiles
  readonly design: Design | undefined
  /** What is wrong, in order; of very much the first, with a last one that says how many more there are. */
  readonly problems: readonly DesignFileProblem[]
}

/** Reads the design in a directory and makes it ready for play, or tells everything that is wrong with it, in order. */
export async function loadDesign(files: FileSystem, directory: string): Promise<Design | readonly DesignFileProblem[]> {
  const { design, problems } = await findDesign(files, directory)
  return design ?? problems
}

/** Reads the design in a directory, with where its components stand; `readJson` and `compile` may know some of it already. */
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
  return { read, design: undefined, problems: toldOf([...read.problems, ...read.locate(problems)], directory, more) }
}

/** Tells problems from a design. */
export function isBroken(loaded: Design | readonly DesignFileProblem[]): loaded is readonly DesignFileProblem[] {
  return Array.isArray(loaded)
}

/** A component of the design that the game was given last, and its file. */
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

/** What is known after the first look: where there is no directory, nothing is wrong and nothing loaded. */
export function firstState(look: FoundDesign & { readonly isThere: boolean }): DesignState {
  return { loaded: look.design ? componentsIn(look.read) : [], problems: look.isThere ? look.problems : [] }
}

/** The components that were found in files, in order of kind and id. */
export function componentsIn(read: DesignFiles): readonly LoadedComponent[] {
  return kinds.flatMap((kind) =>
    read.found(kind).flatMap(({ component, file }) => {
      const id = idOf(component)
      return id === undefined || !file ? [] : [{ kind, id, file: file.path }]
    }),
  )
}
