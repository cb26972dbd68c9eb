import { describe, expect, test } from 'vitest'
import { StorageError } from '../storage-error.ts'
import { bucketUrl, isS3Address, parseS3, s3Place } from './s3-address.ts'

const keys = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'hunter2/+' }
const urlOf = (text: string, env: Readonly<Record<string, string>> = {}): string =>
  bucketUrl(parseS3(text, { ...keys, ...env }))

test('an address has a bucket, and perhaps a prefix', () => {
  expect(parseS3('s3://games', keys)).toEqual({
    bucket: 'games',
    prefix: '',
    region: 'us-east-1',
    endpoint: undefined,
    accessKeyId: 'AKID',
    secretAccessKey: 'hunter2/+',
    sessionToken: undefined,
  })
  expect(parseS3('S3://games/', keys)).toMatchObject({ bucket: 'games', prefix: '' })
  expect(parseS3('s3://games/a b+c%/ü?#/', keys).prefix).toBe('a b+c%/ü?#')
  expect(s3Place(parseS3('s3://games/a/b', keys), 'designs/x.json')).toBe('s3://games/a/b/designs/x.json')
  expect(['s3://a', 's3:', 'S3:/x', './s3', 'nats'].map(isS3Address)).toEqual([true, true, true, false, false])
})

test('a bucket of Amazon has a host of its own, unless its name has dots; others are part of the path', () => {
  expect(urlOf('s3://games')).toBe('https://games.s3.us-east-1.amazonaws.com')
  expect(urlOf('s3://games.example', { AWS_REGION: 'eu-west-1' })).toBe(
    'https://s3.eu-west-1.amazonaws.com/games.example',
  )
  expect(urlOf('s3://games', { AWS_DEFAULT_REGION: 'cn-north-1' })).toBe('https://games.s3.cn-north-1.amazonaws.com.cn')
  const others = { AWS_ENDPOINT_URL: 'http://other:1', AWS_ENDPOINT_URL_S3: 'https://minio.example:9000/' }
  expect(urlOf('s3://games', others)).toBe('https://minio.example:9000/games')
  expect(urlOf('s3://games', { AWS_ENDPOINT_URL: 'http://other:1/s3', AWS_ENDPOINT_URL_S3: '' })).toBe(
    'http://other:1/s3/games',
  )
})

describe('what is not valid is refused, with what to do', () => {
  test.each([
    ['s3:', 'No bucket is named'],
    ['s3://', 'No bucket is named'],
    ['s3:///games', 'No bucket is named'],
    ['s3:games', 'No bucket is named'],
    ['s3://Games', 'The name of the bucket is not valid'],
    ['s3://ab', 'The name of the bucket is not valid'],
    ['s3://a..b', 'The name of the bucket is not valid'],
    ['s3://10.0.0.1', 'The name of the bucket is not valid'],
    ['s3://games?region=x', 'The name of the bucket is not valid'],
    ['s3://AKID:hunter2@games', 'The name of the bucket is not valid'],
    [`s3://${'a'.repeat(64)}`, 'The name of the bucket is not valid'],
    ['s3://games/a//b', 'The prefix "a//b" is not valid'],
    ['s3://games//b', 'The prefix'],
    ['s3://games/../b', 'The prefix'],
    ['s3://games/a\nb', 'The prefix "a\\nb" is not valid'],
    ['s3://games/\ud800', 'The prefix'],
    [`s3://games/${'ü'.repeat(257)}`, 'longer than 512 bytes'],
  ])('%j', (text, message) => {
    expect(() => parseS3(text, keys)).toThrow(StorageError)
    expect(() => parseS3(text, keys)).toThrow(message)
    expect(() => parseS3(text, keys)).not.toThrow('hunter2')
  })

  test.each([
    [{}, 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment'],
    [{ ...keys, AWS_SECRET_ACCESS_KEY: '' }, 'Set AWS_SECRET_ACCESS_KEY in the environment'],
    [{ ...keys, AWS_SECRET_ACCESS_KEY: 'hunter2\n' }, 'AWS_SECRET_ACCESS_KEY has a space, a line break'],
    [{ ...keys, AWS_SESSION_TOKEN: 'hunter2 ü' }, 'AWS_SESSION_TOKEN has'],
    [{ ...keys, AWS_REGION: 'eu.west/hunter' }, 'is not valid. Set AWS_REGION to one'],
    [{ ...keys, AWS_ENDPOINT_URL: 'minio:9000' }, 'AWS_ENDPOINT_URL is not the address'],
    [{ ...keys, AWS_ENDPOINT_URL_S3: 'https://me:hunter2@minio' }, 'AWS_ENDPOINT_URL_S3 is not the address'],
  ])('%j', (env, message) => {
    expect(() => parseS3('s3://games', env)).toThrow(StorageError)
    expect(() => parseS3('s3://games', env)).toThrow(message)
    expect(() => parseS3('s3://games', env)).not.toThrow('hunter2')
  })
})
