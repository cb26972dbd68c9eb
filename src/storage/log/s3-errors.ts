import { hasCode, StorageError } from '../storage-error.ts'
import { bucketUrl, type S3Options } from './s3-address.ts'
import { tagIn } from './s3-xml.ts'

/** What a store answered that is no success. */
export interface S3Refusal {
  readonly status: number
  readonly headers: Headers
  /** The body of the answer, which is empty for HEAD. */
  readonly text: string
}

/** The codes of refusals that may be none in a moment. */
const PASSING = new Set([
  'BadDigest',
  'IncompleteBody',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
])

const WRONG_KEYS = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'TokenRefreshRequired',
]

const WRONG_REGION = [
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'InvalidRegion',
  'PermanentRedirect',
  'Redirect',
  'TemporaryRedirect',
]

/** How much of what a store says is shown. */
const MOST_SHOWN = 300

/** The code of a refusal, such as `NoSuchKey`; empty if the store named none. */
export const codeOf = ({ text }: S3Refusal): string => {
  const code = /<Error[\s>]/.test(text) ? (tagIn(text, 'Code') ?? '') : ''
  return /^\w{1,100}$/.test(code) ? code : ''
}

/** Whether it can help to ask again. */
export function isPassing(refusal: S3Refusal): boolean {
  const { status } = refusal
  return status === 429 || (status >= 500 && status !== 501) || PASSING.has(codeOf(refusal))
}

/** Describes a refusal: what was not done, what the store said, and what to do. No key is in it. */
export function refused(step: string, refusal: S3Refusal, options: S3Options): StorageError {
  const code = codeOf(refusal)
  const said = code === '' ? '' : shown(tagIn(refusal.text, 'Message') ?? '')
  const reason = [`the store answers ${refusal.status}`, code, said && `(${said})`]
    .filter((part) => part !== '')
    .join(' ')
  return new StorageError(`${step}: ${reason}. ${adviceOn(code, refusal, options)}`)
}

function adviceOn(code: string, refusal: S3Refusal, options: S3Options): string {
  const { status, text } = refusal
  const { bucket } = options
  if (code === 'NoSuchBucket') return `Create the bucket ${bucket}, or name another one with --blobs`
  if (code === 'RequestTimeTooSkewed') {
    const time = shown(tagIn(text, 'ServerTime') ?? '')
    return `Set the clock of this machine, for example by NTP${time === '' ? '' : `. That of the store says ${time}`}`
  }
  if (WRONG_KEYS.includes(code))
    return 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to valid keys, and AWS_SESSION_TOKEN if they are temporary'
  const region = namedRegion(refusal)
  if (region !== undefined && region !== options.region && (status === 400 || isRedirect(status)))
    return `Set AWS_REGION to ${region}, where the bucket is. It is ${options.region} now`
  if (isRedirect(status) && options.endpoint !== undefined)
    return `Set AWS_ENDPOINT_URL_S3 to the address that ${options.endpoint} redirects to`
  if (isRedirect(status) || WRONG_REGION.includes(code))
    return `Set AWS_REGION to the region of the bucket. It is ${options.region} now`
  if (status === 401 || status === 403)
    return `Allow these keys s3:ListBucket on the bucket ${bucket}, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on what it contains`
  if (isPassing(refusal)) return 'Try again when the store is well'
  return whoIsThere(options)
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** The region of the bucket, if the store names it. */
function namedRegion({ headers, text }: S3Refusal): string | undefined {
  const region = tagIn(text, 'Region') ?? headers.get('x-amz-bucket-region') ?? ''
  return /^[a-z0-9-]{1,40}$/.test(region) ? region : undefined
}

/** Describes a store that gave no whole answer. */
export function unanswered(step: string, cause: unknown, options: S3Options): StorageError {
  const what = options.endpoint === undefined ? 'AWS_REGION' : 'AWS_ENDPOINT_URL_S3'
  const isUntrusted = [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ].some((code) => hasCode(rootOf(cause), code))
  const advice = isUntrusted
    ? 'Set NODE_EXTRA_CA_CERTS to the file of the authority that its certificate is from'
    : `Check the network, and ${what}`
  return new StorageError(`${step}: ${bucketUrl(options)} gives no whole answer (${reasonOf(cause)}). ${advice}`, {
    cause,
  })
}

/** Describes an answer that is none of S3. */
export const notS3 = (step: string, what: string, options: S3Options): StorageError =>
  new StorageError(`${step}: ${what}. ${whoIsThere(options)}`)

const whoIsThere = (options: S3Options): string =>
  `Is there a store that speaks S3 at ${bucketUrl(options)}? AWS_ENDPOINT_URL_S3 names it`

/** What fetch rejects with hides what happened in its cause. */
function rootOf(error: unknown): unknown {
  return error instanceof TypeError && error.cause !== undefined ? error.cause : error
}

function reasonOf(error: unknown): string {
  const root = rootOf(error)
  if (!(root instanceof Error)) return shown(String(root))
  return shown(root.message || ('code' in root ? String(root.code) : root.name))
}

const shown = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MOST_SHOWN)
