import { readFileSync } from 'node:fs'
import type { Archive } from '../../src/binary/archive.ts'
import { refuseIncomplete } from './make-archive.ts'
import type { Target } from './targets.ts'

/** Where Node looks whether its own file carries a program: a zero follows where it does not. In two parts, since this file may be carried too. */
const FUSE = `${'NODE_SEA'}_FUSE_fce680ab2cc467b6e072b8b5df1996b2:`

/** What a file of the program was found to be. */
export interface Inspected {
  readonly kind: string
  readonly bytes: number
  /** Files of the package in it. */
  readonly files: number
}

/**
 * Looks into a file that may not run here: that it is a program of the target's system, that it carries ours, and that
 * it carries the package of this name, whole. Throws what is wrong.
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

/** The list of the package, as it lies in the file. */
function listIn(bytes: Buffer, name: string): Pick<Archive, 'name' | 'files'> {
  const start = bytes.indexOf(`{"name":"${name}","files":[`)
  const end = bytes.indexOf(']}', start)
  if (start < 0 || end < 0) throw new Error(`it does not contain the package ${name}`)
  return JSON.parse(bytes.toString('utf8', start, end + 2)) as Pick<Archive, 'name' | 'files'>
}
