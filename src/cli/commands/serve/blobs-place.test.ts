import { expect, test } from 'vitest'
import { CliError } from '../../../terminal/cli-error.ts'
import { blobsPlace } from './blobs-place.ts'

const io = { cwd: '/project', env: { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'hunter2' } }

test('--blobs names the log servers, a directory, or a bucket', () => {
  expect(blobsPlace(undefined, io)).toEqual({ kind: 'log' })
  expect(blobsPlace('nats', io)).toEqual({ kind: 'log' })
  expect(blobsPlace('shared', io)).toEqual({ kind: 'directory', directory: '/project/shared' })
  expect(blobsPlace('s3://games/quest', io)).toMatchObject({
    kind: 's3',
    options: { bucket: 'games', prefix: 'quest' },
  })
})

test.each([
  ['gs://games', io.env, '--blobs names no place'],
  ['https://games.s3.amazonaws.com', io.env, '--blobs names no place'],
  ['s3://', io.env, '--blobs cannot be used'],
  ['s3://games', {}, '--blobs cannot be used'],
])('%s is wrong usage', (text, env, message) => {
  expect(() => blobsPlace(text, { ...io, env })).toThrow(CliError)
  expect(() => blobsPlace(text, { ...io, env })).toThrow(message)
})
