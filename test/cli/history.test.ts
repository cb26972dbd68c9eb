import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gamify } from '../support/fake-io.ts'
import { type ServedStarter, serveStarter, starter } from './served-game.ts'
import { endAll, serve, shellCommand, start, type Serving, type Spawned } from './spawned.ts'

afterEach(endAll)

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')
const seqOf = (line: string): number => Number(line.trim().split(' ')[0])

describe('gamify history', () => {
  let game: ServedStarter
  beforeEach(async () => {
    game = await serveStarter()
    await game.run('seed')
    await game.run('play action like --as neo --count 2')
  })
  afterEach(() => game.stop())

  test('tells each entry in a line, from the first on', async () => {
    const { code, stdout, stderr } = await game.run('history')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = linesOf(stdout)
    expect(lines.map(seqOf)).toEqual(lines.map((_, at) => at + 1))
    expect(lines).toContainEqual(expect.stringMatching(/ gamify-staging {2}neo joined the game/))
    expect(lines.at(-1)).toMatch(/^ +\d+ {2}2026-05-01T12:00:00\.000Z {2}neo {2}neo played .*x2.*->/)
  })

  test('begins at an entry number or a time, and keeps to a player', async () => {
    const all = linesOf((await game.run('history')).stdout)
    expect(linesOf((await game.run('history --since 3')).stdout)).toEqual(all.slice(2))
    await game.run('time set 2026-05-02')
    await game.run('play action like --as trinity')
    const later = linesOf((await game.run('history --since 2026-05-01T13:00:00Z')).stdout)
    expect(later.map(seqOf)).toEqual([all.length + 1, all.length + 2])
    const hers = linesOf((await game.run('history --as trinity')).stdout)
    expect(hers.length).toBeGreaterThan(1)
    for (const line of hers) expect(line).toContain('trinity')
    expect(linesOf((await game.run('history', { env: { GAMIFY_PLAYER: 'trinity' } })).stdout)).toHaveLength(
      all.length + 2,
    )
  })

  test('--limit prints the newest entries, or the first from --since, and says how to get more', async () => {
    const all = linesOf((await game.run('history')).stdout)
    const newest = await game.run('history --limit 2')
    expect(linesOf(newest.stdout)).toEqual(all.slice(-2))
    expect(newest.stderr).toBe('there are earlier entries; use --limit for more of them, or --since to start at one\n')
    const first = await game.run('history --since 2 --limit 3')
    expect(linesOf(first.stdout)).toEqual(all.slice(1, 4))
    expect(first.stderr).toBe('there are more entries; use --since 5 to continue\n')
    for (const line of [`history --limit ${all.length}`, `history --since 1 --limit ${all.length}`])
      expect(await game.run(line)).toEqual({ code: 0, stdout: `${all.join('\n')}\n`, stderr: '' })
    expect(await game.run('history --follow --limit 2')).toMatchObject({ code: 2, stdout: '' })
  })

  test('as JSON is what the service says', async () => {
    const { stdout, stderr } = await game.run('history --json --since 2')
    expect(stderr).toBe('')
    const entries = linesOf(stdout).map((line) => JSON.parse(line) as object)
    expect(entries[0]).toMatchObject({ seq: 2 })
    for (const entry of entries) expect(Object.keys(entry)).toEqual(['seq', 'at', 'op', 'caller', 'input', 'events'])
  })

  test('that holds nothing of the kind says so on stderr', async () => {
    const none = { code: 0, stdout: '', stderr: 'no entries found\n' }
    expect(await game.run('history --since 100000')).toEqual(none)
    expect(await game.run('history --since 100000 --json')).toEqual({ ...none, stderr: '' })
    expect(await game.run('history --since 100000 --as neo')).toEqual(none)
  })

  test('of a player who is an argument says how to name one', async () => {
    const { code, stderr } = await game.run('history neo')
    expect([code, stderr]).toEqual([2, expect.stringContaining('gamify history --as neo')])
    expect((await game.run('history --nope')).stderr).not.toContain('--as --nope')
  })

  test('of a player who was never there ends with 1 and tells who may be meant', async () => {
    expect(await game.run('history --as trinty')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: player_not_found: .*\n {2}did you mean 'trinity'\?\n$/),
    })
  })

  test('of what is no time ends with 2 and says what is one', async () => {
    const { code, stdout, stderr } = await game.run('history --since yesterday')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/'--since <point>' argument 'yesterday' is invalid\. .* a time such as /)
    expect(await game.run('history --since=')).toMatchObject({ code: 2, stdout: '' })
  })

  test('where no emulator is ends with 3, followed or not', async () => {
    const env = { GAMIFY_URL: 'http://127.0.0.1:1' }
    for (const line of ['history', 'history --follow']) {
      expect(await game.run(line, { env })).toMatchObject({ code: 3, stdout: '' })
    }
  })

  test('ends quietly when nobody reads any more', async () => {
    const line = `${shellCommand} history; echo "code $?" >&2`
    const shell = spawn('sh', ['-c', `{ ${line}; } | head -n 1`], {
      cwd: starter,
      env: { PATH: process.env['PATH'], GAMIFY_URL: game.url },
    })
    const said = { stdout: '', stderr: '' }
    shell.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
    shell.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
    await new Promise((resolve) => shell.on('close', resolve))
    expect(linesOf(said.stdout)).toHaveLength(1)
    expect(said.stderr).toBe('code 0\n')
  })

  test('as a process goes on with what happens until it is interrupted', async () => {
    const following = start(['history', '--follow', '--as', 'neo'], { cwd: starter, env: { GAMIFY_URL: game.url } })
    await following.says(/neo played .*x2/)
    await game.run('play action like --as trinity')
    await game.run('play action like --as neo --count 3')
    await following.says(/neo played .*x3/)
    following.kill('SIGINT')
    const { code, signal, stdout, stderr } = await following.ended
    expect({ code, signal, stderr }).toEqual({ code: 130, signal: null, stderr: '' })
    expect(stdout).not.toContain('trinity')
  })
})

describe('a history that is followed', () => {
  let cwd: string
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'gamify-history-'))
  })
  afterEach(() => rm(cwd, { recursive: true, maxRetries: 5 }))

  const told = async (spawned: Spawned, pattern: RegExp): Promise<void> => {
    await expect.poll(() => spawned.written.stderr, { timeout: 5_000 }).toMatch(pattern)
  }

  test('goes on when the emulator is started again, with nothing twice', async () => {
    const first = await serve(['--data', 'kept'], { cwd })
    const env = { GAMIFY_URL: first.url }
    const following = start(['history', '--follow', '--json'], { cwd, env })
    await gamify('player create neo', { cwd, env })
    await following.says(/"player:created".*"neo"/)
    first.kill('SIGTERM')
    await first.ended
    const second: Serving = await serve(['--data', 'kept', '--port', new URL(first.url).port], { cwd })
    await gamify('player create trinity', { cwd, env })
    await following.says(/"player:created".*"trinity"/)
    following.kill('SIGTERM')
    const { code, stdout } = await following.ended
    expect(code).toBe(143)
    const seqs = linesOf(stdout).map((line) => (JSON.parse(line) as { seq: number }).seq)
    expect(seqs).toEqual(seqs.map((_, at) => at + 1))
    second.kill('SIGTERM')
    await second.ended
  })

  test('goes on when the game is put back, and says so', async () => {
    const { url } = await serve(['--memory', '--freeze'], { cwd })
    const env = { GAMIFY_URL: url }
    const create = async (id: string): Promise<void> =>
      expect(await gamify(`player create ${id}`, { cwd, env })).toMatchObject({ code: 0 })
    const following = start(['history', '--follow'], { cwd, env })
    await create('neo')
    await create('trinity')
    const [, seq = ''] = await following.says(/(\d+) {2}\S+ {2}gamify-staging {2}trinity joined the game/)
    expect(await gamify(`rewind --to ${Number(seq) - 1}`, { cwd, env })).toMatchObject({ code: 0 })
    // Its clock stands still: nothing happens that would tell it by itself.
    await told(
      following,
      new RegExp(`replaced by an earlier or later state; it continues after entry ${Number(seq) - 1}\n$`),
    )
    await create('morpheus')
    await following.says(new RegExp(` ${seq} {2}.*morpheus joined the game`))
    following.kill('SIGINT')
    const { code, stdout, stderr } = await following.ended
    expect({
      code,
      told: linesOf(stdout)
        .map((line) => / (\w+) joined/.exec(line)?.[1])
        .filter(Boolean),
    }).toEqual({
      code: 130,
      told: ['neo', 'trinity', 'morpheus'],
    })
    expect(stderr.match(/later state/g)).toHaveLength(1)
  })

  test('goes on when the game is restored to a later state, in text and as JSON', async () => {
    const { url } = await serve(['--memory', '--freeze'], { cwd })
    const env = { GAMIFY_URL: url }
    const call = async (line: string): Promise<string> => {
      const { code, stdout, stderr } = await gamify(line, { cwd, env })
      expect({ code, stderr }).toMatchObject({ code: 0 })
      return stdout + stderr
    }
    for (const id of ['neo', 'trinity']) await call(`player create ${id}`)
    const text = start(['history', '--follow'], { cwd, env })
    const json = start(['history', '--follow', '--json', '--as', 'neo'], { cwd, env })
    await json.says(/"neo"/)
    const [, last = ''] = await text.says(/(\d+) {2}\S+ {2}gamify-staging {2}trinity joined the game/)
    const seq = Number(last)
    const [, snapshot = ''] = /snapshot restore ([^\s']+)/.exec(await call(`rewind --to ${seq - 2}`)) ?? []
    await told(text, new RegExp(`continues after entry ${seq - 2}\n$`))
    await call('player create zoe')
    await text.says(/zoe joined/)
    await call(`snapshot restore ${snapshot}`)
    await told(text, new RegExp(`continues after entry ${seq}\n$`))
    await call('player disable neo')
    await Promise.all([text.says(/neo was disabled/), json.says(/"player:disabled"/)])
    for (const each of [text, json]) each.kill('SIGINT')
    const lines = linesOf((await json.ended).stdout).map((line) => JSON.parse(line) as object)
    expect(lines).toEqual([
      expect.objectContaining({ seq: seq - 1 }),
      { replaced: { from: seq - 1, after: seq - 2 } },
      { replaced: { from: seq - 1, after: seq } },
      expect.objectContaining({ seq: seq + 1 }),
    ])
    const names = linesOf((await text.ended).stdout).map((line) => / (\w+) joined/.exec(line)?.[1])
    expect(names.filter(Boolean)).toEqual(['neo', 'trinity', 'zoe'])
  })

  test('tells of an emulator that goes and comes back', async () => {
    const first = await serve(['--memory'], { cwd })
    const env = { GAMIFY_URL: first.url }
    const following = start(['history', '--follow'], { cwd, env })
    await following.says(/random seed is/)
    first.kill('SIGKILL')
    await told(following, /has stopped answering; retrying\n$/)
    // Another game, which takes no token of the first one.
    await serve(['--memory', '--port', new URL(first.url).port], { cwd })
    await following.says(/random seed is[^]*random seed is/)
    expect(following.written.stderr).toMatch(
      /is back\nthe game was replaced by another state in the meantime: the entries below .* from 1 on\n$/,
    )
  })
})
