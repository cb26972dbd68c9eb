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
 * What needs nothing else waits for nothing else: loading the program takes longer than starting Node. Where stdout does not
 * take it the program is to try, and to tell why.
 */
function wrote(text: string): boolean {
  try {
    return writeSync(STDOUT, text) === text.length
  } catch {
    return false
  }
}
