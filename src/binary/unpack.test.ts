import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi, describe } from 'vitest'
import type { Archive } from './archive.ts'
import { NowhereToUnpack, unpack, type Environment, unpackDirectories } from './unpack.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gamify-unpack-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const files = [
  { path: 'main.js', size: 4 },
  { path: 'lib/empty.txt', size: 0 },
  { path: 'lib/deep/addon.node', size: 3 },
]
const archive = (content: Archive['content'] = () => Buffer.from('mainadd')): Archive => ({
  name: '1.0.0-abc',
  files,
  content,
})

const place = (name: string): string => join(directory, name)
const text = (...path: readonly string[]): string => readFileSync(join(directory, ...path), 'utf8')

test('the package is unpacked where there is nothing yet, readable by its user alone', () => {
  const unpacked = unpack(archive(), [place('a/cache')])
  expect(unpacked).toBe(place('a/cache/1.0.0-abc'))
  expect(['main.js', 'lib/empty.txt', 'lib/deep/addon.node'].map((path) => text('a/cache/1.0.0-abc', path))).toEqual([
    'main',
    '',
    'add',
  ])
  expect(readdirSync(place('a/cache'))).toEqual(['1.0.0-abc'])
})

test('what is there whole is taken as it is', () => {
  unpack(archive(), [place('cache')])
  const content = vi.fn(() => Buffer.from('othersb'))
  expect(unpack(archive(content), [place('cache')])).toBe(place('cache/1.0.0-abc'))
  expect(content).not.toHaveBeenCalled()
})

test('what it lacks is put back, and nothing else touched', () => {
  const unpacked = unpack(archive(), [place('cache')])
  rmSync(join(unpacked, 'lib'), { recursive: true })
  truncateSync(join(unpacked, 'main.js'), 2)
  writeFileSync(join(unpacked, 'compiled'), 'by others')
  expect(unpack(archive(), [place('cache')])).toBe(unpacked)
  expect([text('cache/1.0.0-abc/main.js'), text('cache/1.0.0-abc/lib/deep/addon.node')]).toEqual(['main', 'add'])
  expect(text('cache/1.0.0-abc/compiled')).toBe('by others')
  expect(readdirSync(place('cache'))).toEqual(['1.0.0-abc'])
})

test('of two that start at once the first one wins, and both have it whole', () => {
  const late = archive(() => {
    // The other one does all of it meanwhile, and runs from there.
    const first = unpack(archive(), [place('cache')])
    writeFileSync(join(first, 'compiled'), 'by the first')
    return Buffer.from('MAINADD')
  })
  const unpacked = unpack(late, [place('cache')])
  expect(readFileSync(join(unpacked, 'main.js'), 'utf8')).toBe('main')
  expect(readFileSync(join(unpacked, 'compiled'), 'utf8')).toBe('by the first')
  expect(readdirSync(place('cache'))).toEqual(['1.0.0-abc'])
})

test('where the first place takes nothing, the next one does', () => {
  writeFileSync(place('file'), '')
  expect(unpack(archive(), [place('file/cache'), place('cache')])).toBe(place('cache/1.0.0-abc'))
})

test.skipIf(process.platform === 'win32')('what others can write is not run', () => {
  mkdirSync(place('shared'))
  chmodSync(place('shared'), 0o777)
  expect(unpack(archive(), [place('shared'), place('own')])).toBe(place('own/1.0.0-abc'))
  expect(readdirSync(place('shared'))).toEqual([])
})

test('where no place takes it, each is told with its reason, and nothing is left', () => {
  writeFileSync(place('file'), '')
  const broken = archive(() => {
    throw new Error('the disk is full')
  })
  const tried = (): string => unpack(broken, [place('file/cache'), place('cache')])
  expect(tried).toThrow(NowhereToUnpack)
  try {
    tried()
  } catch (error) {
    const [first, second] = (error as NowhereToUnpack).reasons
    expect(first).toMatch(/file\/cache: .*ENOTDIR|EEXIST/)
    expect(second).toBe(`${place('cache')}: the disk is full`)
  }
  expect(readdirSync(place('cache'))).toEqual([])
})

/** A directory that is there. */
const home = tmpdir()
const gone = join(home, 'gamify-no-such-home')

const places = (around: Partial<Environment>): readonly string[] =>
  unpackDirectories({ platform: 'linux', env: {}, home, temporary: '/tmp', user: 1000, ...around })

describe.skipIf(process.platform === 'win32')('the package is unpacked', () => {
  test.each<[string, Partial<Environment>, string]>([
    ['in the cache of the user', {}, join(home, '.cache/gamify')],
    ['on a Mac where caches are there', { platform: 'darwin' }, join(home, 'Library/Caches/gamify')],
    ['in the cache that is named', { env: { XDG_CACHE_HOME: '/var/cache/neo' } }, '/var/cache/neo/gamify'],
    ['not in one that is named from here', { env: { XDG_CACHE_HOME: 'cache' } }, join(home, '.cache/gamify')],
  ])('%s', (_, around, first) => {
    expect(places(around)).toEqual([first, '/tmp/gamify-1000'])
  })

  test.each([
    ['without a home', undefined],
    ['with an empty one', ''],
    ['with one that is not there', gone],
  ])('%s among the temporary files', (_, none) => {
    expect(places({ home: none })).toEqual(['/tmp/gamify-1000'])
  })
})

test('on Windows, where users have no numbers and temporary files of their own', () => {
  const env = { LOCALAPPDATA: tmpdir() }
  expect(places({ platform: 'win32', env, temporary: '/t', user: undefined })).toEqual([
    join(tmpdir(), 'gamify'),
    join('/t', 'gamify'),
  ])
})
