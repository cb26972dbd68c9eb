import { expect, test } from 'vitest'
import { placeOf, sharesOf } from '../../bench/profile.ts'

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

test('the time of a built program is told by the module that it starts, and the rest as work', () => {
  const frame = (functionName: string, url: string) => ({
    functionName,
    url,
    scriptId: '',
    lineNumber: 0,
    columnNumber: 0,
  })
  const built = `${HERE}dist/main.cjs`
  const nodes = [
    { id: 1, callFrame: frame('(root)', ''), children: [2, 5] },
    { id: 2, callFrame: frame('src/game/routes.ts', built), children: [3] },
    { id: 3, callFrame: frame('object', built), children: [4] },
    { id: 4, callFrame: frame('node_modules/zod/v4/core/core.js', built) },
    { id: 5, callFrame: frame('play', built) },
  ]
  const shares = sharesOf({ nodes, startTime: 0, endTime: 100, samples: [2, 3, 4, 5], timeDeltas: [10, 20, 30, 40] })
  expect(shares).toEqual({ 'src/game': 30, zod: 30, 'gamify at work, its modules started': 40 })
})
