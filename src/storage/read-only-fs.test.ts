import { expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { readOnly } from './read-only-fs.ts'

test('a file system of a class is read through one in which nothing is changed', async () => {
  const files = new SimulatedFileSystem()
  await files.mkdir('data')
  const handle = await files.open('data/a', 'create')
  await handle.write(Buffer.from('text'), 0)
  const only = readOnly(files)
  const there = await only.open('data/a', 'write')
  await there.write(Buffer.from('TEXT'), 0)
  await only.unlink('data/a')
  expect(await only.list('data')).toEqual(['a'])
  expect(String(await only.readFile('data/a'))).toBe('text')
  expect(await only.realPath('data/a')).toBe('data/a')
  expect(await only.facts('data/a')).toEqual(await files.facts('data/a'))
})
