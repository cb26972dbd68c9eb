import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchNpm } from '../../src/cli/npm-watch.ts'
import { inherited, shellCommand } from './spawned.ts'

/** What npm does with a script: it runs it in a shell, and tells it its name. */
const NPM = `require('node:child_process').spawn('sh', ['-c', process.argv[1]], {
  stdio: 'inherit',
  env: { ...process.env, npm_lifecycle_event: 'start' },
})`

/** Whether anything of a process group still runs. */
function isLeft(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

describe.skipIf(process.platform === 'win32')('npm that is killed', () => {
  let cwd: string
  let npm: ChildProcess | undefined
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'gamify-npm-'))
  })
  afterEach(async () => {
    // Those that it has started are of its group.
    if (npm?.pid !== undefined && isLeft(npm.pid)) process.kill(-npm.pid, 'SIGKILL')
    await rm(cwd, { recursive: true, maxRetries: 5 })
  })

  test.each([
    ['with a shell that waits for the script', (script: string) => `${script}; true`, process.platform === 'linux'],
    ['with a shell that the script replaces', (script: string) => `exec ${script}`, true],
  ])('takes along what it runs, in order: %s', async (_, inShell, isSeen) => {
    if (!isSeen) return
    const script = inShell(`${shellCommand} serve --port 0`)
    const started = spawn(process.execPath, ['-e', NPM, script], {
      cwd,
      env: inherited,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    npm = started
    let written = ''
    started.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()))
    await vi.waitFor(() => expect(written).toContain(' serves '), { timeout: 30_000 })
    expect(await readdir(join(cwd, '.gamify'))).toContain('lock')
    started.kill('SIGKILL')
    // The pipe is closed when the last of those has ended who write to it.
    await once(started, 'close')
    expect(await readdir(join(cwd, '.gamify'))).not.toContain('lock')
    expect(await readdir(join(cwd, '.gamify/staging/snapshots'))).toHaveLength(1)
  })
})

describe('the watch', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each([{}, { npm_lifecycle_event: 'dev' }])('is for npm start alone, and not for %j', (env) => {
    watchNpm(env, () => {})
    expect(vi.getTimerCount()).toBe(0)
  })

  test('says nothing while npm runs, and ends when it is asked to', () => {
    let isEnded = false
    const stop = watchNpm({ npm_lifecycle_event: 'start' }, () => (isEnded = true))
    vi.advanceTimersByTime(10_000)
    expect(isEnded).toBe(false)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
