import { shellQuoted } from './render/shell-quoted.ts'
import type { Shell } from './shell.ts'

/** What was given that hints repeat. */
export interface Hinting {
  readonly options: Pick<Shell['options'], 'config' | 'url' | 'runtime'>
}

/**
 * A command as hints name it, quoted, for the project, the address and the runtime that this one was given: copied as it
 * stands, it does what is meant.
 */
export function hint({ options: { config, url, runtime } }: Hinting, command: string): string {
  const flags = [
    ...(config ? ['--config', shellQuoted(config)] : []),
    ...(url ? ['--url', shellQuoted(url)] : []),
    ...(runtime === undefined ? [] : ['--runtime', runtime]),
  ]
  return `'${['gamify', command, ...flags].join(' ')}'`
}
