import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Surroundings, unpackDirectories } from './unpack-directories.ts'

/** A directory that is there. */
const home = tmpdir()
const gone = join(home, 'gamify-no-such-home')

const places = (around: Partial<Surroundings>): readonly string[] =>
  unpackDirectories({ platform: 'linux', env: {}, home, temporary: '/tmp', user: 1000, ...around })

describe.skipIf(process.platform === 'win32')('the package is unpacked', () => {
  test.each<[string, Partial<Surroundings>, string]>([
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
