import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedStarter, serveStarter } from './served-game.ts'

let game: ServedStarter
let place: string
beforeAll(async () => {
  game = await serveStarter()
  place = await mkdtemp(join(tmpdir(), 'gamify-open-'))
})
afterAll(async () => {
  await game.stop()
  await rm(place, { recursive: true })
})

const page = (): string => `${game.url}/_gamify/docs`

describe('gamify open', () => {
  test('prints the address of the documentation without a terminal, and as JSON', async () => {
    expect(await game.run('open', { env: { PATH: '/nowhere' } })).toEqual({
      code: 0,
      stdout: `${page()}\n`,
      stderr: '',
    })
    expect(await game.json('open')).toEqual({ url: page(), status: 'ready' })
    expect((await fetch(page())).status).toBe(200)
  })

  test('on a terminal says so where no browser can be opened', async () => {
    expect(await game.run('open', { answer: '', env: { PATH: '/nowhere' } })).toEqual({
      code: 0,
      stdout: `${page()}\n`,
      stderr: 'could not open a browser; open this address yourself\n',
    })
  })

  test.skipIf(process.platform === 'win32')('on a terminal opens it as the desktop does', async () => {
    const opened = join(place, 'opened')
    for (const name of ['xdg-open', 'open']) {
      await writeFile(join(place, name), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`)
      await chmod(join(place, name), 0o755)
    }
    const env = { PATH: `${place}:${process.env['PATH']}` }
    expect(await game.run('open', { answer: '', env })).toMatchObject({
      code: 0,
      stderr: 'opened the page in your browser\n',
    })
    expect(await readFile(opened, 'utf8')).toBe(page())
  })
})
