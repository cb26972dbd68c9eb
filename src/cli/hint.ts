import type { Shell } from './shell.ts'

/** A command as hints name it, quoted, for the runtime that this one was given: copied as it stands, it does what is meant. */
export function hint({ options: { runtime } }: Shell, command: string): string {
  return `'gamify ${command}${runtime === undefined ? '' : ` --runtime ${runtime}`}'`
}
