import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedStarter, serveStarter } from './served-game.ts'

describe('gamify studio', () => {
  let game: ServedStarter
  beforeAll(async () => {
    game = await serveStarter()
  })
  afterAll(() => game.stop())

  test('prints the address of the studio, of the chosen runtime, and opens nothing without a terminal', async () => {
    const address = `${game.url}/_gamify/studio`
    expect(await game.run('studio', { env: { PATH: '/nowhere' } })).toEqual({
      code: 0,
      stdout: `${address}\n`,
      stderr: '',
    })
    expect(await game.json('studio --runtime production')).toEqual({ url: `${address}?runtime=production` })
    expect((await fetch(address)).status).toBe(200)
  })

  test('tries to open it on a terminal, except with --no-open', async () => {
    const env = { PATH: '/nowhere' }
    expect(await game.run('studio', { answer: '', env })).toMatchObject({
      stderr: 'could not open a browser; open this address yourself\n',
    })
    expect(await game.run('studio --no-open', { answer: '', env })).toMatchObject({ code: 0, stderr: '' })
  })
})

test('says so where the emulator serves no studio', async () => {
  const game = await serveStarter(undefined, undefined, { hasStudio: false })
  try {
    expect(await game.run('studio')).toMatchObject({
      code: 1,
      stderr: `error: ${game.url} serves no studio\n  start the emulator without '--no-studio'\n`,
    })
  } finally {
    await game.stop()
  }
})
