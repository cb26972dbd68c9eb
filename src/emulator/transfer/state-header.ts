import { messageAt, problemsOf } from '../../game/kernel/schema-problems.ts'
import { STATE_FORMAT, stateHeaderSchema, type StateHeader } from './state-file.ts'
import { BadState } from './state-lines.ts'

/** Returns the header that the first line of a state has. Throws BadState, also for a newer format. Spec 6.6. */
export function stateHeaderOf(line: unknown): StateHeader {
  const { format } = (line ?? {}) as { readonly format?: unknown }
  if (typeof format === 'number' && format > STATE_FORMAT)
    throw new BadState(
      `This state has format ${format}, but this version of gamify reads format ${STATE_FORMAT}: use a newer version`,
    )
  const read = stateHeaderSchema.safeParse(line, { reportInput: true })
  if (!read.success) {
    const [problem] = problemsOf(read.error)
    throw new BadState(`Line 1: ${problem ? messageAt(problem) : 'this line does not belong to a state'}`)
  }
  const { first, seq, chain } = read.data
  if (first > seq + 1) throw new BadState('Line 1: first: the history starts after its end')
  if (first === 1 && chain !== 0)
    throw new BadState('Line 1: chain: expected 0, because entry 1 has no entry before it')
  return read.data
}
