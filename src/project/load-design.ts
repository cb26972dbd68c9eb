import { compileDesign, type Design } from '../game/design/design.ts'
import type { FileSystem } from '../storage/fs.ts'
import { readDesignFiles, type ComponentProblem, type DesignFiles, type ReadJson } from './design-files.ts'
import { compareProblems, type Problem } from './problem.ts'

/** Something wrong with the files of a design: with a component, or with a file as a whole. */
export type DesignFileProblem = Problem | ComponentProblem

/** The design in a directory, ready for play where nothing is wrong. */
export interface FoundDesign {
  readonly read: DesignFiles
  readonly design: Design | undefined
  /** Everything that is wrong, in order. */
  readonly problems: readonly DesignFileProblem[]
}

/** Reads the design in a directory and makes it ready for play, or tells everything that is wrong with it, in order. */
export async function loadDesign(files: FileSystem, directory: string): Promise<Design | readonly DesignFileProblem[]> {
  const { design, problems } = await findDesign(files, directory)
  return design ?? problems
}

/** Reads the design in a directory, with where its components stand. */
export async function findDesign(files: FileSystem, directory: string, readJson?: ReadJson): Promise<FoundDesign> {
  const read = await readDesignFiles(files, directory, readJson)
  const compiled = compileDesign(read.source)
  if ('source' in compiled && read.problems.length === 0) return { read, design: compiled, problems: [] }
  const placed = 'source' in compiled ? [] : await Promise.all(compiled.map((problem) => read.where(problem)))
  const problems = [...read.problems, ...placed.flatMap((problem) => problem ?? [])].toSorted(compareProblems)
  return { read, design: undefined, problems }
}

/** Tells problems from a design. */
export function isBroken(loaded: Design | readonly DesignFileProblem[]): loaded is readonly DesignFileProblem[] {
  return Array.isArray(loaded)
}
