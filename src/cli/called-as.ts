import { relative } from 'node:path'
import type { Io } from './io.ts'
import { shellQuoted } from './render/shell-quoted.ts'

/** What runs this program from a directory, as a shell takes it: its file, unless it was found by its name. */
export function calledAs({ program }: Pick<Io, 'program'>, directory: string): string {
  return program.endsWith('.js') ? `node ${shellQuoted(relative(directory, program))}` : 'gamify'
}
