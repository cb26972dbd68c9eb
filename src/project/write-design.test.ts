import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { designDirectory, type DesignDirectory } from '../../test/support/design-directory.ts'
import { emptyDesign, type DesignSource } from '../game/design/source.ts'
import { nodeFileSystem, type FileSystem } from '../storage/fs.ts'
import { readDesignFiles } from './design-files.ts'
import { writeDesign, type WrittenDesign } from './write-design.ts'

const metric = (id: string, name = id.toUpperCase()) => ({ id, name, type: 'point' })
const [xp, gold] = [metric('xp'), metric('gold')]

const designOf = (parts: Partial<DesignSource>): DesignSource => ({ ...emptyDesign, ...parts })

/** Writes what changed from one design to the next into the files of a directory. */
async function write(
  { design }: DesignDirectory,
  before: Partial<DesignSource>,
  after: Partial<DesignSource>,
  files: FileSystem = nodeFileSystem(),
): Promise<WrittenDesign> {
  const read = await readDesignFiles(files, design)
  return writeDesign({ files, directory: design, read }, designOf(before), designOf(after))
}

const textOf = ({ at }: DesignDirectory, path: string): Promise<string> => readFile(at(path), 'utf8')

test('what the files are to hold is told before the first is touched, and nothing where none is', async () => {
  const game = await designDirectory({ 'metrics/xp.json': xp, 'metrics/gold.json': metric('gold', 'Mine') })
  const files = nodeFileSystem()
  const read = await readDesignFiles(files, game.design)
  const told: unknown[] = []
  const write = (after: Partial<DesignSource>) =>
    writeDesign(
      { files, directory: game.design, read },
      designOf({ metrics: [gold, xp] }),
      designOf(after),
      async (to) => {
        told.push(to.metrics, JSON.parse(await textOf(game, 'metrics/xp.json')))
      },
    )
  await write({ metrics: [metric('gold', 'Coins'), xp] })
  expect(told).toEqual([])
  await write({ metrics: [metric('gold', 'Coins')] })
  expect(told).toEqual([[gold], xp])
})

describe('a change is written', () => {
  test('into the file that holds the component, in the form that it has', async () => {
    const game = await designDirectory({
      'metrics/scores.json': '{"$schema":"./x.json","id":"xp",\r\n"name" : "XP","type":"point"}\r\n\r\n',
    })
    const changed = { ...metric('xp', 'Points'), constraints: { default: '5' } }
    const written = await write(game, { metrics: [xp] }, { metrics: [changed] })
    expect(written).toEqual({
      source: designOf({ metrics: [changed] }),
      wrote: [game.at('metrics/scores.json')],
      removed: [],
      left: [],
    })
    expect(await textOf(game, 'metrics/scores.json')).toBe(
      '{"$schema":"./x.json","id":"xp",\r\n"name" : "Points","type":"point","constraints":{"default":"5"}}\r\n\r\n',
    )
    expect(await readdir(game.at('metrics'))).toEqual(['scores.json'])
  })

  test('among comments and shorthands, which stay', async () => {
    const text =
      '[ // all\n  { "id": "xp", "name": "XP", // in short\n    "type": "point",\n    "constraints": { "min": 0, "max": 10 }, },\n]\n'
    const game = await designDirectory({ 'metrics/all.json': text })
    const limited = (max: string, name = 'XP') => ({ ...metric('xp', name), constraints: { min: '0', max } })
    const written = await write(game, { metrics: [limited('10')] }, { metrics: [limited('20', 'Points')] })
    expect(written).toMatchObject({ wrote: [game.at('metrics/all.json')], left: [] })
    expect(await textOf(game, 'metrics/all.json')).toBe(text.replace('"XP"', '"Points"').replace('10', '"20"'))
  })

  test('as one word of a file of the starter, and of an array’s member with a schema of its own', async () => {
    const starter = new URL('../../templates/starter/design/metrics/rank.json', import.meta.url)
    const text = await readFile(starter, 'utf8')
    const members = '[\n  { "id": "a", "$schema": "./m.json", "name": "A" },\n  {"id":"b"}\n]'
    const game = await designDirectory({ 'metrics/rank.json': text, 'teams/all.json': members })
    const { source } = await readDesignFiles(nodeFileSystem(), game.design)
    const rank = { ...(source.metrics[0] as { name: string }), name: 'Other' }
    const teams = [{ id: 'a', name: 'B' }, { id: 'b' }]
    expect((await write(game, source, { ...source, metrics: [rank], teams })).left).toEqual([])
    expect(await textOf(game, 'metrics/rank.json')).toBe(text.replace('"name": "Rank"', '"name": "Other"'))
    expect(await textOf(game, 'teams/all.json')).toBe(members.replace('"A"', '"B"'))
  })

  test('into an array, whose other members stay, and no other file', async () => {
    const game = await designDirectory({
      'metrics/all.json': [metric('c'), xp, metric('a')],
      'metrics/b.json': '{"id":"b"}',
    })
    const before = { metrics: [metric('a'), { id: 'b' }, metric('c'), xp] }
    const after = { metrics: [metric('a', 'New'), { id: 'b' }, metric('c')] }
    expect(await write(game, before, after)).toMatchObject({
      wrote: [game.at('metrics/all.json')],
      removed: [],
      left: [],
    })
    expect(JSON.parse(await textOf(game, 'metrics/all.json'))).toEqual([metric('c'), metric('a', 'New')])
    expect(await textOf(game, 'metrics/b.json')).toBe('{"id":"b"}')
  })

  test('as a new file for what is new, in a new directory too', async () => {
    const game = await designDirectory()
    const like = { id: 'like', name: 'Like' }
    const written = await write(game, {}, { actions: [like], bootstrap: { scores: [] } })
    expect(written.wrote).toEqual([game.at('actions/like.json'), game.at('bootstrap.json')])
    expect(JSON.parse(await textOf(game, 'actions/like.json'))).toEqual(like)
    expect(JSON.parse(await textOf(game, 'bootstrap.json'))).toEqual({ scores: [] })
  })

  test('under a name that is nobody else’s, in small letters or large', async () => {
    const game = await designDirectory({ 'metrics/XP.json': gold })
    const after = { metrics: [metric('Xp'), gold, xp] }
    await write(game, { metrics: [gold] }, after)
    expect(await readdir(game.at('metrics'))).toEqual(['XP.json', 'Xp-2.json', 'xp-3.json'])
    expect((await readDesignFiles(nodeFileSystem(), game.design)).source.metrics).toEqual(after.metrics)
  })

  test('by removing the file of what is gone, and an array of which nothing is left', async () => {
    const game = await designDirectory({ 'metrics/xp.json': xp, 'metrics/all.json': [gold, metric('a')] })
    const written = await write(game, { metrics: [metric('a'), gold, xp] }, {})
    expect(written).toMatchObject({ wrote: [], left: [], source: emptyDesign })
    expect(written.removed.toSorted()).toEqual([game.at('metrics/all.json'), game.at('metrics/xp.json')])
    expect(await readdir(game.at('metrics'))).toEqual([])
  })

  test('into the file that a link leads to', async () => {
    const game = await designDirectory({ 'metrics/gold.json': gold })
    const shared = join(game.project, 'shared.json')
    await writeFile(shared, JSON.stringify(xp))
    await symlink(shared, game.at('metrics/xp.json'))
    await write(game, { metrics: [gold, xp] }, { metrics: [gold, metric('xp', 'New')] })
    expect((await lstat(game.at('metrics/xp.json'))).isSymbolicLink()).toBe(true)
    expect(JSON.parse(await readFile(shared, 'utf8'))).toEqual(metric('xp', 'New'))
  })

  test('so that the files hold, in their own order, what is told', async () => {
    const game = await designDirectory({ 'metrics/all.json': [xp, gold] })
    const after = { metrics: [metric('b'), metric('a'), xp] }
    const { source } = await write(game, { metrics: [gold, xp] }, after)
    expect(JSON.stringify((await readDesignFiles(nodeFileSystem(), game.design)).source)).toBe(JSON.stringify(source))
    expect(source.metrics).toEqual([metric('a'), metric('b'), xp])
  })
})

describe('a file is left as it is', () => {
  const changed = { metrics: [metric('xp', 'New')] }

  test.each<[string, unknown, string]>([
    ['was changed meanwhile', metric('xp', 'Mine'), 'its file changed in the meantime'],
    ['is broken', '{ "id": "xp",', 'its file cannot be read'],
  ])('that %s', async (_what, content, reason) => {
    const game = await designDirectory({ 'metrics/xp.json': content })
    const text = await textOf(game, 'metrics/xp.json')
    const written = await write(game, { metrics: [xp] }, changed)
    expect(written).toEqual({
      source: designOf({ metrics: [xp] }),
      wrote: [],
      removed: [],
      left: [{ name: 'metrics/xp', reason }],
    })
    expect(await textOf(game, 'metrics/xp.json')).toBe(text)
  })

  test('that somebody saves after all were read', async () => {
    const game = await designDirectory({ 'metrics/xp.json': xp })
    const files = nodeFileSystem()
    const read = await readDesignFiles(files, game.design)
    await game.write('metrics/xp.json', metric('xp', 'Mine'))
    await game.write('metrics/gold.json', metric('gold', 'Mine'))
    const after = designOf({ metrics: [gold, ...changed.metrics] })
    const before = designOf({ metrics: [xp] })
    const noNames: FileSystem = { ...files, list: async () => [] }
    const written = await writeDesign({ files: noNames, directory: game.design, read }, before, after)
    expect(written).toMatchObject({
      source: before,
      wrote: [],
      left: [{ name: 'metrics/gold' }, { name: 'metrics/xp' }],
    })
    expect(JSON.parse(await textOf(game, 'metrics/xp.json'))).toEqual(metric('xp', 'Mine'))
    expect(JSON.parse(await textOf(game, 'metrics/gold.json'))).toEqual(metric('gold', 'Mine'))
  })

  test('that is gone, or has come meanwhile', async () => {
    const game = await designDirectory({ 'metrics/gold.json': metric('gold', 'Mine') })
    const written = await write(game, { metrics: [xp] }, { metrics: [gold, metric('xp', 'New')] })
    expect(written.left.map(({ name }) => name)).toEqual(['metrics/gold', 'metrics/xp'])
    expect(await readdir(game.at('metrics'))).toEqual(['gold.json'])
  })

  test('that holds the change already, which counts as written', async () => {
    const game = await designDirectory({ 'metrics/xp.json': JSON.stringify(metric('xp', 'New')) })
    const written = await write(game, { metrics: [xp] }, changed)
    expect(written).toEqual({ source: designOf(changed), wrote: [], removed: [], left: [] })
  })

  test('that cannot be written, and the others are written', async () => {
    const game = await designDirectory({ 'metrics/xp.json': xp, 'metrics/gold.json': gold })
    const node = nodeFileSystem()
    const full: FileSystem = {
      ...node,
      replaceKnown: (path, known, by) =>
        path.endsWith('xp.json') ? Promise.reject(new Error('no room')) : node.replaceKnown(path, known, by),
    }
    const before = { metrics: [gold, xp] }
    const after = { metrics: [metric('gold', 'Coins'), metric('xp', 'New')] }
    const written = await write(game, before, after, full)
    expect(written).toMatchObject({
      source: { metrics: [metric('gold', 'Coins'), xp] },
      wrote: [game.at('metrics/gold.json')],
      left: [{ name: 'metrics/xp', reason: expect.stringContaining('no room') }],
    })
    expect(await readdir(game.at('metrics'))).toEqual(['gold.json', 'xp.json'])
    expect(JSON.parse(await textOf(game, 'metrics/xp.json'))).toEqual(xp)
  })
})
