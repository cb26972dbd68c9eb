import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endAllHere, runHere, serveHere, startHere, type Here } from './in-process.ts'

/** How long a start may take on a machine with much else to do. */
const PATIENCE = { timeout: 20_000 }

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-wait-'))
})
afterEach(async () => {
  await endAllHere()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const xp = { id: 'xp', name: 'XP', type: 'point' }
const broken = { ...xp, name: 7 }

async function writeMetric(content: object): Promise<void> {
  await mkdir(join(cwd, 'design/metrics'), { recursive: true })
  await writeFile(join(cwd, 'design/metrics/xp.json'), JSON.stringify(content))
}

const PROBLEMS = 'the design has problems; the game starts as soon as you fix them:\n'

/** Starts `serve --wait-for-design`; resolves when it reports for the first time what it waits for. */
async function startWaiting(...flags: readonly string[]): Promise<Here & { readonly url: string }> {
  const here = startHere(['serve', '--port', '0', '--wait-for-design', ...flags], { cwd })
  const [, url = ''] = await here.says(/waits for a valid design on (http:\S+)\n/)
  await vi.waitFor(() => expect(here.written.stderr).toContain(PROBLEMS), PATIENCE)
  return { ...here, url }
}

async function healthAt(url: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${url}/_gamify/health`)
  return { status: answer.status, body: await answer.json() }
}

const waitingHealth = (...problems: readonly object[]): object => ({
  status: 503,
  body: { status: 'waiting', name: 'gamify', version: expect.any(String), problems },
})

const nameProblem = { file: 'metrics/xp.json', line: 1, column: 19, message: 'name: expected string, found number' }

const end = async (here: Here): Promise<void> => {
  here.kill('SIGTERM')
  expect(await here.ended).toMatchObject({ code: 0, signal: null })
}

test('a design that is broken at the start ends serve with 2, which says how to wait for it', async () => {
  await writeMetric(broken)
  const { code, stderr } = await runHere(['serve', '--port', '0', '--now', '2030-01-01'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toBe(
    'error: design/metrics/xp.json:1:19: name: expected string, found number\n' +
      '  fix the files and start again,\n' +
      "  or run 'gamify serve --wait-for-design', which starts as soon as the files are valid\n",
  )
  // Nothing has happened in the game yet, so the same command works then.
  await writeMetric(xp)
  await end(await serveHere(['--now', '2030-01-01'], { cwd }))
})

test.each([['--memory'], ['--poll']])('serve waits until the files are valid, with %s', async (flag) => {
  await writeMetric(broken)
  const waiting = await startWaiting(flag, '--now', '2030-01-01', '--freeze')
  expect(waiting.written.stderr).toContain('design/metrics/xp.json:1:19: name: expected string, found number')
  expect(await healthAt(waiting.url)).toMatchObject(waitingHealth(nameProblem))
  const env = { GAMIFY_URL: waiting.url }
  for (const command of [
    ['player', 'list'],
    ['time', 'show'],
  ]) {
    const refused = await runHere(command, { cwd, env })
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: not_ready: .*\n  run 'gamify design validate' /),
    })
  }
  // What is wrong in another way is reported too.
  await writeMetric({ ...xp, type: 'pint' })
  await vi.waitFor(() => expect(waiting.written.stderr).toContain('xp.json:1:31: type'), PATIENCE)
  expect(await healthAt(waiting.url)).toMatchObject({ body: { problems: [{ column: 31 }] } })
  expect(waiting.written.stdout).toMatch(/^.* waits for a valid design on .*\n$/)

  await writeMetric(xp)
  await waiting.says(/1 metric, 0 actions, 0 rules from design\n/)
  expect(waiting.written.stdout).toContain(`on ${waiting.url}\n`)
  expect(await healthAt(waiting.url)).toMatchObject({ status: 200, body: { status: 'ready' } })
  const shown = await runHere(['time', 'show', '--json'], { cwd, env })
  expect(JSON.parse(shown.stdout)).toEqual({ now: '2030-01-01T00:00:00.000Z', frozen: true })
  // The files are watched from then on as after any start.
  await writeMetric({ ...xp, name: 'Points' })
  await vi.waitFor(() => expect(waiting.written.stderr).toContain('name XP -> Points'), PATIENCE)
  await end(waiting)
})

test('a directory that does not exist yet is waited for, and seeds are in before anybody can call', async () => {
  await writeFile(join(cwd, 'seeds.json'), JSON.stringify({ players: [{ id: 'neo', scores: { xp: '5' } }] }))
  const waiting = await startWaiting('--memory', '--design', 'game', '--seed', 'seeds.json')
  expect(await healthAt(waiting.url)).toMatchObject(
    waitingHealth({ file: '.', line: 1, column: 1, message: 'no such directory; expected the design directory' }),
  )
  await mkdir(join(cwd, 'new/metrics'), { recursive: true })
  await writeFile(join(cwd, 'new/metrics/xp.json'), JSON.stringify(xp))
  await rename(join(cwd, 'new'), join(cwd, 'game'))
  await vi.waitFor(async () => expect(await healthAt(waiting.url)).toMatchObject({ status: 200 }), PATIENCE)
  const { stdout } = await runHere(['player', 'list', '--json'], { cwd, env: { GAMIFY_URL: waiting.url } })
  expect(stdout).toContain('"neo"')
  await end(waiting)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the waiting with 0, and lets go of the data',
  async (signal) => {
    await writeMetric(broken)
    const waiting = await startWaiting()
    expect(await readdir(join(cwd, '.gamify'))).toContain('lock')
    waiting.kill(signal)
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: expect.not.stringContaining('serves') })
    expect(await readdir(join(cwd, '.gamify'))).not.toContain('lock')
    await expect(fetch(waiting.url)).rejects.toThrow()
  },
)

test('the last valid design is waited for no more than without the flag', async () => {
  await writeMetric(xp)
  await end(await serveHere([], { cwd }))
  await writeMetric(broken)
  const serving = await serveHere(['--wait-for-design'], { cwd })
  expect(serving.written.stderr).toMatch(/xp\.json:1:19: [^]*the last valid design stays active/)
  await end(serving)
})

test('the address of a game that waits is known to commands of its project', async () => {
  await writeFile(join(cwd, 'gamify.json'), '{}')
  await writeMetric(broken)
  const waiting = await startWaiting()
  expect(await runHere(['player', 'list'], { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not_ready'),
  })
  const { findings } = JSON.parse((await runHere(['doctor', '--json'], { cwd })).stdout) as {
    findings: readonly object[]
  }
  expect(findings).toContainEqual({
    check: 'emulator',
    level: 'warning',
    message: expect.stringMatching(/answers at .* and waits for a valid design$/),
    advice: ['fix the design; it starts by itself'],
  })
  await end(waiting)
})

test.each([
  [['--json'], /^({.*})\n/],
  [['--print-env'], /^GAMIFY_URL=(.*)\nGAMIFY_CLIENT_ID=gamify-staging\nGAMIFY_CLIENT_SECRET=\S+\n/],
  [['--print-env', '--quiet', '--log', 'silent'], /^GAMIFY_URL=(.*)\n/],
  [['--log', 'json'], /^gamify \S+ waits for a valid design on (.*)\n/],
  [['--log', 'silent'], /^gamify \S+ waits for a valid design on (.*)\n/],
])('a game that waits prints its address as one that is served does, with %j', async (flags, form) => {
  await writeMetric(broken)
  const waiting = startHere(['serve', '--port', '0', '--wait-for-design', ...flags], { cwd })
  const [, told = ''] = await waiting.says(form)
  const { url, ...place } = told.startsWith('{') ? (JSON.parse(told) as { url: string }) : { url: told }
  if (flags[0] === '--json')
    expect(place).toEqual({
      clients: ['gamify-staging', 'gamify-production'],
      data: join(cwd, '.gamify'),
      status: 'waiting',
    })
  expect(await healthAt(url)).toMatchObject(waitingHealth(nameProblem))
  await end(waiting)
})

test('open prints the page of a game that waits, and says that it waits', async () => {
  await writeFile(join(cwd, 'gamify.json'), '{}')
  await writeMetric(broken)
  const waiting = await startWaiting()
  const page = `${waiting.url}/_gamify/docs`
  expect(await runHere(['open'], { cwd })).toMatchObject({
    code: 0,
    stdout: `${page}\n`,
    stderr: "the emulator waits for a valid design; run 'gamify design validate' to see the problems\n",
  })
  const { stdout } = await runHere(['open', '--json'], { cwd })
  expect(JSON.parse(stdout)).toEqual({ url: page, status: 'waiting' })
  expect((await fetch(page)).status).toBe(200)
  await end(waiting)
})

test.each([
  [['serve', '--wait-for-design', '--no-watch'], '--no-watch'],
  [['exec', '--wait-for-design', '--', 'true'], 'unknown option'],
])('%s is wrong usage', async (args, why) => {
  await writeMetric(broken)
  expect(await runHere(args, { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining(why) })
})

test('a broken gamify.json is not waited for', async () => {
  await writeFile(join(cwd, 'gamify.json'), '{')
  expect(await runHere(['serve', '--wait-for-design'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('gamify.json:1:2'),
  })
})
