import { rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
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
  const before = await reader.look()
  const { atime, mtime, size } = await stat(at('metrics/xp.json'))
  await writeFile(at('metrics/xp.json'), JSON.stringify({ ...xp, name: 'PX' }, null, 2))
  await utimes(at('metrics/xp.json'), atime, mtime)
  expect(await stat(at('metrics/xp.json'))).toMatchObject({ size, mtime })
  const after = await reader.look()
  expect(after.design?.metrics.get('xp')?.name).toBe('PX')
  expect(after.signature).not.toBe(before.signature)
})

test('new time stamps are nothing new, and what is the same stays the same object', async () => {
  const { at, write, reader } = await looking()
  const before = await reader.look()
  await utimes(at('metrics/xp.json'), 1, 1)
  const touched = await reader.look()
  expect(touched.signature).toBe(before.signature)
  await write('metrics/gold.json', { ...gold, name: 'Coins' })
  const [first, second] = (await reader.look()).read.source.metrics
  expect(second).toBe(before.read.source.metrics[1])
  expect(first).not.toBe(before.read.source.metrics[0])
})

test('how a design is spread over files is nothing new', async () => {
  const { at, write, reader } = await looking()
  const { signature } = await reader.look()
  await rm(at('metrics/gold.json'))
  await write('metrics/xp.json', [xp, gold])
  expect((await reader.look()).signature).toBe(signature)
})

test('other problems are something new, the same ones are not', async () => {
  const { write, reader } = await looking()
  await write('metrics/xp.json', { ...xp, nmae: 1 })
  const broken = await reader.look()
  expect(broken).toMatchObject({ design: undefined, problems: [{ kind: 'metrics', id: 'xp', path: 'nmae', line: 5 }] })
  expect((await reader.look()).signature).toBe(broken.signature)
  await write('metrics/xp.json', { ...xp, emna: 1 })
  expect((await reader.look()).signature).not.toBe(broken.signature)
})

test('a directory that is not there is no empty design, nor is a link that leads nowhere', async () => {
  const { design, project, reader } = await looking()
  await rm(design, { recursive: true })
  const missing = await reader.look()
  expect(missing).toMatchObject({ isThere: false, design: undefined, problems: [{ file: design, line: 1, column: 1 }] })
  await symlink(join(project, 'nowhere'), design)
  expect((await reader.look()).signature).toBe(missing.signature)
})
