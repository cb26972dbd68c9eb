import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { formWithFile } from '../../src/client/create-client.ts'
import { findPlayer } from '../../src/game/players/state.ts'
import { contractDesign } from '../contract/game-design.ts'
import { openGame, serveGame } from '../support/http.ts'
import { redAndBlue } from '../support/images.ts'
import type { Survival } from '../support/simulated-disk.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn } from '../support/storages.ts'

const survivals: readonly Survival[] = ['none', 'some', 'all']

/** Puts up a player's image on files that stop at an operation of it; tells what may be left, and whether it was answered. */
async function stoppedAt(at: number, image: Buffer) {
  const files = new SimulatedFileSystem(at)
  const game = await serveGame({ design: contractDesign, data: dataOn(files) })
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  files.fault = { at: files.operations + at, kind: 'stop' }
  const { headers, body } = formWithFile(image)
  const reply = game.request('POST', '/v2/runtime/player', { as: 'neo', headers, raw: body })
  const isAnswered = await reply.then(
    ({ status }) => status === 200,
    () => false,
  )
  // What is done behind an answer would be hit too.
  await sleep(5)
  const isHit = files.faulted !== undefined
  const left = survivals.map((survival) => files.crash(survival))
  // What was stopped cannot let go of its lock.
  await game.stop().catch(() => {})
  return { left, isAnswered, isHit }
}

/** The image that the history gives neo, and whether it is there. */
async function imageIn(files: SimulatedFileSystem) {
  const emulator = await openGame({ design: contractDesign, data: dataOn(files, 2) })
  try {
    await emulator.ready
    const { image } = findPlayer(emulator.runtime('staging').state.players, 'neo') ?? {}
    const missing = { fault: 'image_not_found', facts: {} } as const
    const sources = [{ album: 'players', id: image ?? '' }] as const
    const found = await emulator.images.picture({ sources, size: 'original', missing }, () => false)
    return { image, isThere: 'png' in found && found.png !== undefined }
  } finally {
    await emulator.stop()
  }
}

test('wherever the program stops, an image that the history names is there, and one that was answered is named', async () => {
  const image = await redAndBlue(20, 10).png().toBuffer()
  let hits = 0
  for (let at = 1, isHit = true; isHit; at += 1) {
    const stopped = await stoppedAt(at, image)
    for (const [i, left] of stopped.left.entries()) {
      const where = `operation ${at}, ${survivals[i]} survives`
      const { image: named, isThere } = await imageIn(left)
      expect(isThere, where).toBe(named !== undefined)
      if (stopped.isAnswered) expect(named, where).toBeDefined()
    }
    isHit = stopped.isHit
    if (isHit) hits += 1
  }
  expect(hits).toBeGreaterThan(5)
})
