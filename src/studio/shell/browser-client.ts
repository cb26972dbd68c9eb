import { holdToken, withToken } from '../../client/access-token.ts'
import type { Client, RequestParts } from '../../client/client.ts'
import { fileForm } from '../../client/file-form.ts'
import { filledIn, linesIn, readAnswer, withQuery } from '../../client/http-message.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import { ServiceError, UnreachableError } from '../../client/service-error.ts'
import type { WireAnswer } from '../../client/wire.ts'
import { requestToken, SignedOutError } from './access.ts'
import type { RuntimeName } from './address.ts'

/**
 * The client of the page: the one of the command line, over `fetch`, with tokens that the server issues to the page. Calls
 * `onSignedOut` when the server issues none before the person signs in again.
 */
export function browserClient(runtime: RuntimeName, onSignedOut: () => void): Client {
  const token = holdToken(() =>
    requestToken(runtime).catch((error: unknown) => {
      if (error instanceof SignedOutError) onSignedOut()
      throw error
    }),
  )
  const attempt = async (bearer: string, method: string, path: string, parts: RequestParts): Promise<Response> => {
    const { asOf: at, params, query, file, signal } = parts
    const way = at === undefined ? path : `/_gamify/then${path}`
    const url = withQuery(filledIn(way, params), at === undefined ? (query ?? {}) : { ...query, at })
    const { type, body } = await sentBody(parts)
    return reach(url, {
      method,
      headers: {
        // There is none where calls need none.
        ...(bearer !== '' && { authorization: `Bearer ${bearer}` }),
        'gamify-studio': '1',
        ...(type !== undefined && { 'content-type': type }),
      },
      body: file ? fileForm(file) : body,
      signal: signal ?? null,
    })
  }
  /** A token may have expired, or belong to a server that was started again. */
  const renewed = (method: string, path: string, parts: RequestParts): Promise<Response> =>
    withToken(token, (bearer) => attempt(bearer, method, path, parts), isRefused)
  const exchange = async (method: string, path: string, parts: RequestParts): Promise<WireAnswer> =>
    received(await renewed(method, path, parts))
  return {
    request: async (method, path, parts = {}) => readAnswer(await exchange(method, path, parts)),
    call: async (name, input) => {
      const { as, params, query, body, file, signal, asOf: at } = input as RequestParts & { readonly as?: string }
      const [method = '', path = ''] = name.split(' ')
      const parts = { params, query: { player_id: as, ...query }, body, file, signal, asOf: at }
      const answer = readAnswer(await exchange(method, path, parts))
      // The page comes with the program that answers it, so the shape of the answer is not in doubt.
      return { body: answer.body as RouteOutput<typeof name>, text: answer.text }
    },
    lines: async function* (path, query, signal, body) {
      const answer = await renewed(body === undefined ? 'GET' : 'POST', path, { query, signal, body })
      if (!answer.ok || !answer.body) throw new ServiceError(await received(answer))
      yield* linesIn(location.origin, reachable(answer.body.pipeThrough(new TextDecoderStream())))
    },
    token: async () => ({ accessToken: await token.current(), text: '' }),
    close: async () => {},
  }
}

const isRefused = ({ status }: Response): boolean => status === 401

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    init.signal?.throwIfAborted()
    throw new UnreachableError(location.origin, cause)
  }
}

async function received(answer: Response): Promise<WireAnswer> {
  const { status } = answer
  try {
    if (answer.headers.get('content-type')?.startsWith('image/') !== true) return { status, text: await answer.text() }
    return { status, text: '', image: new Uint8Array(await answer.arrayBuffer()) }
  } catch (cause) {
    throw new UnreachableError(location.origin, cause)
  }
}

async function* reachable(pieces: ReadableStream<string>): AsyncGenerator<string> {
  const reader = pieces.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (cause) {
    throw new UnreachableError(location.origin, cause)
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Browsers cannot stream a body everywhere, so one that is made of pieces is sent when it is whole. */
async function sentBody({
  body,
  stream,
}: RequestParts): Promise<{ readonly type?: string; readonly body: BodyInit | null }> {
  if (stream) return { type: stream.type, body: new Blob((await Array.fromAsync(stream.pieces())) as BlobPart[]) }
  return body === undefined ? { body: null } : { type: 'application/json', body: JSON.stringify(body) }
}
