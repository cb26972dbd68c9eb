import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readAuthorization, sha256, signatureOf } from './s3-signature.ts'

/** An object store for tests, which speaks as much of S3 as blobs need, and refuses what Amazon's would refuse. */
export interface S3Server {
  /** Its address, as `AWS_ENDPOINT_URL_S3` takes it. */
  readonly url: string
  /** The variables with which a program reaches it. */
  readonly env: Readonly<Record<string, string>>
  readonly bucket: string
  /** What the bucket has, by name. */
  readonly objects: Map<string, Buffer>
  /** The uploads that were begun, and neither completed nor aborted. */
  readonly uploads: ReadonlyMap<string, unknown>
  /** All requests since the last look, such as `PUT /games/a`, with the names of what their query asks for. */
  seen(): readonly string[]
  /** Lets a request go wrong, or not if it returns undefined. */
  misbehave: ((request: S3Call) => Misbehaviour | undefined) | undefined
  close(): Promise<void>
}

/** A request that may go wrong. */
export interface S3Call {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
}

/** How a request goes wrong. */
export type Misbehaviour =
  /** Answers with a status, and with an error of this code if there is one. */
  | {
      readonly status: number
      readonly code?: string
      readonly headers?: Readonly<Record<string, string>>
      readonly more?: string
    }
  /** Does what was asked, and cuts the connection instead of answering. */
  | 'lose the answer'
  /** Cuts the connection in the middle of the body. */
  | 'cut off'
  /** Does not say how long the body is. */
  | 'no length'
  /** Never goes on after the first half of the body. */
  | 'stall'
  /** Never answers. */
  | 'silence'

/** An object that was answered in parts. */
interface Upload {
  readonly key: string
  readonly parts: Map<number, Buffer>
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const KEY_ID = 'AKIATEST'
/** With all characters that such a key can have. */
const SECRET = 'secret/of+the/tests'
const TOKEN = 'token/of+the/tests=='
const REGION = 'eu-test-1'
const SKEW_MS = 15 * 60_000

/** Starts a store with one empty bucket. */
export async function startS3Server({
  bucket = 'games',
  pageSize = 1_000,
  leastPartBytes = 5 << 20,
}: {
  readonly bucket?: string
  readonly pageSize?: number
  readonly leastPartBytes?: number
} = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Upload>()
  let seen: string[] = []
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const store: S3Server = {
    url,
    env: {
      AWS_ENDPOINT_URL_S3: url,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
      AWS_SESSION_TOKEN: TOKEN,
    },
    bucket,
    objects,
    uploads,
    seen: () => {
      const all = seen
      seen = []
      return all
    },
    misbehave: undefined,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return store

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: target = '' } = request
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const { pathname, searchParams: query } = new URL(target, url)
    const [, named = '', ...rest] = pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    seen.push(`${method} /${named}/${key}${query.size === 0 ? '' : `?${[...query.keys()].join('&')}`}`)
    const wrong = store.misbehave?.({ method, key, query })
    if (wrong === 'silence') return
    if (typeof wrong === 'object') {
      const { status, code, headers = {}, more = '' } = wrong
      return send(response, method, { ...(code === undefined ? {} : error(status, code, more)), status, headers })
    }
    const answer =
      unsigned(request, body) ?? (named === bucket ? answerTo(method, key, query, request, body) : NO_BUCKET)
    if (wrong === 'lose the answer') return void response.destroy()
    if (wrong === undefined) return send(response, method, answer)
    const whole = Buffer.from(answer.body ?? '')
    if (wrong === 'no length') {
      response.writeHead(answer.status, answer.headers)
      response.write(whole)
      return void response.end()
    }
    response.writeHead(answer.status, { ...answer.headers, 'content-length': whole.length })
    response.write(whole.subarray(0, whole.length / 2))
    if (wrong === 'cut off') setTimeout(() => response.destroy(), 20)
  }

  function answerTo(
    method: string,
    key: string,
    query: URLSearchParams,
    { headers }: IncomingMessage,
    body: Buffer,
  ): Answer {
    if (key === '') return method === 'GET' ? list(query) : error(405, 'MethodNotAllowed')
    const id = query.get('uploadId')
    const content = objects.get(key)
    switch (method) {
      case 'PUT':
        if (headers['content-md5'] !== md5(body).toString('base64')) return error(400, 'BadDigest')
        if (id === null) objects.set(key, body)
        else if (uploads.get(id)?.key !== key) return error(404, 'NoSuchUpload')
        else uploads.get(id)?.parts.set(Number(query.get('partNumber')), body)
        return { status: 200, headers: { etag: etagOf(body) } }
      case 'POST':
        return id === null ? begin(key) : complete(key, id, body.toString())
      case 'DELETE':
        if (id === null) objects.delete(key)
        else if (!uploads.delete(id)) return error(404, 'NoSuchUpload')
        return { status: 204 }
      default:
        return content ? found(content, headers) : error(404, 'NoSuchKey')
    }
  }

  function begin(key: string): Answer {
    const id = `${randomUUID()}&<>"+/`
    uploads.set(id, { key, parts: new Map() })
    return xml('InitiateMultipartUploadResult', `<Bucket>${bucket}</Bucket><UploadId>${escape(id)}</UploadId>`)
  }

  function complete(key: string, id: string, text: string): Answer {
    const upload = uploads.get(id)
    if (upload?.key !== key) return error(404, 'NoSuchUpload')
    const listed = [...text.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag><\/Part>/g)]
    const parts = listed.map(([, number]) => upload.parts.get(Number(number)) ?? Buffer.alloc(0))
    const isInOrder = listed.every(([, number], i) => Number(number) === i + 1)
    const isWhole = listed.every(([, , etag], i) => etag === escape(etagOf(parts[i] ?? Buffer.alloc(0))))
    if (listed.length === 0 || !isWhole) return error(400, 'InvalidPart')
    if (!isInOrder) return error(400, 'InvalidPartOrder')
    if (parts.slice(0, -1).some((part) => part.length < leastPartBytes)) return error(400, 'EntityTooSmall')
    uploads.delete(id)
    objects.set(key, Buffer.concat(parts))
    return xml('CompleteMultipartUploadResult', `<Key>${escape(key)}</Key>`)
  }

  function list(query: URLSearchParams): Answer {
    if (query.get('list-type') !== '2') return error(501, 'NotImplemented')
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
    const most = Math.min(pageSize, Number(query.get('max-keys') ?? 1_000))
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted((a, b) => (a < b ? -1 : 1))
    const page = keys.slice(0, most)
    const isEncoded = query.get('encoding-type') === 'url'
    const shown = (key: string): string => (isEncoded ? encodeURIComponent(key).replaceAll('%20', '+') : key)
    const rows = page.map((key) => `<Contents><Key>${escape(shown(key))}</Key><Size>1</Size></Contents>`)
    const token = Buffer.from(page.at(-1) ?? '').toString('base64')
    const isTruncated = page.length < keys.length && page.length > 0
    return xml(
      'ListBucketResult',
      [
        `<Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>`,
        isEncoded ? '<EncodingType>url</EncodingType>' : '',
        isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : '',
        ...rows,
      ].join(''),
    )
  }
}

/** Returns why a request is refused that is not signed as it must be; undefined for a good one. */
function unsigned({ method = '', url: target = '', headers }: IncomingMessage, body: Buffer): Answer | undefined {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const authorization = readAuthorization(texts['authorization'])
  if (!authorization) return error(403, 'AccessDenied')
  const { keyId, date, region, service, signedHeaders, signature } = authorization
  if (keyId !== KEY_ID) return error(403, 'InvalidAccessKeyId')
  if (texts['x-amz-security-token'] !== TOKEN) return error(403, 'InvalidToken')
  if (region !== REGION || service !== 's3')
    return error(400, 'AuthorizationHeaderMalformed', `<Region>${REGION}</Region>`)
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(texts['x-amz-date'] ?? '') ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (!(Math.abs(time - Date.now()) < SKEW_MS)) return error(403, 'RequestTimeTooSkewed')
  const mustBeSigned = [
    'host',
    ...Object.keys(texts).filter((name) => name.startsWith('x-amz-') || name === 'content-md5'),
  ]
  const isComplete = mustBeSigned.every((name) => signedHeaders.includes(name)) && date === `${year}${month}${day}`
  const expected = signatureOf({ method, target, headers: texts }, authorization, SECRET)
  if (!isComplete || expected !== signature) return error(403, 'SignatureDoesNotMatch')
  return texts['x-amz-content-sha256'] === sha256(body) ? undefined : error(400, 'XAmzContentSHA256Mismatch')
}

function found(content: Buffer, { range, 'if-match': match }: IncomingMessage['headers']): Answer {
  const headers = { etag: etagOf(content), 'accept-ranges': 'bytes' }
  if (match !== undefined && match !== headers.etag) return error(412, 'PreconditionFailed')
  const from = /^bytes=(\d+)-$/.exec(range ?? '')?.[1]
  if (from === undefined) return { status: 200, headers, body: content }
  const size = content.length
  if (Number(from) >= size) return error(416, 'InvalidRange')
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${size - 1}/${size}` },
    body: content.subarray(Number(from)),
  }
}

function send(response: ServerResponse, method: string, { status, headers, body = '' }: Answer): void {
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': Buffer.byteLength(body) }) })
  response.end(method === 'HEAD' ? undefined : body)
}

const xml = (name: string, inner: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`,
})

const error = (status: number, code: string, more = ''): Answer => ({
  ...xml('Error', '', status),
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Words on ${code} &amp; more</Message>${more}</Error>`,
})

const NO_BUCKET = error(404, 'NoSuchBucket')

const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest()
const etagOf = (bytes: Buffer): string => `"${md5(bytes).toString('hex')}"`

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
