import type { Answer } from './answer.ts'
import type { Call, Wrapper } from './call.ts'

/** Follows calls, for traces. */
export interface CallTracer {
  /** Begins to follow a call. Returns what to call with the answer. */
  begin(call: Call, at: CalledPlace): (answer: Pick<Answer, 'status' | 'error'>) => void
}

/** What was called. */
export interface CalledPlace {
  /** The pattern of the path; undefined if no route has it. */
  readonly route: string | undefined
  readonly scheme: 'http' | 'https'
}

/** Lets a tracer follow every call. Like the log, it sees the answer to a stream when that begins. */
export function traced(tracer: CallTracer, scheme: CalledPlace['scheme']): Wrapper {
  return (endpoint, mounted) => {
    const at = { route: mounted?.path, scheme }
    return async (call) => {
      const end = tracer.begin(call, at)
      const answer = await endpoint(call)
      end(answer)
      return answer
    }
  }
}
