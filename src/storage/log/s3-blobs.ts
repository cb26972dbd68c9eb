import { createHash } from 'node:crypto'
import { StorageError } from '../storage-error.ts'
import type { Blobs } from './blobs.ts'
import { s3Place, type S3Options } from './s3-address.ts'
import { codeOf, notS3, unanswered, type S3Refusal } from './s3-errors.ts'
import { S3Store, type S3Content, type S3Patience } from './s3-store.ts'
import { escaped, tagIn, tagsIn } from './s3-xml.ts'

/** What is longer is put in parts of this size. Stores take parts from 5 MiB on, all of one size but the last. */
const PART_BYTES = 8 << 20

/** How often a content is asked for again that stops in the middle, without a byte in between. */
const MOST_RESUMES = 3

/** What tests make smaller. */
export interface S3Limits {
  readonly partBytes?: number
  readonly patience?: S3Patience
}

/** Keeps contents in a bucket. Throws StorageError if it cannot be used, and so do its methods. */
export async function s3Blobs(options: S3Options, limits: S3Limits = {}): Promise<Blobs> {
  const { partBytes = PART_BYTES, patience } = limits
  const store = new S3Store(options, patience)
  const folder = options.prefix === '' ? '' : `${options.prefix}/`
  const keyOf = (name: string): string => `${folder}${name}`
  const place = (name: string): string => `The blob ${s3Place(options, name)}`
  const pages = (step: string, most = 1_000) => listed(store, options, { prefix: folder, step, most })
  // A wrong key, region or name is told now, and not when the first blob is needed.
  for await (const _ of pages(`The blobs in ${s3Place(options)} cannot be used`, 1)) break
  return {
    async put(name, pieces) {
      const target = { key: keyOf(name), step: `${place(name)} cannot be written` }
      if (await isThere(store, target)) return false
      await upload(store, target, partsOf(pieces(), partBytes))
      return true
    },
    async get(name) {
      const target = { key: keyOf(name), step: `${place(name)} cannot be read` }
      const found = await opened(store, target)
      return found && wholeOf(store, options, target, found)
    },
    async remove(name) {
      const step = `${place(name)} cannot be removed`
      await store.send({ method: 'DELETE', key: keyOf(name), step, expects: isNoObject })
    },
    async names() {
      const keys: string[] = []
      for await (const page of pages(`The blobs in ${s3Place(options)} cannot be listed`)) keys.push(...page)
      // Some tools make an empty object for the folder itself.
      return keys.filter((key) => key.startsWith(folder) && !key.endsWith('/')).map((key) => key.slice(folder.length))
    },
  }
}

/** An object of a bucket, and what cannot be done if a request for it fails. */
interface Target {
  readonly key: string
  readonly step: string
}

const isNoObject = (refusal: S3Refusal): boolean => codeOf(refusal) === 'NoSuchKey'
const isNoUpload = (refusal: S3Refusal): boolean => codeOf(refusal) === 'NoSuchUpload'

async function isThere(store: S3Store, target: Target): Promise<boolean> {
  // An answer to HEAD has no body that could tell more.
  const { status } = await store.send({ method: 'HEAD', ...target, expects: (refusal) => refusal.status === 404 })
  return status !== 404
}

/** A part of a content, and its sum as `content-md5` has it: the store refuses a body of another one. */
interface Part {
  readonly bytes: Uint8Array
  readonly md5: string
  readonly isLast: boolean
}

/** Cuts pieces into parts of one size. Has no more than one part and one piece in memory. */
async function* partsOf(pieces: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Part> {
  let kept: Uint8Array[] = []
  let bytes = 0
  // Piece by piece: the sum of a whole part at once would hold up the plays of this process.
  let md5 = createHash('md5')
  for await (const piece of pieces)
    for (let at = 0; at < piece.length;) {
      // Whether a full part is the last one is only known once there is more.
      if (bytes === partBytes) {
        yield { bytes: Buffer.concat(kept), md5: md5.digest('base64'), isLast: false }
        kept = []
        bytes = 0
        md5 = createHash('md5')
      }
      const some = piece.subarray(at, at + partBytes - bytes)
      kept.push(some)
      md5.update(some)
      bytes += some.length
      at += some.length
    }
  yield { bytes: Buffer.concat(kept), md5: md5.digest('base64'), isLast: true }
}

async function upload(store: S3Store, target: Target, parts: AsyncIterable<Part>): Promise<void> {
  let begun: string | undefined
  const etags: string[] = []
  try {
    for await (const { bytes, md5, isLast } of parts) {
      const headers = { 'content-md5': md5 }
      if (isLast && begun === undefined) {
        await store.send({ method: 'PUT', ...target, headers, body: bytes })
        return
      }
      begun ??= await beginUpload(store, target)
      const query = { partNumber: String(etags.length + 1), uploadId: begun }
      const answer = await store.send({ method: 'PUT', ...target, query, headers, body: bytes })
      etags.push(answer.headers.get('etag') ?? '')
    }
    if (begun !== undefined) await finishUpload(store, target, begun, etags)
  } catch (error) {
    // Its parts would be paid for until somebody removes them.
    if (begun !== undefined)
      await store.send({ method: 'DELETE', ...target, query: { uploadId: begun }, expects: isNoUpload }).catch(() => {})
    throw error
  }
}

async function beginUpload(store: S3Store, target: Target): Promise<string> {
  const { text } = await store.send({ method: 'POST', ...target, query: { uploads: '' } })
  const id = tagIn(text, 'UploadId')
  if (!id) throw new StorageError(`${target.step}: the store begins no upload. Does it know multipart uploads?`)
  return id
}

async function finishUpload(store: S3Store, target: Target, id: string, etags: readonly string[]): Promise<void> {
  const parts = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`)
  const body = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
  )
  const answer = await store.send({ method: 'POST', ...target, query: { uploadId: id }, body, expects: isNoUpload })
  // The answer to a request that succeeded may have been lost, and the upload is gone for the next one.
  if (isNoUpload(answer) && !(await isThere(store, target)))
    throw new StorageError(`${target.step}: the store has dropped the upload before it was complete. Try again`)
}

/** Asks for an object, or for the rest of one from a position on. Resolves to undefined if there is none. */
async function opened(
  store: S3Store,
  target: Target,
  rest?: { at: number; etag: string },
): Promise<S3Content | undefined> {
  const headers = rest === undefined ? {} : { range: `bytes=${rest.at}-`, 'if-match': rest.etag }
  const answer = await store.open({ method: 'GET', ...target, headers, expects: isNoObject })
  return 'pieces' in answer ? answer : undefined
}

/**
 * Yields an object to its last byte, or rejects: a connection that ends too early must not look like the end of a content.
 * Goes on where it stopped.
 */
async function* wholeOf(
  store: S3Store,
  options: S3Options,
  target: Target,
  found: S3Content,
): AsyncGenerator<Uint8Array> {
  const length = Number(found.headers.get('content-length') ?? NaN)
  if (Number.isNaN(length)) throw notS3(target.step, 'the store does not say how long it is', options)
  const etag = found.headers.get('etag') ?? ''
  let at = 0
  let content: S3Content = found
  for (let resumes = 0; ; resumes++) {
    let problem: unknown
    try {
      for await (const piece of content.pieces) {
        at += piece.length
        if (at > length) break
        resumes = 0
        yield piece
      }
    } catch (error) {
      problem = error
    }
    if (at === length) return
    problem ??= new Error(`${at} of ${length} bytes came`)
    const isResumed = at < length && etag !== '' && resumes < MOST_RESUMES
    const rest = isResumed ? await opened(store, target, { at, etag }) : undefined
    if (rest?.headers.get('content-range')?.startsWith(`bytes ${at}-`) !== true)
      throw unanswered(target.step, problem, options)
    content = rest
  }
}

/** Yields the names of all objects whose names begin with a prefix, page by page. */
async function* listed(
  store: S3Store,
  options: S3Options,
  { prefix, step, most }: { readonly prefix: string; readonly step: string; readonly most: number },
): AsyncGenerator<readonly string[]> {
  for (let token: string | undefined; ;) {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      'max-keys': String(most),
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const { text } = await store.send({ method: 'GET', query, step })
    if (!/<ListBucketResult[\s/>]/.test(text))
      throw notS3(step, 'the store answers with something else than a list', options)
    const isEncoded = tagIn(text, 'EncodingType') === 'url'
    yield tagsIn(text, 'Key').map((key) => (isEncoded ? decoded(key) : key))
    if (tagIn(text, 'IsTruncated') !== 'true') return
    const next = tagIn(text, 'NextContinuationToken')
    if (next === undefined || next === '' || next === token)
      throw notS3(step, 'the store ends a list in the middle', options)
    token = next
  }
}

/** Decodes a name as the store encodes it in a list. One that is not encoded stays. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return key
  }
}
