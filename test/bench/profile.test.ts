import { expect, test } from 'vitest'
import { placeOf } from '../../bench/profile.ts'

const HERE = new URL('../..', import.meta.url).href
const ANNS = 'file:///home/ann/src/gamify/'

test.each([
  ['a kind', HERE, 'src/game/players/state.ts', 'src/game/players'],
  ['what knows all kinds', HERE, 'src/game/registry.ts', 'src/game'],
  ['another room', HERE, 'src/storage/fs.ts', 'src/storage'],
  ['a clone that lies in a src', ANNS, 'src/storage/fs.ts', 'src/storage'],
  ['the bench of that clone', ANNS, 'bench/play.ts', 'the bench'],
  ['a library with sources', ANNS, 'node_modules/zod/src/v4/core.js', 'zod'],
  ['a library of a library', HERE, 'node_modules/a/node_modules/@b/c/src/lib/x.js', '@b/c'],
])('a profile tells the time of %s', (_, repository, path, place) => {
  expect(placeOf({ functionName: 'f', url: `${repository}${path}` }, repository)).toBe(place)
})

test('without being told where, it knows this repository', () => {
  expect(placeOf({ functionName: 'f', url: `${HERE}src/game/players/state.ts` })).toBe('src/game/players')
})

test('parts of Node are told by their names, and what only waits not at all', () => {
  const of = (functionName: string, url: string) => placeOf({ functionName, url })
  expect(of('end', 'node:_http_outgoing')).toBe("Node's HTTP and sockets")
  expect(of('writev', '')).toBe("Node's HTTP and sockets")
  expect(of('open', 'node:internal/fs/promises')).toBe("Node's fs")
  expect(of('(idle)', '')).toBeUndefined()
})
