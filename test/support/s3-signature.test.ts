import { expect, test } from 'vitest'
import { readAuthorization, sha256, signatureOf } from './s3-signature.ts'

/** The examples of Amazon's documentation, "Signature calculations for the Authorization header". */
const example = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' }
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'

test.each([
  ['GET', '/test.txt', { range: 'bytes=0-9' }, '', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  [
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['GET', '/?lifecycle', {}, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['GET', '/?prefix=J&max-keys=2', {}, '', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('%s %s has the signature of the documentation', (method, target, more, body, signature) => {
  const headers = { ...example, ...more, 'x-amz-content-sha256': sha256(body) }
  const authorization = readAuthorization(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=${Object.keys(headers).toSorted().join(';')}, Signature=${signature}`,
  )
  expect(authorization).toMatchObject({ keyId: 'AKIAIOSFODNN7EXAMPLE', region: 'us-east-1', service: 's3', signature })
  expect(authorization && signatureOf({ method, target, headers }, authorization, secret)).toBe(signature)
})
