import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { check } from './check.ts'
import type { CheckOptions } from './checking.ts'
import type { DesignParts } from './game.ts'

const design: DesignParts = {
  metrics: [
    { id: 'xp', name: 'XP', type: 'point' },
    { id: 'dust', name: 'Dust', type: 'point' },
  ],
  actions: [
    {
      id: 'like',
      name: 'Like',
      rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }], requires: {} }],
    },
  ],
}
const grows = { id: 'grows', never_falls: 'xp' } as const
const noFarm = { id: 'no-farm', at_most: { metric: 'xp', gain: 100, within: '1d' } } as const

/** A project with the design and these files, which is gone when the test is over. */
async function projectWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gamify-checked-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const parts = { 'design/metrics/all.json': design.metrics, 'design/actions/all.json': design.actions }
  for (const [name, content] of Object.entries({ ...parts, 'gamify.json': {}, ...files })) {
    const path = join(directory, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, JSON.stringify(content))
  }
  return directory
}

test('the report of a design and checks as objects has the counterexample as a script', async () => {
  const report = await check({ design, checks: [noFarm, grows], runs: 20 })
  expect(report).toMatchObject({ random_seed: 'check', coverage: { percent: 100 } })
  expect(report.checks).toMatchObject([
    {
      id: 'no-farm',
      holds: false,
      verdict: 'check-1 gains 110 within 1d, above 100',
      counterexample: { players: ['check-1'], steps: [{ now: expect.anything() }, { action: 'like', count: 11 }, {}] },
    },
    { id: 'grows', holds: true, sequences: 20 },
  ])
  expect(report.lints).toMatchObject([{ id: 'never-given', component: 'metrics/dust' }, {}, {}])
  expect(report.lints[0]).not.toHaveProperty('file')
  expect(await check({ design, checks: [noFarm, grows], runs: 20, randomSeed: 'check' })).toEqual(report)
  const other = await check({ design, checks: [noFarm, grows], runs: 20, randomSeed: 'b' })
  expect(other.checks[1]?.plays).not.toBe(report.checks[1]?.plays)
})

test('the checks of a project are those in checks/, its lints have places, and no file is written', async () => {
  const files = {
    'gamify.json': { lint: { ignore: ['never-used', 'free-loop:actions/like'] } },
    'checks/xp.json': [noFarm, grows],
    'more.json': grows,
  }
  const project = await projectWith(files)
  const before = await readdir(project, { recursive: true })
  const { checks, lints } = await check({ project, runs: 20 })
  expect(checks.map(({ id, holds }) => [id, holds])).toEqual([
    ['no-farm', false],
    ['grows', true],
  ])
  expect(lints).toMatchObject([{ id: 'never-given', file: join(project, 'design/metrics/all.json'), line: 1 }])
  expect(await readdir(project, { recursive: true })).toEqual(before)
  const named = await check({ project, checks: join(project, 'more.json'), runs: 20 })
  expect(named.checks.map(({ id }) => id)).toEqual(['grows'])
  // What a project ignores is about its own design.
  const asOther = await check({ project: await projectWith(files), design: join(project, 'design'), runs: 1 })
  expect(asOther.lints.map(({ id }) => id)).toContain('free-loop')
})

test('a search ends after its time, and when it is interrupted', async () => {
  expect(await check({ design, checks: [grows], seconds: 0.05 })).not.toHaveProperty('partial')
  const ending = new AbortController()
  const searching = check({ design, checks: [grows], seconds: 3600, signal: ending.signal })
  setImmediate(() => ending.abort())
  expect(await searching).toMatchObject({ partial: true, checks: [{ holds: true }] })
})

test('a project without checks, or with broken ones, is refused with its places', async () => {
  const project = await projectWith({})
  await expect(check({ project })).rejects.toThrow(
    /^The project has no checks:\n {2}write some to .*checks, or pass the option 'checks'$/,
  )
  expect(await check({ project, checks: [] })).toMatchObject({ checks: [] })
  await mkdir(join(project, 'checks'))
  await writeFile(join(project, 'checks/a.json'), '{ "never_falls": "xpp" }')
  await expect(check({ project })).rejects.toThrow(
    /^The checks are broken:\n {2}.*checks\/a\.json:1:\d+: never_falls: unknown metric 'xpp' \(did you mean 'xp'\?\)$/,
  )
  await writeFile(join(project, 'gamify.json'), '{ "lint": { "ignore": ["free-loop:like"] } }')
  await expect(check({ project, checks: [] })).rejects.toThrow(
    /^The project is broken:\n {2}.*gamify\.json:1:\d+: .*the design has no 'like' \(did you mean 'free-loop:actions\/like'\?\)$/,
  )
})

test.each<[string, unknown, RegExp]>([
  ['an unknown option', { run: 5 }, /^The options of check are not valid:\n {2}run: unknown.*'runs'/],
  ['no options', null, /^The options of check are not valid:\n {2}expected object, found null$/],
  ['too few runs', { runs: 0 }, /runs: expected/],
  ['a time and a number', { runs: 1, seconds: 1 }, /seconds: cannot be combined with runs; use only one of them$/],
  ['checks that are none', { checks: 5 }, /checks: expected the path of a file with checks, or an array/],
  ['a signal that is none', { signal: 5 }, /signal: expected an AbortSignal$/],
  ['no directory', { project: 'no/such' }, /^The project directory does not exist:\n {2}\/.*no\/such$/],
  ['no design', { design: 'no/such' }, /^The design directory does not exist:\n {2}\/.*no\/such$/],
  ['no file', { design, checks: 'no/such.json' }, /^The checks are broken:\n {2}no\/such\.json:1:1: no such file/],
  [
    'a check without an id',
    { design, checks: [{ never_falls: 'xp' }] },
    /^The checks are broken:\n {2}0: missing 'id'/,
  ],
  [
    'a name that is none',
    { design, checks: [{ id: 'a', ends: 'tour', within_plays: 3 }] },
    /^The checks are broken:\n {2}0\.ends: unknown/,
  ],
])('%s is refused in words', async (_, options, words) => {
  await expect(check(options as CheckOptions)).rejects.toThrow(words)
})
