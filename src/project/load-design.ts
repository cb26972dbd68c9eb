import { compileDesign, type Design } from '../game/design/design.ts'
import type { FileSystem } from '../storage/fs.ts'
import { readDesignFiles } from './design-files.ts'
import { compareProblems, type Problem } from './problem.ts'

/** Reads the design in a directory and makes it ready for play, or tells everything that is wrong with it, in order. */
export async function loadDesign(files: FileSystem, directory: string): Promise<Design | readonly Problem[]> {
  const read = await readDesignFiles(files, directory)
  const compiled = compileDesign(read.source)
  if ('source' in compiled && read.problems.length === 0) return compiled
  const placed = 'source' in compiled ? [] : await Promise.all(compiled.map((problem) => read.where(problem)))
  return [...read.problems, ...placed.flatMap((problem) => problem ?? [])].toSorted(compareProblems)
}

/** Tells problems from a design. */
export function isBroken(loaded: Design | readonly Problem[]): loaded is readonly Problem[] {
  return Array.isArray(loaded)
}
