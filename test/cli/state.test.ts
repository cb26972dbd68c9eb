import { execFileSync } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { shellQuoted } from '../../src/sentences/shell-quoted.ts'
import { gamify } from '../support/fake-io.ts'
import { serveStarter, type ServedStarter } from './served-game.ts'
import { endAll, start, type Spawned } from './spawned.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamify-state-'))
})
afterEach(() => rm(directory, { recursive: true }))

describe('gamify state, in this process', () => {
  let game: ServedStarter
  beforeEach(async () => {
    game = await serveStarter()
    await game.run('seed')
  })
  afterEach(() => game.stop())

  test('import asks at a terminal, and changes nothing without a yes', async () => {
    const { stdout: text } = await game.run('state export')
    await writeFile(join(directory, 'game.ndjson'), text)
    await game.run('player create smith')
    const refused = await game.run('state import game.ndjson', { cwd: directory, answer: 'n' })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('replace the whole game with game.ndjson? [y/N]')
    expect(((await game.json('player list')) as { total: number }).total).toBe(4)
    const done = await game.run('state import game.ndjson', { cwd: directory, answer: 'y' })
    expect(done).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^imported: 3 players, \d+ entries\n$/) as string,
    })
    expect(((await game.json('player list')) as { total: number }).total).toBe(3)
    expect((await game.run('state import -', { stdin: text })).stdout).toMatch(/^imported: 3 players/)
    expect((await game.run('state export')).stdout).toBe(text)
  })

  test('reset asks, and leaves nobody', async () => {
    expect((await game.run('state reset', { answer: '' })).code).toBe(1)
    expect(await game.run('state reset --yes')).toEqual({
      code: 0,
      stdout: 'the game was reset; it has 0 players\n',
      stderr: expect.stringMatching(/^run 'gamify snapshot restore before-reset-\d+' to undo this\n$/) as string,
    })
    expect(await game.json('state reset')).toEqual({
      seq: expect.any(Number) as number,
      players: 0,
      snapshot: expect.stringMatching(/^before-reset-/) as string,
    })
  })

  test('what is no state is refused in words', async () => {
    await writeFile(join(directory, 'bad.ndjson'), 'hello\n')
    const refused = await game.run('state import bad.ndjson', { cwd: directory })
    expect(refused).toEqual({ code: 1, stdout: '', stderr: 'error: invalid_request: Line 1 is not a JSON object\n' })
    const inJson = await game.run('state import bad.ndjson --json', { cwd: directory })
    expect(inJson).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(inJson.stderr)).toEqual({
      error: 'invalid_request',
      error_description: 'Line 1 is not a JSON object',
    })
    const missing = await game.run('state import none.ndjson', { cwd: directory })
    expect(missing).toMatchObject({
      code: 2,
      stderr: `error: cannot read ${join(directory, 'none.ndjson')}: no such file or directory\n  name a file that 'gamify state export' wrote\n`,
    })
    expect((await game.run('state import')).code).toBe(2)
  })

  test('what is no file to read is refused before anything is asked, what is compressed with how it is read', async () => {
    expect(await game.run('state import .', { cwd: directory, answer: 'y', env: { NO_COLOR: '1' } })).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${directory} is a directory\n  name a file that 'gamify state export' wrote\n`,
    })
    await writeFile(join(directory, "game's.gz"), gzipSync('{}'))
    expect(await game.run("state import game's.gz", { cwd: directory })).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: game's.gz is compressed\n  run 'gzip -dc ${shellQuoted("game's.gz")} | gamify state import -' to import it\n`,
    })
  })

  test.skipIf(process.platform === 'win32')(
    'a pipe is read to its end, however its writer takes its time',
    async () => {
      const { stdout: text } = await game.run('state export')
      const pipe = join(directory, 'pipe')
      execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
      await game.run('state reset')
      const imported = game.run(`state import ${pipe}`)
      const writer = await open(pipe, 'w')
      await writer.write(text.slice(0, 100))
      await new Promise((resolve) => setTimeout(resolve, 20))
      await writer.write(text.slice(100))
      await writer.close()
      expect(await imported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^imported: 3 players/) })
      expect((await game.run('state export')).stdout).toBe(text)
    },
  )

  test('what is typed is waited for with a word', async () => {
    const { stdout: text } = await game.run('state export')
    const imported = await game.run('state import - --yes', { stdin: text, answer: '' })
    expect(imported).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^reading a state from the terminal; press Ctrl-D to end it\nrun .* to undo this\n$/,
      ) as string,
    })
  })

  test('export refuses what is no file, and a directory that is not there', async () => {
    expect(await game.run('state export /dev/null')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a writable file') as string,
    })
    expect(await game.run('state export nowhere/game.ndjson', { cwd: directory })).toEqual({
      code: 2,
      stdout: '',
      stderr: [
        `error: nowhere/game.ndjson: there is no directory ${join(directory, 'nowhere')}`,
        '  create it, or name another file\n',
      ].join('\n'),
    })
    expect(await readdir(directory)).toEqual([])
  })

  test('export goes over what a file holds, and tells why it cannot without a name of its own', async () => {
    await writeFile(join(directory, 'game.ndjson'), 'an earlier one')
    expect(await game.run('state export game.ndjson', { cwd: directory })).toMatchObject({ code: 0, stderr: '' })
    const text = await readFile(join(directory, 'game.ndjson'), 'utf8')
    expect(text).toBe((await game.run('state export')).stdout)
    const full = Object.assign(new Error("ENOSPC: open 'game.ndjson.1.tmp'"), {
      code: 'ENOSPC',
      errno: -constants.errno.ENOSPC,
      syscall: 'open',
    })
    const files = { ...nodeFileSystem(), open: () => Promise.reject(full) }
    const failed = await game.run('state export game.ndjson', { cwd: directory, files })
    expect(failed).toMatchObject({ code: 2, stdout: '' })
    expect(failed.stderr).toContain(`cannot write ${join(directory, 'game.ndjson')}: no space left on device\n`)
    expect(await readFile(join(directory, 'game.ndjson'), 'utf8')).toBe(text)
  })
})

test('an export that breaks off leaves no file', async () => {
  const server = createServer((req, res) => {
    if (req.url === '/auth/token') res.end('{"access_token":"t","token_type":"Bearer"}')
    else res.end('{"format":1}\n{"part":"players","data":[]}\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await writeFile(join(directory, 'game.ndjson'), 'an earlier one')
  const ended = await gamify(`state export game.ndjson --url ${url}`, { cwd: directory })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain('the export was cut off')
  expect(await readdir(directory)).toEqual(['game.ndjson'])
  expect(await readFile(join(directory, 'game.ndjson'), 'utf8')).toBe('an earlier one')
  await new Promise((resolve) => server.close(resolve))
})

describe('gamify state, as a process', () => {
  let serving: Spawned
  let cwd: string
  let env: Record<string, string>
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'gamify-state-served-'))
    await start(['init', '.'], { cwd }).ended
    serving = start(['serve', '--memory', '--port', '0', '--freeze', '--now', '2026-05-01', '--print-env'], { cwd })
    const [, url = ''] = await serving.says(/GAMIFY_URL=(\S+)/)
    env = { GAMIFY_URL: url }
  }, 20_000)
  afterAll(async () => {
    endAll()
    await rm(cwd, { recursive: true })
  })
  const run = (...args: string[]) => gamify(args.join(' '), { cwd, env })

  test('goes out to a file and to stdout alike, and comes back as it was', async () => {
    expect((await run('state', 'reset', '--seed')).stdout).toMatch(/^the game was reset; it has [1-9]\d* players\n$/)
    const wrote = await start(['state', 'export', 'game.ndjson'], { cwd, env }).ended
    expect(wrote).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^wrote \d+ lines to game.ndjson\n$/) as string,
    })
    const text = await readFile(join(cwd, 'game.ndjson'), 'utf8')
    expect((await run('state', 'export', '--json')).stdout).toBe(text)
    expect(JSON.parse((await run('state', 'export', 'again.ndjson', '--json')).stdout)).toEqual({
      file: 'again.ndjson',
      lines: text.split('\n').length - 1,
    })
    expect(await run('state', 'reset', '--quiet')).toMatchObject({ code: 0, stdout: '' })
    const imported = await start(['state', 'import', 'game.ndjson', '--json'], { cwd, env }).ended
    expect(imported).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(imported.stdout)).toMatchObject({ seq: expect.any(Number) as number })
    expect((await run('state', 'export')).stdout).toBe(text)
  })

  test('seeds that are broken reset nothing', async () => {
    await run('player', 'create', 'smith')
    await writeFile(join(cwd, 'seeds', 'zz.json'), '{ "players": [{}] }')
    const refused = await run('state', 'reset', '--seed')
    await rm(join(cwd, 'seeds', 'zz.json'))
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/zz\.json:1:\d+: players\.0\.id: missing/)
    expect((await run('player', 'show', 'smith')).code).toBe(0)
  })

  test('seeds that need a design say in one line that the runtime has none', async () => {
    const { code, stdout, stderr } = await run('state', 'reset', '--seed', '--runtime', 'production', '--yes')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^error: invalid_request: seeds\/players\.json:4:62: players\.1\.scores\.xp: unknown metric 'xp'; .*; no design is deployed to this runtime yet\n$/,
    )
  })

  test('without an emulator ends with 3', async () => {
    const nowhere = { GAMIFY_URL: 'http://127.0.0.1:9' }
    expect(await start(['state', 'export', 'x.ndjson'], { cwd, env: nowhere }).ended).toMatchObject({
      code: 3,
      stdout: '',
    })
    expect(await readdir(cwd)).not.toContain('x.ndjson')
  })
})
