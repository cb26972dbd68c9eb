import { readFileSync } from 'node:fs'
import type { Archive } from '../../src/binary/archive.ts'
import { refuseIncomplete } from './make-archive.ts'
import type { Target } from './targets.ts'

/**
 * The text in Node's executable that marks whether it carries a program; a zero follows if it does not. It is split in
 * two, because an executable can carry this file as well.
 */
const FUSE = `${'NODE_SEA'}_FUSE_fce680ab2cc467b6e072b8b5df1996b2:`

/** The result of an inspection. */
export interface Inspected {
  readonly kind: string
  readonly bytes: number
  /** The number of files in its package. */
  readonly files: number
}

/**
 * Inspects an executable that may not run on this machine: it must be a program for the target's system, carry our
 * program, and carry the complete package with this name. Throws if it does not.
 */
export function inspect(path: string, target: Target, name: string): Inspected {
  const bytes = readFileSync(path)
  const { says, isIt } = target.magic
  if (!isIt(bytes.subarray(0, 4096))) throw new Error(`${path} does not have the format ${says}`)
  const fuse = bytes.indexOf(FUSE)
  if (bytes[fuse + FUSE.length] !== '1'.charCodeAt(0)) throw new Error(`${path} is Node without the gamify package`)
  const { files } = listIn(bytes, name)
  refuseIncomplete(
    files.map((file) => file.path),
    target,
  )
  return { kind: says, bytes: bytes.length, files: files.length }
}

/** Reads the list of files of the package from the executable. */
function listIn(bytes: Buffer, name: string): Pick<Archive, 'name' | 'files'> {
  const start = bytes.indexOf(`{"name":"${name}","files":[`)
  const end = bytes.indexOf(']}', start)
  if (start < 0 || end < 0) throw new Error(`it does not contain the package ${name}`)
  return JSON.parse(bytes.toString('utf8', start, end + 2)) as Pick<Archive, 'name' | 'files'>
}
