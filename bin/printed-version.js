// Plain JavaScript for any Node from 20 on.
import { writeSync } from 'node:fs'

const STDOUT = 1

/**
 * Prints the version if the command line asks for nothing else, because loading the program takes longer than starting
 * Node. Returns false for any other command line, and if stdout does not accept the text; the program then tries again and
 * reports the error.
 * @param {string} version
 */
export function printedVersion(version) {
  const [, , ...args] = process.argv
  if (args.length !== 1 || args[0] !== '--version') return false
  const text = `${version}\n`
  try {
    return writeSync(STDOUT, text) === text.length
  } catch {
    return false
  }
}
