import { expect, test } from 'vitest'
import { START_MS } from '../../../test/support/http.ts'
import { entriesOf, got, play, playedGame, playedGameIn, xpOf } from '../../../test/support/played-game.ts'
import { SimulatedFileSystem } from '../../../test/support/simulated-fs.ts'
import { dataOn, onEachStorage } from '../../../test/support/storages.ts'
import { faultBody, isFault } from '../../game/kernel/fault.ts'
import type { Runtime } from '../runtime.ts'

const DAY_MS = 86_400_000

onEachStorage((storage) => {
  test('a rewind gives the game as it was after an entry, and keeps it as it was before', async () => {
    const runtime = await playedGame(storage, 5)
    const { seq } = runtime.state
    expect(await runtime.rewind({ seq: seq - 3 })).toEqual({
      seq: seq - 3,
      now: START_MS,
      undone: 3,
      snapshot: `before-rewind-${seq}`,
    })
    expect(await xpOf(runtime)).toBe('20')
    await play(runtime)
    expect(await xpOf(runtime)).toBe('30')
    got(await runtime.snapshots.restore(`before-rewind-${seq}`))
    expect(await xpOf(runtime)).toBe('50')
    expect(got(await runtime.rewind({ seq: seq - 1 })).snapshot).toBe(`before-rewind-${seq}-2`)
  })

  test('a rewind takes a time too, and a clock that runs shows it then', async () => {
    let machineMs = START_MS
    const runtime = await playedGame(storage, 0, { now: undefined, freeze: undefined, machineNow: () => machineMs })
    for (let day = 1; day <= 4; day += 1) {
      machineMs = START_MS + day * DAY_MS
      await play(runtime)
    }
    const at = START_MS + 2.5 * DAY_MS
    expect(got(await runtime.rewind({ at }))).toMatchObject({ now: at, undone: 2 })
    expect(await xpOf(runtime)).toBe('20')
    machineMs += 60_000
    expect(await runtime.clock.read()).toEqual({ now: at + 60_000, frozen: false })
    await runtime.snapshots.save('later')
    machineMs += DAY_MS
    await play(runtime)
    expect(got(await runtime.snapshots.restore('later')).now).toBe(at + 60_000)
    expect(await xpOf(runtime)).toBe('20')
  })

  test.each([{ seq: 0 }, { seq: 99 }, { at: START_MS - DAY_MS }, { at: START_MS + 1 }])(
    'a rewind to %j, where there is no history, changes nothing',
    async (to) => {
      const runtime = await playedGame(storage, 1)
      const { state } = runtime
      const refused = await runtime.rewind(to)
      expect(isFault(refused) && faultBody(refused)).toEqual({
        error: 'invalid_request',
        error_description: `The game cannot go back to that point: it can go back from entry ${state.seq} (2030-01-06T12:00:00.000Z) to entry 1 (2030-01-06T12:00:00.000Z)`,
      })
      expect(runtime.state).toBe(state)
      expect(await runtime.snapshots.list()).toEqual([])
    },
  )

  test('a rewind under a history that is read takes nothing from who reads it but what was taken back', async () => {
    const runtime = await playedGame(storage, 6)
    const { seq } = runtime.state
    const seen: number[] = []
    for await (const entry of runtime.history({})) {
      seen.push(entry.seq)
      if (entry.seq === 2) got(await runtime.rewind({ seq: seq - 2 }))
    }
    expect(seen).toEqual(Array.from({ length: seq - 2 }, (_, i) => i + 1))
  })
})

test('where older history is no longer kept, a rewind says how far it goes, and points are as good as ever', async () => {
  let machineMs = START_MS
  const limits = { segmentBytes: 1000, checkpointEntries: 5 }
  const open = (files: SimulatedFileSystem, pid: number, plays: number): Promise<Runtime> => {
    const settings = { machineNow: () => machineMs, keepMs: DAY_MS, now: undefined, freeze: undefined }
    return playedGameIn({ ...dataOn(files, pid), limits }, plays, settings)
  }
  const files = new SimulatedFileSystem()
  const runtime = await open(files, 1, 1)
  const { seq } = runtime.state
  await runtime.snapshots.save('one')
  for (let day = 1; day <= 40; day += 1) {
    machineMs += DAY_MS
    await play(runtime)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const [oldest] = await entriesOf(runtime)
  expect(oldest?.seq).toBeGreaterThan(seq + 1)
  const refused = await runtime.rewind({ seq })
  const words = isFault(refused) && faultBody(refused).error_description
  expect(words).toMatch(/it can go back from entry \d+ .* to entry \d+ /)
  const last = runtime.state.seq
  got(await runtime.rewind({ seq: last - 3 }))
  expect(await xpOf(runtime)).toBe('380')
  got(await runtime.snapshots.restore('one'))
  await play(runtime)
  expect(await xpOf(runtime)).toBe('20')
  // A start after a crash has no last snapshot to begin from.
  const again = await open(files.crash('none'), 2, 0)
  expect(await xpOf(again)).toBe('20')
  got(await again.snapshots.restore(`before-rewind-${last}`))
  expect(await xpOf(again)).toBe('410')
})
