import { expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { openListFile } from '../storage/list-file.ts'
import { StorageError } from '../storage/storage-error.ts'
import { openRevokedTokens } from './revoked-tokens.ts'

const PATH = 'data/revoked-tokens.jsonl'
const endings = [
  { family: 'tokens:an app', id: 'a login', untilS: 99.25 },
  { family: 'jwt:app', id: 'a jwt', untilS: 1e300 },
  { family: 'jwt:app', coveredToS: 12.5 },
] as const

test('what was ended is found again, also after the power fails', async () => {
  const fs = new SimulatedFileSystem()
  const store = await openRevokedTokens(fs, 'data')
  expect(store.found).toEqual([])
  expect(await fs.readFile(PATH)).toBeUndefined()
  for (const ending of endings) await store.add(ending)
  expect((await openRevokedTokens(fs.crash('none'), 'data')).found).toEqual(endings)
})

test('a disk that is full is told', async () => {
  const fs = new SimulatedFileSystem()
  const store = await openRevokedTokens(fs, 'data')
  fs.fault = { at: fs.operations + 1, kind: 'ENOSPC' }
  await expect(store.add(endings[0])).rejects.toThrow(StorageError)
})

test.each([
  [{ family: 'tokens:app' }, '0: '],
  [{ family: 'app', coveredToS: 1 }, '0'],
  [{ family: 'jwt:app', id: 'a', untilS: '1' }, '0'],
  [{ family: 'jwt:app', coveredToS: -1 }, '0'],
])('a file with %j is refused in words, with what to do', async (item, words) => {
  const fs = new SimulatedFileSystem()
  const list = await openListFile<unknown>({ fs, path: PATH, format: 1, parse: () => [], advice: '' })
  await list.add(item)
  const opening = openRevokedTokens(fs, 'data')
  await expect(opening).rejects.toThrow(StorageError)
  await expect(opening).rejects.toThrow(`${PATH} cannot be used: ${words}`)
  await expect(opening).rejects.toThrow('delete it')
})
