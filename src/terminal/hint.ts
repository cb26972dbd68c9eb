import { parse, relative, sep } from 'node:path'
import { shellQuoted } from '../sentences/shell-quoted.ts'
import type { Io } from './io.ts'
import type { Shell } from './shell.ts'

/** The flags that hints repeat. */
export interface HintContext {
  readonly options: Pick<Shell['options'], 'config' | 'url' | 'runtime'>
}

/**
 * Returns a command in quotes, with the project, the address and the runtime of the current command, so that a user can
 * copy it.
 */
export function hint({ options: { config, url, runtime } }: HintContext, command: string): string {
  const flags = [
    ...(config ? ['--config', shellQuoted(config)] : []),
    ...(url ? ['--url', shellQuoted(url)] : []),
    ...(runtime === undefined ? [] : ['--runtime', runtime]),
  ]
  return `'${['gamify', command, ...flags].join(' ')}'`
}

/**
 * Returns how to run this program from a directory, quoted for a shell: its file, or its name if it was found by name.
 */
export function invocationFrom({ program }: Pick<Io, 'program'>, directory: string): string {
  const path = relative(directory, program)
  if (program.endsWith('.js')) return `node ${shellQuoted(path)}`
  const isByName = parse(program).name === 'gamify' && !program.startsWith('.')
  return isByName ? 'gamify' : shellQuoted(path.includes(sep) ? path : `./${path}`)
}
