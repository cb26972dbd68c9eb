import { compileDesign } from '../game/design/design.ts'
import { kinds, type DesignSource } from '../game/design/source.ts'
import type { FileSystem } from '../storage/fs.ts'
import type { DesignFiles, ReadJson } from './design-files.ts'
import { isThere } from './directory.ts'
import { parseDesignFile, type Content } from './design-file.ts'
import { readBytes, type JsonFile } from './json-file.ts'
import { findDesign, type DesignFileProblem, type FoundDesign, componentsIn } from './load-design.ts'
import { fileStart, problemText, type Problem } from './problem.ts'

/** The names in the directory of a design that matter to it, with everything below them. */
export const designNames: readonly string[] = [...kinds, 'bootstrap.json']

/** A design as it stood in its directory at one time. */
export interface DesignLook extends FoundDesign {
  /** Whether there is a directory; one that is not there is a problem of its own. */
  readonly isThere: boolean
  /** The files that it was read from. */
  readonly paths: ReadonlySet<string>
  /** The same for looks that found the same: the design and where each component stands, or else all that is wrong. */
  readonly signature: string
}

/** Looks at the design in one directory again and again. */
export interface DesignReader {
  /** Absolute. */
  readonly directory: string
  /** One look at a time. */
  readonly look: () => Promise<DesignLook>
}

/** The content of a file, as it was read last; without bytes where it could not be. */
interface Known {
  readonly bytes?: Buffer
  readonly file: JsonFile | Problem
}

/** The content of each file that was read. */
type Contents = ReadonlyMap<string, Known>

/** What came of making a design ready for play, and of which contents. */
interface Compiled {
  readonly of: Contents
  readonly unread: DesignFiles['unread']
  readonly outcome: ReturnType<typeof compileDesign>
  /** The text of the design. */
  readonly text: string
  /** It with the places of its components, once there was a look at them. */
  signature?: string
}

/**
 * Reads all files at every look, for time stamps can lie; those whose bytes are the same are parsed no second time, so
 * that their components stay the same objects, and where all are, the design is not made ready for play again.
 */
export function designReader(files: FileSystem, directory: string): DesignReader {
  let known: Contents = new Map()
  let compiled: Compiled | undefined
  return {
    directory,
    look: async () => {
      const read = new Map<string, Known>()
      const readJson: ReadJson = async (path, content) => {
        const bytes = await readBytes(files, path)
        if (bytes === undefined) return undefined
        const now = await contentOf(path, content, bytes, known.get(path))
        read.set(path, now)
        return now.file
      }
      const compile = (source: DesignSource, unread: DesignFiles['unread'] = new Map()) => {
        if (!compiled || !isSame(compiled.of, read) || keysOf(compiled.unread) !== keysOf(unread))
          compiled = { of: read, unread, outcome: compileDesign(source, unread), text: JSON.stringify(source) }
        return compiled.outcome
      }
      // Before and after: one that comes meanwhile has not been read.
      const wasThere = await isThere(files, directory)
      const found = await findDesign(files, directory, readJson, compile)
      known = read
      const there = wasThere && (await isThere(files, directory))
      const missing = { file: directory, ...fileStart, message: 'no such directory; expected the design directory' }
      const [design, problems] = there ? [found.design, found.problems] : [undefined, [missing]]
      const signature =
        design && compiled
          ? (compiled.signature ??= [compiled.text, ...componentsIn(found.read).map(({ file }) => file)].join('\n'))
          : problems.map(signatureOf).join('\n')
      return { ...found, design, problems, isThere: there, paths: new Set(read.keys()), signature }
    },
  }
}

/** What is known already where the bytes are the same; what cannot be read is never known. */
async function contentOf(
  path: string,
  content: Content,
  bytes: Buffer | Problem,
  before: Known | undefined,
): Promise<Known> {
  if ('message' in bytes) return { file: bytes }
  return before?.bytes?.equals(bytes) ? before : { bytes, file: await parseDesignFile(path, bytes, content) }
}

const keysOf = (unread: DesignFiles['unread']): string => [...unread.keys()].join()

/** A design is made of the files that were read, and of nothing else. */
const isSame = (before: Contents, now: Contents): boolean =>
  before.size === now.size && now.entries().every(([path, content]) => before.get(path) === content)

const signatureOf = (problem: DesignFileProblem): string => problemText(problem, '/')
