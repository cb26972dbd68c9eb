import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answerClientError } from './client-error.ts'

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'The request did not arrive in time'],
  ['HPE_HEADER_OVERFLOW', "The request's address and headers are longer than 65536 bytes"],
  ['HPE_INVALID_EOF_STATE', 'The request was cut off'],
  ['HPE_INVALID_METHOD', 'Not a valid HTTP request (HPE_INVALID_METHOD)'],
])('%s is an invalid request', async (code, words) => {
  const socket = new PassThrough()
  void answerClientError(Object.assign(new Error(code), { code }), socket)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
    error: 'invalid_request',
    error_description: words,
  })
})

test('what goes on coming has no answer of its own', async () => {
  const socket = new PassThrough()
  const error = Object.assign(new Error('bad'), { code: 'HPE_INVALID_METHOD' })
  for (let times = 0; times < 3; times += 1) void answerClientError(error, socket)
  expect((await text(socket)).match(/HTTP\/1\.1 400/g)).toHaveLength(1)
})
