import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { invocationFrom } from '../../src/terminal/hint.ts'
import { endAllHere, runHere, serveHere, startHere, type Here } from './in-process.ts'
import { endAll, program, run, serve, start, type Serving } from './spawned.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-serve-'))
})
afterEach(async () => {
  endAll()
  await endAllHere()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const xp = { id: 'xp', name: 'XP', type: 'point' }
const portOf = (url: string): string => new URL(url).port

async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(join(cwd, path, '..'), { recursive: true })
  await writeFile(join(cwd, path), typeof value === 'string' ? value : JSON.stringify(value))
}

/** A call with the staging client's token. */
async function call(url: string, path: string): Promise<{ status: number; body: unknown }> {
  const account = { client_id: 'gamify-staging', client_secret: 'gamify-dev-secret', grant_type: 'client_credentials' }
  const granted = await fetch(`${url}/auth/token`, {
    method: 'POST',
    body: JSON.stringify(account),
    headers: { 'content-type': 'application/json' },
  })
  const { access_token } = (await granted.json()) as { access_token: string }
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${access_token}` } })
  return { status: answer.status, body: await answer.json() }
}

async function stop(serving: Serving | Here): Promise<void> {
  serving.kill('SIGTERM')
  expect(await serving.ended).toMatchObject({ code: 0, signal: null })
}

describe('the end', () => {
  /** A request whose head never comes whole, so that the server has something to wait for. */
  async function hangOn({ url }: Serving): Promise<void> {
    const socket = connect(Number(portOf(url)), '127.0.0.1')
    socket.on('error', () => {})
    await new Promise<void>((resolve) => {
      socket.write('POST /auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Le', () => resolve())
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  // The engine's own timer for such a client is 30 s.
  test.each([3, 4])(
    'waits for no client that polls and was refused, in protocol %i',
    { timeout: 20_000 },
    async (protocol) => {
      const serving = await serve(['--memory'], { cwd })
      const at = `${serving.url}/v1/notifications/stream?EIO=${protocol}&transport=polling`
      const [, sid = ''] = /"sid":"([^"]+)"/.exec(await (await fetch(at)).text()) ?? []
      const answer = '4AUTH_RESPONSE wrong player staging game neo'
      const body = protocol === 3 ? `${answer.length}:${answer}` : answer
      await fetch(`${at}&sid=${sid}`, { method: 'POST', body })
      let text = ''
      while (!text.includes('AUTH_FAILED')) text += await (await fetch(`${at}&sid=${sid}`)).text()
      await stop(serving)
    },
  )

  test('waits for no client whose session ended by a malformed message', { timeout: 20_000 }, async () => {
    const serving = await serve(['--memory'], { cwd })
    const at = `${serving.url}/v1/notifications/stream?EIO=3&transport=polling`
    const [, sid = ''] = /"sid":"([^"]+)"/.exec(await (await fetch(at)).text()) ?? []
    // The message is shorter than its length says.
    await fetch(`${at}&sid=${sid}`, { method: 'POST', body: '99:4AUTH_RESPONSE wrong' })
    expect((await fetch(`${at}&sid=${sid}`)).status).toBe(400)
    await stop(serving)
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('at a second %s is at once, with %i', async (signal, code) => {
    const serving = await serve([], { cwd })
    await hangOn(serving)
    serving.kill(signal)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const before = performance.now()
    serving.kill(signal)
    expect(await serving.ended).toMatchObject({ code, signal: null })
    expect(performance.now() - before).toBeLessThan(2_000)
  })

  test('under npm, which sends the same signal again, is still orderly', async () => {
    const serving = await serve([], { cwd, env: { npm_lifecycle_event: 'start' } })
    serving.kill('SIGINT')
    serving.kill('SIGINT')
    expect(await serving.ended).toMatchObject({ code: 0, signal: null })
  })

  test('comes while a stream is followed, too', async () => {
    const serving = await serve([], { cwd })
    const token = (await runHere(['token'], { cwd, env: { GAMIFY_URL: serving.url } })).stdout.trim()
    const stream = await fetch(`${serving.url}/_gamify/journal?follow=true`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(stream.status).toBe(200)
    const before = performance.now()
    await stop(serving)
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})

describe('an address that is not to be had', () => {
  test('ends with 2, and names its owner, the flag and the next free port', async () => {
    const serving = await serve([], { cwd })
    const port = Number(portOf(serving.url))
    const { code, stdout, stderr } = await run(['serve', '--memory', '--port', String(port)], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^error: port ${port} is in use by gamify `))
    if (process.platform === 'linux') expect(stderr).toMatch(/process \d+, (node|gamify)/)
    const [, free] = /--port (\d+) is free/.exec(stderr) ?? []
    expect(Number(free)).toBeGreaterThan(port)
  })

  test('under npm start, names the whole command', async () => {
    const other = await serve(['--memory'], { cwd })
    const env = { npm_lifecycle_event: 'start' }
    const { code, stderr } = await runHere(['serve', '--memory', '--port', portOf(other.url)], { cwd, env })
    expect(code).toBe(2)
    expect(stderr).toMatch(/\n {2}use another port: 'npm start -- --port \d+'\n$/)
  })

  test('leaves the data directory to others, and makes none', async () => {
    const other = await serve(['--memory'], { cwd })
    const refused = { code: 2, stderr: expect.stringContaining('is in use by gamify') }
    expect(await runHere(['serve', '--port', portOf(other.url)], { cwd })).toMatchObject(refused)
    expect(await readdir(cwd)).toEqual([])
    await stop(await serve([], { cwd }))
    expect(await runHere(['serve', '--port', portOf(other.url)], { cwd })).toMatchObject(refused)
    await stop(await serve([], { cwd }))
  })

  test('may be one of another machine', async () => {
    const env = { GAMIFY_CLIENT_SECRET: 'hidden' }
    expect(await runHere(['serve', '--memory', '--host', '192.0.2.1'], { cwd, env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--host'),
    })
  })
})

test('a data directory that is in use is refused with 2, and who holds it is told', async () => {
  const serving = await serve([], { cwd })
  const { code, stderr } = await runHere(['serve', '--port', '0'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain(serving.url)
  expect(stderr).toMatch(/process \d+/)
  expect(stderr).toContain('--data')
})

describe('the design', () => {
  test('that is broken, and no other there, ends with 2 and all problems', async () => {
    await writeJson('design/metrics/xp.json', '{\n  "id": "xp",\n  "name": 7,\n  "type": "point",\n  "tags": "x"\n}')
    const { code, stdout, stderr } = await run(['serve', '--port', '0'], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('design/metrics/xp.json:3:11: name')
    expect(stderr).toContain('design/metrics/xp.json:5:11: tags')
    await writeJson('design/metrics/xp.json', xp)
    await stop(await serveHere([], { cwd }))
  })

  test('that is broken gives way to the last valid one, and is told of', async () => {
    await writeJson('design/metrics/xp.json', xp)
    await stop(await serveHere([], { cwd }))
    await writeJson('design/metrics/xp.json', '{')
    const serving = await serveHere([], { cwd })
    expect(serving.written.stdout).toContain(
      '1 metric, 0 actions, 0 rules of the last valid design, because design has problems\n',
    )
    expect(serving.written.stderr).toMatch(/design\/metrics\/xp\.json:1:2: .*[^]*the last valid design stays active/)
  })

  test('may be elsewhere, and must be there then', async () => {
    await writeJson('game/metrics/xp.json', xp)
    expect((await serveHere(['--memory', '--design', 'game'], { cwd })).written.stdout).toContain(
      '1 metric, 0 actions, 0 rules from game',
    )
    expect(await runHere(['serve', '--design', 'gmae'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no design directory'),
    })
  })
})

test('a log that nobody reads any more ends nothing', async () => {
  const serving = await serve([], { cwd })
  serving.hangUp()
  for (let again = 0; again < 3; again++) {
    expect(await call(serving.url, '/v2/admin/players/nobody')).toMatchObject({ status: 404 })
  }
  await stop(serving)
  expect(await readdir(join(cwd, '.gamify'))).not.toContain('lock')
})

test('a data directory is kept out of version control by whoever makes it', async () => {
  await stop(await serveHere([], { cwd }))
  expect(await readFile(join(cwd, '.gamify/.gitignore'), 'utf8')).toBe('*\n')
  await stop(await serveHere(['--data', '.'], { cwd }))
  expect(await readdir(cwd)).not.toContain('.gitignore')
  await stop(await serveHere([], { cwd }))
})

describe('what is printed', () => {
  test('tells clients apart, and the dialect where it is not the usual one', async () => {
    const web = {
      client_id: 'web',
      client_secret: 's',
      type: 'code',
      runtime: 'production',
      redirect_uris: ['http://a.test'],
    }
    await writeJson('gamify.json', { dev_clients: false, clients: [web] })
    const usual = await serveHere(['--memory'], { cwd })
    expect(usual.written.stdout).toContain('  clients  web (code, production)\n')
    expect(usual.written.stdout).not.toContain('dialect')
    const recorded = await serveHere(['--memory', '--dialect', 'recorded'], { cwd })
    expect(recorded.written.stdout).toContain('  dialect  recorded\n')
  })

  test('for other programs is the environment of a client, alone on stdout', async () => {
    const serving = start(['serve', '--port', '0', '--memory', '--print-env'], { cwd })
    await serving.says(/SECRET=.*\n/)
    expect(serving.written.stdout).toMatch(
      /^GAMIFY_URL=http:\/\/127\.0\.0\.1:\d+\nGAMIFY_CLIENT_ID=gamify-staging\nGAMIFY_CLIENT_SECRET=gamify-dev-secret\n$/,
    )
    const env = Object.fromEntries(
      serving.written.stdout
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    )
    expect(await runHere(['player', 'create', 'neo'], { cwd, env })).toMatchObject({ code: 0 })
  })

  test('as JSON is one document', async () => {
    const serving = start(['serve', '--port', '0', '--memory', '--json'], { cwd })
    await serving.says(/\n/)
    expect(JSON.parse(serving.written.stdout)).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      clients: ['gamify-staging', 'gamify-production'],
      data: null,
      metrics: 0,
      actions: 0,
      rules: 0,
      processes: 0,
      teams: 0,
      leaderboards: 0,
      players: 0,
    })
  })

  test('of requests is a line each on stderr, an object each, or nothing', async () => {
    const [pretty, json, silent] = await Promise.all(
      ['pretty', 'json', 'silent'].map((log) => serveHere(['--memory', '--log', log], { cwd })),
    )
    for (const serving of [pretty, json, silent]) {
      await runHere(['player', 'show', 'nobody'], { cwd, env: { GAMIFY_URL: serving?.url ?? '' } })
    }
    expect(pretty?.written.stderr).toMatch(
      /^\d\d:\d\d:\d\d GET \/v2\/admin\/players\/nobody 404 player_not_found \d+\.\d ms$/m,
    )
    const lines = (json?.written.stderr ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'info',
        method: 'GET',
        path: '/v2/admin/players/nobody',
        status: 404,
        error: 'player_not_found',
      }),
    )
    expect(silent?.written.stderr).toBe('')
  })
})

test('what npm start serves takes further flags, those that its script contradicts too', async () => {
  const { start: script } = packageJson.scripts
  const [node, file, command, ...args] = script.split(' ')
  expect([node, file, command]).toEqual(['node', 'bin/gamify.js', 'serve'])
  const root = join(import.meta.dirname, '../..')
  const { written } = await serve([...args, '--memory'], { cwd: root, env: { npm_lifecycle_event: 'start' } })
  expect(written.stdout).toContain('serves Starter on')
  expect(written.stdout).toContain('data     in memory only')
  const seed = `${invocationFrom({ program }, root)} seed --config templates/starter/gamify.json --url http:`
  expect(written.stdout).toContain(seed)
})

describe('what comes next', () => {
  const next = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    kept: readonly string[] = ['--memory'],
  ): Promise<string | undefined> => {
    const serving = startHere(['serve', ...kept, ...args], { cwd, env })
    const [, step] = await serving.says(/ {2}next {5}(.*)\n/)
    serving.kill('SIGTERM')
    await serving.ended
    return step?.replace(`${invocationFrom({ program }, cwd)} `, 'THIS ')
  }
  const url = expect.stringMatching(
    /^create players from a second terminal: THIS seed --url http:\/\/127\.0\.0\.1:\d+$/,
  ) as string

  test('without a project is to make one', async () => {
    expect(await next(['--port', '0'])).toBe("no gamify.json here; run 'THIS init' to create a sample game")
    expect((await serveHere(['--memory'], { cwd })).written.stdout).toContain(
      '0 rules because there is no directory design\n',
    )
  })

  test('in a project without seeds is to create a player', async () => {
    await runHere(['init', '--template', 'empty'], { cwd })
    expect(await next(['--port', '0'])).toMatch(
      /^create a player from a second terminal: THIS player create ana --url /,
    )
    expect(await runHere(['seed'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no seed files in .*seeds\n.*or create one player with '.*player create ID'\n/),
    })
  })

  test('is to seed, at an address that the second terminal cannot know', async () => {
    await runHere(['init'], { cwd })
    expect(await next(['--port', '0'])).toEqual(url)
    await writeJson('gamify.json', { port: 0 })
    expect(await next([])).toEqual(url)
    expect(await next([], { PORT: '0' })).toEqual(url)
    const other = await serveHere(['--memory'], { cwd })
    await stop(other)
    await writeJson('gamify.json', { port: Number(portOf(other.url)) })
    expect(await next([])).toBe('create players from a second terminal: THIS seed')
    expect(await next([], {}, ['--data', 'elsewhere'])).toEqual(url)
    await writeJson('my game.json', {})
    expect(await next(['--config', 'my game.json', '--port', '0'])).toContain(
      `THIS seed --config 'my game.json' --url `,
    )
  })
})

describe('seeds', () => {
  test('are in before anybody can call', async () => {
    await writeJson('seeds/a.json', { players: ['neo'] })
    await writeJson('seeds/b.json', { players: ['trinity'] })
    const serving = await serveHere(['--memory', '--seed', 'seeds/a.json', 'seeds/b.json'], { cwd })
    expect(serving.written.stdout).toContain('players  2')
    expect(await call(serving.url, '/v2/admin/players')).toMatchObject({ body: { total: 2 } })
  })

  test('that are wrong, and those that the design refuses, end with 2', async () => {
    await writeJson('a.json', { players: ['1st'] })
    await writeJson('b.json', { players: [{ id: 'neo', scores: { xp: '1' } }] })
    const memory = ['serve', '--port', '0', '--memory', '--seed']
    expect(await runHere([...memory, 'a.json'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a.json:1:13: players.0'),
    })
    expect(await runHere([...memory, 'b.json'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`b.json:1:40: players.0.scores.xp: unknown metric 'xp'`),
    })
  })
})

describe('the clock', () => {
  test('begins where it is told, stands still, and cannot go back', async () => {
    const serving = await serveHere(['--now', '2030-01-01T00:00:00Z', '--freeze'], { cwd })
    expect(await call(serving.url, '/_gamify/clock')).toEqual({
      status: 200,
      body: { now: '2030-01-01T00:00:00.000Z', frozen: true },
    })
    expect(await runHere(['player', 'create', 'neo'], { cwd, env: { GAMIFY_URL: serving.url } })).toMatchObject({
      code: 0,
    })
    await stop(serving)
    expect(await runHere(['serve', '--port', '0', '--now', '2029-01-01'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--now'),
    })
    await stop(await serveHere(['--now', '2031-01-01'], { cwd }))
  })
})

describe('who may call', () => {
  test('beyond this machine nobody with the secret that everybody knows', async () => {
    const { code, stderr } = await runHere(['serve', '--host', '0.0.0.0', '--port', '0'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('GAMIFY_CLIENT_SECRET')
    expect(stderr).toContain('"dev_clients": false')
    const env = { GAMIFY_CLIENT_SECRET: 'hidden' }
    const serving = await serveHere(['--host', '0.0.0.0', '--memory'], { cwd, env })
    expect(await runHere(['player', 'list'], { cwd, env: { ...env, GAMIFY_URL: serving.url } })).toMatchObject({
      code: 0,
    })
    expect(await runHere(['player', 'list'], { cwd, env: { GAMIFY_URL: serving.url } })).toMatchObject({ code: 1 })
  })

  test('everybody with --no-auth, on this machine alone', async () => {
    const serving = await serveHere(['--memory', '--no-auth'], { cwd })
    expect((await fetch(`${serving.url}/v2/admin/players`)).status).toBe(200)
    expect(await runHere(['serve', '--no-auth', '--host', '0.0.0.0'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--no-auth'),
    })
  })

  test('by the names of this machine, and those that are allowed', async () => {
    const serving = await serveHere(['--memory', '--allow-host', 'game.test'], { cwd })
    const statusFor = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request(`${serving.url}/_gamify/health`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end()
      })
    expect(await statusFor('game.test')).toBe(200)
    expect(await statusFor('other.test')).toBe(403)
  })
})

describe('settings', () => {
  test('come from flag, environment and file, in this order', async () => {
    const [one, two, three] = await Promise.all(
      [0, 0, 0].map(async () => {
        const serving = await serveHere(['--memory'], { cwd })
        await stop(serving)
        return portOf(serving.url)
      }),
    )
    await writeJson('gamify.json', { port: Number(three), game: { title: 'Forum' } })
    const urlWith = async (
      args: readonly string[],
      env: Readonly<Record<string, string>>,
    ): Promise<string | undefined> => {
      const serving = startHere(['serve', '--memory', ...args], { cwd, env })
      const [, title, url] = await serving.says(/serves (.*) on (\S+)\n/)
      expect(title).toBe('Forum')
      serving.kill('SIGTERM')
      await serving.ended
      return portOf(url ?? '')
    }
    expect(await urlWith(['--port', String(one)], { PORT: String(two) })).toBe(one)
    expect(await urlWith([], { PORT: String(two) })).toBe(two)
    expect(await urlWith([], {})).toBe(three)
  })

  test('with --memory need not a single byte on disk', async () => {
    await runHere(['init'], { cwd })
    const before = await readdir(cwd, { recursive: true })
    const place = { cwd, flags: ['--permission', '--allow-fs-read=*', '--allow-net'] }
    const serving = await serve(['--memory', '--seed', 'seeds/players.json'], place)
    const env = { GAMIFY_URL: serving.url }
    expect(await runHere(['play', 'action', 'like', '--as', 'neo', '--count', '3'], { cwd, env })).toMatchObject({
      code: 0,
    })
    expect(await runHere(['player', 'reset', 'trinity'], { cwd, env })).toMatchObject({ code: 0 })
    expect(await runHere(['player', 'activity', 'neo'], { cwd, env })).toMatchObject({ code: 0 })
    await stop(serving)
    expect(serving.written.stderr).not.toMatch(/restricted|defect/)
    expect(await readdir(cwd, { recursive: true })).toEqual(before)
    // Held against a game that does write, so that it is known to be kept from it.
    expect((await run(['serve', '--port', '0'], place)).stderr).toContain('Permission Model')
  })

  test.each([
    [['--now', 'tomorrow'], '--now'],
    [['--keep', 'long'], '--keep'],
    [['--port', '65536'], '0 to 65535'],
    [['--config', 'none.json'], 'none.json:1:1: no such file'],
  ])('%j are refused', async (args, message) => {
    expect(await runHere(['serve', ...args], { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  })

  test('of the environment are looked at too', async () => {
    expect(await runHere(['serve'], { cwd, env: { PORT: 'http' } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('PORT=http'),
    })
  })
})
