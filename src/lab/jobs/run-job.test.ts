import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import type { DesignSource } from '../../game/design/source.ts'
import type { LabNews, LabRequest } from '../../interface/lab-jobs.ts'
import { isBroken, loadDesign } from '../../project/load-design.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import { runLabJob } from './run-job.ts'

const starter = fileURLToPath(new URL('../../../templates/starter/design', import.meta.url))
const game = {
  id: 'g',
  title: 'g',
  description: '',
  type: 'g',
  listed: false,
  access: 'PUBLIC',
  timezone: 'UTC',
} as const

let source: DesignSource
beforeAll(async () => {
  const design = await loadDesign(nodeFileSystem(), starter)
  if (isBroken(design)) throw new Error('the starter has a broken design')
  ;({ source } = design)
})

const run = (request: LabRequest, signal = new AbortController().signal): Promise<readonly LabNews[]> =>
  Array.fromAsync(
    runLabJob(
      { request, source, game: { ...game, image: 'i', created: 0 }, history: undefined, ignoredLints: [], jobs: 1 },
      signal,
    ),
    ({ kind, text }) => {
      const news = JSON.parse(text) as LabNews
      expect(Object.keys(news)).toEqual([kind])
      return news
    },
  )

const reportIn = (news: readonly LabNews[]) => (news.at(-1) as { readonly report: Record<string, unknown> }).report

test('a simulation says how far it is, and ends with its report', async () => {
  const news = await run({ kind: 'simulate', simulation: undefined, seed: 'one', partial: false })
  expect(reportIn(news)).toMatchObject({ simulation: 'built-in', random_seed: 'one', players: 1000 })
  for (const each of news.slice(0, -1)) expect(each).toMatchObject({ progress: { of: 1000 } })
})

test('a search ends with what it found', async () => {
  const poor = { type: 'var', context: { lhs: '$scores.coins', operator: 'lt', rhs: '5' } }
  const news = await run({ kind: 'check', checks: [{ id: 'poor', always: poor }], seed: undefined, runs: 50 })
  expect(reportIn(news)).toMatchObject({ checks: [{ id: 'poor', holds: false }] })
})

test('what is wrong with checks is told with its place', async () => {
  const news = await run({ kind: 'check', checks: [{ id: 'debt', always: 'xp' }], seed: undefined, runs: 20 })
  expect(news).toEqual([{ problems: [expect.objectContaining({ path: '0.always' })] }])
})

test('what is wrong with a simulation is told with its place', async () => {
  const news = await run({
    kind: 'simulate',
    simulation: { days: 'x', groups: [], personas: {} },
    seed: undefined,
    partial: false,
  })
  expect(news).toEqual([{ problems: expect.arrayContaining([expect.objectContaining({ path: 'days' })]) }])
})

test('lints leave out what is ignored', async () => {
  expect(reportIn(await run({ kind: 'lints' }))).toContainEqual(expect.objectContaining({ id: 'free-loop' }))
})

test('a job ends when it is no longer wanted', async () => {
  const ending = new AbortController()
  setTimeout(() => ending.abort(), 50)
  const simulation = { days: 365, groups: [{ persona: 'p', players: 100_000 }], personas: { p: {} } }
  const news = await run({ kind: 'simulate', simulation, seed: undefined, partial: true }, ending.signal)
  expect(news.some((each) => 'report' in each)).toBe(false)
})
