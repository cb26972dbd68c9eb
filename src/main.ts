import { nodeIo } from './cli/node-io.ts'
import { runProgram } from './cli/program.ts'
import { exitCode } from './terminal/exit-code.ts'

void main()

async function main(): Promise<void> {
  process.once('beforeExit', endUnfinished)
  const code = await runProgram(process.argv.slice(2), nodeIo())
  process.off('beforeExit', endUnfinished)
  process.exitCode = code
}

/** Node ends a process that waits for nothing, even if a command waits for a promise that nothing can resolve any more. */
function endUnfinished(): void {
  process.exitCode = exitCode.refused
  process.stderr.write('error: gamify ended before the command was done; this is a defect of gamify\n')
}
