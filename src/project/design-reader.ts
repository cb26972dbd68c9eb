import type { FileSystem } from '../storage/fs.ts'
import type { ReadJson } from './design-files.ts'
import { isThere } from './directory.ts'
import { parseJsonFile, readBytes, type JsonFile } from './json-file.ts'
import { findDesign, type DesignFileProblem, type FoundDesign } from './load-design.ts'
import { fileStart, problemText, type Problem } from './problem.ts'

/** A design as it stood in its directory at one time. */
export interface DesignLook extends FoundDesign {
  /** Whether there is a directory; one that is not there is a problem of its own. */
  readonly isThere: boolean
  /** The files that it was read from. */
  readonly paths: ReadonlySet<string>
  /** The same for looks that found the same: the text of the design, or else all that is wrong. */
  readonly signature: string
}

/** Looks at the design in one directory again and again. */
export interface DesignReader {
  /** Absolute. */
  readonly directory: string
  /** One look at a time. */
  readonly look: () => Promise<DesignLook>
}

/** The content of a file, as it was read last. */
interface Known {
  readonly bytes: Buffer
  readonly file: JsonFile | Problem
}

/**
 * Reads all files at every look, for time stamps can lie; those whose bytes are the same are parsed no second time, so
 * that their components stay the same objects.
 */
export function designReader(files: FileSystem, directory: string): DesignReader {
  let known: ReadonlyMap<string, Known> = new Map()
  return {
    directory,
    look: async () => {
      const read = new Map<string, Known>()
      const readJson: ReadJson = async (path) => {
        const bytes = await readBytes(files, path)
        if (bytes === undefined || 'message' in bytes) return bytes
        const before = known.get(path)
        const now = before?.bytes.equals(bytes) ? before : { bytes, file: await parseJsonFile(path, bytes) }
        read.set(path, now)
        return now.file
      }
      // Before and after: one that comes meanwhile has not been read.
      const wasThere = await isThere(files, directory)
      const found = await findDesign(files, directory, readJson)
      known = read
      return lookOf(found, directory, new Set(read.keys()), wasThere && (await isThere(files, directory)))
    },
  }
}

function lookOf(found: FoundDesign, directory: string, paths: ReadonlySet<string>, there: boolean): DesignLook {
  const missing = { file: directory, ...fileStart, message: 'there is no such directory, expected the design' }
  const [design, problems] = there ? [found.design, found.problems] : [undefined, [missing]]
  const signature = design ? JSON.stringify(design.source) : problems.map(signatureOf).join('\n')
  return { ...found, design, problems, isThere: there, paths, signature }
}

const signatureOf = (problem: DesignFileProblem): string => problemText(problem, '/')
