import { spawn } from 'node:child_process'
import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { cp, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { designDirectory, type DesignDirectory } from '../../test/support/design-directory.ts'
import { turns } from '../async/turns.ts'
import { kinds } from '../game/design/source.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { designReader, type DesignReading } from './design-reader.ts'
import { DesignWatch } from './design-watch.ts'
import { problemText } from './problem.ts'

const NEVER_MS = 1e9

const names = [...kinds, 'bootstrap.json']

const metric = (id: string, name: string) => ({ id, name, type: 'point' })
const metricText = (id: string, name: string): string => JSON.stringify(metric(id, name))

/** A directory that is watched, with `xp` and `gold` in it, and all that was told of it so far. */
interface Watched extends DesignDirectory {
  /** The names of the metrics in each settled design, or what is wrong with it. */
  readonly told: string[]
  readonly watch: DesignWatch<DesignReading>
  /** Resolves when as much has been told, in this order, and no more. */
  readonly tells: (...expected: readonly string[]) => Promise<void>
}

interface Settings {
  readonly poll?: boolean
  readonly sweepMs?: number
  readonly settleMs?: number
  /** How long reading the files takes at least. */
  readonly readMs?: number
  /** Happens when files have been read, and before that is over. */
  readonly within?: () => Promise<void>
  /** Taking a change fails so often. */
  readonly failures?: number
}

async function watched(settings: Settings = {}): Promise<Watched> {
  const { poll = false, sweepMs = NEVER_MS, settleMs, readMs = 0, within, failures = 0 } = settings
  const directory = await designDirectory({
    'metrics/xp.json': metricText('xp', 'XP'),
    'metrics/gold.json': metricText('gold', 'Gold'),
  })
  const reader = designReader(nodeFileSystem(), directory.design)
  const known = await reader.read()
  const look = async (): Promise<DesignReading> => {
    const found = await reader.read()
    if (readMs > 0) await sleep(readMs)
    await within?.()
    return found
  }
  const told: string[] = []
  let left = failures
  const watch = new DesignWatch({
    directory: directory.design,
    names,
    read: look,
    known,
    poll,
    sweepMs,
    ...(settleMs === undefined ? {} : { settleMs }),
    inTurn: turns(1),
    onChange: async (look) => {
      left -= 1
      if (left >= 0) throw new Error('no room')
      told.push(inWords(look, directory.project))
    },
    warn: (message) => told.push(message),
  })
  onTestFinished(() => watch.close())
  await watch.begun
  const tells = async (...expected: readonly string[]): Promise<void> => {
    await expect.poll(() => told, { timeout: 15_000, interval: 5 }).toEqual(expected)
    await sleep(150)
    expect(told).toEqual(expected)
  }
  return { ...directory, told, watch, tells }
}

function inWords({ design, problems }: DesignReading, project: string): string {
  if (!design) return problems.map((problem) => problemText(problem, project)).join('\n')
  return [...design.metrics.values()].map(({ name }) => name).join(' ')
}

/** Writes beside the file and gives the new one its name, as careful editors do. */
async function replace({ at, write }: Watched, path: string, content: string): Promise<void> {
  await write(`${path}.tmp`, content)
  await rename(at(`${path}.tmp`), at(path))
}

/** Keeps the old file under another name, as editors with backups do. */
async function swap(game: Watched, path: string, content: string): Promise<void> {
  await rename(game.at(path), game.at(`${path}~`))
  await game.write(path, content)
}

describe.each([
  ['events', false],
  ['--poll', true],
])('by %s, it is noticed', (_by, poll) => {
  const make = () => watched({ poll })
  const edited = (name: string): string => metricText('xp', name)

  test('that a file was saved in place, by a rename, by a swap, and again', async () => {
    const game = await make()
    await game.write('metrics/xp.json', edited('a'))
    await game.tells('Gold a')
    await replace(game, 'metrics/xp.json', edited('b'))
    await game.tells('Gold a', 'Gold b')
    await swap(game, 'metrics/xp.json', edited('c'))
    await game.tells('Gold a', 'Gold b', 'Gold c')
    await game.write('metrics/xp.json', edited('d'))
    await game.tells('Gold a', 'Gold b', 'Gold c', 'Gold d')
  })

  test('that files came, and went', async () => {
    const game = await make()
    await game.write('metrics/karma.json', metricText('karma', 'Karma'))
    await game.tells('Gold Karma XP')
    await rm(game.at('metrics/gold.json'))
    await game.tells('Gold Karma XP', 'Karma XP')
  })

  test('that a directory was removed, made again, and put in the place of another', async () => {
    const game = await make()
    await rm(game.at('metrics'), { recursive: true })
    await game.tells('')
    await game.write('metrics/xp.json', edited('a'))
    await game.tells('', 'a')
    await cp(game.at('metrics'), join(game.project, 'other'), { recursive: true })
    await writeFile(join(game.project, 'other/xp.json'), edited('b'))
    await rename(game.at('metrics'), join(game.project, 'old'))
    await rename(join(game.project, 'other'), game.at('metrics'))
    await game.tells('', 'a', 'b')
    await game.write('metrics/xp.json', edited('c'))
    await game.tells('', 'a', 'b', 'c')
  })

  test('that the design directory was removed, made again, and put in the place of another', async () => {
    const game = await make()
    await cp(game.design, join(game.project, 'other'), { recursive: true })
    await rm(game.design, { recursive: true })
    const gone = 'design:1:1: no such directory; expected the design directory'
    await game.tells(gone)
    await game.write('metrics/xp.json', edited('a'))
    await game.tells(gone, 'a')
    await game.write('metrics/xp.json', edited('b'))
    await game.tells(gone, 'a', 'b')
    await rename(game.design, join(game.project, 'old'))
    await rename(join(game.project, 'other'), game.design)
    await game.tells(gone, 'a', 'b', 'Gold XP')
    await game.write('metrics/xp.json', edited('c'))
    await game.tells(gone, 'a', 'b', 'Gold XP', 'Gold c')
  })

  test('that a link leads to other content', async () => {
    const game = await make()
    const shared = (name: string): string => join(game.project, name)
    await writeFile(shared('one.json'), edited('a'))
    await writeFile(shared('two.json'), edited('b'))
    await rm(game.at('metrics/xp.json'))
    await symlink(shared('one.json'), game.at('metrics/xp.json'))
    await game.tells('Gold a')
    await writeFile(shared('one.json'), edited('c'))
    await game.tells('Gold a', 'Gold c')
    await rename(shared('two.json'), shared('one.json'))
    await game.tells('Gold a', 'Gold c', 'Gold b')
    await writeFile(shared('one.json'), edited('d'))
    await game.tells('Gold a', 'Gold c', 'Gold b', 'Gold d')
    await writeFile(shared('three.json'), edited('e'))
    await symlink(shared('three.json'), game.at('metrics/new'))
    await rename(game.at('metrics/new'), game.at('metrics/xp.json'))
    await game.tells('Gold a', 'Gold c', 'Gold b', 'Gold d', 'Gold e')
  })

  test('that the design directory has become a link, and leads elsewhere', async () => {
    const game = await make()
    const other = (name: string): string => join(game.project, name)
    await cp(game.design, other('one'), { recursive: true })
    await cp(game.design, other('two'), { recursive: true })
    await writeFile(other('one/metrics/xp.json'), edited('one'))
    await writeFile(other('two/metrics/xp.json'), edited('two'))
    // At one go: what watches files sees no moment without a design, and may go on with what it had.
    const linkTo = (target: string): void => {
      symlinkSync(target, other('link'))
      renameSync(other('link'), game.design)
    }
    rmSync(game.design, { recursive: true })
    linkTo('one')
    await game.tells('Gold one')
    linkTo('two')
    await game.tells('Gold one', 'Gold two')
    await writeFile(other('two/metrics/xp.json'), edited('2'))
    await game.tells('Gold one', 'Gold two', 'Gold 2')
    linkTo('one')
    await game.tells('Gold one', 'Gold two', 'Gold 2', 'Gold one')
    await writeFile(other('one/metrics/xp.json'), edited('1'))
    await game.tells('Gold one', 'Gold two', 'Gold 2', 'Gold one', 'Gold 1')
  })

  test('that something stands there which nothing reads, and that it has gone', async () => {
    const game = await make()
    await game.write('karma.json', metricText('karma', 'Karma'))
    const astray =
      "design/karma.json:1:1: unknown file 'karma.json'; move it to 'metrics', where files like this one belong"
    await game.tells(astray)
    await rename(game.at('karma.json'), game.at('metrics/karma.json'))
    await game.tells(astray, 'Gold Karma XP')
    await game.write('metrics/deep/coins.json', metricText('coins', 'Coins'))
    const deep = "design/metrics/deep:1:1: unknown directory 'deep'; expected a file whose name ends in .json"
    await game.tells(astray, 'Gold Karma XP', deep)
    await rm(game.at('metrics/deep'), { recursive: true })
    await game.tells(astray, 'Gold Karma XP', deep, 'Gold Karma XP')
  })

  test('what is broken, once, and that it is mended', async () => {
    const game = await make()
    await game.write('metrics/xp.json', '{')
    const broken = `design/metrics/xp.json:1:2: not JSON: expected '}'`
    await game.tells(broken)
    await game.write('metrics/gold.json', metricText('gold', 'Coins'))
    await game.tells(broken)
    await game.write('metrics/xp.json', edited('a'))
    await game.tells(broken, 'Coins a')
  })
})

describe('one change', () => {
  // Should the machine be so busy that a moment is too long, there is another try.
  test('are files that follow within a moment', { retry: 3 }, async () => {
    const game = await watched()
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const id of ids) {
      await game.write(`metrics/${id}.json`, metricText(id, id))
      await sleep(3)
    }
    await game.tells('a b c d e Gold XP')
  })

  test('are fifty files at once', async () => {
    // Longer than it takes to write them on a busy machine.
    const game = await watched({ settleMs: 500 })
    const ids = Array.from({ length: 50 }, (_, i) => `m${i}`)
    for (const id of ids) await game.write(`metrics/${id}.json`, metricText(id, 'M'))
    await game.tells(['Gold', ...ids.map(() => 'M'), 'XP'].join(' '))
  })

  test('is a second save while the first is being read', async () => {
    let edit = async (): Promise<void> => {}
    const game = await watched({
      within: async () => {
        await edit()
        edit = async () => {}
      },
    })
    await sleep(100)
    edit = async () => {
      await game.write('metrics/xp.json', metricText('xp', 'b'))
      await sleep(100)
    }
    await game.write('metrics/xp.json', metricText('xp', 'a'))
    await game.tells('Gold b')
  })

  test('is a file that is written in parts', async () => {
    const game = await watched()
    const text = metricText('xp', 'a')
    await game.write('metrics/xp.json', '')
    await sleep(15)
    await game.write('metrics/xp.json', text.slice(0, 10))
    await sleep(15)
    await game.write('metrics/xp.json', text)
    await game.tells('Gold a')
  })

  test('is a file that is away for a moment', async () => {
    const game = await watched()
    await rename(game.at('metrics/xp.json'), game.at('metrics/xp.json.bak'))
    await sleep(50)
    await game.write('metrics/xp.json', metricText('xp', 'a'))
    await game.tells('Gold a')
  })
})

describe('no change', () => {
  test.each<[string, (game: Watched) => Promise<void>]>([
    ['are new time stamps', ({ at }) => utimes(at('metrics/xp.json'), 5, 5)],
    ['is the same text again', ({ write }) => write('metrics/xp.json', metricText('xp', 'XP'))],
    ['is another layout', ({ write }) => write('metrics/xp.json', metric('xp', 'XP'))],
    [
      'is what editors leave',
      async ({ write }) => {
        for (const name of ['README.md', 'metrics/.xp.json.swp', 'metrics/xp.json~', 'metrics/xp.json___jb_tmp___'])
          await write(name, '{')
      },
    ],
    [
      'are names that editors need for a moment',
      async ({ write, at }) => {
        for (const name of ['metrics/sedXa93kf', 'metrics/xp.json.3948293', 'bootstrap.json.AbCdEf']) {
          await write(name, '{')
          await sleep(30)
          await rm(at(name))
        }
      },
    ],
    [
      'is a directory that was away for a moment',
      async ({ design, project }) => {
        await rename(design, join(project, 'away'))
        await sleep(50)
        await rename(join(project, 'away'), design)
      },
    ],
  ])('%s', async (_what, happens) => {
    const game = await watched()
    await happens(game)
    await sleep(200)
    await game.write('metrics/gold.json', metricText('gold', 'Coins'))
    await game.tells('Coins XP')
  })
})

test.skipIf(process.platform === 'win32')('a directory that never rests is taken as it is after a while', async () => {
  const game = await watched()
  // Well within what counts as quiet, and no faster: a flood would measure the machine.
  const noise = spawn('/bin/sh', ['-c', 'while :; do : > .noise; : > other~; sleep 0.002; done'], {
    cwd: game.at('metrics'),
  })
  onTestFinished(() => void noise.kill('SIGKILL'))
  await sleep(100)
  await game.write('metrics/xp.json', metricText('xp', 'a'))
  await expect.poll(() => game.told, { timeout: 20_000, interval: 20 }).toEqual(['Gold a'])
})

test('what nobody hears is found by looking now and then', async () => {
  const { project, at, tells } = await watched({ sweepMs: 50 })
  const other = (name: string): string => join(project, name)
  await mkdir(other('v1'))
  await mkdir(other('v2'))
  await writeFile(other('v1/xp.json'), metricText('xp', 'a'))
  await writeFile(other('v2/xp.json'), metricText('xp', 'b'))
  await symlink('v1', other('current'))
  await rm(at('metrics/xp.json'))
  await symlink('../../current/xp.json', at('metrics/xp.json'))
  await tells('Gold a')
  await symlink('v2', other('next'))
  await rename(other('next'), other('current'))
  await tells('Gold a', 'Gold b')
})

test('a directory that is not there yet is waited for', async () => {
  const { project } = await designDirectory()
  const design = join(project, 'not/there/yet')
  const reader = designReader(nodeFileSystem(), design)
  const told: string[] = []
  const watch = new DesignWatch({
    ...reader,
    names,
    known: await reader.read(),
    poll: false,
    sweepMs: NEVER_MS,
    inTurn: turns(1),
    onChange: async (look) => void told.push(inWords(look, project)),
    warn: (message) => told.push(message),
  })
  onTestFinished(() => watch.close())
  await watch.begun
  await mkdir(join(design, 'metrics'), { recursive: true })
  await writeFile(join(design, 'metrics/xp.json'), metricText('xp', 'XP'))
  await expect.poll(() => told.at(-1), { timeout: 4000 }).toBe('XP')
})

test('it ends at once, at whatever it is', async () => {
  const idle = await watched()
  const busy = await watched({ settleMs: NEVER_MS })
  await busy.write('metrics/xp.json', '{')
  await sleep(30)
  const begin = performance.now()
  await Promise.all([idle.watch.close(), busy.watch.close()])
  expect(performance.now() - begin).toBeLessThan(700)
  expect(busy.told).toEqual([])
})

test('a change that cannot be taken is told of once, and tried again soon, also where reading takes long', async () => {
  // As sweeps, the three attempts that fail would be 200 times 50 ms apart.
  const game = await watched({ sweepMs: 20, failures: 3, readMs: 50 })
  await game.write('metrics/xp.json', metricText('xp', 'a'))
  await game.tells('the design files could not be applied; trying again: no room', 'Gold a')
})
