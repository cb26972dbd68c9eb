import type { Call } from './call.ts'
import type { Target } from './node-call.ts'
import { fault } from '../game/kernel/fault.ts'
import { MAX_BODY_BYTES } from './node-body.ts'

/** A call that was made in this process, without a socket. */
export function webCall(request: Request, target: Target): Call {
  return {
    method: request.method,
    ...target,
    header: (name) => request.headers.get(name) ?? undefined,
    body: async () => {
      const bytes = await request.arrayBuffer()
      if (bytes.byteLength > MAX_BODY_BYTES) return fault('payload_too_large', { limit: MAX_BODY_BYTES })
      return new TextDecoder().decode(bytes)
    },
    signal: () => request.signal,
  }
}
