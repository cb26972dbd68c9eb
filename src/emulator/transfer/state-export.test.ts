import { expect, test } from 'vitest'
import { exportState } from './state-export.ts'

const ENTRIES = 10_000

/** A game of many entries that counts those that are read. */
function heldGame() {
  const found = { read: 0 }
  const held = {
    seq: ENTRIES,
    at: 0,
    sum: 0,
    seed: 's',
    design: '',
    waiting: undefined,
    offset: 0,
    parts: (async function* () {})(),
    journal: {
      firstSeq: 1,
      async *read(from: number) {
        for (let seq = from; seq <= ENTRIES; seq += 1) {
          found.read += 1
          yield { seq, text: `{"seq":${seq},"at":0,"chain":1,"op":"x","caller":{},"events":[]}`, sum: 0 }
        }
      },
    },
    release: () => {},
  }
  return { held, found }
}

const about = { game: 'g', version: '1', runtime: 'staging', designs: { read: async () => '' } } as const

test('an export that nobody waits for any more ends, and does not look through all of a long history before', async () => {
  const { held, found } = heldGame()
  const texts = exportState(about, held as never, { history: true })
  expect(await texts.next()).toEqual({ done: false, value: '' })
  await texts.return()
  expect(found.read).toBeLessThan(ENTRIES / 10)
})

test('what comes meanwhile is none of the export', async () => {
  const { held } = heldGame()
  const texts = await Array.fromAsync(exportState(about, held as never, { history: true }))
  expect(texts).toContain('')
  const lines = texts.join('').split('\n')
  expect(lines.at(-2)).toMatch(`{"lines":${ENTRIES + 1},`)
})
