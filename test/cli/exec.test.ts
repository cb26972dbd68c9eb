import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { isUnfinishedName } from '../../src/project/unfinished-files.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { fakeIo, type Outcome } from '../support/fake-io.ts'
import { command, endAll, shellCommand, start, type Spawned } from './spawned.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-exec-'))
})
afterEach(async () => {
  endAll()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

/** Runs `gamify exec` in this process; what the command says goes to ours, unless it is told to write elsewhere. */
async function exec(...args: readonly string[]): Promise<Outcome> {
  const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] } })
  const code = await runProgram(['exec', ...args], io)
  return { code, ...io.written }
}
const started = (...args: readonly string[]): Spawned => start(['exec', ...args], { cwd, apart: true })

/** A line of a shell as a command, and what it has said then. */
const shell = (line: string): readonly string[] => ['--', 'sh', '-c', `{ ${line}; } > out.txt`]
const said = (): Promise<string> => readFile(join(cwd, 'out.txt'), 'utf8').catch(() => '')

/** Writes a program for Node that can ask the emulator, and gives the command that runs it; what it says is `said`. */
async function script(text: string): Promise<readonly string[]> {
  await writeFile(
    join(cwd, 'script.mjs'),
    `const url = process.env.GAMIFY_URL
    const ask = async (path, init = {}) => {
      const account = { client_id: process.env.GAMIFY_CLIENT_ID, client_secret: process.env.GAMIFY_CLIENT_SECRET }
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ ...account, grant_type: 'client_credentials' })
      const granted = await (await fetch(url + '/auth/token', { method: 'POST', headers, body })).json()
      const answer = await fetch(url + path, { ...init, headers: { authorization: 'Bearer ' + granted.access_token } })
      return answer.json()
    }
    ${text}`,
  )
  return shell(`'${process.execPath}' script.mjs`)
}

/** Whether a process is running, and not merely waiting for someone to hear that it has ended. */
async function isRunning(pid: number): Promise<boolean> {
  const [, state] = /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) ?? []
  return state !== undefined && state !== 'Z'
}

/** The processes whose ids a command printed, as soon as it has printed so many. */
async function pidsOf(spawned: Spawned, count: number): Promise<readonly number[]> {
  await spawned.says(new RegExp(String.raw`(?:pid \d+\s+){${count}}`))
  return Array.from(spawned.written.stdout.matchAll(/pid (\d+)/g), ([, pid]) => Number(pid))
}

/** The same of a command that runs in this process. */
async function pidsSaid(count: number): Promise<readonly number[]> {
  await expect.poll(said, { timeout: 20_000 }).toMatch(new RegExp(String.raw`(?:pid \d+\s+){${count}}`))
  return Array.from((await said()).matchAll(/pid (\d+)/g), ([, pid]) => Number(pid))
}

async function untilGone(pids: readonly number[]): Promise<void> {
  expect(pids.length).toBeGreaterThan(0)
  await expect.poll(() => Promise.all(pids.map(isRunning)), { timeout: 5_000 }).toEqual(pids.map(() => false))
}

describe('the command', () => {
  test('as a process finds the emulator ready, and stdin and stdout are its own', async () => {
    const line = `read -r word; echo "$word"; '${process.execPath}' -e 'fetch(process.env.GAMIFY_URL + "/_gamify/health")
      .then((answer) => answer.text()).then(console.log)'; exit 7`
    const child = spawn(command[0], [...command.slice(1), 'exec', '--', 'sh', '-c', line], {
      cwd,
      stdio: 'pipe',
      detached: true,
    })
    child.stdin.end('to be read')
    const out = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (out.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (out.stderr += chunk.toString()))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect({ code, stderr: out.stderr }).toEqual({ code: 7, stderr: '' })
    const [word, health = ''] = out.stdout.split('\n')
    expect(word).toBe('to be read')
    expect(JSON.parse(health)).toMatchObject({ name: 'gamify', status: 'ready' })
  })

  test('has the seeds and the clock that it was given', async () => {
    await writeFile(join(cwd, 'seeds.json'), '{ "players": ["neo", "trinity"] }')
    const line = await script(`console.log(JSON.stringify([
      await ask('/_gamify/clock'), (await ask('/v2/admin/players')).total, await ask('/_gamify/clock')]))`)
    const { code } = await exec('--seed', 'seeds.json', '--now', '2026-01-31', '--freeze', ...line)
    const clock = { now: '2026-01-31T00:00:00.000Z', frozen: true }
    expect({ code, answers: JSON.parse(await said()) }).toEqual({ code: 0, answers: [clock, 2, clock] })
  })

  test('trusts an emulator that serves https', async () => {
    const line = await script(`console.log(url.slice(0, 5), (await ask('/v2/admin/players')).total)`)
    expect(await exec('--https', ...line)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await said()).toBe('https 0\n')
  })

  test('finds variables that --print-env tells on stderr', async () => {
    const { stderr } = await exec('--print-env', ...shell('env | grep ^GAMIFY_'))
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^GAMIFY_URL=http:\/\/127\.0\.0\.1:\d+$/),
      'GAMIFY_CLIENT_ID=gamify-staging',
      'GAMIFY_CLIENT_SECRET=gamify-dev-secret',
    ])
    for (const line of stderr.trim().split('\n')) expect(await said()).toContain(`${line}\n`)
  })

  test('does not find how we were started', async () => {
    const io = fakeIo({ cwd, env: { PATH: process.env['PATH'], GAMIFY_RELAUNCHED: '1' } })
    await runProgram(['exec', ...shell('env | grep -c RELAUNCHED')], io)
    expect(await said()).toBe('0\n')
  })

  test('has flags of its own', async () => {
    const flags = ['--json', '--help', '--port=x', '--']
    expect(await exec(...shell('echo "$@"'), 'sh', ...flags)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await said()).toBe(`${flags.join(' ')}\n`)
  })
})

describe('the exit code', () => {
  test.each([
    ['of the command', 7, 'exit 7'],
    ['of a signal', 137, 'kill -KILL $$'],
    ['of another', 143, 'kill -TERM $$'],
  ])('is that %s: %i', async (_, code, line) => {
    expect(await exec('--', 'sh', '-c', line)).toEqual({ code, stdout: '', stderr: '' })
  })

  test('is 127 where there is no such command', async () => {
    const told = `error: command not found: 'no-such-command'\n`
    expect(await exec('--', 'no-such-command')).toEqual({ code: 127, stdout: '', stderr: told })
    expect(await exec('--', 'no-such-command', '--json')).toMatchObject({ code: 127, stderr: told })
  })

  test('is 127 for what npx would find, which is told', async () => {
    await mkdir(join(cwd, 'node_modules/.bin'), { recursive: true })
    await writeFile(join(cwd, 'node_modules/.bin/tool-of-ours'), '')
    const { code, stderr } = await exec('--', 'tool-of-ours')
    expect({ code, stderr }).toEqual({ code: 127, stderr: expect.stringContaining('npx tool-of-ours') })
  })

  test.each([
    ['no program', 0o644, '#!/bin/sh\n', 'it is not executable'],
    ['a script for what is not there', 0o755, '#!/no/such/shell\n', 'the interpreter in its first line does not exist'],
  ])('is 126 for %s', async (_, mode, text, reason) => {
    await writeFile(join(cwd, 'tool'), text)
    await chmod(join(cwd, 'tool'), mode)
    const { code, stdout, stderr } = await exec('--', './tool')
    expect({ code, stdout }).toEqual({ code: 126, stdout: '' })
    expect(stderr).toMatch(`error: cannot run the command './tool': ${reason}\n`)
  })

  test.each([
    ['an empty name', '', 127, "command not found: ''\n  the first word after -- is empty"],
    ['a name below a file', './file.txt/x', 127, "command not found: './file.txt/x'\n"],
    ['a directory', './node_modules', 126, "cannot run the command './node_modules': it is a directory\n"],
    ['a link to itself', './circle', 126, "cannot run the command './circle': its symbolic links form a loop\n"],
    ['a name of 300 letters', `./${'x'.repeat(300)}`, 126, "x': its name is too long\n"],
  ])('comes at once, with nothing left running, for %s', async (_, name, code, words) => {
    await mkdir(join(cwd, 'node_modules/.bin'), { recursive: true })
    await writeFile(join(cwd, 'file.txt'), '')
    await symlink('circle', join(cwd, 'circle'))
    expect(await exec('--', name)).toEqual({ code, stdout: '', stderr: expect.stringContaining(words) })
  })

  test('goes with an error as JSON where that is asked for', async () => {
    const { code, stdout, stderr } = await exec('--json', '--', 'no-such-command')
    expect({ code, stdout }).toEqual({ code: 127, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({
      error: 'command_not_found',
      error_description: `command not found: 'no-such-command'`,
    })
  })

  test.each([
    ['nothing to run', []],
    ['a flag of the command without --', ['true', '--nothing-of-ours']],
    ['what serve would refuse, too', ['--now', 'soon', '--', 'true']],
  ])('is 2 for %s', async (_, args) => {
    expect(await exec(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^error: /) })
  })
})

describe('data', () => {
  test('is thrown away, whatever the environment says', async () => {
    const io = fakeIo({ cwd, env: { PATH: process.env['PATH'], GAMIFY_DATA: 'kept', PORT: '1' } })
    expect(await runProgram(['exec', '--', 'true'], io)).toBe(0)
    expect({ told: io.written.stderr, left: await readdir(cwd) }).toEqual({ told: '', left: [] })
  })

  test('stays with --data', async () => {
    const make = await script(`await ask('/v2/admin/players', { method: 'POST', body: '{"id":"neo"}' })`)
    expect(await exec('--data', 'kept', ...make)).toMatchObject({ code: 0, stderr: '' })
    const count = await script(`console.log((await ask('/v2/admin/players')).total)`)
    expect(await exec('--data', 'kept', ...count)).toMatchObject({ code: 0, stderr: '' })
    expect(await said()).toBe('1\n')
  })
})

describe('--export-on-exit', () => {
  const seeded = ['--now', '2026-01-31', '--freeze', '--seed', 'seeds.json'] as const
  beforeEach(() => writeFile(join(cwd, 'seeds.json'), '{ "players": ["neo"] }'))
  const exported = async (): Promise<string> => readFile(join(cwd, 'state.ndjson'), 'utf8')

  test('writes the state that the command has left, also of one that has failed', async () => {
    const make = await script(
      `await ask('/v2/admin/players', { method: 'POST', body: '{"id":"trinity"}' }); process.exit(3)`,
    )
    const ended = await exec(...seeded, '--export-on-exit', 'state.ndjson', ...make)
    expect(ended).toEqual({ code: 3, stdout: '', stderr: '' })
    const lines = (await exported()).trimEnd().split('\n')
    expect(lines.every((line) => typeof JSON.parse(line) === 'object')).toBe(true)
    expect(await exported()).toContain('trinity')
    expect((await readdir(cwd)).toSorted()).toEqual(['out.txt', 'script.mjs', 'seeds.json', 'state.ndjson'])
  })

  test('of the same game twice gives the same bytes', async () => {
    const states: string[] = []
    for (const _ of [1, 2]) {
      expect(await exec(...seeded, '--export-on-exit', 'state.ndjson', '--', 'true')).toMatchObject({ code: 0 })
      states.push(await exported())
    }
    expect(states[0]).toContain('neo')
    expect(states[1]).toBe(states[0])
  })

  test.each([
    ['a directory that is not there', 'nowhere/state.ndjson', 'there is no directory'],
    ['a directory', '.', 'is not a writable file'],
    ['a device', '/dev/null', 'is not a writable file'],
  ])('to %s is refused before anything is run', async (_, file, words) => {
    const { code, stdout, stderr } = await exec('--export-on-exit', file, '--', 'touch', 'run')
    expect({ code, stdout, files: await readdir(cwd) }).toEqual({ code: 2, stdout: '', files: ['seeds.json'] })
    expect(stderr).toContain(words)
  })

  test.each([
    [0, 1],
    [5, 5],
  ])('that fails after a command that ended with %i is told, and ends with %i', async (own, code) => {
    await mkdir(join(cwd, 'gone'))
    const ended = await exec('--export-on-exit', 'gone/state', '--', 'sh', '-c', `rmdir gone; exit ${own}`)
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toMatch(/^error: the state was not exported to .*gone\/state: /)
  })

  test('leaves what was there where nothing can be run', async () => {
    await writeFile(join(cwd, 'state.ndjson'), 'as it was')
    expect(await exec('--export-on-exit', 'state.ndjson', '--', 'no-such-command')).toMatchObject({ code: 127 })
    expect(await exported()).toBe('as it was')
  })
})

// The engine's own timer for such a client is 30 s.
test('a client that polls and was refused holds up no end', { timeout: 20_000 }, async () => {
  const poll = await script(
    `const at = url + '/v1/notifications/stream?EIO=3&transport=polling'
    const [, sid] = /"sid":"([^"]+)"/.exec(await (await fetch(at)).text())
    const answer = '4AUTH_RESPONSE wrong player staging game neo'
    await fetch(at + '&sid=' + sid, { method: 'POST', body: answer.length + ':' + answer })
    let text = ''
    while (!text.includes('AUTH_FAILED')) text += await (await fetch(at + '&sid=' + sid)).text()
    console.log('refused')`,
  )
  expect(await started(...poll).ended).toMatchObject({ code: 0, stderr: '' })
  expect(await said()).toBe('refused\n')
})

describe('what is told on stderr', () => {
  test('is warnings, and requests only where --log asks for them', async () => {
    await mkdir(join(cwd, 'design/images'), { recursive: true })
    await writeFile(join(cwd, 'design/images/broken.png'), 'no picture')
    const line = await script(`await ask('/v2/admin/players')`)
    expect((await exec(...line)).stderr).toMatch(/^[^\n]* warning [^\n]*\n[^\n]*broken\.png[^\n]*\n$/)
    expect((await exec('--log', 'silent', ...line)).stderr).toBe('')
    expect((await exec('--log', 'json', ...line)).stderr).toContain('"path":"/v2/admin/players"')
  })

  test('is why the game cannot be served, and nothing is run', async () => {
    await mkdir(join(cwd, 'design/metrics'), { recursive: true })
    await writeFile(join(cwd, 'design/metrics/xp.json'), '{')
    const { code, stdout, stderr } = await exec('--', 'touch', 'run')
    expect({ code, stdout, files: await readdir(cwd) }).toEqual({ code: 2, stdout: '', files: ['design'] })
    expect(stderr).toContain('design/metrics/xp.json:1:2')
  })
})

describe('a signal', () => {
  /** Says each signal that it gets, and ends some time after the first with 40 and how many there were. */
  const counting = `exec 2>/dev/null
    n=0
    got() { n=$((n + 1)); echo "$1 $n"; }
    for name in INT TERM HUP; do trap "got SIG$name" $name; done
    echo up
    while [ $n = 0 ]; do sleep 0.05; done
    sleep 0.4
    exit $((40 + n))`

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is passed on, once: %s', async (signal) => {
    const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] } })
    const running = runProgram(['exec', ...shell(counting)], io)
    await expect.poll(said, { timeout: 20_000 }).toBe('up\n')
    io.signal(signal)
    expect({ code: await running, said: await said() }).toEqual({ code: 41, said: `up\n${signal} 1\n` })
  })

  test('that the whole group gets, and we once more, is passed on once', async () => {
    const running = started('--', 'sh', '-c', counting)
    await running.says(/up/)
    running.kill('SIGTERM')
    running.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: 41, stdout: `up\nSIGTERM 1\n` })
  })

  const deaf = `trap '' TERM INT HUP; sleep 300 & echo pid $$ pid $!; wait; sleep 301`

  test('that comes before the game is ready lets nothing be run', async () => {
    const files = nodeFileSystem()
    const io = fakeIo({
      cwd,
      files: {
        ...files,
        list: (path) => {
          io.signal('SIGTERM')
          return files.list(path)
        },
      },
    })
    expect(await runProgram(['exec', '--', 'touch', join(cwd, 'run')], io)).toBe(143)
    expect(await readdir(cwd)).toEqual([])
  })

  test('that comes when nothing could be run ends us', async () => {
    const io = fakeIo({ cwd })
    const told: string[] = []
    const write = (text: string): void => {
      told.push(text)
      io.signal('SIGTERM')
    }
    expect(await runProgram(['exec', '--', 'no-such-command'], { ...io, stderr: { write, isTerminal: false } })).toBe(
      127,
    )
    expect({ told, exits: io.exits }).toEqual({
      told: ["error: command not found: 'no-such-command'\n"],
      exits: [143],
    })
  })

  test('that comes twice while the state is exported leaves no half of it, nor a certificate', async () => {
    const files = nodeFileSystem()
    let now = Date.now()
    const io = fakeIo({
      cwd,
      env: { PATH: process.env['PATH'] },
      now: () => (now += 1000),
      files: {
        ...files,
        open: async (path, ...how) => {
          if (dirname(path) === cwd && isUnfinishedName(basename(path))) for (const _ of [1, 2]) io.signal('SIGTERM')
          return files.open(path, ...how)
        },
      },
    })
    const line = ['exec', '--https', '--export-on-exit', 'state.ndjson', ...shell('printf %s "$NODE_EXTRA_CA_CERTS"')]
    expect(await runProgram(line, io)).toBe(1)
    expect(io.written.stderr).toMatch(/^error: the state was not exported to .*: interrupted\n$/)
    expect(await readdir(cwd)).toEqual(['out.txt'])
    const certificate = await said()
    expect({ certificate, isThere: existsSync(certificate) }).toEqual({
      certificate: expect.stringMatching(/gamify-ca-.*\.pem$/),
      isThere: false,
    })
  })

  test.runIf(process.platform === 'linux')('that comes when the command has ended is waited for no more', async () => {
    const daemon = `(setsid sh -c 'trap "" TERM INT HUP; echo pid $$; sleep 300; sleep 300' < /dev/null &)`
    const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] } })
    const running = runProgram(['exec', ...shell(`${daemon}; sleep 0.3; echo pid $$; exit 3`)], io)
    const [, command = 0] = await pidsSaid(2)
    await untilGone([command])
    const timers = vi.spyOn(globalThis, 'setTimeout')
    io.signal('SIGTERM')
    const begun = timers.mock.calls.length
    timers.mockRestore()
    expect({ begun, code: await running, stderr: io.written.stderr }).toEqual({ begun: 0, code: 3, stderr: '' })
  })

  test('that is not heeded is followed by an end at the second one', async () => {
    const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] } })
    const running = runProgram(['exec', ...shell(deaf)], io)
    const pids = await pidsSaid(2)
    io.signal('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 200))
    io.signal('SIGTERM')
    expect({ code: await running, stderr: io.written.stderr }).toEqual({ code: 137, stderr: '' })
    await untilGone(pids)
  })

  test('that is not heeded is followed by an end after five seconds', async () => {
    const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] } })
    const running = runProgram(['exec', ...shell(deaf)], io)
    const pids = await pidsSaid(2)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      io.signal('SIGINT')
      vi.advanceTimersByTime(4_999)
      expect(await Promise.all(pids.map(isRunning))).toEqual([true, true])
      vi.advanceTimersByTime(1)
    } finally {
      vi.useRealTimers()
    }
    expect({ code: await running, stderr: io.written.stderr }).toEqual({ code: 137, stderr: '' })
    await untilGone(pids)
  })
})

describe.runIf(process.platform === 'linux')('nothing is left behind', () => {
  /** Prints its process id and goes on for long: as it is, in a session of its own, and deaf as a daemon. */
  const family = `echo pid $$
    sh -c 'echo pid $$; exec sleep 300' &
    setsid sh -c 'echo pid $$; exec sleep 300' &
    (setsid sh -c 'trap "" TERM INT HUP; echo pid $$; sleep 300; sleep 300' < /dev/null &)`

  test('by a command that has ended', async () => {
    const running = exec(...shell(`${family}; sleep 0.3; exit 3`))
    const pids = await pidsSaid(4)
    expect(await running).toMatchObject({ code: 3, stderr: '' })
    await untilGone(pids)
  })

  test('when it is killed without a word', async () => {
    const running = started('--', 'sh', '-c', `${family}; sleep 300`)
    const pids = await pidsOf(running, 4)
    expect(await Promise.all(pids.map(isRunning))).toEqual([true, true, true, true])
    running.kill('SIGKILL')
    await untilGone(pids)
  })

  test('by one within another', async () => {
    const line = `${shellCommand} exec -- sh -c 'echo pid $$; sleep 300'`
    const running = started('--', 'sh', '-c', `echo pid $$; ${line}; true`)
    const pids = await pidsOf(running, 2)
    running.kill('SIGKILL')
    await untilGone(pids)
  })

  test('and what is not of it stays', async () => {
    const other = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' })
    expect(await exec('--', 'sh', '-c', 'sleep 300 & exit 0')).toMatchObject({ code: 0 })
    expect(await isRunning(other.pid ?? 0)).toBe(true)
    other.kill('SIGKILL')
  })
})

/** Runs a command at a terminal of its own. */
const TERMINAL = '/usr/bin/script'

describe.runIf(existsSync(TERMINAL))('at a terminal', () => {
  /** Runs a line at a terminal of its own, and types Ctrl-C once it has said that it is up, in a line of its own. */
  async function interrupted(line: string): Promise<{ code: number | null; out: string }> {
    const terminal = spawn(TERMINAL, ['-qec', `exec ${shellCommand} exec -- ${line}`, '/dev/null'], {
      cwd,
    })
    let out = ''
    terminal.stdout.on('data', (chunk: Buffer) => {
      const wasUp = isUp()
      out += chunk.toString()
      if (!wasUp && isUp()) setTimeout(() => terminal.stdin.write('\u0003'), 200)
    })
    const isUp = (): boolean => /^up( true)?\r$/m.test(out)
    // Its last words may be read after its end.
    const code = await new Promise<number | null>((resolve) => terminal.on('close', resolve))
    return { code, out }
  }

  test('Ctrl-C reaches the command once, by itself', async () => {
    await writeFile(
      join(cwd, 'count.mjs'),
      `let count = 0
      process.on('SIGINT', () => {
        console.log('interrupted ' + (count += 1))
        if (count === 1) setTimeout(() => process.exit(40 + count), 600)
      })
      setInterval(() => {}, 1000)
      console.log('up ' + process.stdin.isTTY)`,
    )
    const { code, out } = await interrupted(`'${process.execPath}' count.mjs`)
    expect({ code, out }).toEqual({
      code: 41,
      out: expect.stringMatching(/up true[^]*interrupted 1\r\n$/),
    })
  })

  test('Ctrl-C that ends the command ends us as well', async () => {
    expect(await interrupted(`sh -c 'echo up; exec cat'`)).toMatchObject({ code: 130 })
  })
})
