import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { cutUploads } from '../../load/cases/cut-uploads.ts'
import { halfOpen } from '../../load/cases/half-open.ts'
import { idleConnections } from '../../load/cases/idle-connections.ts'
import { pipelining } from '../../load/cases/pipelining.ts'
import { silentReaders } from '../../load/cases/silent-readers.ts'
import { slowSenders } from '../../load/cases/slow-senders.ts'
import { stop } from '../../load/cases/stop.ts'
import { checksOf } from '../../load/checks-of.ts'
import { Ledger } from '../../load/ledger.ts'
import type { Stage } from '../../load/load-case.ts'
import { serve, writeGame } from '../../load/service.ts'

let directory: string
let stage: Stage
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamify-load-'))
  writeGame(directory)
  const startAgain = (): ReturnType<typeof serve> => serve(directory)
  stage = { service: await startAgain(), ledger: new Ledger(), connections: 60, plays: 50, stopMs: 50_000, startAgain }
}, 120_000)
afterAll(async () => {
  await stage.service.stop()
  await rm(directory, { recursive: true, force: true })
})

// One after the other on one game, the stop last: what each of them leaves is what the next one meets. Streams stay out:
// the process that holds them is long in starting, and so few of them would not show in the memory.
test.each(
  [idleConnections, pipelining, halfOpen, slowSenders, cutUploads, silentReaders, stop].map(
    (each) => [each.title, each] as const,
  ),
)('a service under load: %s', async (_title, each) => {
  const checks = await checksOf(each, stage)
  expect(checks.filter(({ holds }) => !holds)).toEqual([])
  expect(checks.length).toBeGreaterThan(2)
})
