import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formWithFile } from '../../src/client/create-client.ts'
import { builtInIds } from '../../src/game/images/shown-image.ts'
import { imageId } from '../../src/images/image-file.ts'
import { serveGame, type Ask, type Reply, type TestGame } from '../support/http.ts'
import { chunkTypes, pixel, redAndBlue, shapeOf } from '../support/images.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn, onEachStorage } from '../support/storages.ts'
import { expectError } from './error-case.ts'
import { contractDesign } from './game-design.ts'

const SIDES = { large: 140, medium: 72, small: 40, icon: 24 } as const
const sizesTold = [
  { name: 'original', height: null, width: null },
  ...Object.entries(SIDES).map(([name, side]) => ({ name, height: side, width: side })),
]

let photo: Buffer
let logo: Buffer
beforeAll(async () => {
  // As a camera keeps it that was held upright: on its side, with a note of how to turn it and of who took it.
  photo = await redAndBlue(300, 200)
    .withExif({ IFD0: { Artist: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()
  logo = await redAndBlue(80, 200).png().toBuffer()
})

const form = (file: Uint8Array): Pick<Ask, 'raw' | 'headers'> => {
  const { headers, body } = formWithFile(file)
  return { headers, raw: body }
}

/** The contract's design, in which much has an image of its own. */
function pictured(image: string): typeof contractDesign {
  const parts = (kind: string, name: string) => ({ constraints: { [kind]: [{ name, image }, { name: 'Plain' }] } })
  return {
    ...contractDesign,
    metrics: [
      ...contractDesign.metrics,
      { id: 'shown', name: 'Shown', type: 'point', image },
      { id: 'rocks', name: 'Rocks', type: 'set', ...parts('items', 'Gold') },
      { id: 'gems', name: 'Gems', type: 'set', ...parts('items', '__proto__') },
      { id: 'moods', name: 'Moods', type: 'state', ...parts('states', 'Über / happy') },
    ],
    processes: [{ id: 'trip', name: 'Trip', image }],
    teams: [{ id: 'crew', name: 'Crew', image }],
  }
}

/** The id of the logo, as its content gives it. */
let logoId = ''

onEachStorage((storage) => {
  let game: TestGame
  const get = (path: string, query: Ask['query'] = {}, headers: Ask['headers'] = {}): Promise<Reply> =>
    game.request('GET', path, { as: 'neo', query, headers })

  beforeAll(async () => {
    game = await serveGame({ design: contractDesign, storage })
    for (const id of ['neo', 'trinity']) await game.request('POST', '/v2/admin/players', { body: { id } })
    logoId = (await game.request('POST', '/v2/design/images', form(logo))).body.id
    // What refers to the image comes after it.
    await changeDesign(game, logoId)
  })
  afterAll(() => game.stop())

  describe('every kind of image comes in every size, as PNG', () => {
    const kinds: readonly {
      readonly of: string
      readonly paths: readonly string[]
      readonly query?: Ask['query']
      readonly original: readonly [number, number]
    }[] = [
      { of: 'the game', paths: ['/v2/runtime/assets/game', '/v1/assets/game'], original: [512, 512] },
      {
        of: 'a player',
        paths: ['/v2/runtime/assets/players/trinity', '/v1/assets/players/trinity'],
        original: [512, 512],
      },
      {
        of: 'a process',
        paths: ['/v2/runtime/assets/definitions/processes/trip', '/v1/assets/definitions/processes/trip'],
        original: [80, 200],
      },
      {
        of: 'a team',
        paths: ['/v2/runtime/assets/definitions/teams/crew', '/v1/assets/definitions/teams/crew'],
        original: [80, 200],
      },
      ...[
        { id: 'xp', original: [512, 512] as const },
        { id: 'shown', original: [80, 200] as const },
        { id: 'gems', original: [512, 512] as const },
        { id: 'moods', original: [512, 512] as const },
        { id: 'gems', query: { item: '__proto__' }, original: [80, 200] as const },
        { id: 'gems', query: { item: 'Plain' }, original: [512, 512] as const },
        { id: 'moods', query: { state: 'Über / happy' }, original: [80, 200] as const },
        { id: 'moods', query: { state: 'Plain' }, original: [512, 512] as const },
      ].map(({ id, query = {}, original }) => ({
        of: `the metric ${id} ${JSON.stringify(query)}`,
        paths: [
          `/v2/runtime/assets/definitions/metrics/${id}`,
          `/v1/assets/definitions/metrics/${id}`,
          `/v1/assets/metrics/${id}`,
        ],
        query,
        original,
      })),
      ...builtInIds.map((id) => ({
        of: id,
        paths: [`/v2/design/images/${id}`, `/v2/runtime/design/images/${id}`],
        original: [512, 512] as const,
      })),
    ]

    test.each(kinds)('$of', async ({ paths, query = {}, original }) => {
      const shown: Buffer[] = []
      for (const path of paths) {
        const whole = await get(path, query)
        expect([whole.status, whole.headers['content-type']]).toEqual([200, 'image/png'])
        expect(whole.headers['content-length']).toBe(String(whole.bytes.length))
        expect(await shapeOf(whole.bytes)).toEqual(['png', ...original])
        expect((await get(path, { ...query, size: 'original' })).bytes.equals(whole.bytes)).toBe(true)
        expect((await get(path, { ...query, size: '' })).bytes.equals(whole.bytes)).toBe(true)
        for (const [size, side] of Object.entries(SIDES))
          expect(await shapeOf((await get(path, { ...query, size })).bytes)).toEqual(['png', side, side])
        shown.push(whole.bytes)
      }
      expect(new Set(shown.map((png) => png.toString('base64'))).size).toBe(1)
    })
  })

  test('what has no image of its own looks unlike any other', async () => {
    const looks = await Promise.all([
      get('/v2/runtime/assets/players/neo'),
      get('/v2/runtime/assets/players/trinity'),
      get('/v2/runtime/assets/definitions/metrics/xp'),
      get('/v2/runtime/assets/definitions/metrics/coins'),
      get('/v2/runtime/assets/definitions/metrics/gems', { item: 'Plain' }),
      get('/v2/runtime/assets/definitions/metrics/rocks', { item: 'Plain' }),
      get('/v2/runtime/assets/definitions/metrics/moods', { state: 'Plain' }),
      get('/v2/design/images/default-player'),
    ])
    expect(new Set(looks.map(({ bytes }) => bytes.toString('base64'))).size).toBe(looks.length)
    expect(new Set(looks.map(({ headers }) => headers['etag'])).size).toBe(looks.length)
  })

  test.each(['/v2/runtime/player', '/v2/runtime/player/image'])(
    'POST %s puts up a picture, upright and with nothing beside it',
    async (path) => {
      const { state } = game.emulator.runtime('staging')
      const upload = Buffer.concat([photo, Buffer.from(path)])
      const before = state.seq
      const { status, body } = await game.request('POST', path, { as: 'neo', ...form(upload) })
      expect([status, body]).toEqual([
        200,
        { tags: [], album: 'players', sizes: sizesTold, id: expect.stringMatching(/^[0-9a-f]{24}$/) },
      ])
      const { bytes, headers } = await get('/v1/assets/players/neo')
      expect(await shapeOf(bytes)).toEqual(['png', 200, 300])
      expect(headers['etag']).toBe(`"${body.id}-original"`)
      expect(bytes.includes('somebody')).toBe(false)
      expect(chunkTypes(bytes).difference(new Set(['IHDR', 'pHYs', 'IDAT', 'IEND']))).toEqual(new Set())
      expect((await pixel(bytes, 100, 10))[0]).toBeGreaterThan(220)
      expect((await pixel(bytes, 100, 290))[2]).toBeGreaterThan(220)
      // Once more is no change, and it is nobody else's.
      expect((await game.request('POST', path, { as: 'neo', ...form(upload) })).body).toEqual(body)
      expect(state.seq).toBe(before + 1)
      expect(await shapeOf((await get('/v1/assets/players/trinity')).bytes)).toEqual(['png', 512, 512])
      const elsewhere = { client: 'gamify-production', query: { player_id: 'neo' } }
      expect((await game.request('GET', '/v1/assets/players/neo', elsewhere)).status).toBe(404)
      expect((await game.request('GET', `/v2/design/images/${body.id}`)).status).toBe(404)
    },
  )

  test('a caller who has a picture by its entity tag gets no other copy', async () => {
    const { headers } = await get('/v2/runtime/assets/game', { size: 'icon' })
    const etag = headers['etag'] ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    const asked = async (tags: string, size = 'icon') => {
      const reply = await get('/v2/runtime/assets/game', { size }, { 'if-none-match': tags })
      expect(reply.headers['etag']).toBeDefined()
      expect(reply.bytes.length === 0).toBe(reply.status === 304)
      if (reply.status === 304) expect(reply.headers['content-length']).toBeUndefined()
      return reply.status
    }
    for (const tags of [etag, `W/${etag}`, `"a", ${etag}`, `"a",W/${etag} , "b"`, '*', ' * '])
      expect(await asked(tags), tags).toBe(304)
    for (const tags of ['"a"', etag.slice(1, -1), `"${etag}`, '', 'W/"a", "b"', '"*"'])
      expect(await asked(tags), tags).toBe(200)
    expect(await asked(etag, 'large')).toBe(200)
    // An error stays one.
    expect((await get('/v2/design/images/nothing', {}, { 'if-none-match': '*' })).status).toBe(404)
  })

  test('HEAD tells of a picture what GET does', async () => {
    for (const [path, size] of [
      ['/v2/runtime/assets/game', 'small'],
      ['/v2/design/images/default-team', 'small'],
      [`/v2/design/images/${logoId}`, 'small'],
      [`/v2/design/images/${logoId}`, 'original'],
    ] as const) {
      const found = await get(path, { size })
      const head = await game.request('HEAD', path, { as: 'neo', query: { size } })
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
        expect(head.headers[name], name).toBe(found.headers[name])
      const known = { 'if-none-match': found.headers['etag'] ?? '' }
      const none = await game.request('HEAD', path, { as: 'neo', query: { size }, headers: known })
      expect([none.status, none.headers['etag']]).toEqual([304, found.headers['etag']])
    }
  })

  test('images of the design are listed by pages under both prefixes, shown and deleted', async () => {
    const images: string[] = [logoId]
    for (const prefix of ['/v2/design/images', '/v2/runtime/design/images']) {
      const upload = await redAndBlue(images.length + 4, 9)
        .webp()
        .toBuffer()
      const { body } = await game.request('POST', prefix, form(upload))
      expect(body).toEqual({ tags: [], album: 'design', sizes: sizesTold, id: expect.any(String) })
      images.push(body.id)
    }
    const listed = async (query: Ask['query']) => {
      const [one, other] = await Promise.all(
        ['/v2/design/images', '/v2/runtime/design/images'].map((path) =>
          game.request('GET', path, { query: query ?? {} }),
        ),
      )
      expect(one?.body).toEqual(other?.body)
      return one?.body.map(({ id }: { id: string }) => id)
    }
    expect([await listed({}), await listed({ skip: 1, limit: 1 }), await listed({ skip: 3 })]).toEqual([
      images,
      [images[1]],
      [],
    ])
    const some = await game.request('GET', '/v2/design/images', {
      query: { limit: 1, fields: 'id,sizes.name,nothing' },
    })
    expect(some.body).toEqual([{ id: images[0], sizes: sizesTold.map(({ name }) => ({ name })) }])
    const [, first = '', second = ''] = images
    expect(await shapeOf((await get(`/v2/runtime/design/images/${first}`)).bytes)).toEqual(['png', 5, 9])
    const gone = await game.request('DELETE', `/v2/runtime/design/images/${first}`)
    expect(gone.body).toEqual({ message: `The image '${first}' has been deleted successfully` })
    expectError(await get(`/v2/design/images/${first}`), { status: 404, error: 'image_not_found' })
    expectError(await game.request('DELETE', `/v2/design/images/${first}`), { status: 404, error: 'image_not_found' })
    await game.request('DELETE', `/v2/design/images/${second}`)
    expect(await listed({})).toEqual([logoId])
  })

  test('what has lost its image has the built-in one', async () => {
    const path = '/v2/runtime/assets/definitions/teams/crew'
    expect(await shapeOf((await get(path)).bytes)).toEqual(['png', 80, 200])
    await game.request('DELETE', `/v2/design/images/${logoId}`)
    expect(await shapeOf((await get(path)).bytes)).toEqual(['png', 512, 512])
    expect(await shapeOf((await get(path, { size: 'icon' })).bytes)).toEqual(['png', 24, 24])
    await game.request('POST', '/v2/design/images', form(logo))
    expect(await shapeOf((await get(path)).bytes)).toEqual(['png', 80, 200])
  })

  describe('an upload that does not arrive as announced', () => {
    /** Sends a head and some of a body, and gives what came back when the server closed, or nothing more came. */
    const exchange = async (head: readonly string[], body: Buffer, end: boolean): Promise<string> => {
      const token = await game.token('gamify-staging')
      const { port } = new URL(game.url)
      return new Promise((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1')
        let text = ''
        const done = (): void => {
          clearTimeout(timer)
          socket.destroy()
          resolve(text)
        }
        const timer = setTimeout(done, 5_000)
        socket.on('data', (chunk) => {
          text += chunk.toString()
          if (text.includes('}')) done()
        })
        socket.on('close', done)
        socket.on('error', (error: NodeJS.ErrnoException) =>
          ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? done() : reject(error),
        )
        const lines = ['POST /v2/design/images HTTP/1.1', 'host: localhost', `authorization: Bearer ${token}`, ...head]
        socket.write(`${lines.join('\r\n')}\r\n\r\n`)
        socket.write(body)
        if (end) socket.end()
      })
    }
    const part = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n')
    const type = 'content-type: multipart/form-data; boundary=b'
    const listed = async () => (await game.request('GET', '/v2/design/images')).body

    test('one that is cut off is not kept, and the game goes on', async () => {
      const before = await listed()
      const got = await exchange([type, 'content-length: 100000'], Buffer.concat([part, logo.subarray(0, 50)]), true)
      expect(got === '' || got.startsWith('HTTP/1.1 400')).toBe(true)
      expect(await listed()).toEqual(before)
      expect(game.defects).toEqual([])
    })

    test('one that is announced too large is refused before it comes', async () => {
      const got = await exchange([type, `content-length: ${20 * 1024 * 1024}`], part, false)
      expect(got).toMatch(/^HTTP\/1.1 413 .*payload_too_large/s)
    })

    test('one that grows too large while it arrives is refused, and the sender gets to know', async () => {
      const piece = Buffer.alloc(1024 * 1024)
      const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
      const got = await exchange([type, 'transfer-encoding: chunked'], Buffer.concat(Array(14).fill(chunk)), false)
      expect(got).toMatch(/^HTTP\/1.1 413 .*payload_too_large/s)
      expect((await listed()).length).toBeGreaterThan(0)
    })
  })
})

/** Gives the working design things with an image, and lets staging run it. */
async function changeDesign(game: TestGame, image: string): Promise<void> {
  const { metrics, processes, teams } = pictured(image)
  const path = '/v2/design/versions/latest'
  for (const [kind, components] of Object.entries({
    metrics: metrics.slice(contractDesign.metrics.length),
    processes,
    teams,
  }))
    for (const body of components) expect((await game.request('POST', `${path}/${kind}`, { body })).status).toBe(200)
  expect((await game.request('POST', `${path}/deploy`)).body).toMatchObject({ status: 'simulated' })
}

test('after a crash all pictures are there whose upload was answered', async () => {
  const files = new SimulatedFileSystem()
  const game = await serveGame({ design: contractDesign, data: dataOn(files) })
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  const { id: photoId } = (await game.request('POST', '/v2/runtime/player', { as: 'neo', ...form(photo) })).body
  const { id } = (await game.request('POST', '/v2/design/images', form(logo))).body
  const left = files.crash('none')
  // What was stopped cannot let go of its lock.
  await game.stop().catch(() => {})
  const again = await serveGame({ design: contractDesign, data: dataOn(left, 2) })
  try {
    const { headers } = await again.request('GET', '/v1/assets/players/neo', { as: 'neo' })
    expect(headers['etag']).toBe(`"${photoId}-original"`)
    expect((await again.request('GET', '/v2/design/images')).body).toMatchObject([{ id }])
    expect(await shapeOf((await again.request('GET', `/v2/design/images/${id}`)).bytes)).toEqual(['png', 80, 200])
  } finally {
    await again.stop()
  }
})

describe.each(['ENOSPC', 'EIO'] as const)('a disk that fails by %s', (kind) => {
  test('in the middle of an upload is told, changes nothing, and the next upload is taken', async () => {
    const files = new SimulatedFileSystem()
    const game = await serveGame({ design: contractDesign, data: dataOn(files) })
    try {
      const upload = () => game.request('POST', '/v2/design/images', form(logo))
      const listed = async () => (await game.request('GET', '/v2/design/images')).body
      let isHit = true
      for (let at = 1; isHit; at += 1) {
        files.fault = { at: files.operations + at, kind }
        files.faulted = undefined
        const { status, body } = await upload()
        isHit = files.faulted !== undefined
        expect([status, body.error], `operation ${at}`).toEqual(isHit ? [503, 'storage_failed'] : [200, undefined])
        files.fault = undefined
        expect((await listed()).length, `operation ${at}`).toBe(isHit ? 0 : 1)
        for (const name of ['', '/design']) {
          const left = await files.list(`data/images${name}`)
          expect(left.filter((each) => each.endsWith('.tmp'))).toEqual([])
        }
      }
      const path = `/v2/design/images/${imageId(logo)}`
      const shown = await game.request('GET', path)
      expect(await shapeOf(shown.bytes)).toEqual(['png', 80, 200])
      expect((await game.request('DELETE', path)).status).toBe(200)
      expect((await upload()).status).toBe(200)
    } finally {
      await game.stop()
    }
  })
})

describe('a large image', () => {
  let files: SimulatedFileSystem
  let game: TestGame
  let id = ''
  let length = 0
  beforeAll(async () => {
    files = new SimulatedFileSystem()
    game = await serveGame({ design: contractDesign, data: dataOn(files) })
    const create = { width: 2400, height: 1600, channels: 3, background: '#888' } as const
    const noise = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    const { body } = await game.request('POST', '/v2/design/images', form(await noise.jpeg({ quality: 95 }).toBuffer()))
    id = body.id
    length = Number((await game.request('HEAD', `/v2/design/images/${id}`)).headers['content-length'])
  }, 20_000)
  afterAll(() => game.stop())

  /** File operations of the game while `work` is done. */
  const operationsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = files.operations
    await work()
    return files.operations - before
  }

  test('is read as fast as the caller takes it, and no further when the caller has gone', async () => {
    const token = await game.token('gamify-staging')
    const whole = await operationsOf(() => game.request('GET', `/v2/design/images/${id}`))
    const socket = connect(Number(new URL(game.url).port), '127.0.0.1')
    const begun = await operationsOf(async () => {
      socket.write(`GET /v2/design/images/${id}?access_token=${token} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      await once(socket, 'readable')
      await sleep(300)
    })
    expect([begun > 2, begun < whole - 20]).toEqual([true, true])
    socket.destroy()
    expect(await operationsOf(() => sleep(100))).toBeLessThan(3)
  })

  test('is not read for who asks for its head alone, or has it', async () => {
    expect(length).toBeGreaterThan(8_000_000)
    const headers = { 'if-none-match': `"${id}-original"` }
    const path = `/v2/design/images/${id}`
    expect(await operationsOf(() => game.request('HEAD', path))).toBeLessThan(5)
    expect(await operationsOf(() => game.request('GET', path, { headers }))).toBe(0)
  })

  test('comes whole by both ways through the server, and to the end where it is deleted meanwhile', async () => {
    const { body } = await game.request('POST', '/v2/design/images', form(logo))
    for (const path of ['/v2/design/images', '/v2/design/%69mages']) {
      const { bytes, headers } = await game.request('GET', `${path}/${id}`)
      expect([bytes.length, headers['content-length']]).toEqual([length, String(length)])
      expect(await shapeOf(bytes)).toEqual(['png', 2400, 1600])
    }
    const url = `${game.url}/v2/design/images/${id}?access_token=${await game.token('gamify-staging')}`
    const begun = await fetch(url)
    await game.request('DELETE', `/v2/design/images/${id}`)
    expect((await begun.arrayBuffer()).byteLength).toBe(length)
    expect((await fetch(url)).status).toBe(404)
    expect((await game.request('GET', '/v2/design/images')).body).toMatchObject([{ id: body.id }])
  })
})

test('a game that stops does not wait for an upload that is still on its way', async () => {
  const game = await serveGame({ design: contractDesign })
  const socket = connect(Number(new URL(game.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  const head = ['host: localhost', 'content-type: multipart/form-data; boundary=b', 'content-length: 1000000']
  const query = `access_token=${await game.token('gamify-staging')}`
  socket.write(`POST /v2/design/images?${query} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n--b\r\n`)
  await sleep(100)
  const start = performance.now()
  await game.stop()
  expect(performance.now() - start).toBeLessThan(2_000)
  expect(text).toMatch(/^HTTP\/1\.1 503 .*storage_failed/s)
})
