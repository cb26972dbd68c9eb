import { nodeIo } from './cli/node-io.ts'
import { runProgram } from './cli/program.ts'

void main()

async function main(): Promise<void> {
  process.exitCode = await runProgram(process.argv.slice(2), nodeIo())
}
