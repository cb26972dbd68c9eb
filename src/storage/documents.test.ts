import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { openDocument } from './documents.ts'
import { StorageError } from './storage-error.ts'

interface Game {
  title: string
  generation: number
}

const PATH = 'data/game.json'

function parse(value: unknown): Game {
  if (typeof value !== 'object' || value === null || !('title' in value)) throw new Error('it has no title')
  return value as Game
}

const open = (fs: SimulatedFileSystem) =>
  openDocument<Game>({ fs, path: PATH, initial: { title: '', generation: 1 }, parse, advice: 'Mend it' })

async function put(fs: SimulatedFileSystem, content: string): Promise<void> {
  await fs.mkdir('data')
  await (await fs.open(PATH, 'create')).write(Buffer.from(content), 0)
}

test('a document holds what it is given until there is a file, and then what was written', async () => {
  const fs = new SimulatedFileSystem()
  const document = await open(fs)
  expect(document.data).toEqual({ title: '', generation: 1 })
  expect(await fs.readFile(PATH)).toBeUndefined()
  await document.update((game) => {
    game.title = 'Demo'
  })
  const again = await open(fs.crash('none'))
  expect(again.data).toEqual({ title: 'Demo', generation: 1 })
})

test('a person can read it', async () => {
  const fs = new SimulatedFileSystem()
  await (await open(fs)).write()
  expect(String(await fs.readFile(PATH))).toBe('{\n  "title": "",\n  "generation": 1\n}\n')
})

test('writes at the same time take place one after the other, though the first one is slow', async () => {
  const fs = new SimulatedFileSystem()
  const document = await open(fs)
  const openFile = fs.open.bind(fs)
  let delayMs = 40
  fs.open = async (...args) => {
    delayMs /= 2
    await new Promise((done) => setTimeout(done, delayMs))
    return openFile(...args)
  }
  await Promise.all(
    [1, 2, 3, 4].map((generation) =>
      document.update((game) => {
        game.generation = generation
      }),
    ),
  )
  expect(await fs.list('data')).toEqual(['game.json'])
  expect((await open(fs)).data.generation).toBe(4)
})

describe('a file that cannot be used is told in words, and stays as it is', () => {
  test.each([
    ['{"title": ', 'data/game.json cannot be used: it is not JSON. Mend it'],
    ['', 'data/game.json cannot be used: it is not JSON. Mend it'],
    ['\ufeff{}', 'data/game.json cannot be used: it is not JSON. Mend it'],
    ['{}', 'data/game.json cannot be used: it has no title. Mend it'],
  ])('%j', async (content, words) => {
    const fs = new SimulatedFileSystem()
    await put(fs, content)
    await expect(open(fs)).rejects.toThrow(new StorageError(words))
    expect(String(await fs.readFile(PATH))).toBe(content)
  })
})

test('a directory in its place is told, and what to do', async () => {
  const fs = new SimulatedFileSystem()
  await fs.mkdir('data')
  await fs.mkdir(PATH)
  await expect(open(fs)).rejects.toThrow(
    /^data\/game.json cannot be used: EISDIR.*\. Move away whatever is in its place$/,
  )
})

test('a write that fails is reported, leaves the old file, and does not stand in the way of the next one', async () => {
  const fs = new SimulatedFileSystem()
  const document = await open(fs)
  await document.update((game) => {
    game.title = 'old'
  })
  fs.fault = { at: fs.operations + 2, kind: 'ENOSPC' }
  document.data.title = 'new'
  await expect(document.write()).rejects.toThrow(
    /^data\/game.json cannot be written: ENOSPC.*\. Free some space on that disk$/,
  )
  expect(await fs.list('data')).toEqual(['game.json'])
  expect((await open(fs)).data.title).toBe('old')
  await document.write()
  expect((await open(fs.crash('none'))).data.title).toBe('new')
})
