import type { Random } from './random.ts'
import type { Sent } from './sent.ts'

/** Bytes for a connection, and how many answers they may be given at most. */
export interface RawBytes {
  readonly shape: string
  readonly bytes: Buffer
  readonly atMost: number
}

const CRLF = '\r\n'

interface Parts {
  readonly line: string
  readonly headers: readonly string[]
  readonly body: string
}

/** The parts of a request in HTTP/1.1, each byte a character. */
function partsOf({ method, path, headers, body }: Sent): Parts {
  const content = body?.toString('latin1') ?? ''
  return {
    line: `${method} ${path} HTTP/1.1`,
    headers: ['host: 127.0.0.1', ...headers.map(([name, value]) => `${name}: ${value}`)],
    body: content,
  }
}

const textOf = ({ line, headers, body }: Parts, ...more: readonly string[]): string =>
  [line, ...headers, ...more, '', body].join(CRLF)

const lengthOf = ({ body }: Parts): string => `content-length: ${body.length}`

const whole = (parts: Parts): string => textOf(parts, lengthOf(parts))

type Shape = (parts: Parts, random: Random) => { readonly text: string; readonly atMost?: number }

/** A body in chunks of which one is not as it says. */
function chunks(parts: Parts, size: string, end = `0${CRLF}${CRLF}`): string {
  const { body } = parts
  return textOf({ ...parts, body: `${size}${CRLF}${body}${CRLF}${end}` }, 'transfer-encoding: chunked')
}

const sizes = [
  'zz',
  '-1',
  '0x5',
  'ffffffffffffffff',
  'ffffffffffffffffffff',
  '5;ext="',
  '',
  ' 5',
  '00000000000000000005',
  '1_0',
]

/** Lengths that say something else than what comes. */
const lengths = ['-1', '+5', '0x5', '5, 5', '5, 6', '1e3', '', ' ', '99999999999999999999', '3', '2000000', '５']

const encodings = [
  'xchunked',
  'chunked, identity',
  'identity',
  'chunked\tx',
  ' chunked',
  'chunked, chunked',
  'gzip',
  '"chunked"',
  'CHUNKED',
]

const lines = [
  'GET / HTTP/0.9',
  'GET /_gamify/health HTTP/1.0',
  'GET /_gamify/health HTTP/9.9',
  'GET /_gamify/health HTTP/1.1 x',
  'GET  /_gamify/health  HTTP/1.1',
  'get /_gamify/health HTTP/1.1',
  'GET http://example.com/_gamify/health HTTP/1.1',
  'GET http://127.0.0.1/_gamify/health HTTP/1.1',
  'GET //example.com/ HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT example.com:443 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'PRI * HTTP/2.0',
  'POST \\ HTTP/1.1',
  'GET /\x00 HTTP/1.1',
  'GET /%00\x7f\xff HTTP/1.1',
  `GET /${'a'.repeat(70_000)} HTTP/1.1`,
  `GET /?${'a&'.repeat(20_000)} HTTP/1.1`,
  `${'A'.repeat(5000)} / HTTP/1.1`,
  'M-SEARCH / HTTP/1.1',
  '',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
]

const headerLines = [
  'no colon here',
  ': empty name',
  'na me: x',
  'name : x',
  ' folded: x',
  'x: a\x00b',
  'x: a\rb',
  'x: a\nb: c',
  `x: ${'v'.repeat(70_000)}`,
  Array.from({ length: 3000 }, (_, i) => `x-${i}: y`).join(CRLF),
  'host: example.com',
  'host:',
  'content-length: 5\r\ncontent-length: 6',
  'authorization: Bearer x\r\nauthorization: Bearer y',
  'expect: 100-continue',
  'expect: nothing',
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: x',
  'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__',
  'connection: close',
  'te: trailers',
  'trailer: content-length',
]

/** A request that changes something, for who can have it taken for one of its own. */
const smuggled = (parts: Parts): string =>
  whole({ ...parts, line: 'POST /v2/admin/players HTTP/1.1', body: '{"id":"smuggled"}' })

const shapes: Readonly<Record<string, Shape>> = {
  whole: (parts) => ({ text: whole(parts) }),
  'length and chunks': (parts) => ({
    text: textOf(
      { ...parts, body: `0${CRLF}${CRLF}${smuggled(parts)}` },
      'content-length: 6',
      'transfer-encoding: chunked',
    ),
  }),
  'chunks and length': (parts) => ({
    text: textOf(
      { ...parts, body: `5${CRLF}hello${CRLF}0${CRLF}${CRLF}` },
      'transfer-encoding: chunked',
      'content-length: 3',
    ),
  }),
  'two lengths': (parts) => ({
    text: textOf({ ...parts, body: parts.body + smuggled(parts) }, lengthOf(parts), 'content-length: 0'),
  }),
  'another length': (parts, random) => ({ text: textOf(parts, `content-length: ${random.pick(lengths)}`), atMost: 2 }),
  'another encoding': (parts, random) => ({
    text: textOf({ ...parts, body: `0${CRLF}${CRLF}` }, `transfer-encoding: ${random.pick(encodings)}`),
    atMost: 2,
  }),
  'an encoding twice': (parts) => ({
    text: textOf({ ...parts, body: `0${CRLF}${CRLF}` }, 'transfer-encoding: chunked', 'transfer-encoding: identity'),
    atMost: 2,
  }),
  'a chunk of another size': (parts, random) => ({ text: chunks(parts, random.pick(sizes)), atMost: 2 }),
  'chunks that do not end': (parts) => ({ text: chunks(parts, parts.body.length.toString(16), '') }),
  'chunks with trailers': (parts) => ({
    text: chunks(
      parts,
      parts.body.length.toString(16),
      `0${CRLF}content-length: 5${CRLF}${'x: y\r\n'.repeat(2000)}${CRLF}`,
    ),
    atMost: 2,
  }),
  'another first line': (parts, random) => ({ text: whole({ ...parts, line: random.pick(lines) }), atMost: 2 }),
  'another header': (parts, random) => ({
    text: whole({ ...parts, headers: parts.headers.toSpliced(random.below(3), 0, random.pick(headerLines)) }),
    atMost: 2,
  }),
  'line feeds alone': (parts) => ({ text: whole(parts).replaceAll(CRLF, '\n'), atMost: 2 }),
  'carriage returns alone': (parts) => ({ text: whole(parts).replaceAll(CRLF, '\r') }),
  'blank lines first': (parts) => ({ text: CRLF.repeat(5) + whole(parts) }),
  'cut off': (parts, random) => {
    const text = whole(parts)
    return { text: text.slice(0, random.below(text.length)) }
  },
  'many at once': (parts, random) => {
    const times = random.pick([2, 5, 50])
    return { text: whole(parts).repeat(times), atMost: times }
  },
  'many at once, the last cut off': (parts) => ({ text: whole(parts).repeat(3).slice(0, -5), atMost: 4 }),
  'bytes changed': (parts, random) => {
    const bytes = Buffer.from(whole(parts), 'latin1')
    for (let i = 0; i < 3; i += 1) bytes[random.below(bytes.length)] = random.below(256)
    return { text: bytes.toString('latin1'), atMost: 3 }
  },
  noise: (_, random) => ({ text: Array.from({ length: 300 }, () => String.fromCharCode(random.below(256))).join('') }),
}

/** What an attacker, or a broken client, may write on a connection in place of a request. */
export function rawBytes(sent: Sent, random: Random): RawBytes {
  const shape = random.pick(Object.keys(shapes))
  const { text, atMost = 1 } = shapes[shape]?.(partsOf(sent), random) ?? { text: '' }
  return { shape, bytes: Buffer.from(text, 'latin1'), atMost }
}
