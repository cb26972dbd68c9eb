import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exchange } from '../../test/support/fake-server.ts'
import { faultBody, isFault, statusOf } from '../game/kernel/fault.ts'
import { MAX_IMAGE_BYTES } from '../game/kernel/image-album.ts'
import { readBytes, type BodyLimits } from './incoming-bytes.ts'
import { openUploads, withUpload } from './upload.ts'

/** A server that answers an upload with its length, once `hold` lets it. */
async function uploadServer(hold: () => Promise<unknown> = async () => {}) {
  const seen: unknown[] = []
  const stopping = new AbortController()
  const uploads = openUploads(stopping.signal)
  const listener: RequestListener = (req, res) => {
    const form = { read: (limits: BodyLimits) => readBytes(req, res, limits), type: req.headers['content-type'] }
    void withUpload(uploads, form, async (image) => {
      await hold()
      return image.length
    }).then((outcome) => {
      seen.push(outcome)
      res.statusCode = isFault(outcome) ? statusOf(outcome) : 200
      res.end(JSON.stringify(isFault(outcome) ? faultBody(outcome) : outcome))
    })
  }
  // As the server of the service does it: who asks whether to send is told by whoever takes the body.
  const server = createServer(listener).on('checkContinue', listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, seen, stop: () => stopping.abort() }
}

function formOf(bytes: number): FormData {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'a.png'))
  return form
}

const post = async (url: string, body: FormData | string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(url, { method: 'POST', body })
  return { status: response.status, body: await response.json() }
}

const tooLarge = {
  status: 413,
  body: { error: 'payload_too_large', error_description: `The request body is larger than ${MAX_IMAGE_BYTES} bytes` },
}

test('an image up to the limit is handed on whole', async () => {
  const { url } = await uploadServer()
  expect(await post(url, formOf(1))).toEqual({ status: 200, body: 1 })
  expect(await post(url, formOf(MAX_IMAGE_BYTES))).toEqual({ status: 200, body: MAX_IMAGE_BYTES })
})

test('one byte more is refused, and so is what says beforehand that it is more', async () => {
  const { url } = await uploadServer()
  expect(await post(url, formOf(MAX_IMAGE_BYTES + 1))).toEqual(tooLarge)
  expect(await post(url, formOf(2 * MAX_IMAGE_BYTES))).toEqual(tooLarge)
})

test('what is no form is refused', async () => {
  const { url } = await uploadServer()
  expect(await post(url, 'x')).toMatchObject({ status: 400, body: { error: 'validation_exception' } })
})

const HEAD = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=XX\r\n'

/** Sends the beginning of a form of which more should come. */
function beginning(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${HEAD}content-length: 1000\r\n\r\n--XX\r\n`)
  return socket
}

describe('while it is still on its way', () => {
  test('a body without a length is answered as soon as it is too large, though it never ends', async () => {
    const { port } = await uploadServer()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`)
    const chunk = Buffer.alloc(1024 * 1024)
    for (let count = 0; count < 11; count += 1) {
      socket.write('100000\r\n')
      socket.write(chunk)
      socket.write('\r\n')
    }
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a caller that asks first is told before it sends', async () => {
    const { port } = await uploadServer()
    const ask = (length: number): string => `${HEAD}expect: 100-continue\r\ncontent-length: ${length}\r\n\r\n`
    expect((await exchange(port, ask(2 * MAX_IMAGE_BYTES))).text).toMatch(/^HTTP\/1\.1 413 /)
    expect((await exchange(port, ask(100))).text).toMatch(/^HTTP\/1\.1 100 /)
  })

  test('one that is cut off is handed to nobody', async () => {
    const { port, seen } = await uploadServer()
    const socket = beginning(port)
    await new Promise((done) => setTimeout(done, 50))
    socket.destroy()
    await expect.poll(() => seen).toMatchObject([{ fault: 'invalid_request' }])
  })
})

test('so many are held at a time; one that goes away while it waits gives its turn on', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let holding = 0
  const { url, port, seen } = await uploadServer(() => {
    holding += 1
    return held
  })
  const first = Array.from({ length: 8 }, () => post(url, formOf(5)))
  await expect.poll(() => holding).toBe(8)
  const leaving = beginning(port)
  const last = post(url, formOf(7))
  await new Promise((done) => setTimeout(done, 50))
  expect(holding).toBe(8)
  leaving.destroy()
  await new Promise((done) => setTimeout(done, 50))
  release()
  expect(await Promise.all(first)).toEqual(Array(8).fill({ status: 200, body: 5 }))
  expect(await last).toEqual({ status: 200, body: 7 })
  expect(holding).toBe(9)
  await expect.poll(() => seen).toContainEqual(expect.objectContaining({ fault: 'invalid_request' }))
})

test('servers do not wait for each other’s uploads', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let holding = 0
  const busy = await uploadServer(() => {
    holding += 1
    return held
  })
  const waiting = Array.from({ length: 9 }, () => post(busy.url, formOf(5)))
  await expect.poll(() => holding).toBe(8)
  const other = await uploadServer()
  expect(await post(other.url, formOf(7))).toEqual({ status: 200, body: 7 })
  release()
  await Promise.all(waiting)
})

describe('when the server stops', () => {
  /** What comes back until the connection ends, and when that was. */
  const answerTo = async (socket: Socket): Promise<{ text: string; ms: number }> => {
    const start = performance.now()
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => {})
    await once(socket, 'close')
    return { text, ms: performance.now() - start }
  }
  const refused = /^HTTP\/1\.1 503 .*connection: close.*"error":"storage_failed".*The emulator is stopping/is

  test('an upload that has not come whole is refused at once, and its connection ends', async () => {
    const { port, stop } = await uploadServer()
    const answer = answerTo(beginning(port))
    await new Promise((done) => setTimeout(done, 50))
    stop()
    expect(await answer).toEqual({
      text: expect.stringMatching(refused),
      ms: expect.toSatisfy((ms: number) => ms < 500),
    })
  })

  test('so is one that begins or has its turn after that; what came whole is kept', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let holding = 0
    const { port, url, stop } = await uploadServer(() => {
      holding += 1
      return held
    })
    const whole = Array.from({ length: 8 }, () => post(url, formOf(5)))
    await expect.poll(() => holding).toBe(8)
    const waiting = answerTo(beginning(port))
    await new Promise((done) => setTimeout(done, 50))
    stop()
    release()
    expect(await Promise.all(whole)).toEqual(Array(8).fill({ status: 200, body: 5 }))
    expect((await waiting).text).toMatch(refused)
    expect((await answerTo(beginning(port))).text).toMatch(refused)
    expect(holding).toBe(8)
  })
})
