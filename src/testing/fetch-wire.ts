import type { Wire, WireRequest } from '../client/wire.ts'

/** A wire over a fetch of the web's. */
export function fetchWire(fetch: (request: Request) => Promise<Response>): Wire {
  return {
    send: async (request, signal) => {
      const response = await fetch(requestOf(request, signal))
      const { status } = response
      const isImage = response.headers.get('content-type')?.startsWith('image/')
      return isImage ? { status, text: '', image: await response.bytes() } : { status, text: await response.text() }
    },
    open: async (request, signal) => {
      const { status, body } = await fetch(requestOf(request, signal))
      return { status, pieces: body?.pipeThrough(new TextDecoderStream()) ?? nothing() }
    },
    close: async () => {},
  }
}

function requestOf({ url, method, headers, body }: WireRequest, signal?: AbortSignal): Request {
  const isWhole = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  return new Request(url, {
    method,
    headers,
    body: isWhole ? (body ?? null) : ReadableStream.from(bytesOf(body)),
    signal: signal ?? null,
    ...(!isWhole && { duplex: 'half' }),
  })
}

async function* bytesOf(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

async function* nothing(): AsyncGenerator<string> {}
