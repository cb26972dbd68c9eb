import { writeSync } from 'node:fs'
import { programVersion } from './cli/package-root.ts'

const STDOUT = 1
const argv = process.argv.slice(2)

const isVersionAlone = argv.length === 1 && argv[0] === '--version'
if (!isVersionAlone || !wrote(`${programVersion()}\n`)) {
  const [{ runProgram }, { nodeIo }] = await Promise.all([import('./cli/program.ts'), import('./cli/node-io.ts')])
  process.exitCode = await runProgram(argv, nodeIo())
}

/**
 * Prints the version without loading the program, because loading it takes longer than starting Node. Returns false if
 * stdout does not accept the text; the program then tries again and reports the error.
 */
function wrote(text: string): boolean {
  try {
    return writeSync(STDOUT, text) === text.length
  } catch {
    return false
  }
}
