import type { Shell } from './shell.ts'
import { parse, relative, sep } from 'node:path'
import type { Io } from './io.ts'

/** What was given that hints repeat. */
export interface HintContext {
  readonly options: Pick<Shell['options'], 'config' | 'url' | 'runtime'>
}

/**
 * A command as hints name it, quoted, for the project, the address and the runtime that this one was given: copied as it
 * stands, it does what is meant.
 */
export function hint({ options: { config, url, runtime } }: HintContext, command: string): string {
  const flags = [
    ...(config ? ['--config', shellQuoted(config)] : []),
    ...(url ? ['--url', shellQuoted(url)] : []),
    ...(runtime === undefined ? [] : ['--runtime', runtime]),
  ]
  return `'${['gamify', command, ...flags].join(' ')}'`
}

/** What a POSIX shell takes as it stands. */
const PLAIN = /^[\w@%+:,./-]+$/

/** A word as one types it into a POSIX shell: in single quotes where it has to be. */
export function shellQuoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** What runs this program from a directory, as a shell takes it: its file, unless it was found by its name. */
export function invocationFrom({ program }: Pick<Io, 'program'>, directory: string): string {
  const path = relative(directory, program)
  if (program.endsWith('.js')) return `node ${shellQuoted(path)}`
  const isByName = parse(program).name === 'gamify' && !program.startsWith('.')
  return isByName ? 'gamify' : shellQuoted(path.includes(sep) ? path : `./${path}`)
}
