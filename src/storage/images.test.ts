import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { openFileImages } from './file-images.ts'
import type { FileSystem } from './fs.ts'
import { type ImageFolder, type ImageStore, isImageId, wholeOf } from './images.ts'
import { memoryImages } from './memory-store.ts'

const open = (fs: SimulatedFileSystem): Promise<ImageStore> => openFileImages(fs, 'data/images')
const idOf = (digit: string): string => digit.repeat(24)
const [A, B, C] = ['a', 'b', 'c'].map(idOf) as [string, string, string]
const END = '\0\0\0\0IEND\xae\x42\x60\x82'
const png = (text: string): Buffer => Buffer.from(`\x89PNG\r\n\x1a\n${text}${END}`, 'latin1')

/** All bytes of an image; undefined where there is none. */
async function bytesIn(store: ImageStore, folder: ImageFolder, id: string): Promise<Buffer | undefined> {
  const image = await store.find(folder, id)
  return image && wholeOf(image)
}

const large = png(String.fromCharCode(...Array.from({ length: 50_000 }, (_, index) => index % 251)).repeat(50))

/** Every implementation of the interface passes these. */
const IMPLEMENTATIONS: readonly (readonly [string, () => Promise<ImageStore>])[] = [
  ['in memory', async () => memoryImages()],
  ['in files', () => open(new SimulatedFileSystem())],
]

describe.each(IMPLEMENTATIONS)('a store of images %s', (_name, openStore) => {
  test('is empty at first', async () => {
    const store = await openStore()
    expect(store.list()).toEqual([])
    for (const album of ['design', 'players'] as const) {
      expect(await store.has(album, A)).toBe(false)
      expect(await bytesIn(store, album, A)).toBeUndefined()
    }
    expect(await store.delete(A)).toBe(false)
  })

  test('gives what was put, of each album', async () => {
    const store = await openStore()
    await store.put('design', A, png('a'))
    await store.put('players', B, png('b'))
    expect(await bytesIn(store, 'design', A)).toEqual(png('a'))
    expect(await bytesIn(store, 'players', B)).toEqual(png('b'))
    expect([await store.has('design', A), await store.has('design', B)]).toEqual([true, false])
    expect([await store.has('players', A), await store.has('players', B)]).toEqual([false, true])
  })

  test('gives a large one whole', async () => {
    const store = await openStore()
    await store.put('players', A, large)
    expect((await bytesIn(store, 'players', A))?.equals(large)).toBe(true)
  })

  test('lists the images of the design in the order in which they came, each once', async () => {
    const store = await openStore()
    await Promise.all([C, A, C, B].map((id) => store.put('design', id, png(id))))
    await store.put('players', idOf('d'), png('d'))
    await store.put('design', C, png(C))
    expect(store.list()).toEqual([C, A, B])
  })

  test('deletes an image of the design, and takes it again as the newest', async () => {
    const store = await openStore()
    for (const id of [A, B]) await store.put('design', id, png(id))
    await store.put('players', A, png('a'))
    expect([await store.delete(A), await store.delete(A)]).toEqual([true, false])
    expect(store.list()).toEqual([B])
    expect(await bytesIn(store, 'design', A)).toBeUndefined()
    expect(await bytesIn(store, 'players', A)).toEqual(png('a'))
    await store.put('design', A, png(A))
    expect(store.list()).toEqual([B, A])
  })

  test('deleting and putting at the same time leaves a list that tells the truth', async () => {
    const store = await openStore()
    await store.put('design', A, png('a'))
    await Promise.all([
      store.delete(A),
      store.put('design', A, png('a')),
      store.delete(B),
      store.put('design', B, png('b')),
    ])
    expect(store.list()).toEqual([A, B])
    expect(await bytesIn(store, 'design', A)).toEqual(png('a'))
  })

  test('reading while it is deleted gives the image or nothing', async () => {
    const store = await openStore()
    await store.put('design', A, png('a'))
    const [, found] = await Promise.all([store.delete(A), bytesIn(store, 'design', A)])
    expect([png('a'), undefined]).toContainEqual(found)
  })

  test('who has found an image of up to 64 KiB gets it, though it was deleted since', async () => {
    const store = await openStore()
    const largest = png('x'.repeat(64 * 1024 - png('').length))
    await store.put('design', A, largest)
    const found = await store.find('design', A)
    await store.delete(A)
    expect(found && (await wholeOf(found))).toEqual(largest)
  })

  test('who has begun to read gets all of an image that is deleted meanwhile', async () => {
    const store = await openStore()
    await store.put('design', A, large)
    const read: Buffer[] = []
    for await (const piece of (await store.find('design', A))?.pieces() ?? []) {
      if (read.length === 0) await store.delete(A)
      read.push(piece)
    }
    expect(Buffer.concat(read).equals(large)).toBe(true)
  })

  test('names lead to contents, which are removed when nobody names them any more', async () => {
    const store = await openStore()
    expect(store.names()).toEqual(new Map())
    for (const id of [A, B]) await store.put('files', id, png(id))
    const image = (id: string) => ({ id, isDeleted: false })
    const names = new Map([
      ['coin', image(A)],
      ['gold', { id: A, isDeleted: true }],
      ['leaf', image(B)],
    ])
    await store.setNames(names)
    expect(store.names()).toEqual(names)
    await store.setNames(new Map([['gold', image(A)]]))
    expect([await bytesIn(store, 'files', A), await bytesIn(store, 'files', B)]).toEqual([png(A), undefined])
    expect(store.list()).toEqual([])
    await store.put('design', A, png(A))
    await store.setNames(new Map())
    expect([await store.has('files', A), await store.has('design', A)]).toEqual([false, true])
  })

  test.each(['', 'a', '../../game', `${A}\n`, A.toUpperCase(), `../design/${A}`])('knows no image %j', async (id) => {
    const store = await openStore()
    await store.put('design', A, png('a'))
    for (const album of ['design', 'players'] as const) expect(await bytesIn(store, album, id)).toBeUndefined()
    expect(await store.delete(id)).toBe(false)
    expect(isImageId(id)).toBe(false)
  })
})

describe('images in files', () => {
  test('are there after a crash, the list too, and nothing unfinished', async () => {
    const fs = new SimulatedFileSystem()
    const store = await open(fs)
    await store.put('design', B, png('b'))
    await store.put('design', A, png('a'))
    await store.put('players', C, png('c'))
    await store.delete(B)
    expect(await fs.list('data/images/design')).toEqual([`${A}.png`])
    expect(await fs.list('data/images/players')).toEqual([`${C}.png`])
    const again = await open(fs.crash('none'))
    expect(again.list()).toEqual([A])
    expect(await bytesIn(again, 'design', A)).toEqual(png('a'))
    expect(await bytesIn(again, 'players', C)).toEqual(png('c'))
  })

  test('have their names after a crash', async () => {
    const fs = new SimulatedFileSystem()
    const store = await open(fs)
    await store.put('files', A, png('a'))
    const names = new Map([['__proto__', { id: A, isDeleted: false }]])
    await store.setNames(names)
    const again = await open(fs.crash('none'))
    expect(again.names()).toEqual(names)
    expect(await bytesIn(again, 'files', A)).toEqual(png('a'))
  })

  test('of two who bring the same at the same time, neither is answered before it is on disk', async () => {
    const fs = new SimulatedFileSystem()
    const store = await open(fs)
    await Promise.race([store.put('players', A, png('a')), store.put('players', A, png('a'))])
    expect(await bytesIn(await open(fs.crash('none')), 'players', A)).toEqual(png('a'))
  })

  test('wherever the program stops, every image that counts is whole', async () => {
    let at = 0
    let stopped = true
    while (stopped) {
      at += 1
      for (const survival of ['none', 'some', 'all'] as const) {
        const fs = new SimulatedFileSystem(at, { at, kind: 'stop' })
        const put: string[] = []
        await walk(fs, put).catch(() => {})
        stopped = fs.faulted !== undefined
        const again = await open(fs.crash(survival))
        for (const id of again.list()) expect(await bytesIn(again, 'design', id)).toEqual(png(id))
        expect(again.list()).toEqual(expect.arrayContaining(put.filter((id) => id === B)))
        if (put.includes(C)) expect(await bytesIn(again, 'players', C)).toEqual(png(C))
      }
    }
    expect(at).toBeGreaterThan(20)
  })

  async function walk(fs: SimulatedFileSystem, put: string[]): Promise<void> {
    const store = await open(fs)
    for (const [album, id] of [
      ['design', A],
      ['players', C],
      ['design', B],
    ] as const) {
      await store.put(album, id, png(id))
      put.push(id)
    }
    await store.delete(A)
  }

  test.each(['ENOSPC', 'EIO'] as const)(
    'a put that fails by %s anywhere is told, lists nothing and leaves nothing unfinished; put again, it is there',
    async (kind) => {
      const fs = new SimulatedFileSystem()
      const store = await open(fs)
      const before = fs.operations
      await store.put('design', A, large)
      const operations = fs.operations - before
      for (let at = 1; at <= operations; at += 1) {
        await store.delete(A)
        fs.fault = { at: fs.operations + at, kind }
        await expect(store.put('design', A, large)).rejects.toThrow(
          /^(The image )?data\/images\/.* cannot be written: /,
        )
        expect(store.list()).toEqual([])
        for (const folder of ['', '/design', '/players', '/files'])
          expect((await fs.list(`data/images${folder}`)).filter((name) => name.endsWith('.tmp'))).toEqual([])
        await store.put('design', A, large)
        expect(store.list()).toEqual([A])
        expect((await bytesIn(store, 'design', A))?.equals(large)).toBe(true)
      }
      expect((await open(fs.crash('none'))).list()).toEqual([A])
    },
  )

  test('are read in small pieces, each when it is asked for, and the file is closed when nobody asks any more', async () => {
    const files = new SimulatedFileSystem()
    const { fs, opened } = watched(files)
    const store = await openFileImages(fs, 'data/images')
    await store.put('players', A, large)
    const image = await store.find('players', A)
    expect(image?.length).toBe(large.length)
    expect(opened()).toBe(0)
    const pieces = image?.pieces()[Symbol.asyncIterator]()
    const before = files.operations
    const first = (await pieces?.next())?.value as Buffer
    expect([first.length, opened(), files.operations - before]).toEqual([64 * 1024, 1, 2])
    await pieces?.return?.()
    expect(opened()).toBe(0)
  })

  test.each([0, 10, -1, -12])('that were cut to %i bytes are damaged', async (length) => {
    for (const whole of [png('a'), large]) {
      const fs = new SimulatedFileSystem()
      const store = await open(fs)
      await store.put('players', A, whole)
      const path = `data/images/players/${A}.png`
      const begun = (await store.find('players', A))?.pieces()
      await (await fs.open(path, 'write')).truncate(whole.subarray(0, length).length)
      const damaged = { name: 'StorageError', message: `The image ${path} is damaged. Restore the file from a backup` }
      await expect(store.find('players', A)).rejects.toMatchObject(damaged)
      // It was whole when it was found, and a large one is read later.
      if (whole === large) await expect(Array.fromAsync(begun ?? [])).rejects.toMatchObject(damaged)
    }
  })

  test('that cannot be read are told with their file', async () => {
    const fs = new SimulatedFileSystem()
    const store = await open(fs)
    await store.put('players', A, png('a'))
    await store.put('players', B, large)
    for (const [id, operations] of [
      [A, 3],
      [B, 4],
    ] as const)
      for (let at = 1; at <= operations; at += 1) {
        fs.fault = { at: fs.operations + at, kind: 'EIO' }
        await expect(store.find('players', id)).rejects.toThrow(
          `The image data/images/players/${id}.png cannot be read: EIO`,
        )
      }
  })

  test('a list that cannot be used is told in words, and so is a file that is gone', async () => {
    const fs = new SimulatedFileSystem()
    const store = await open(fs)
    await store.put('design', A, png('a'))
    await fs.unlink(`data/images/design/${A}.png`)
    await expect(bytesIn(store, 'design', A)).rejects.toThrow(`The image data/images/design/${A}.png is missing`)
    for (const text of ['{"images":[{"id":"../x"}]}', '[]', 'null', '{"images":{}}']) {
      await (await fs.open('data/images/design.json', 'replace')).write(Buffer.from(text), 0)
      await expect(open(fs)).rejects.toThrow('data/images/design.json cannot be used: it has no list of images')
    }
  })
})

/** The same files, with a count of those that are open. */
function watched(files: FileSystem): { readonly fs: FileSystem; readonly opened: () => number } {
  let count = 0
  const open: FileSystem['open'] = async (...asked) => {
    const handle = await files.open(...asked)
    count += 1
    const close = async (): Promise<void> => {
      count -= 1
      await handle.close()
    }
    return { ...handle, close }
  }
  const fs = new Proxy(files, { get: (of, name) => (name === 'open' ? open : Reflect.get(of, name).bind(of)) })
  return { fs, opened: () => count }
}
