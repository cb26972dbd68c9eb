import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { checkNode, checkStart } from '../../src/cli/doctor/machine.ts'
import { programVersion } from '../../src/cli/package-root.ts'
import { openEmulator, type Emulator } from '../../src/emulator/emulator.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { isBroken, loadDesign } from '../../src/project/load-design.ts'
import { isProject, readProject } from '../../src/project/project.ts'
import { openBoardArchive } from '../../src/storage/board-archive.ts'
import { openFileImages } from '../../src/storage/file-images.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { type FakeWorld, gamify } from '../support/fake-io.ts'
import { serveStarter, starter } from './served-game.ts'

const files = nodeFileSystem()

/** A project with a game that was played and has ended, and the place for a copy that a test may break. */
let sound: string
let project: string
let data: string

beforeAll(async () => {
  sound = await mkdtemp(join(tmpdir(), 'gamify-doctor-'))
  await cp(starter, sound, { recursive: true })
  await writeFile(join(sound, 'gamify.json'), JSON.stringify({ port: 0 }))
  for (const id of ['neo', 'trinity']) {
    const emulator = await open(join(sound, '.gamify'))
    const staging = emulator.runtime('staging')
    await staging.run(createPlayer, { id })
    await staging.snapshots.save(`with-${id}`)
    await emulator.stop()
  }
})
afterAll(() => rm(sound, { recursive: true }))

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'gamify-doctor-'))
  data = join(project, '.gamify')
  await cp(sound, project, { recursive: true, preserveTimestamps: true })
  return () => rm(project, { recursive: true })
})

async function open(directory: string): Promise<Emulator> {
  const found = await readProject({ files, env: {}, cwd: starter })
  if (!isProject(found)) throw new Error('the starter has a broken gamify.json')
  const design = await loadDesign(files, found.design)
  if (isBroken(design)) throw new Error('the starter has a broken design')
  const { game, clients } = found
  const emulator = await openEmulator({ game, clients, program: 'test', data: { files, directory }, design })
  await emulator.ready
  return emulator
}

interface Report {
  readonly code: number
  /** By what was looked at, those that are warnings or problems. */
  readonly amiss: Readonly<Record<string, Pick<Finding, 'level' | 'message'>>>
  readonly findings: readonly Finding[]
}

async function doctor(world: FakeWorld = {}): Promise<Report> {
  const { code, stdout, stderr } = await gamify('doctor --json', { cwd: project, ...world })
  expect(stderr).toBe('')
  const { ok, findings } = JSON.parse(stdout) as { readonly ok: boolean; readonly findings: readonly Finding[] }
  expect(ok).toBe(code === 0)
  const amiss = findings.filter(({ level }) => level === 'warning' || level === 'problem')
  return {
    code,
    findings,
    amiss: Object.fromEntries(amiss.map(({ check, level, message }) => [check, { level, message }])),
  }
}

/** Every file and directory below a path, with its bytes and when it was changed. */
async function everything(path: string): Promise<unknown> {
  const names = (await readdir(path, { recursive: true })).toSorted()
  return Promise.all(
    ['', ...names].map(async (name) => {
      const facts = await stat(join(path, name))
      const bytes = facts.isFile() ? (await readFile(join(path, name))).toString('base64') : ''
      return [name, facts.mtimeMs, facts.ctimeMs, facts.mode, bytes]
    }),
  )
}

/** The newest file in a directory of the staging runtime. */
async function newest(kind: 'boards' | 'journal' | 'points' | 'snapshots'): Promise<string> {
  const directory = join(data, 'staging', kind)
  return join(directory, (await readdir(directory)).toSorted().at(-1) ?? '')
}

describe('of a game that is well', () => {
  test('all is told, and nothing is amiss', async () => {
    const { code, amiss, findings } = await doctor()
    expect({ code, amiss }).toEqual({ code: 0, amiss: {} })
    const checks = ['node', 'project', 'design', 'data', 'space', 'lock', 'game.json', 'staging journal']
    for (const check of [...checks, 'staging snapshots', 'production journal', 'designs', 'clock', 'port', 'emulator'])
      expect(findings.map((finding) => finding.check)).toContain(check)
    expect(findings.find(({ check }) => check === 'staging snapshots')?.message).toBe('2 can be read')
  })

  test('a line is told of each, and that no problems found', async () => {
    const { code, stdout, stderr } = await gamify('doctor', { cwd: project })
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'no problems found\n' })
    expect(stdout).toMatch(/^ok {7}staging journal: entries 1 to \d+ are whole$/m)
  })

  test('in which nothing was written yet, no entries are counted', async () => {
    for (const kind of ['boards', 'points', 'snapshots'])
      await rm(join(data, 'staging', kind), { recursive: true, force: true })
    const path = await newest('journal')
    const [header = ''] = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, `${header}\n`)
    const { findings } = await doctor()
    expect(findings.find(({ check }) => check === 'staging journal')).toMatchObject({
      level: 'ok',
      message: 'has no entries yet',
    })
  })

  test('that has not begun, nothing is missing and nothing is made', async () => {
    await rm(data, { recursive: true })
    const before = await everything(project)
    expect(await doctor()).toMatchObject({ code: 0, amiss: {} })
    expect(await everything(project)).toEqual(before)
  })

  test('and runs, it says who holds the directory, and lets it be', async () => {
    const emulator = await open(data)
    await emulator.runtime('staging').run(createPlayer, { id: 'morpheus' })
    const before = await everything(data)
    const { code, findings } = await doctor()
    const after = await everything(data)
    await emulator.stop()
    expect(code).toBe(0)
    expect(findings.find(({ check }) => check === 'lock')?.message).toContain('is in use by process')
    expect(after).toEqual(before)
  })
})

/** Has the files hold another design than the game was played by. */
async function changeDesign(): Promise<void> {
  const path = join(project, 'design/metrics/xp.json')
  await writeFile(path, (await readFile(path, 'utf8')).replace(/"name": "/, '"name": "Other '))
}

describe('what is amiss is named, and nothing is changed', () => {
  const cut = async (path: string, bytes: number): Promise<void> => truncate(path, (await stat(path)).size - bytes)

  const flip = async (path: string, place: number): Promise<void> => {
    const bytes = await readFile(path)
    bytes[place] = (bytes[place] ?? 0) ^ 1
    await writeFile(path, bytes)
  }

  test.each<readonly [string, () => Promise<unknown>, string, Finding['level'], string]>([
    [
      'a journal with a hole',
      async () => flip(await newest('journal'), 600),
      'staging journal',
      'problem',
      '.ndjson is damaged at byte',
    ],
    ['a torn last write', async () => cut(await newest('journal'), 5), 'staging journal', 'problem', 'has lost entr'],
    [
      'a torn last write behind the last snapshot',
      async () => (await rm(await newest('snapshots')), cut(await newest('journal'), 5)),
      'staging journal',
      'warning',
      'bytes of an incomplete last write',
    ],
    ['a journal that is gone', async () => rm(await newest('journal')), 'staging journal', 'problem', 'has no journal'],
    [
      'a damaged snapshot',
      async () => flip(await newest('snapshots'), 900),
      'staging snapshots',
      'warning',
      'is ignored: it is damaged',
    ],
    [
      'a damaged named snapshot',
      async () => flip(await newest('points'), 900),
      'staging snapshots',
      'warning',
      "The snapshot 'with-trinity' cannot be used: it is damaged",
    ],
    ['a broken game.json', () => writeFile(join(data, 'game.json'), '{'), 'game.json', 'problem', 'it is not JSON'],
    ['no game.json', () => rm(join(data, 'game.json')), 'game.json', 'warning', 'is missing'],
    [
      'no designs, and another in the files',
      async () => (await changeDesign(), rm(join(data, 'designs'), { recursive: true })),
      'designs',
      'problem',
      'names designs that are missing',
    ],
    [
      'a damaged design, and another in the files',
      async () => {
        await changeDesign()
        for (const name of await readdir(join(data, 'designs'))) await flip(join(data, 'designs', name), 9)
      },
      'designs',
      'problem',
      'is damaged',
    ],
    [
      'a finished board that was cut',
      async () => {
        const place = { fs: files, directory: join(data, 'staging/boards'), program: 'test', runtime: 'staging' }
        await (await openBoardArchive(place)).write('top.1', [{ name: 'rows', data: ['neo'] }])
        await cut(await newest('boards'), 5)
      },
      'staging finished boards',
      'warning',
      'cannot be used: ',
    ],
    [
      'an image that was cut',
      async () => {
        const id = '0123456789abcdef01234567'
        await (await openFileImages(files, join(data, 'images'))).put('players', id, Buffer.alloc(100))
      },
      'kept images',
      'warning',
      'is damaged. Restore the file from a backup',
    ],
    [
      'a file where the directory should be',
      async () => (await rm(data, { recursive: true }), writeFile(data, '')),
      'data',
      'problem',
      'is not a directory',
    ],
    ['a file that may not be written', () => chmod(join(data, 'game.json'), 0o400), 'data', 'problem', 'cannot write'],
    [
      'files of tomorrow',
      () => utimes(join(data, 'game.json'), Date.now() / 1000 + 86_400, Date.now() / 1000 + 86_400),
      'clock',
      'warning',
      "the machine's clock shows",
    ],
    ['a broken project', () => writeFile(join(project, 'gamify.json'), '{'), 'project', 'problem', 'gamify.json:1:'],
    [
      'a broken design',
      () => writeFile(join(project, 'design/metrics/xp.json'), '{'),
      'design',
      'problem',
      'has 1 problem',
    ],
  ])('%s', async (_, harm, check, level, words) => {
    await harm()
    const before = await everything(project)
    const { code, amiss } = await doctor()
    expect(amiss).toEqual({ [check]: { level, message: expect.stringContaining(words) } })
    expect(code).toBe(level === 'problem' ? 1 : 0)
    expect(await everything(project)).toEqual(before)
  })

  test('but not where the next start mends it: a design that the files still hold', async () => {
    await rm(join(data, 'designs'), { recursive: true })
    expect(await doctor()).toMatchObject({ code: 0, amiss: {} })
    const emulator = await open(data)
    await emulator.stop()
  })

  test('a lock that was left behind is none', async () => {
    const holder = { pid: 1, started: 'long ago', host: 'elsewhere', token: 'x', since: '2026-01-01T00:00:00Z' }
    await writeFile(join(data, 'lock'), JSON.stringify(holder))
    const elsewhere = await doctor()
    expect(elsewhere.findings.find(({ check }) => check === 'lock')?.message).toContain('by process 1 on elsewhere')
    const { hostname } = await import('node:os')
    await writeFile(join(data, 'lock'), JSON.stringify({ ...holder, host: hostname() }))
    const left = await doctor()
    expect(left.findings.find(({ check }) => check === 'lock')?.message).toContain('its process has ended')
    expect([elsewhere.code, left.code]).toEqual([0, 0])
  })
})

const FIX = "fix the files ('gamify design validate' lists all problems); 'gamify serve' then deploys them"

describe('around the game', () => {
  test('a port that another program has is told with one that is free', async () => {
    const server = createServer((_, answer) => answer.end('<html>'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { code, amiss } = await doctor({ env: { PORT: String(port) } })
    await new Promise((resolve) => server.close(resolve))
    expect(code).toBe(1)
    expect(amiss['port']).toEqual({ level: 'problem', message: expect.stringContaining(`${port} is in use`) })
    expect(amiss['emulator']?.level).toBe('problem')
  })

  test('the emulator that serves the game is asked, at whatever port', async () => {
    const server = createServer((_, answer) => answer.end(JSON.stringify(health)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const health = { name: 'gamify', version: programVersion(), access_token: 't', token_type: 'Bearer' }
    const emulator = await open(data)
    await emulator.announce(url)
    const { findings } = await doctor()
    await new Promise((resolve) => server.close(resolve))
    const { amiss } = await doctor()
    await emulator.stop()
    expect(findings.find(({ check }) => check === 'lock')?.message).toContain(`serving ${url}`)
    expect(amiss['emulator']).toEqual({ level: 'problem', message: expect.stringContaining(`no answer from ${url}`) })
    expect(findings.find(({ check }) => check === 'emulator')).toEqual({
      check: 'emulator',
      level: 'ok',
      message: `gamify ${programVersion()} answers at ${url}`,
      advice: [],
    })
  })

  test('a project without a design directory is not said to differ from the running game', async () => {
    const game = await serveStarter()
    const env = { GAMIFY_URL: game.url }
    await writeFile(join(project, 'design/actions/hug.json'), '{ "id": "hug", "name": "Hug" }')
    const changed = await doctor({ env })
    await rm(join(project, 'design'), { recursive: true })
    const { amiss, findings } = await doctor({ env })
    await game.stop()
    expect(changed.amiss['design']?.message).toContain('differs from the latest design of the running game')
    expect(amiss['design']).toBeUndefined()
    expect(findings.filter(({ check }) => check === 'design')).toMatchObject([
      { message: expect.stringMatching(/^there is no .*; the game keeps its design$/) },
    ])
  })

  test('that no emulator runs is a note, which is no problem', async () => {
    const { code, findings } = await doctor()
    expect(findings.find(({ check }) => check === 'emulator')).toMatchObject({
      level: 'note',
      message: 'no emulator is running at http://127.0.0.1:0',
    })
    expect(code).toBe(0)
  })

  test('files with problems are only to be fixed, whatever the running game has', async () => {
    const game = await serveStarter()
    await writeFile(join(project, 'design/actions/like.json'), '{ "id": "like" ')
    const { findings } = await doctor({ env: { GAMIFY_URL: game.url } })
    await game.stop()
    expect(findings.filter(({ check }) => check === 'design')).toMatchObject([
      { level: 'problem', message: expect.stringContaining('has 1 problem'), advice: [expect.any(String), FIX] },
    ])
  })

  test('an emulator that was named has to answer', async () => {
    const { code, amiss } = await doctor({ env: { GAMIFY_URL: 'http://127.0.0.1:1' } })
    expect(code).toBe(1)
    expect(amiss['emulator']).toEqual({ level: 'problem', message: expect.stringContaining('no answer from') })
  })

  test.each([
    ['/tmp/cache', 'ok', 'Node keeps compiled code in /tmp/cache'],
    [undefined, 'note', 'Node keeps no compiled code, so each start takes longer'],
  ])('a cache of compiled code in %s is %s', (directory, level, message) => {
    expect(checkStart(directory)).toMatchObject({ check: 'start', level, message })
  })

  test.each([
    ['22.21.9', 'problem'],
    ['9.99.0', 'problem'],
    ['22.22.0', 'ok'],
    ['23.0.0', 'ok'],
  ])('Node %s is %s', (version, level) => {
    expect(checkNode(version)).toMatchObject({ check: 'node', level })
  })
})
