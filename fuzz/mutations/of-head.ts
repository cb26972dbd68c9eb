import type { Draft } from '../draft.ts'
import type { Mutation, Mutations } from './mutation.ts'

type Header = Draft['headers'][number]

const more = (draft: Draft, ...headers: readonly Header[]): Draft => ({
  ...draft,
  headers: [...draft.headers, ...headers],
})

const types = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  '',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x; boundary=y',
  ';;;',
  'application/json, text/html',
  'APPLICATION/JSON',
  'multipart/form-data; boundary="',
  `multipart/mixed; boundary=${'b'.repeat(500)}`,
]

/** Headers that say something else than the request does, or what nobody asked for. */
const oddHeaders: readonly Header[] = [
  ['accept', '*/*;q=nothing'],
  ['accept', 'text/html'],
  ['accept', 'image/svg+xml'],
  ['accept-encoding', 'gzip;q=0, *;q=0'],
  ['accept-language', '*'.repeat(1000)],
  ['content-length', '0'],
  ['content-length', '5'],
  ['content-length', '-1'],
  ['content-length', '9'.repeat(30)],
  ['content-length', '1, 2'],
  ['content-length', '99999999'],
  ['transfer-encoding', 'chunked'],
  ['transfer-encoding', 'gzip, chunked'],
  ['transfer-encoding', 'identity'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'identity'],
  ['content-encoding', ''],
  ['host', 'example.com'],
  ['host', ''],
  ['host', '127.0.0.1:99999'],
  ['host', '[::1'],
  ['origin', 'null'],
  ['origin', 'https://example.com'],
  ['origin', 'http://localhost:3000'],
  ['origin', '\u00ff'],
  ['referer', 'https://example.com/'],
  ['expect', '100-continue'],
  ['expect', 'something'],
  ['if-none-match', '*'],
  ['if-none-match', '"'],
  ['if-none-match', `"${'a'.repeat(5000)}"`],
  ['range', 'bytes=0-0,-1'],
  ['upgrade', 'websocket'],
  ['upgrade', 'h2c'],
  ['connection', 'close, upgrade'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-host', 'example.com'],
  ['x-gamify-control', 'true'],
  ['cookie', 'gamify=%; =; __proto__=1; session=a.b.c'],
  ['cookie', 'a=b; '.repeat(2000)],
  ['x-many', 'a, '.repeat(3000)],
  ['__proto__', 'x'],
  ['constructor', 'x'],
]

/** Headers of authorization, `*` where the token of the client stands. */
const oddCredentials = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer  *',
  'bearer *',
  'Basic *',
  'Basic Z2FtaWZ5LXN0YWdpbmc6Z2FtaWZ5LWRldi1zZWNyZXQ=',
  'Basic =',
  'Bearer *, Bearer *',
  'Bearer * *',
  'Bearer *\u00e9',
  'Negotiate *',
  'Bearer null',
  'Bearer a.b.c',
  'Bearer ..',
]

const base64 = (text: string): string => Buffer.from(text).toString('base64url')

/** Ways in which a signed token can be forged, of which each has to be seen through. */
const forgeries: readonly ((token: string, at: number) => string)[] = [
  (token) => token.slice(0, -1),
  (token) => `${token}A`,
  (token) => token.split('.').slice(0, 2).join('.'),
  (token) => `${token.split('.').slice(0, 2).join('.')}.`,
  (token) => `${token}.${token}`,
  (token) => `${base64('{"alg":"none"}')}.${token.split('.')[1] ?? ''}.`,
  (token) => `${base64('{"alg":"HS512","__proto__":{}}')}.${token.split('.').slice(1).join('.')}`,
  (token) => token.replace(/\.[^.]*\./, `.${base64('{"client":"gamify-production","exp":1e400}')}.`),
  (token) => token.replace(/\.[^.]*\./, `.${base64('[]')}.`),
  (token) => token.replaceAll('.', '..'),
  (token) => token.toLowerCase(),
  (token, at) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1),
  (token, at) => token.slice(at),
  () => 'x'.repeat(10_000),
]

/** `change` makes a header of authorization out of the token that is in the one before. */
const withCredentials = (draft: Draft, change: (token: string) => string): Draft => ({
  ...draft,
  credentials: [...draft.credentials, (header) => change(header.replace(/^Bearer /, ''))],
})

const forged: Mutation = (draft, random) => {
  const forge = random.pick(forgeries)
  const at = random.below(60)
  return withCredentials(draft, (token) => `Bearer ${forge(token, at)}`)
}

/** Damages to method, headers and who calls. */
export const headMutations: Mutations = {
  'another method': (draft, random) => ({
    ...draft,
    method: random.pick(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND', 'post', 'x']),
    atTarget: false,
  }),
  'another content type': (draft, random) => more(draft, ['content-type', random.pick(types)]),
  'an odd header': (draft, random) => more(draft, random.pick(oddHeaders)),
  'another odd header': (draft, random) => more(draft, random.pick(oddHeaders)),
  'other credentials': (draft, random) => {
    const text = random.pick(oddCredentials)
    return withCredentials(draft, (token) => text.replaceAll('*', token))
  },
  'a forged token': forged,
  'another client': (draft, random) => ({
    ...draft,
    client: random.pick(['gamify-production', 'reader', 'ungated', 'nothing', null]),
  }),
  'a token in the query': (draft, random) => {
    const value = random.pick(['', 'x', '%', 'a.b.c', 'undefined'])
    return { ...draft, client: null, query: [...draft.query, ['access_token', value]] }
  },
}
