import { expect, test } from 'vitest'
import { designOf, point } from '../../../test/support/design-parts.ts'
import { openGame } from '../../../test/support/http.ts'
import { endsWithTest, got, likeDesign, play, playedGameIn } from '../../../test/support/played-game.ts'
import { SimulatedFileSystem } from '../../../test/support/simulated-fs.ts'
import { dataOn } from '../../../test/support/storages.ts'
import type { OpenMode } from '../../storage/fs.ts'
import { periodFiles } from '../boards/period-archiver.ts'

const DAY_MS = 86_400_000
const BOARDS = 'data/staging/boards'
const ORPHAN = 'nobodys.0a0a0a0a.ndjson'

/** Files on which another generation can be kept from being begun. */
class SlowGenerations extends SimulatedFileSystem {
  gate: Promise<void> | undefined
  readonly reached = Promise.withResolvers<void>()

  override async open(path: string, mode: OpenMode, options?: { readonly writeThrough?: boolean }) {
    if (this.gate && path.includes('/journal/2-')) {
      this.reached.resolve()
      await this.gate
    }
    return super.open(path, mode, options)
  }
}

test('what the finished periods of a staged game lie in stays, though the one in force drops their board meanwhile', async () => {
  const files = new SlowGenerations()
  const game = await playedGameIn({ ...dataOn(files), limits: { checkpointEntries: 4 } }, 1)
  got(await game.clock.change({ advanceMs: DAY_MS }))
  got(await play(game))
  await expect.poll(() => periodFiles(game.state.boards)).toHaveLength(1)
  const [file = ''] = periodFiles(game.state.boards)
  for (let round = 0; round < 3; round += 1) {
    const before = (await files.list('data/staging/snapshots')).at(-1)
    for (let i = 0; i < 5; i += 1) got(await play(game))
    await expect.poll(async () => (await files.list('data/staging/snapshots')).at(-1)).not.toBe(before)
  }
  await files.open(`${BOARDS}/${ORPHAN}`, 'create')
  const released = Promise.withResolvers<void>()
  files.gate = released.promise
  const rewound = game.rewind({ seq: game.state.seq })
  await files.reached.promise
  got(await game.deploy(designOf({ metrics: [point('xp')] }), 'without-boards', null))
  await expect.poll(() => files.list(BOARDS)).not.toContain(ORPHAN)
  released.resolve()
  got(await rewound)
  expect(periodFiles(game.state.boards)).toEqual([file])
  expect((await files.list(BOARDS)).some((name) => name.startsWith(file))).toBe(true)
})

test('a finished period whose file had gone with its board is there again, also for a start after a crash', async () => {
  const files = new SimulatedFileSystem()
  const game = await playedGameIn({ ...dataOn(files), limits: { checkpointEntries: 4 } }, 1)
  got(await game.clock.change({ advanceMs: DAY_MS }))
  got(await play(game))
  await expect.poll(() => periodFiles(game.state.boards)).toHaveLength(1)
  const before = (await files.list('data/staging/snapshots')).at(-1)
  for (let i = 0; i < 5; i += 1) got(await play(game))
  await expect.poll(async () => (await files.list('data/staging/snapshots')).at(-1)).not.toBe(before)
  const { seq } = game.state
  got(await game.deploy(designOf({ metrics: [point('xp')] }), 'without-boards', null))
  await expect.poll(() => files.list(BOARDS)).toEqual([])
  got(await game.rewind({ seq }))
  await expect.poll(() => files.list(BOARDS)).toHaveLength(1)

  const crashed = files.crash('all')
  const again = await openGame({ design: likeDesign, data: dataOn(crashed, 2), now: undefined, freeze: undefined })
  endsWithTest(again)
  await again.ready
  const [file = ''] = periodFiles(again.runtime('staging').state.boards)
  expect((await crashed.list(BOARDS)).some((name) => name.startsWith(file))).toBe(true)
})
