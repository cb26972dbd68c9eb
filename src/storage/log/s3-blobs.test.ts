import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contentOf, keepsBlobs, numbered, piecesOf } from '../../../test/support/blobs-contract.ts'
import { startS3Server, type Misbehaviour, type S3Call, type S3Server } from '../../../test/support/s3-server.ts'
import { StorageError } from '../storage-error.ts'
import type { Blobs } from './blobs.ts'
import { parseS3 } from './s3-address.ts'
import { s3Blobs } from './s3-blobs.ts'

const PART_BYTES = 64 * 1024
const limits = { partBytes: PART_BYTES, patience: { retryMs: 60_000, silentMs: 500 } }
/** For what fails in the end. */
const impatient = { ...limits, patience: { retryMs: 300, silentMs: 100 } }

let server: S3Server
beforeAll(async () => {
  server = await startS3Server({ pageSize: 2, leastPartBytes: PART_BYTES })
})
afterEach(() => {
  server.misbehave = undefined
  server.objects.clear()
  server.seen()
})
afterAll(() => server.close())

const openBlobs = (address = 's3://games', env: Readonly<Record<string, string>> = {}, most = limits): Promise<Blobs> =>
  s3Blobs(parseS3(address, { ...server.env, ...env }), most)

/** Returns what an error says. No key may be in it. */
async function reasonOf(failing: Promise<unknown>): Promise<string> {
  const error: unknown = await failing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StorageError)
  const { message } = error as StorageError
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'])
    expect(message).not.toContain(server.env[name])
  return message
}

/** Lets the first requests that match go wrong. */
function wrongFor(times: number, how: Misbehaviour, isMeant: (call: S3Call) => boolean): void {
  let left = times
  server.misbehave = (call) => (isMeant(call) && left-- > 0 ? how : undefined)
}

describe('blobs in a bucket', () => keepsBlobs(() => openBlobs()))

describe('blobs below a prefix with odd characters', () => {
  const prefix = 'a b+c%2F/ü\'(!)*~&=?#<"\\'
  keepsBlobs(() => openBlobs(`s3://games/${prefix}/`))
  test('are there by their exact names', async () => {
    const blobs = await openBlobs(`s3://games/${prefix}`)
    server.objects.set('files/of another game', Buffer.from('x'))
    server.objects.set(`${prefix}/`, Buffer.from(''))
    await blobs.put('files/x', piecesOf('x'))
    expect(server.objects.has(`${prefix}/files/x`)).toBe(true)
    expect(await blobs.names()).toEqual(['files/x'])
  })
})

describe('what is put', () => {
  test('is one request, or parts if it is longer than one', async () => {
    const blobs = await openBlobs()
    server.seen()
    await blobs.put('files/part', piecesOf(numbered(PART_BYTES)))
    expect(server.seen()).toEqual(['HEAD /games/files/part', 'PUT /games/files/part'])
    const long = numbered(PART_BYTES * 2 + 1)
    await blobs.put('files/long', piecesOf(long))
    expect(server.seen()).toEqual([
      'HEAD /games/files/long',
      'POST /games/files/long?uploads',
      ...Array.from({ length: 3 }, () => 'PUT /games/files/long?partNumber&uploadId'),
      'POST /games/files/long?uploadId',
    ])
    expect(server.objects.get('files/long')?.equals(long)).toBe(true)
    expect(server.uploads.size).toBe(0)
  })

  test('is read no faster than it is sent', async () => {
    const blobs = await openBlobs()
    let read = 0
    let most = 0
    server.misbehave = ({ query }) => {
      if (query.has('partNumber')) most = Math.max(most, read - Number(query.get('partNumber')) * PART_BYTES)
      return undefined
    }
    await blobs.put('files/long', async function* long() {
      for (let i = 0; i < 40; i++) {
        read += 10_000
        yield numbered(10_000)
      }
    })
    expect(server.objects.get('files/long')?.length).toBe(400_000)
    expect(most).toBeLessThanOrEqual(10_000)
  })

  test('leaves no upload behind when its source or the store fails', async () => {
    const blobs = await openBlobs()
    const source = async function* failing() {
      yield numbered(PART_BYTES * 2)
      throw new StorageError('the source is gone')
    }
    await expect(blobs.put('files/a', source)).rejects.toThrow('the source is gone')
    expect(server.uploads.size).toBe(0)
    wrongFor(1, { status: 403, code: 'AccessDenied' }, ({ query }) => query.get('partNumber') === '2')
    expect(await reasonOf(blobs.put('files/b', piecesOf(numbered(PART_BYTES * 3))))).toContain(
      'The blob s3://games/files/b cannot be written: the store answers 403 AccessDenied',
    )
    expect({ uploads: server.uploads.size, names: await blobs.names() }).toEqual({ uploads: 0, names: [] })
  })

  test.each<[string, Misbehaviour]>([
    ['an error of the store', { status: 500, code: 'InternalError' }],
    ['a store that is busy', { status: 503, code: 'SlowDown' }],
    ['a gateway without a code', { status: 502 }],
    ['too many requests', { status: 429 }],
    ['a body that was damaged on the way', { status: 400, code: 'BadDigest' }],
    ['a connection that ends', 'lose the answer'],
    ['an answer that is cut off', 'cut off'],
    ['a store that says nothing', 'silence'],
    ['a success that turns into an error', { status: 200, code: 'InternalError' }],
  ])('is sent again after %s', async (_, how) => {
    const blobs = await openBlobs()
    const failed = new Set<string>()
    // Each kind of request fails once.
    server.misbehave = ({ method, query }) => {
      const kind = [method, ...query.keys()].join()
      if (method === 'HEAD' || failed.has(kind)) return undefined
      failed.add(kind)
      return how
    }
    const long = numbered(PART_BYTES * 2 + 1)
    await blobs.put('files/long', piecesOf(long))
    await blobs.put('files/short', piecesOf('short'))
    expect(failed.size).toBe(4)
    expect(server.objects.get('files/long')?.equals(long)).toBe(true)
    expect(server.objects.get('files/short')?.toString()).toBe('short')
  })
})

describe('what is read', () => {
  test.each(['cut off', 'stall'] as const)('goes on where it stopped (%s)', async (how) => {
    const blobs = await openBlobs()
    const content = numbered(100_000)
    server.objects.set('files/a', content)
    wrongFor(2, how, ({ method }) => method === 'GET')
    server.seen()
    expect((await contentOf(blobs, 'files/a'))?.equals(content)).toBe(true)
    expect(server.seen()).toHaveLength(3)
  })

  test('is no content if it never comes whole', async () => {
    const blobs = await openBlobs('s3://games', {}, impatient)
    server.objects.set('files/a', numbered(100_000))
    let at = 0
    // The first answer is cut off, and the others have nothing at all.
    server.misbehave = ({ method }) => {
      if (method !== 'GET') return undefined
      at += 1
      return at === 1 ? 'cut off' : 'lose the answer'
    }
    const message = await reasonOf(contentOf(blobs, 'files/a'))
    expect(message).toContain('The blob s3://games/files/a cannot be read: http://127.0.0.1')
    expect(message).toContain('Check the network, and AWS_ENDPOINT_URL_S3')
  })

  test('is no content if another one took its place meanwhile', async () => {
    const blobs = await openBlobs()
    server.objects.set('files/a', numbered(100_000))
    wrongFor(1, 'cut off', ({ method }) => method === 'GET')
    const reading = blobs.get('files/a')
    const pieces = await reading
    server.objects.set('files/a', Buffer.alloc(100_000))
    expect(await reasonOf(Array.fromAsync(pieces ?? []))).toContain('412 PreconditionFailed')
  })

  test('is no content if nobody tells its length', async () => {
    const blobs = await openBlobs()
    server.objects.set('files/a', numbered(100_000))
    wrongFor(1, 'no length', ({ method }) => method === 'GET')
    expect(await reasonOf(contentOf(blobs, 'files/a'))).toContain(
      'The blob s3://games/files/a cannot be read: the store does not say how long it is',
    )
  })

  test('is not missing because the server is another one', async () => {
    const blobs = await openBlobs()
    wrongFor(1, { status: 404 }, ({ method }) => method === 'GET')
    expect(await reasonOf(contentOf(blobs, 'files/a'))).toContain('the store answers 404. Is there a store')
  })
})

describe('a list', () => {
  test('has all pages, and names that XML cannot have', async () => {
    const blobs = await openBlobs()
    const names = ['files/&<>"\'', 'files/a b+c%', 'files/\u{1F600}', 'files/\u0001', 'files/z']
    for (const name of names) await blobs.put(name, piecesOf(name))
    server.seen()
    expect((await blobs.names()).toSorted()).toEqual(names.toSorted())
    expect(server.seen()).toHaveLength(3)
    for (const name of names) expect((await contentOf(blobs, name))?.toString()).toBe(name)
  })

  test('that ends in the middle is refused', async () => {
    const blobs = await openBlobs()
    server.misbehave = () => ({ status: 200, code: 'x' })
    expect(await reasonOf(blobs.names())).toContain('The blobs in s3://games cannot be listed: the store answers 200 x')
  })
})

describe('a bucket that cannot be used is told at once, with what to do', () => {
  test.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
    ['no bucket', 's3://other', {}, ['404 NoSuchBucket (Words on NoSuchBucket & more)', 'Create the bucket other']],
    ['a wrong key', 's3://games', { AWS_ACCESS_KEY_ID: 'AKIAOTHER' }, ['403 InvalidAccessKeyId', 'valid keys']],
    ['a wrong secret', 's3://games', { AWS_SECRET_ACCESS_KEY: 'x' }, ['403 SignatureDoesNotMatch', 'valid keys']],
    ['a wrong token', 's3://games', { AWS_SESSION_TOKEN: 'x' }, ['403 InvalidToken', 'AWS_SESSION_TOKEN']],
    [
      'a wrong region',
      's3://games',
      { AWS_REGION: 'us-east-1' },
      ['400 AuthorizationHeaderMalformed', 'Set AWS_REGION to eu-test-1, where the bucket is. It is us-east-1 now'],
    ],
    [
      'nobody there',
      's3://games/x',
      { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' },
      [
        'The blobs in s3://games/x cannot be used: http://127.0.0.1:9/games gives no whole answer',
        'AWS_ENDPOINT_URL_S3',
      ],
    ],
  ])('%s', async (_, address, env, messages) => {
    const message = await reasonOf(openBlobs(address, env, impatient))
    for (const part of messages) expect(message).toContain(part)
  })

  test.each<[string, Misbehaviour, readonly string[]]>([
    ['keys that may not', { status: 403, code: 'AccessDenied' }, ['403 AccessDenied', 's3:ListBucket', 's3:PutObject']],
    [
      'a clock that is wrong',
      { status: 403, code: 'RequestTimeTooSkewed', more: '<ServerTime>2030-01-01T00:00:00Z</ServerTime>' },
      ['403 RequestTimeTooSkewed', 'Set the clock of this machine', '2030-01-01T00:00:00Z'],
    ],
    [
      'a redirect to another region',
      { status: 301, headers: { 'x-amz-bucket-region': 'ap-south-1', location: 'http://127.0.0.1:9/' } },
      ['301', 'Set AWS_REGION to ap-south-1'],
    ],
    [
      'a redirect to somewhere else',
      { status: 307, headers: { location: 'http://127.0.0.1:9/' } },
      ['307', 'Set AWS_ENDPOINT_URL_S3 to the address that http://127.0.0.1'],
    ],
    ['a server of another kind', { status: 200 }, ['something else than a list', 'Is there a store that speaks S3 at']],
    ['a server without S3', { status: 404 }, ['the store answers 404. Is there a store that speaks S3 at']],
    ['a store that is down', { status: 503, code: 'SlowDown' }, ['503 SlowDown', 'Try again when the store is well']],
    ['a store that says nothing', 'silence', ['gives no whole answer (nothing came for', 'Check the network']],
  ])('%s', async (_, how, messages) => {
    server.misbehave = () => how
    const message = await reasonOf(openBlobs('s3://games', {}, impatient))
    for (const part of messages) expect(message).toContain(part)
  })
})
