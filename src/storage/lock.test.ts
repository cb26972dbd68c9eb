import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { nodeFileSystem } from './fs.ts'
import { takeLock, type LockHolder } from './lock.ts'
import { localProcesses, type Processes } from './processes.ts'
import { LockHeld } from './storage-error.ts'

/** A machine on which the processes with these pids run, started as told. */
const machine = (pid: number, running: Record<number, string>, host = 'here'): Processes => ({
  pid,
  host,
  startOf: async (one) => running[one],
})

async function lockIn(fs: SimulatedFileSystem): Promise<LockHolder> {
  return JSON.parse(String(await fs.readFile('data/lock'))) as LockHolder
}

async function put(fs: SimulatedFileSystem, name: string, content: string): Promise<void> {
  await fs.mkdir('data')
  await (await fs.open(`data/${name}`, 'create')).write(Buffer.from(content), 0)
}

const OLD = '00000000-0000-4000-8000-000000000001'
const OLDER = '00000000-0000-4000-8000-000000000002'

const left = (rest: Partial<LockHolder> = {}): string =>
  JSON.stringify({ pid: 7, started: 'monday', host: 'here', token: OLD, since: '2026-01-01T00:00:00.000Z', ...rest })

describe('a lock', () => {
  test('names process, start and machine, and where it serves', async () => {
    const fs = new SimulatedFileSystem()
    const lock = await takeLock({ fs, directory: 'data', processes: machine(1, { 1: 'monday' }) })
    expect(await lockIn(fs)).toMatchObject({ pid: 1, started: 'monday', host: 'here' })
    await lock.announce('http://localhost:3000')
    expect(await lockIn(fs)).toMatchObject({ pid: 1, url: 'http://localhost:3000' })
  })

  test('that is let go of is not announced any more, and goes with an announcement that is under way', async () => {
    const fs = new SimulatedFileSystem()
    const lock = await takeLock({ fs, directory: 'data', processes: machine(1, { 1: 'monday' }) })
    await Promise.all([lock.announce('http://localhost:3000'), lock.release()])
    expect(await fs.list('data')).toEqual([])
    await lock.announce('http://localhost:3001')
    expect(await fs.list('data')).toEqual([])
  })

  test('keeps out a second process, and tells it who is there', async () => {
    const fs = new SimulatedFileSystem()
    const running = { 1: 'monday', 2: 'tuesday' }
    const lock = await takeLock({ fs, directory: 'data', processes: machine(1, running) })
    await lock.announce('http://localhost:3000')
    const second = takeLock({ fs, directory: 'data', processes: machine(2, running) })
    await expect(second).rejects.toBeInstanceOf(LockHeld)
    await expect(second).rejects.toThrow(
      /^data is in use by process 1, since 2\d{3}-[-0-9T:.]*Z, serving http:\/\/localhost:3000$/,
    )
  })

  test('keeps out a second one of the same process', async () => {
    const fs = new SimulatedFileSystem()
    const processes = machine(1, { 1: 'monday' })
    await takeLock({ fs, directory: 'data', processes })
    await expect(takeLock({ fs, directory: 'data', processes })).rejects.toBeInstanceOf(LockHeld)
  })

  test('that is a link to nowhere is told as such', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'gamify-lock-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    await symlink(join(directory, 'nowhere'), join(directory, 'lock'))
    const taken = takeLock({ fs: nodeFileSystem(), directory, processes: machine(1, { 1: 'monday' }) })
    await expect(taken).rejects.toThrow(`${join(directory, 'lock')} is a broken link, or another process`)
  })

  test('can be taken again when it was released, and releases only what is its own', async () => {
    const fs = new SimulatedFileSystem()
    const processes = machine(1, { 1: 'monday' })
    const first = await takeLock({ fs, directory: 'data', processes })
    await first.release()
    await takeLock({ fs, directory: 'data', processes })
    await first.release()
    expect(await fs.list('data')).toEqual(['lock'])
  })

  test.each([
    ['whose process has ended', {}],
    ['whose pid belongs to another process now', { 7: 'tuesday' }],
  ])('is taken over from one %s', async (_name, running) => {
    const fs = new SimulatedFileSystem()
    await put(fs, 'lock', left())
    await takeLock({ fs, directory: 'data', processes: machine(1, { 1: 'now', ...running }) })
    expect(await lockIn(fs)).toMatchObject({ pid: 1, started: 'now' })
    expect(await fs.list('data')).toEqual(['lock'])
  })

  test('is not taken over from another machine', async () => {
    const fs = new SimulatedFileSystem()
    await put(fs, 'lock', left({ host: 'there' }))
    await expect(takeLock({ fs, directory: 'data', processes: machine(1, { 1: 'now' }) })).rejects.toThrow(
      'data is in use by process 7 on there (if that process no longer runs, delete data/lock), since 2026-01-01',
    )
  })

  test.concurrent.each(['', '{"pid":', 'null', '{}'])('left half written, as %j, is taken over', async (content) => {
    const fs = new SimulatedFileSystem()
    await put(fs, 'lock', content)
    await takeLock({ fs, directory: 'data', processes: machine(1, { 1: 'now' }) })
    expect(await lockIn(fs)).toMatchObject({ pid: 1 })
    expect(await fs.list('data')).toEqual(['lock'])
  })

  test('leaves files of others alone, whatever their names begin with', async () => {
    const fs = new SimulatedFileSystem()
    await put(fs, 'lock', left())
    for (const name of ['lock.json', 'lock.old', 'lock.4.tmp']) await put(fs, name, '')
    await takeLock({ fs, directory: 'data', processes: machine(1, { 1: 'now' }) })
    expect(await fs.list('data')).toEqual(['lock', 'lock.json', 'lock.old'])
  })

  test('whose heirs have ended too is taken over, and one whose heir runs is not', async () => {
    const fs = new SimulatedFileSystem()
    await put(fs, 'lock', left())
    await put(fs, `lock.${OLD}`, left({ pid: 8, token: OLDER }))
    await put(fs, `lock.${OLDER}`, left({ pid: 9, token: 'oldest' }))
    const starting = takeLock({ fs, directory: 'data', processes: machine(1, { 1: 'now', 9: 'monday' }) })
    await expect(starting).rejects.toThrow('in use by process 9, since')
    await takeLock({ fs, directory: 'data', processes: machine(1, { 1: 'now' }) })
    expect(await lockIn(fs)).toMatchObject({ pid: 1 })
    expect(await fs.list('data')).toEqual(['lock'])
  })

  test('can always be taken after a stop at any operation', async () => {
    for (let at = 1, faulted = true; faulted; at += 1) {
      const fs = new SimulatedFileSystem(at, { at, kind: 'stop' })
      await takeOver(fs).catch(() => {})
      faulted = fs.faulted !== undefined
      const restarted = fs.crash('all')
      await takeLock({ fs: restarted, directory: 'data', processes: machine(2, { 2: 'later' }) })
      expect(await lockIn(restarted)).toMatchObject({ pid: 2 })
      expect(await restarted.list('data')).toEqual(['lock'])
    }
  })

  async function takeOver(fs: SimulatedFileSystem): Promise<void> {
    await put(fs, 'lock', left())
    await takeLock({ fs, directory: 'data', processes: machine(1, { 1: 'now' }) })
  }
})

const STARTER = `
  import { nodeFileSystem } from '${new URL('fs.ts', import.meta.url).href}'
  import { takeLock } from '${new URL('lock.ts', import.meta.url).href}'
  import { localProcesses } from '${new URL('processes.ts', import.meta.url).href}'
  process.stdin.resume().once('data', async () => {
    try {
      await takeLock({ fs: nodeFileSystem(), directory: process.argv[1], processes: localProcesses() })
      process.stdout.write('won')
    } catch (error) {
      process.stdout.write(error.name)
    }
    process.stdin.once('data', () => process.exit())
  })
  process.stdout.write('ready ')
`

/** Starts so many processes that try to take the lock of a directory at once; gives what each of them says. */
async function race(directory: string, count: number): Promise<string[]> {
  const starters = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', STARTER, directory])
    let said = ''
    child.stdout.on('data', (bytes: Buffer) => (said += String(bytes)))
    child.stderr.on('data', (bytes: Buffer) => (said += String(bytes)))
    const saying = async (words: RegExp): Promise<string> => {
      while (!words.test(said)) await new Promise((done) => child.stdout.once('data', done))
      return said
    }
    onTestFinished(() => void child.kill('SIGKILL'))
    return { child, saying }
  })
  await Promise.all(starters.map(({ saying }) => saying(/ready /)))
  for (const { child } of starters) child.stdin.write('go')
  const said = await Promise.all(starters.map(({ saying }) => saying(/ready \w/)))
  for (const { child } of starters) child.stdin.write('end')
  return said.map((words) => words.replace('ready ', ''))
}

describe('real processes', () => {
  const temporary = async (): Promise<string> => {
    const directory = await mkdtemp(join(tmpdir(), 'gamify-lock-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    return directory
  }

  test.each(['no lock', 'a stale lock', 'a lock left half written'])(
    'ten at once on %s: exactly one wins',
    async (found) => {
      const directory = await temporary()
      const stale = { pid: process.pid, started: 'long ago', host: localProcesses().host, token: 'old', since: 'then' }
      if (found === 'a stale lock') await writeFile(join(directory, 'lock'), JSON.stringify(stale))
      if (found === 'a lock left half written') await writeFile(join(directory, 'lock'), '{"pid"')
      const said = await race(directory, 10)
      expect(said.toSorted()).toEqual([...Array<string>(9).fill('LockHeld'), 'won'])
    },
  )

  test('one that was killed leaves a lock that the next one takes over', async () => {
    const directory = await temporary()
    expect(await race(directory, 1)).toEqual(['won'])
    const before = JSON.parse(await readFile(join(directory, 'lock'), 'utf8')) as LockHolder
    expect(await race(directory, 1)).toEqual(['won'])
    const after = JSON.parse(await readFile(join(directory, 'lock'), 'utf8')) as LockHolder
    expect(after.pid).not.toBe(before.pid)
  })

  test('tells one process from another, and from none', async () => {
    const processes = localProcesses()
    const start = await processes.startOf(process.pid)
    expect(start).toBeTypeOf('string')
    expect(await processes.startOf(process.pid)).toBe(start)
    expect(await processes.startOf(2 ** 22 + 1)).toBeUndefined()
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    expect(await processes.startOf(child.pid ?? 0)).toBeTypeOf('string')
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
    expect(await processes.startOf(child.pid ?? 0)).toBeUndefined()
  })

  test('a directory that cannot be used is told in words', async () => {
    const directory = await temporary()
    await writeFile(join(directory, 'file'), '')
    const path = join(directory, 'file', 'data')
    await expect(takeLock({ fs: nodeFileSystem(), directory: path, processes: localProcesses() })).rejects.toThrow(
      `${path} cannot be locked: ENOTDIR`,
    )
  })
})
