import { runProgram } from '../../src/cli/program.ts'
import { fakeIo, type FakeWorld } from '../support/fake-io.ts'

/** What a line came to; what it printed on both streams stands in the order of a terminal. */
export interface Came {
  readonly code: number | null
  readonly said: string
}

/** Runs the program in this process, both its streams being one. */
export async function ranTogether(words: readonly string[], world: FakeWorld): Promise<Came> {
  const io = fakeIo(world)
  let said = ''
  const stream = { write: (text: string) => void (said += text), isTerminal: false }
  const code = await runProgram(words, { ...io, stdout: stream, stderr: stream })
  return { code, said }
}
