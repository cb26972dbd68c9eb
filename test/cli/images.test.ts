import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { createClient } from '../../src/client/create-client.ts'
import { redAndBlue, shapeOf } from '../support/images.ts'
import { endAll, serve, type Serving } from './spawned.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-images-'))
  await mkdir(join(cwd, 'design/images'), { recursive: true })
  await mkdir(join(cwd, 'design/teams'))
  await writeFile(join(cwd, 'design/teams/crew.json'), JSON.stringify({ id: 'crew', name: 'Crew', image: 'coin' }))
})
afterEach(async () => {
  endAll()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const clientOf = ({ url }: Serving): Client =>
  createClient({ url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret', player: 'neo' })

const stop = async (serving: Serving): Promise<void> => {
  serving.kill('SIGTERM')
  expect(await serving.ended).toMatchObject({ code: 0 })
}

async function crewImage(client: Client): Promise<unknown> {
  const path = 'GET /v2/runtime/assets/definitions/teams/:team_definition_id'
  return shapeOf(Buffer.from((await client.call(path, { params: { team_definition_id: 'crew' } })).body))
}

test('serve takes the images of the design directory, tells of those that are none, and follows at the next start', async () => {
  await writeFile(join(cwd, 'design/images/coin.png'), await redAndBlue(9, 7).webp().toBuffer())
  await writeFile(join(cwd, 'design/images/page.png'), '<html>')
  const first = await serve(['--no-watch'], { cwd })
  const client = clientOf(first)
  await client.call('POST /v2/admin/players', { body: { id: 'neo' } })
  expect(await crewImage(client)).toEqual(['png', 9, 7])
  expect((await client.call('GET /v2/design/images', {})).body).toMatchObject([{ id: 'coin', album: 'design' }])
  expect(first.written.stderr).toContain('design/images/page.png:1:1: The file is not a PNG, JPEG, WebP or GIF image')
  await client.close()
  await stop(first)

  await rm(join(cwd, 'design/images'), { recursive: true })
  const second = await serve(['--no-watch'], { cwd })
  expect(await crewImage(clientOf(second))).toEqual(['png', 512, 512])
  await stop(second)
})

test.each([[[]], [['--poll']]])('a saved image is shown, with a line in the log (%j)', async (flags) => {
  const path = join(cwd, 'design/images/coin.png')
  await writeFile(path, await redAndBlue(9, 7).png().toBuffer())
  const serving = await serve(flags, { cwd })
  const client = clientOf(serving)
  await client.call('POST /v2/admin/players', { body: { id: 'neo' } })
  const lines = (): readonly string[] =>
    serving.written.stderr
      .split('\n')
      .flatMap((line) => /(?<=^\S+ )(?:design|warning) .*|^design\/.*/.exec(line)?.[0] ?? [])

  await writeFile(path, await redAndBlue(30, 20).jpeg().toBuffer())
  await expect.poll(() => crewImage(client), { timeout: 5000 }).toEqual(['png', 30, 20])
  const changed = 'design images/coin: changed'
  await expect.poll(lines).toEqual([changed])

  await writeFile(path, '<html>')
  const problem = 'design/images/coin.png:1:1: The file is not a PNG, JPEG, WebP or GIF image'
  const broken = ['warning gamify cannot load some images, and keeps the earlier ones:', problem]
  await expect.poll(lines, { timeout: 5000 }).toEqual([changed, ...broken])
  expect(await crewImage(client)).toEqual(['png', 30, 20])
  const { body } = await client.request('GET', '/_gamify/design', {})
  expect(body).toMatchObject({ problems: [{ file: path, line: 1, column: 1, path: '' }] })

  await rm(path)
  await expect.poll(() => crewImage(client), { timeout: 5000 }).toEqual(['png', 512, 512])
  const mended = 'design all images are valid again: images/coin: removed'
  const missing = 'warning these components use the built-in image because their own image is missing:'
  await expect.poll(lines).toEqual([changed, ...broken, mended, missing])
  await client.close()
  await stop(serving)
})

// What a process has loaded stands in a file on Linux alone.
test.runIf(process.platform === 'linux')('a game loads what works on images when it first needs that', async () => {
  const serving = await serve([], { cwd })
  const { pid } = JSON.parse(await readFile(join(cwd, '.gamify/lock'), 'utf8')) as { pid: number }
  const hasLoaded = async (): Promise<boolean> => (await readFile(`/proc/${pid}/maps`, 'utf8')).includes('libvips')
  const client = clientOf(serving)
  await client.call('POST /v2/admin/players', { body: { id: 'neo' } })
  expect((await client.call('GET /v2/design/images', {})).body).toEqual([])
  expect(await hasLoaded()).toBe(false)
  expect(await crewImage(client)).toEqual(['png', 512, 512])
  expect(await hasLoaded()).toBe(true)
  await client.close()
  await stop(serving)
})
