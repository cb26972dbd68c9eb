import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { fakeIo } from '../support/fake-io.ts'
import { serveStarter, starterEachTest } from './served-game.ts'
import { command, endAll, run, serve } from './spawned.ts'

const templates = join(import.meta.dirname, '../../templates')

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamify-script-'))
})
afterEach(() => rm(directory, { recursive: true }))
afterAll(endAll)

/** Writes scripts, by the names of their files. */
async function write(files: Readonly<Record<string, object | string>>): Promise<void> {
  for (const [name, content] of Object.entries(files))
    await writeFile(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content))
}

const like = { as: 'neo', action: 'like' }
const passes = { name: 'Passes', players: ['neo'], steps: [{ ...like, expect: { events: ['action', 'achievement'] } }] }
const fails = { players: ['neo'], steps: [like, { ...like, expect: { error: 'access_denied' } }, like] }

describe.each(['starter', 'quest', 'league', 'learning'])('the scripts of the template %s', (name) => {
  test.each([
    ['without players', false],
    ['with its seeds', true],
  ])('pass on a game %s, and leave it as it was', async (_what, seeded) => {
    const template = join(templates, name)
    const game = await serveStarter(template)
    onTestFinished(() => game.stop())
    if (seeded) await game.run('seed')
    const before = await game.json('player list')
    const files = (await readdir(join(template, 'scripts'))).map((file) => join('scripts', file))
    const { code, stdout } = await game.run(`play script ${files.join(' ')}`)
    expect(stdout).not.toContain('✗')
    expect(code).toBe(0)
    expect(await game.json('player list')).toEqual(before)
  })
})

describe('gamify play script, as a process', () => {
  let url: string
  beforeAll(async () => {
    url = (await serve(['--memory', '--log', 'silent'], { cwd: join(templates, 'starter') })).url
  })
  const play = (...args: readonly string[]) => run(['play', 'script', '--url', url, ...args], { cwd: directory })

  test('tells of each step, and ends with 0 where all is as expected', async () => {
    await write({ 'a.json': passes })
    expect(await play('a.json')).toEqual({
      code: 0,
      signal: null,
      stdout: 'Passes (a.json)\n  ✓ neo plays like -> action, achievement\n1 passed\n',
      stderr: '',
    })
  })

  test('ends with 1 where something is not, and runs each file on the game as it was before the first', async () => {
    await write({ 'a.json': passes, 'b.json': fails })
    const { code, stdout, stderr } = await play('a.json', 'b.json', 'a.json', '--quiet')
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: [
        '  ✗ neo plays like -> access_denied',
        '      at b.json:1:58',
        '      error',
        '        wanted  access_denied',
        '        got     nothing',
        '',
      ].join('\n'),
      stderr: '',
    })
    expect((await run(['player', 'list', '--url', url, '--json'], { cwd: directory })).stdout).toBe(
      '{"data":[],"total":0}\n',
    )
  })

  test('is one JSON document with --json, and one of XML for a CI server', async () => {
    await write({ 'b.json': fails })
    const json = await play('b.json', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ passed: 2, failed: 1, skipped: 0, scripts: [{ file: 'b.json' }] })
    expect(json).toMatchObject({ code: 1, stderr: '' })
    const xml = await play('b.json', '--reporter', 'junit')
    expect(xml.stdout).toMatch(/^<\?xml .*<testsuite id="0" package="b.json" name="b" .* tests="3" failures="1"/s)
    expect(await play('b.json', '--reporter', 'junit', '--json')).toMatchObject({ code: 2, stdout: '' })
  })

  test('with --bail leaves out what follows a failure, with --keep leaves the game as it came to be', async () => {
    await write({ 'a.json': passes, 'b.json': fails })
    const { stdout } = await play('b.json', 'a.json', '--bail', '--keep', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ passed: 1, failed: 1, skipped: 2 })
    const shown = await run(['player', 'show', 'neo', '--url', url, '--json'], { cwd: directory })
    expect(shown.stdout).toContain('"value":"20"')
  })

  test('of files that are wrong plays none, tells each place, and ends with 2', async () => {
    await write({
      'a.json': passes,
      'b.json': '{\n  "steps": [\n    { "as": "neo", "acton": "like" }\n  ] }',
      'c.json': '{ "steps": [] }',
      'd.json': '',
      'e.json': ' '.repeat(17 * 1024 * 1024),
    })
    await mkdir(join(directory, 'sub'))
    expect(await play('a.json', 'b.json', 'c.json', 'd.json', 'e.json', 'f.json', 'sub', '.')).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: [
        'error: .:1:1: is a directory, expected a JSON file',
        "b.json:3:29: steps.0.acton: unknown field 'acton' (did you mean 'action'?)",
        'c.json:1:12: steps: expected at least 1 item',
        'd.json:1:1: not JSON: expected a value',
        'e.json:1:1: is too large, expected at most 16777216 bytes',
        'f.json:1:1: no such file; expected a play script',
        'sub:1:1: is a directory, expected a JSON file',
        '',
      ].join('\n'),
    })
  })
})

test('ends with 3 where nobody answers', async () => {
  await write({ 'a.json': passes })
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
  await new Promise((resolve) => closed.close(resolve))
  expect(await run(['play', 'script', 'a.json', '--url', url], { cwd: directory })).toMatchObject({
    code: 3,
    stdout: '',
  })
})

describe('a script that is ended by a signal', () => {
  const game = starterEachTest()

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s leaves the game as it was, and ends with %i', async (signal, code) => {
    await write({ 'a.json': { ...passes, steps: Array(10_000).fill({ ...like, expect: { events: [] } }) } })
    const io = fakeIo({ cwd: directory, env: { GAMIFY_URL: game.url } })
    const ended = runProgram(['play', 'script', 'a.json'], io)
    await expect.poll(() => io.written.stdout, { timeout: 60_000 }).toContain('✗')
    io.signal(signal)
    // Who has started us sends on what the whole group was sent.
    io.signal(signal)
    expect(await ended).toBe(code)
    expect(io.exits).toEqual([])
    expect(io.written.stderr).toBe('interrupted; the game is restored\n')
    expect(await game.json('player list')).toEqual({ data: [], total: 0 })
    const points = await fetch(`${game.url}/_gamify/snapshots`, {
      headers: { authorization: `Bearer ${(await game.run('token --quiet')).stdout.trim()}` },
    })
    expect(await points.json()).toEqual({ data: [], total: 0 })
  })
})

test('a signal ends a step that waits for an answer without an end, and the game is as it was', async () => {
  const game = await serveStarter()
  onTestFinished(() => game.stop())
  const steps = [
    { ...like, expect: { events: ['action', 'achievement'] } },
    { request: 'GET /_gamify/journal?follow=true' },
  ]
  await write({ 'a.json': { ...passes, steps } })
  const io = fakeIo({ cwd: directory, env: { GAMIFY_URL: game.url } })
  const ended = runProgram(['play', 'script', 'a.json'], io)
  await expect.poll(() => io.written.stdout, { timeout: 60_000 }).toContain('✓')
  // The next step is under way then.
  await new Promise((resolve) => setTimeout(resolve, 200))
  io.signal('SIGINT')
  expect(await ended).toBe(130)
  expect(io.exits).toEqual([])
  expect(io.written.stderr).toBe('interrupted; the game is restored\n')
  expect(await game.json('player list')).toEqual({ data: [], total: 0 })
  expect(await game.json('snapshot list')).toEqual({ data: [], total: 0 })
})

describe('the output of a script goes nowhere', () => {
  const game = starterEachTest()

  test.each([
    ['unread', 141],
    ['failed', 2],
  ] as const)('as it is %s: the game is as it was, and it ends with %i', async (why, code) => {
    await write({ 'a.json': { ...passes, steps: Array(10_000).fill({ ...like, expect: {} }) } })
    const io = fakeIo({ cwd: directory, env: { GAMIFY_URL: game.url } })
    const ended = runProgram(['play', 'script', 'a.json'], io)
    await expect.poll(() => io.written.stdout, { timeout: 60_000 }).toContain('✓')
    io.lose(why)
    expect(await ended).toBe(code)
    expect(io.written.stderr).toBe('interrupted; the game is restored\n')
    expect(await game.json('player list')).toEqual({ data: [], total: 0 })
    expect(await game.json('snapshot list')).toEqual({ data: [], total: 0 })
  })
})

test.skipIf(!existsSync('/dev/full'))(
  'output that cannot be written is told of once, and the game put back',
  async () => {
    const game = await serveStarter()
    onTestFinished(() => game.stop())
    await write({ 'a.json': passes })
    const line = '"$@" > /dev/full'
    const shell = spawn('sh', ['-c', line, 'sh', ...command, 'play', 'script', 'a.json', '--url', game.url], {
      cwd: directory,
    })
    const [stderr, [code]] = await Promise.all([text(shell.stderr), once(shell, 'close')])
    expect(stderr).toMatch(/^error: cannot write to stdout: no space left on device\n/)
    expect(stderr.match(/error/g)).toHaveLength(1)
    expect(code).toBe(2)
    expect(await game.json('player list')).toEqual({ data: [], total: 0 })
    expect(await game.json('snapshot list')).toEqual({ data: [], total: 0 })
  },
)

test('an emulator that goes away leaves a point behind, of which this run tells, and the next one', async () => {
  const game = await serveStarter()
  onTestFinished(() => game.stop())
  await write({ 'a.json': { ...passes, steps: [like, { request: 'GET /_gamify/journal?follow=true' }] } })
  const play = (url: string) => {
    const io = fakeIo({ cwd: directory, env: { GAMIFY_URL: url } })
    return { io, ended: runProgram(['play', 'script', 'a.json'], io) }
  }
  const before = play(game.url)
  await expect.poll(() => before.io.written.stdout, { timeout: 60_000 }).toContain('✓')
  const after = play(game.url)
  await expect.poll(() => after.io.written.stdout, { timeout: 60_000 }).toContain('✓')
  const point = /snapshot restore play-script-[0-9a-f]{12}'/
  expect(before.io.written.stderr).toBe('')
  expect(after.io.written.stderr).toMatch(/^another run is in progress, or did not restore the game:\n/)
  expect(after.io.written.stderr).toMatch(point)
  await game.stop()
  expect(await before.ended).toBe(3)
  expect(await after.ended).toBe(3)
  expect(before.io.written.stderr).toMatch(/^interrupted before the game was restored; its snapshots may remain:\n/)
  expect(before.io.written.stderr).toMatch(point)
})

describe('the points of a script', () => {
  const game = starterEachTest()

  test('are its own, and gone when it is over', async () => {
    expect(await game.run('snapshot save here')).toMatchObject({ code: 0 })
    const before = await game.json('snapshot list')
    const steps = [
      like,
      { snapshot: 'here' },
      like,
      { restore: 'here' },
      { expect: { player: 'neo', scores: { xp: '10' } } },
      { snapshot: 'here', expect: { error: 'snapshot_exists' } },
    ]
    await write({ 'a.json': { players: ['neo'], steps } })
    for (const flags of ['--quiet', '--bail', '--keep'])
      expect(await game.run(`play script a.json ${flags}`, { cwd: directory })).toMatchObject({ code: 0 })
    expect(await game.json('snapshot list')).toEqual(before)
  })

  test('do not hide those of the game, which it may go back to', async () => {
    await game.run('snapshot save empty')
    await write({
      'a.json': { players: ['neo'], steps: [{ restore: 'empty' }, { expect: { player: 'neo', scores: {} } }] },
    })
    const { code, stdout } = await game.run('play script a.json', { cwd: directory })
    expect(code).toBe(1)
    expect(stdout).toContain('✓ the game is restored from snapshot empty')
    expect(stdout).toContain("player_not_found: The player 'neo' does not exist")
  })
})

test('a second signal while the game is put back ends at once, and tells how to do that by hand', async () => {
  const game = await serveStarter()
  onTestFinished(() => game.stop())
  await write({ 'a.json': { ...passes, steps: [like, { request: 'GET /_gamify/journal?follow=true' }] } })
  let now = Date.now()
  const io = fakeIo({ cwd: directory, env: { GAMIFY_URL: game.url }, now: () => now })
  const ended = runProgram(['play', 'script', 'a.json'], io)
  await expect.poll(() => io.written.stdout, { timeout: 60_000 }).toContain('✓')
  io.signal('SIGINT')
  now += 1000
  io.signal('SIGINT')
  expect(io.exits).toEqual([130])
  const [, point = ''] = /snapshot restore (play-script-[0-9a-f]{12})'/.exec(io.written.stderr) ?? []
  expect(io.written.stderr).toContain(`snapshot delete ${point}'`)
  // Here nothing has ended by it, and so the game is put back after all.
  expect(await ended).toBe(130)
  expect(await game.json('snapshot list')).toEqual({ data: [], total: 0 })
})
