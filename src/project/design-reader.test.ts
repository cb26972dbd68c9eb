import { mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { designDirectory } from '../../test/support/design-directory.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { designReader } from './design-reader.ts'

const xp = { id: 'xp', name: 'XP', type: 'point' }
const gold = { id: 'gold', name: 'Gold', type: 'point' }

const looking = async (
  files: Readonly<Record<string, unknown>> = { 'metrics/xp.json': xp, 'metrics/gold.json': gold },
) => {
  const directory = await designDirectory(files)
  return { ...directory, reader: designReader(nodeFileSystem(), directory.design) }
}

test('contents count, whatever size and time stamps say', async () => {
  const { at, reader } = await looking()
  const before = await reader.read()
  const { atime, mtime, size } = await stat(at('metrics/xp.json'))
  await writeFile(at('metrics/xp.json'), JSON.stringify({ ...xp, name: 'PX' }, null, 2))
  await utimes(at('metrics/xp.json'), atime, mtime)
  expect(await stat(at('metrics/xp.json'))).toMatchObject({ size, mtime })
  const after = await reader.read()
  expect(after.design?.metrics.get('xp')?.name).toBe('PX')
  expect(after.signature).not.toBe(before.signature)
})

test('new time stamps are nothing new, and what is the same stays the same object', async () => {
  const { at, write, reader } = await looking()
  const before = await reader.read()
  await utimes(at('metrics/xp.json'), 1, 1)
  const touched = await reader.read()
  expect(touched.signature).toBe(before.signature)
  await write('metrics/gold.json', { ...gold, name: 'Coins' })
  const [first, second] = (await reader.read()).read.source.metrics
  expect(second).toBe(before.read.source.metrics[1])
  expect(first).not.toBe(before.read.source.metrics[0])
})

test('a design is made ready for play again only once its files hold something else', async () => {
  const { at, write, reader } = await looking({ 'metrics/xp.json': { $schema: 'x', ...xp }, 'metrics/gold.json': gold })
  const first = await reader.read()
  await utimes(at('metrics/xp.json'), 1, 1)
  await writeFile(at('notes.txt'), 'nothing that is read')
  expect((await reader.read()).design).toBe(first.design)
  await write('metrics/gold.json', '{')
  expect((await reader.read()).design).toBeUndefined()
  await write('metrics/gold.json', gold)
  const mended = await reader.read()
  expect(mended.design?.source).toEqual(first.design?.source)
  await rm(at('metrics/gold.json'))
  expect((await reader.read()).design?.metrics.has('gold')).toBe(false)
  await write('metrics/silver.json', gold)
  expect((await reader.read()).design?.metrics.has('gold')).toBe(true)
})

test('what refers to a component whose file cannot be read is not blamed, though no other file has changed', async () => {
  const like = {
    id: 'like',
    name: 'Like',
    rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '1' }] }],
  }
  const { at, reader } = await looking({ 'actions/like.json': like })
  expect((await reader.read()).problems).toMatchObject([{ kind: 'actions', id: 'like' }])
  await mkdir(at('metrics/xp.json'), { recursive: true })
  expect((await reader.read()).problems).toMatchObject([{ file: at('metrics/xp.json') }])
  await rm(at('metrics/xp.json'), { recursive: true })
  expect((await reader.read()).problems).toMatchObject([{ kind: 'actions', id: 'like' }])
  await rm(at('metrics'), { recursive: true })
  await writeFile(at('metrics'), 'no directory')
  expect((await reader.read()).problems).toMatchObject([{ file: at('metrics') }])
})

test('so is where its components stand, and that of what was there before once it is there again', async () => {
  const { at, write, reader } = await looking()
  const before = await reader.read()
  await rename(at('metrics/gold.json'), at('metrics/coins.json'))
  const moved = await reader.read()
  expect(moved.signature).not.toBe(before.signature)
  expect((await reader.read()).signature).toBe(moved.signature)
  await rm(at('metrics/coins.json'))
  await write('metrics/xp.json', [xp, gold])
  const gathered = await reader.read()
  expect([before.signature, moved.signature]).not.toContain(gathered.signature)
  await write('metrics/xp.json', gold)
  await write('metrics/gold.json', xp)
  const swapped = await reader.read()
  expect(swapped.signature).not.toBe(before.signature)
  await write('metrics/xp.json', xp)
  await write('metrics/gold.json', gold)
  expect((await reader.read()).signature).toBe(before.signature)
})

test('other problems are something new, the same ones are not', async () => {
  const { write, reader } = await looking()
  await write('metrics/xp.json', { ...xp, nmae: 1 })
  const broken = await reader.read()
  expect(broken).toMatchObject({ design: undefined, problems: [{ kind: 'metrics', id: 'xp', path: 'nmae', line: 5 }] })
  expect((await reader.read()).signature).toBe(broken.signature)
  await write('metrics/xp.json', { ...xp, emna: 1 })
  expect((await reader.read()).signature).not.toBe(broken.signature)
})

test('a directory that is not there is no empty design, nor is a broken link', async () => {
  const { design, project, reader } = await looking()
  await rm(design, { recursive: true })
  const missing = await reader.read()
  expect(missing).toMatchObject({ isThere: false, design: undefined, problems: [{ file: design, line: 1, column: 1 }] })
  await symlink(join(project, 'nowhere'), design)
  expect((await reader.read()).signature).toBe(missing.signature)
})
