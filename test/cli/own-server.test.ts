import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endAll, run, serve } from './spawned.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-own-'))
  for (const id of ['one', 'two']) {
    await mkdir(join(cwd, id))
    await writeFile(join(cwd, id, 'gamify.json'), JSON.stringify({ game: { id } }))
  }
})
afterEach(async () => {
  endAll()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const portOf = (url: string): string => new URL(url).port

test('a command finds what serves the data directory of its project, whatever the port', async () => {
  await serve(['--port', '0'], { cwd: join(cwd, 'one') })
  const two = await serve(['--port', '0'], { cwd: join(cwd, 'two') })
  expect(await run(['player', 'create', 'ana'], { cwd: join(cwd, 'one') })).toMatchObject({ code: 0 })
  expect(await run(['player', 'create', 'bo'], { cwd: join(cwd, 'two') })).toMatchObject({ code: 0 })
  const { stdout } = await run(['player', 'list', '--json'], { cwd: join(cwd, 'one') })
  expect(stdout).toContain('"ana"')
  expect(stdout).not.toContain('"bo"')
  // What is said on the command line or in the environment counts more.
  for (const place of [
    { flags: ['--url', two.url], env: {} },
    { flags: [], env: { GAMIFY_URL: two.url } },
  ]) {
    const other = await run(['player', 'list', '--json', ...place.flags], { cwd: join(cwd, 'one'), env: place.env })
    expect(other.stdout).toContain('"bo"')
  }
  const elsewhere = await run(['player', 'list', '--json'], {
    cwd: join(cwd, 'one'),
    env: { GAMIFY_DATA: join(cwd, 'two/.gamify') },
  })
  expect(elsewhere.stdout).toContain('"bo"')
})

test('completion, scripts and doctor find it by the same rule, and each data directory of a project has its own', async () => {
  const place = { cwd: join(cwd, 'one') }
  const first = await serve(['--port', '0'], place)
  const second = await serve(['--port', '0', '--data', 'other'], place)
  const other = { ...place, env: { GAMIFY_DATA: 'other' } }
  await run(['player', 'create', 'ana'], place)
  await run(['player', 'create', 'bo'], other)
  const completed = async (at: typeof place) => (await run(['complete', '--', 'player', 'show', ''], at)).stdout
  expect([await completed(place), await completed(other)]).toEqual(['none\nana\tplayer\n', 'none\nbo\tplayer\n'])
  for (const [at, url] of [
    [place, first.url],
    [other, second.url],
  ] as const) {
    expect((await run(['doctor'], at)).stdout).toMatch(new RegExp(`^ok +emulator: gamify .* answers at ${url}$`, 'm'))
  }
  await writeFile(
    join(cwd, 'one/script.json'),
    JSON.stringify({ name: 'who is there', steps: [{ request: 'GET /v2/admin/players/bo', expect: { status: 200 } }] }),
  )
  expect((await run(['play', 'script', 'script.json'], other)).code).toBe(0)
  expect((await run(['play', 'script', 'script.json'], place)).code).toBe(1)
})

test('a lock that was left behind counts for nothing', async () => {
  const place = { cwd: join(cwd, 'one') }
  const gone = await serve(['--port', '0'], place)
  gone.kill('SIGKILL')
  await gone.ended
  const two = await serve(['--port', '0', '--memory'], { cwd: join(cwd, 'two') })
  await writeFile(join(cwd, 'one/gamify.json'), JSON.stringify({ game: { id: 'two' }, port: Number(portOf(two.url)) }))
  await run(['player', 'create', 'bo'], place)
  expect((await run(['player', 'list', '--json'], { cwd, env: { GAMIFY_URL: two.url } })).stdout).toContain('"bo"')
})

test('the emulator of another project is not taken for the own one', async () => {
  const two = await serve(['--port', '0', '--memory'], { cwd: join(cwd, 'two') })
  await writeFile(join(cwd, 'one/gamify.json'), JSON.stringify({ game: { id: 'one' }, port: Number(portOf(two.url)) }))
  const refused = await run(['player', 'create', 'ana'], { cwd: join(cwd, 'one') })
  expect(refused).toMatchObject({ code: 3, stdout: '' })
  expect(refused.stderr).toMatch(
    new RegExp(
      `^error: ${two.url} serves the game 'two', not 'one' of this project\n.*"port" in gamify.json, or run '.* serve --port 0'.\n +.*--url ${two.url}. .*--memory, set PORT `,
    ),
  )
  expect((await run(['player', 'create', 'ana', '--url', two.url], { cwd: join(cwd, 'one') })).code).toBe(0)
  // One of the own project in memory is found at the address of gamify.json.
  await writeFile(join(cwd, 'two/gamify.json'), JSON.stringify({ game: { id: 'two' }, port: Number(portOf(two.url)) }))
  expect((await run(['player', 'create', 'bo'], { cwd: join(cwd, 'two') })).code).toBe(0)
})

test('one call to a guessed address shows whether its emulator serves the game of the project', async () => {
  const two = await serve(['--port', '0', '--memory'], { cwd: join(cwd, 'two') })
  await writeFile(join(cwd, 'two/gamify.json'), JSON.stringify({ game: { id: 'two' }, port: Number(portOf(two.url)) }))
  await run(['time'], { cwd: join(cwd, 'two') })
  const { stdout } = await run(['logs', '--json', '--url', two.url], { cwd: join(cwd, 'two') })
  const { data } = JSON.parse(stdout) as { readonly data: readonly { readonly path: string }[] }
  const called = data.map(({ path }) => path)
  expect(called.slice(called.indexOf('/auth/token'))).toEqual([
    '/auth/token',
    '/_gamify/health',
    '/_gamify/clock',
    '/auth/token',
  ])
})

test('an emulator of an earlier version, whose health has no game, is asked for its game', async () => {
  const answers: Readonly<Record<string, object>> = {
    '/auth/token': { access_token: 'token', token_type: 'Bearer', expires_in: 3600 },
    '/_gamify/health': { status: 'ready', name: 'gamify', version: '0.0.1' },
    '/v2/admin/': { game: { id: 'old', title: 'Old', description: '', timezone: 'UTC', type: 'game', listed: false } },
  }
  const paths: string[] = []
  const older = createServer(({ url = '' }, response) => {
    paths.push(url)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[url] ?? {}))
  })
  await new Promise<void>((resolve) => older.listen(0, '127.0.0.1', resolve))
  const { port } = older.address() as AddressInfo
  await writeFile(join(cwd, 'one/gamify.json'), JSON.stringify({ game: { id: 'one' }, port }))
  await run(['time'], { cwd: join(cwd, 'one') })
  older.close()
  expect(paths.slice(0, 3)).toEqual(['/auth/token', '/_gamify/health', '/v2/admin/'])
})

test('the emulator of another project with the same game id is told apart by its data directory', async () => {
  const two = await serve(['--port', '0'], { cwd: join(cwd, 'two') })
  await run(['player', 'create', 'bo'], { cwd: join(cwd, 'two') })
  await writeFile(join(cwd, 'one/gamify.json'), JSON.stringify({ game: { id: 'two' }, port: Number(portOf(two.url)) }))
  const refused = await run(['state', 'reset', '--yes'], { cwd: join(cwd, 'one') })
  expect(refused).toMatchObject({ code: 3, stdout: '' })
  const [theirs, ours] = [join(cwd, 'two/.gamify'), join(cwd, 'one/.gamify')]
  expect(refused.stderr).toContain(
    `error: ${two.url} serves the data directory ${theirs}, not ${ours} of this project\n`,
  )
  expect(refused.stderr).toContain(`To use the other game, pass --url ${two.url}.`)
  const { stdout } = await run(['player', 'list', '--json', '--url', two.url], { cwd: join(cwd, 'one') })
  expect(stdout).toContain('"bo"')
})

test('a data directory that nothing serves on this machine may be that of the own project in a container', async () => {
  const two = await serve(['--port', '0'], { cwd: join(cwd, 'two') })
  await rename(join(cwd, 'two/.gamify/lock'), join(cwd, 'lock'))
  await writeFile(join(cwd, 'one/gamify.json'), JSON.stringify({ game: { id: 'two' }, port: Number(portOf(two.url)) }))
  expect((await run(['player', 'create', 'bo'], { cwd: join(cwd, 'one') })).code).toBe(0)
})

test('a start says what time it is in the game where that is not real time', async () => {
  const clockOf = (stdout: string): readonly string[] => stdout.match(/^ {2}clock .*$/gm) ?? []
  const served = async (...flags: readonly string[]): Promise<readonly string[]> => {
    const serving = await serve(flags, { cwd: join(cwd, 'one') })
    serving.kill('SIGTERM')
    await serving.ended
    return clockOf(serving.written.stdout)
  }
  expect(await served()).toEqual([])
  expect(await served('--memory', '--now', '2020-01-31T12:00:00Z', '--freeze')).toEqual([
    expect.stringMatching(/^ {2}clock {4}frozen at 2020-01-31T12:00:00\.000Z, \d+ days behind real time$/),
  ])
  expect(await served('--now', '2190-01-01')).toEqual([
    expect.stringMatching(/^ {2}clock {4}running at 2190-01-01T00:00:0.*Z, \d+ days ahead of real time$/),
  ])
  // The next start runs on, and says so too.
  expect(await served()).toEqual([expect.stringMatching(/running at 2190-01-01T00:0/)])
})
