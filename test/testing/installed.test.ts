import { execFile } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../support/faulty-server.ts'
import { installPacked, run, tsc, vitest, type Installed } from './installed.ts'

/** On a machine that has much else to do; nothing here is about how long anything takes. */
const LONGEST_MS = 240_000
const patient = `--testTimeout=${LONGEST_MS}`
vi.setConfig({ testTimeout: LONGEST_MS, hookTimeout: LONGEST_MS })

let installed: Installed
beforeAll(async () => {
  installed = await installPacked(['vitest', 'jest', 'typescript', '@types/node', 'undici-types'])
  write('package.json', '{ "name": "app", "private": true }')
})
afterAll(() => installed.remove())

const write = (name: string, text: string): void => writeFileSync(join(installed.directory, name), text)

/** A test of the same in the words that the three programs share, but for how they expect. */
const suite = (expectEqual: string): string => `
test('a game runs inside of a test', async () => {
  await using game = await startGame({
    design: {
      metrics: [{ id: 'xp', name: 'XP', type: 'point' }],
      actions: [{ id: 'like', name: 'Like', rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }], requires: {} }] }],
    },
    now: '2030-01-06',
    frozen: true,
  })
  await game.client.call('POST /v2/admin/players', { body: { id: 'neo' } })
  const before = await game.snapshot()
  const play = () => game.client.call('POST /v2/runtime/actions/:action_id/play', { params: { action_id: 'like' }, as: 'neo', body: {} })
  const xp = async () => (await game.client.call('GET /v2/runtime/player', { as: 'neo' })).body.scores[0]?.value ?? '0'
  await play()
  ${expectEqual}(await xp(), '10')
  await game.restore(before)
  ${expectEqual}(await xp(), '0')
  await game.play([{ as: 'neo', action: 'like', count: 3 }, { expect: { player: 'neo', scores: { xp: '30' } } }])
  ${expectEqual}((await game.clock.advance('1d')).toISOString(), '2030-01-07T00:00:00.000Z')
  const picture = await game.client.call('GET /v2/runtime/assets/game', { as: 'neo', query: { size: 'icon' } })
  ${expectEqual}(picture.body instanceof Uint8Array, true)
  ${expectEqual}((await startGame({ unknown: true }).catch((error) => error)) instanceof Error, true)
})
test('a simulation runs inside of a test, in any number of threads', async () => {
  const design = {
    metrics: [{ id: 'badges', name: 'Badges', type: 'set', constraints: { items: [{ name: 'Rookie' }] } }],
    actions: [{ id: 'like', name: 'Like', rules: [{ rewards: [{ metric: { id: 'badges', type: 'set' }, verb: 'add', value: { Rookie: '1' } }], requires: {} }] }],
  }
  const fan = { sessions: { exactly: 1 }, plays: { exactly: 1 }, choices: [{ action: 'like' }] }
  // As many as it takes to begin threads.
  const simulation = { days: 3, groups: [{ persona: 'fan', players: 4000 }], personas: { fan } }
  const [one, two] = await Promise.all([1, 2].map((jobs) => simulate({ design, simulation, jobs })))
  ${expectEqual}(one.all.reached['badges:Rookie'].share, 1)
  ${expectEqual}(JSON.stringify(two), JSON.stringify(one))
})
test('a search for a counterexample runs inside of a test', async () => {
  const design = {
    metrics: [{ id: 'xp', name: 'XP', type: 'point' }],
    actions: [{ id: 'like', name: 'Like', rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '1' }], requires: {} }] }],
  }
  const checks = [{ id: 'no-farm', at_most: { metric: 'xp', gain: 5, within: '1d' } }]
  const report = await check({ design, checks, runs: 20 })
  ${expectEqual}(report.checks[0].counterexample.steps[1].count, 6)
})
`
const viaImport = "import { check, simulate, startGame, whatIf } from 'gamify/testing'\n"
const viaRequire = "const { check, simulate, startGame, whatIf } = require('gamify/testing')\n"
const viaExpect = 'const same = (found, wanted) => expect(found).toBe(wanted)\n'

test.concurrent.each(['forks', 'vmThreads'])('in vitest, with %s', async (pool) => {
  const file = `${pool}.test.mjs`
  write(file, `${viaImport}import { expect, test } from 'vitest'\n${viaExpect}${suite('same')}`)
  expect(await run(installed.directory, vitest, 'run', patient, `--pool=${pool}`, file)).toContain('3 passed')
})

test.concurrent('its compiled code is kept where nobody else can write, and read the next time', async () => {
  write('start.mjs', `${viaImport}await (await startGame()).stop()\n`)
  const temporary = join(installed.directory, 'temporary')
  mkdirSync(temporary)
  const start = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)(process.execPath, ['start.mjs'], {
      cwd: installed.directory,
      env: { ...process.env, NODE_COMPILE_CACHE: undefined, TMPDIR: temporary, TEMP: temporary, ...env },
    })
  const kept = () => globSync('gamify-code-*/gamify-*-testing', { cwd: temporary }).map((path) => join(temporary, path))
  await start({ NODE_DISABLE_COMPILE_CACHE: '1' })
  expect(kept()).toEqual([])
  await start({})
  const [path = ''] = kept()
  const { mtimeMs } = statSync(path)
  await start({})
  expect(statSync(path).mtimeMs).toBe(mtimeMs)
  if (process.platform === 'win32') return
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  rmSync(path)
  chmodSync(dirname(path), 0o777)
  await start({})
  expect(kept()).toEqual([])
})

test.concurrent.each([
  ['CommonJS', 'node.test.cjs', `${viaRequire}const test = require('node:test'), assert = require('node:assert')\n`],
  ['ES modules', 'node.test.mjs', `${viaImport}import test from 'node:test'\nimport assert from 'node:assert'\n`],
])("in Node's own, as %s", async (_, name, head) => {
  write(name, head + suite('assert.equal'))
  const args = ['--test', '--test-reporter=tap', name]
  expect(await run(installed.directory, process.execPath, ...args)).toContain('# pass 3')
})

test.concurrent.each([
  ['CommonJS', 'jest.test.cjs', viaRequire, []],
  ['ES modules', 'jest.test.mjs', viaImport, ['--experimental-vm-modules']],
])('in jest, as %s', async (_, name, head, flags) => {
  const config = { testMatch: [`**/${name}`], transform: {}, testTimeout: LONGEST_MS }
  write(name, head + viaExpect + suite('same'))
  const args = [...flags, jest, '--json', '--config', JSON.stringify(config)]
  expect(await run(installed.directory, process.execPath, ...args)).toContain('"numPassedTests":3')
})

test.concurrent.each([
  ['CommonJS', 'client.cjs', "const { createClient, GamifyError } = require('gamify/client')"],
  ['ES modules', 'client.mjs', "import { createClient, GamifyError } from 'gamify/client'"],
])('the client of apps, as %s', async (_, name, head) => {
  write(name, `${head}\n${appAt(await freePort())}`)
  expect(await run(installed.directory, process.execPath, name)).toBe('unreachable true false\n')
})

/** An app whose game is not there. */
const appAt = (port: number): string => `
const client = createClient({ url: 'http://127.0.0.1:${port}', token: 'x', retries: 0 })
client.as('neo').play('like').catch((error) => console.log(error.code, error instanceof GamifyError, error.isUncertain))
`

const consumer = `${viaImport}
export async function use(): Promise<void> {
  const game = await startGame({ design: { metrics: [] }, now: new Date(0), port: false })
  const { body } = await game.client.call('GET /v2/runtime/player', { as: 'neo' })
  const alias: string = body.alias
  const answer: Response = await game.fetch('/v2/runtime/player')
  await game.play([{ as: alias, action: 'like' }, { advance: answer.ok ? '1d' : '2d' }])
  // @ts-expect-error
  await game.client.call('GET /v2/runtime/playr', { as: 'neo' })
  // @ts-expect-error
  await game.play([{ as: alias, acton: 'like' }])
  // @ts-expect-error
  await startGame({ desing: 'design' })
  const { all } = await simulate({ design: 'design', simulation: 'month', signal: AbortSignal.abort() })
  const share: number | undefined = all.reached['rank:Gold']?.share
  // @ts-expect-error
  await simulate({ days: share, simulation: { groups: [], persona: {} } })
  const { expect, losers } = await whatIf({ history: game, expect: [{ metric: 'xp', of: 'mean', min: 3 }], since: 2 })
  const seen: number | null | undefined = losers > 0 ? expect[0]?.seen : null
  // @ts-expect-error
  await whatIf({ history: game, expect: [{ metric: 'xp', of: 'mean', day: seen }] })
  const { checks } = await check({ checks: [{ id: 'grows', never_falls: 'xp' }], runs: 20 })
  await game.play(checks[0]?.counterexample?.steps ?? [])
  // @ts-expect-error
  await check({ checks: [{ id: 'grows', never_fals: 'xp' }] })
}
`
/** The same for apps. */
const appConsumer = `
import { createClient, GamifyError, scoresOf } from 'gamify/client'
export async function use(): Promise<string | undefined> {
  const client = createClient({ url: 'http://127.0.0.1:4040', token: 'x' })
  // @ts-expect-error
  await client.call('GET /v2/runtime/playr')
  const { xp } = scoresOf(await client.as('neo').profile())
  return typeof xp === 'string' ? xp : new Error() instanceof GamifyError ? '' : undefined
}
`
const WEB = ['--lib', 'es2024,dom', '--types', '']

test.concurrent.each([
  ['nodenext', ['types.mts', 'types.cts'], [...WEB, '--module', 'nodenext']],
  ['nodenext beside the types of Node', ['node.mts'], ['--lib', 'es2024', '--types', 'node', '--module', 'nodenext']],
  ['bundler', ['types.ts'], [...WEB, '--module', 'esnext', '--moduleResolution', 'bundler']],
])('the types are found by %s, without the library of our schemas', async (_, names, flags) => {
  for (const name of names) write(name, consumer)
  const apps = names.map((name) => `app-${name}`)
  for (const name of apps) write(name, appConsumer)
  const args = ['--noEmit', '--strict', '--target', 'es2024', ...flags, ...names, ...apps]
  expect(await run(installed.directory, tsc, ...args)).toBe('')
})

const jest = fileURLToPath(import.meta.resolve('jest/bin/jest'))
