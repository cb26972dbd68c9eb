import { NoneReachable, UnreachableError } from './service-error.ts'
import { Unsent, type Wire, type WireRequest } from './wire.ts'

/** How long a connection may take if the service has other addresses, in ms. A machine that is away answers nothing. */
const MAX_CONNECT_MS = 3_000

/** A wire to one service, which can have several addresses. The addresses of its requests are paths below them. */
export interface ServiceWire extends Wire {
  /** The address that the next request goes to first. */
  readonly address: () => string
}

/** A body that could not be created, which is not a failure of the connection. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
}

/**
 * Creates a wire to a service that has these addresses, without slashes at the end. It uses the first one that answers, and
 * stays there until that one fails. A call goes to the next address only if it has not arrived, or only reads: nobody knows
 * whether the service carried out another call. Rejects with UnreachableError if there is no answer.
 */
export function reachService(wire: Wire, addresses: readonly [string, ...string[]]): ServiceWire {
  const timing = addresses.length > 1 ? { maxConnectMs: MAX_CONNECT_MS } : {}
  let current = 0
  const addressAt = (index: number): string => addresses[index % addresses.length] ?? addresses[0]
  const reach = async <T>(
    request: WireRequest,
    signal: AbortSignal | undefined,
    attempt: (located: WireRequest) => Promise<T>,
  ): Promise<T> => {
    const failed: UnreachableError[] = []
    for (let index = current; ; index += 1) {
      const address = addressAt(index)
      try {
        const answer = await attempt({ ...request, ...timing, url: address + request.url })
        current = index % addresses.length
        return answer
      } catch (error) {
        signal?.throwIfAborted()
        const cause = error instanceof Unsent ? error.cause : error
        if (cause instanceof BrokenBody) throw cause.cause
        failed.push(new UnreachableError(address, cause))
        // Other calls can have moved on meanwhile.
        if (address === addressAt(current)) current = (index + 1) % addresses.length
        const hasArrived = !(error instanceof Unsent) && request.method !== 'GET'
        if (hasArrived || failed.length === addresses.length) throw NoneReachable.of(failed)
      }
    }
  }
  return {
    address: () => addressAt(current),
    send: (request, signal) => reach(request, signal, (located) => wire.send(located, signal)),
    async open(request, signal) {
      let address = ''
      const stream = await reach(request, signal, (located) => {
        address = located.url.slice(0, -request.url.length)
        return wire.open(located, signal)
      })
      return { ...stream, pieces: reachable(address, stream.pieces) }
    },
    close: () => wire.close(),
  }
}

/** Yields the pieces of an answer. Throws UnreachableError if it is cut off. */
async function* reachable(address: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* pieces
  } catch (cause) {
    throw new UnreachableError(address, cause)
  }
}
