import { StorageError } from '../storage-error.ts'

/** Where the blobs of a game are in an object store that speaks S3, and the keys to it. */
export interface S3Options {
  readonly bucket: string
  /** What the names of all blobs begin with, without a slash at its end; empty for none. */
  readonly prefix: string
  readonly region: string
  /** The address of a store that is not Amazon's, without a slash at its end. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** A name has at most 1,024 bytes there, and those of blobs need some of them. */
const PREFIX_BYTES = 512

/** Whether a text names a bucket, though perhaps not a valid one. */
export const isS3Address = (text: string): boolean => /^s3:/i.test(text)

/** Reads `s3://bucket/prefix`, and the usual variables of the environment. Throws StorageError, which shows no key. */
export function parseS3(text: string, env: Environment): S3Options {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/is.exec(text) ?? []
  requireBucket(bucket)
  return {
    bucket,
    prefix: prefixOf(path),
    region: regionOf(env),
    endpoint: endpointOf(env),
    ...keysOf(env),
  }
}

/** Shows where a blob is, or all of them. */
export const s3Place = ({ bucket, prefix }: S3Options, name = ''): string =>
  ['s3:/', bucket, prefix, name].filter((part) => part !== '').join('/')

/** Returns the address of a bucket, without a slash at its end. */
export function bucketUrl({ bucket, region, endpoint }: S3Options): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}`
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // The certificates of Amazon are for names with one more part, which a dot would make two.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`
}

function requireBucket(bucket: string): void {
  if (bucket === '') throw new StorageError('No bucket is named. Expected an address such as s3://my-bucket/my-game')
  const isName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && !bucket.includes('..')
  // It is not shown, because people write keys there.
  if (!isName || /^[\d.]+$/.test(bucket))
    throw new StorageError(
      'The name of the bucket is not valid. Expected 3 to 63 lower-case letters, digits, hyphens and dots, such as in s3://my-bucket/my-game',
    )
}

function prefixOf(path: string): string {
  const prefix = path.replace(/\/$/, '')
  if (prefix === '') return ''
  const parts = prefix.split('/')
  const isUsable =
    prefix.isWellFormed() && !/\p{Cc}/u.test(prefix) && !parts.some((part) => ['', '.', '..'].includes(part))
  if (!isUsable)
    throw new StorageError(
      `The prefix ${JSON.stringify(prefix)} is not valid. Expected names between slashes, without control characters, and none of them empty, . or ..`,
    )
  if (Buffer.byteLength(prefix) > PREFIX_BYTES)
    throw new StorageError(`The prefix is longer than ${PREFIX_BYTES} bytes. Choose a shorter one`)
  return prefix
}

function regionOf(env: Environment): string {
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1'
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(region))
    throw new StorageError(
      `The region ${JSON.stringify(region)} is not valid. Set AWS_REGION to one such as eu-central-1`,
    )
  return region
}

function endpointOf(env: Environment): string | undefined {
  const variable = env['AWS_ENDPOINT_URL_S3'] ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  const text = env[variable]
  if (!text) return undefined
  const url = URL.parse(text)
  const isAddress = url !== null && ['http:', 'https:'].includes(url.protocol)
  // A name and a password in it would be shown with the address.
  if (!isAddress || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new StorageError(
      `${variable} is not the address of a store. Expected one such as https://minio.example:9000, without a name, a password or a query`,
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function keysOf(env: Environment): Pick<S3Options, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> {
  const missing = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].filter((name) => !env[name])
  if (missing.length > 0)
    throw new StorageError(`The keys of the bucket are missing. Set ${missing.join(' and ')} in the environment`)
  const keyOf = (name: string): string => {
    const key = env[name] ?? ''
    if (!/^[\x21-\x7e]*$/.test(key))
      throw new StorageError(`${name} has a space, a line break or another character that no key has. Set it again`)
    return key
  }
  return {
    accessKeyId: keyOf('AWS_ACCESS_KEY_ID'),
    secretAccessKey: keyOf('AWS_SECRET_ACCESS_KEY'),
    sessionToken: keyOf('AWS_SESSION_TOKEN') || undefined,
  }
}
