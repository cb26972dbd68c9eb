import { programVersion } from './cli/package-root.ts'

const argv = process.argv.slice(2)
if (argv.length === 1 && argv[0] === '--version') {
  // What needs nothing else waits for nothing else: loading the program takes longer than starting Node.
  process.stdout.write(`${programVersion()}\n`)
} else {
  const [{ runProgram }, { nodeIo }] = await Promise.all([import('./cli/program.ts'), import('./cli/node-io.ts')])
  process.exitCode = await runProgram(argv, nodeIo())
}
