import { expect, test } from 'vitest'
import { tell, walk, type Life } from './fault-walk.ts'
import { withoutBug, withoutWriteThrough } from './planted-bugs.ts'
import { liveHistory, nothingAnswered, openGame, problemIn, type Answered } from './recorded-history.ts'

const LONG = { timeout: 120_000 }

/** The recorded history, and a start that looks whether anything answered is missing. */
const recorded: Life<Answered> = {
  newLedger: nothingAnswered,
  history: liveHistory,
  async check(files, answered) {
    const emulator = await openGame(files)
    const problem = await problemIn(emulator, answered)
    await emulator.stop()
    return problem === undefined ? [] : [problem]
  },
}

/** How a machine may come back: only the program ended, or the power went. */
const survivals = ['all', 'none', 'some'] as const

test('after a fault at every file operation every answered play is there again, and no half of one', LONG, async () => {
  const walked = await walk(recorded, withoutBug, {
    kinds: ['stop', 'tear', 'EIO', 'ENOSPC'],
    survivals,
  })
  tell('three callers', walked)
  expect(walked.problems).toEqual([])
  expect(walked.points).toBeGreaterThan(400)
})

test('the walk finds a sync that was left out', LONG, async () => {
  const { problems } = await walk(recorded, withoutWriteThrough, { kinds: ['stop'], survivals })
  expect(problems.some((problem) => problem.includes('gone'))).toBe(true)
})
