import { parse, relative, sep } from 'node:path'
import type { Io } from './io.ts'
import { shellQuoted } from './render/shell-quoted.ts'

/** What runs this program from a directory, as a shell takes it: its file, unless it was found by its name. */
export function calledAs({ program }: Pick<Io, 'program'>, directory: string): string {
  const path = relative(directory, program)
  if (program.endsWith('.js')) return `node ${shellQuoted(path)}`
  const isByName = parse(program).name === 'gamify' && !program.startsWith('.')
  return isByName ? 'gamify' : shellQuoted(path.includes(sep) ? path : `./${path}`)
}
