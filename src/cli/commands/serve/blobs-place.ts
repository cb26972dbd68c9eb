import { resolve } from 'node:path'
import { directoryBlobs, type Blobs } from '../../../storage/log/blobs.ts'
import type { NatsLog } from '../../../storage/log/nats-log.ts'
import { isS3Address, parseS3, type S3Options } from '../../../storage/log/s3-address.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import type { Io } from '../../../terminal/io.ts'

/** Where all nodes of a game find designs, images and snapshots. Spec 9.2. */
export type BlobsPlace =
  | { readonly kind: 'log' }
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 's3'; readonly options: S3Options }

/** Reads `--blobs`. Throws a CliError if it names no place, or if the environment lacks the keys to it. */
export function blobsPlace(text: string | undefined, { cwd, env }: Pick<Io, 'cwd' | 'env'>): BlobsPlace {
  if (text === undefined || text === 'nats') return { kind: 'log' }
  if (isS3Address(text)) return { kind: 's3', options: s3Options(text, env) }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    throw usageError(
      '--blobs names no place',
      'expected a directory that all nodes share, a bucket such as s3://my-bucket/my-game, or nats',
    )
  return { kind: 'directory', directory: resolve(cwd, text) }
}

function s3Options(text: string, env: Io['env']): S3Options {
  try {
    return parseS3(text, env)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw usageError('--blobs cannot be used', error.message)
  }
}

/** Opens the blobs in a place. Throws StorageError if it cannot be used. */
export async function openBlobs(
  place: BlobsPlace,
  io: Pick<Io, 'files'>,
  log: NatsLog,
  replicas: number,
): Promise<Blobs> {
  switch (place.kind) {
    case 'log':
      return log.blobs(replicas)
    case 'directory':
      return directoryBlobs(io.files, place.directory)
    case 's3': {
      // The library that signs is only loaded by nodes that need it.
      const { s3Blobs } = await import('../../../storage/log/s3-blobs.ts')
      return s3Blobs(place.options)
    }
  }
}
