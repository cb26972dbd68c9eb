import { compileDesign } from '../game/design/design.ts'
import { kinds, type DesignSource } from '../game/design/source.ts'
import type { FileSystem } from '../storage/fs.ts'
import { parseDesignFile, type Content } from './design-file.ts'
import type { DesignFiles, ReadJson } from './design-files.ts'
import { isThere } from './directory.ts'
import { readBytes, type JsonFile } from './json-file.ts'
import { findDesign, type DesignFileProblem, type FoundDesign, componentsIn } from './load-design.ts'
import { fileStart, problemText, type Problem } from './problem.ts'

/** The names in a design directory that belong to the design, with everything below them. */
export const designNames: readonly string[] = [...kinds, 'bootstrap.json']

/** A design as it was in its directory at one time. */
export interface DesignReading extends FoundDesign {
  /** Whether the directory exists. A missing directory is a problem. */
  readonly isThere: boolean
  /** The files that it was read from. */
  readonly paths: ReadonlySet<string>
  /** Equal for looks that found the same: the design and its components' files, or else all problems. */
  readonly signature: string
}

/** Reads the design in one directory repeatedly. */
export interface DesignReader {
  /** The absolute path. */
  readonly directory: string
  /** Reads the design. Only one call at a time. */
  readonly read: () => Promise<DesignReading>
}

/** The last content of a file. Without bytes if it could not be read. */
interface Known {
  readonly bytes?: Buffer
  readonly file: JsonFile | Problem
}

/** The content of each file that was read. */
type Contents = ReadonlyMap<string, Known>

/** The result of compiling a design, and the contents that it was compiled from. */
interface Compiled {
  readonly of: Contents
  readonly unread: DesignFiles['unread']
  readonly outcome: ReturnType<typeof compileDesign>
  /** The design as JSON. */
  readonly text: string
  /** The signature of a look at it, once there was one. */
  signature?: string
}

/**
 * Returns a reader. It reads all files every time, because time stamps can be wrong. Files with the same bytes are not
 * parsed again, so their components stay the same objects. If all files are the same, the design is not compiled again.
 */
export function designReader(files: FileSystem, directory: string): DesignReader {
  let known: Contents = new Map()
  let compiled: Compiled | undefined
  return {
    directory,
    read: async () => {
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
      // Check before and after: a directory that appears in between has not been read.
      const existed = await isThere(files, directory)
      const found = await findDesign(files, directory, readJson, compile)
      known = read
      const exists = existed && (await isThere(files, directory))
      const missing = { file: directory, ...fileStart, message: 'no such directory; expected the design directory' }
      const [design, problems] = exists ? [found.design, found.problems] : [undefined, [missing]]
      const signature =
        design && compiled
          ? (compiled.signature ??= [compiled.text, ...componentsIn(found.read).map(({ file }) => file)].join('\n'))
          : problems.map(signatureOf).join('\n')
      return { ...found, design, problems, isThere: exists, paths: new Set(read.keys()), signature }
    },
  }
}

/** Returns the known content if the bytes are the same, and parses them otherwise. Unreadable files are never known. */
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

/** A design depends only on the files that were read. */
const isSame = (before: Contents, now: Contents): boolean =>
  before.size === now.size && now.entries().every(([path, content]) => before.get(path) === content)

const signatureOf = (problem: DesignFileProblem): string => problemText(problem, '/')
