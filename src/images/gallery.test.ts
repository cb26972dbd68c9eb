import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { redAndBlue, shapeOf } from '../../test/support/images.ts'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import type { ImageSource } from '../game/images/shown-image.ts'
import type { ImageSize } from '../game/images/size.ts'
import { fault, isFault } from '../game/kernel/fault.ts'
import { openFileImages } from '../storage/file-images.ts'
import { type KeptImage, wholeOf } from '../storage/images.ts'
import { memoryImages } from '../storage/memory-store.ts'
import { type Gallery, openGallery } from './gallery.ts'
import { imageId } from './image-file.ts'
import type { Picture } from './pictures.ts'

let jpeg: Buffer
/** Larger than what is read at once. */
let noise: Buffer
beforeAll(async () => {
  jpeg = await redAndBlue(300, 200).jpeg().toBuffer()
  noise = await sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
    .png()
    .toBuffer()
})

const none = (): boolean => false
const missing = fault('image_not_found')

/** The first of these pictures that there is, in a size. */
async function picture(
  gallery: Gallery,
  sources: ImageSource | readonly ImageSource[],
  size: ImageSize,
  has = none as (etag: string) => boolean,
): Promise<Picture | undefined> {
  const found = await gallery.picture({ sources: [sources].flat(), size, missing }, has)
  if (!isFault(found)) return found
  expect(found).toBe(missing)
  return undefined
}

/** All bytes of a picture. */
async function bytesOf(picture: Picture | undefined): Promise<Buffer> {
  const png = picture?.png
  if (png === undefined) throw new Error('there is no picture')
  return Buffer.isBuffer(png) ? png : wholeOf(png)
}

async function added(gallery: Gallery, file: Buffer, album: 'design' | 'players' = 'design'): Promise<string> {
  const descriptor = await gallery.add(album, file)
  if (isFault(descriptor)) throw new Error(JSON.stringify(descriptor))
  return descriptor.id
}

test('an upload is told by the hash of its bytes and the sizes that it comes in', async () => {
  expect(await openGallery(memoryImages()).add('players', jpeg)).toEqual({
    id: createHash('sha256').update(jpeg).digest('hex').slice(0, 24),
    album: 'players',
    tags: [],
    sizes: [
      { name: 'original', width: null, height: null },
      { name: 'large', width: 140, height: 140 },
      { name: 'medium', width: 72, height: 72 },
      { name: 'small', width: 40, height: 40 },
      { name: 'icon', width: 24, height: 24 },
    ],
  })
})

test('what is refused is not kept', async () => {
  const gallery = openGallery(memoryImages())
  expect(await gallery.add('design', Buffer.from('<svg/>'))).toMatchObject({ fault: 'unsupported_media_type' })
  expect(gallery.list(0, 10)).toEqual([])
})

test('the images of the design are listed by pages, and deleted', async () => {
  const gallery = openGallery(memoryImages())
  const ids: string[] = []
  for (const width of [3, 4, 5]) ids.push(await added(gallery, await redAndBlue(width, 3).png().toBuffer()))
  await added(gallery, jpeg, 'players')
  const listed = (skip: number, limit: number) => gallery.list(skip, limit).map(({ id }) => id)
  expect([listed(0, 10), listed(1, 1), listed(3, 10), listed(0, 0)]).toEqual([ids, [ids[1]], [], []])
  expect([await gallery.delete(ids[1] ?? ''), await gallery.delete('x')]).toEqual([true, false])
  expect(listed(0, 1_000_000)).toEqual([ids[0], ids[2]])
})

/** A store in memory that keeps nothing before it is told to. */
function holdingStore() {
  const store = memoryImages()
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const put = store.put.bind(store)
  const puts = vi.spyOn(store, 'put').mockImplementation(async (...image) => {
    await promise
    await put(...image)
  })
  return { store, release, puts }
}

test('a gallery that closes ends what is under way, and takes on nothing more', async () => {
  const { store, release, puts } = holdingStore()
  const gallery = openGallery(store)
  const adding = added(gallery, jpeg)
  await vi.waitFor(() => expect(puts).toHaveBeenCalledTimes(1))
  let isClosed = false
  const stopped = 'the game has stopped'
  const waiting = expect(gallery.add('players', jpeg)).rejects.toThrow(stopped)
  const closing = gallery.close(new Error(stopped)).then(() => (isClosed = true))
  const id = imageId(jpeg)
  for (const refused of [
    () => gallery.delete(id),
    () => gallery.takeFromFiles(new Map()),
    () => picture(gallery, { album: 'design', id }, 'icon'),
  ])
    await expect(refused()).rejects.toThrow(stopped)
  expect(isClosed).toBe(false)
  release()
  expect(await adding).toBe(id)
  await closing
  await waiting
  expect(store.list()).toEqual([id])
  await expect(gallery.add('design', jpeg)).rejects.toThrow(stopped)
})

test('one image is taken at a time, until it is kept, and nobody who looks at a picture waits for that', async () => {
  const { store, release, puts } = holdingStore()
  const gallery = openGallery(store)
  const uploads = [3, 4, 5].map(async (width) => added(gallery, await redAndBlue(width, 3).png().toBuffer()))
  await vi.waitFor(() => expect(puts).toHaveBeenCalledTimes(1))
  const earlier = memoryImages()
  await earlier.put('players', 'a'.repeat(24), await redAndBlue(9, 9).png().toBuffer())
  vi.spyOn(store, 'has').mockImplementation((...asked) => earlier.has(...asked))
  vi.spyOn(store, 'find').mockImplementation((...asked) => earlier.find(...asked))
  for (const source of [
    { builtIn: 'default-game', of: 'x' },
    { album: 'players', id: 'a'.repeat(24) },
  ] as const)
    expect(await shapeOf(await bytesOf(await picture(gallery, source, 'icon')))).toEqual(['png', 24, 24])
  expect(puts).toHaveBeenCalledTimes(1)
  release()
  await Promise.all(uploads)
  expect(puts).toHaveBeenCalledTimes(3)
})

test('of many who want to see pictures for the first time, one is worked for at a time, and holds what it reads', async () => {
  const store = memoryImages()
  const gallery = openGallery(store)
  const ids = await Promise.all(
    [3, 4, 5, 6].map(async (width) => added(gallery, await redAndBlue(width, 3).png().toBuffer())),
  )
  let reading = 0
  let most = 0
  const find = store.find.bind(store)
  vi.spyOn(store, 'find').mockImplementation(async (...asked) => {
    const image = await find(...asked)
    const pieces = async function* () {
      reading += 1
      most = Math.max(most, reading)
      await new Promise(setImmediate)
      yield* image?.pieces() ?? []
      reading -= 1
    }
    return image && { ...image, pieces }
  })
  await Promise.all(ids.map((id) => picture(gallery, { album: 'design', id }, 'icon')))
  expect([most, reading]).toEqual([1, 0])
})

test.each(['ENOSPC', 'EIO'] as const)(
  'an upload that a disk fails by %s is an error of the storage, and the next one is taken',
  async (kind) => {
    const fs = new SimulatedFileSystem()
    const gallery = openGallery(await openFileImages(fs, 'images'))
    fs.fault = { at: fs.operations + 2, kind }
    await expect(gallery.add('design', jpeg)).rejects.toMatchObject({ name: 'StorageError' })
    expect([gallery.list(0, 10), await fs.list('images/design')]).toEqual([[], []])
    const source = { album: 'design', id: await added(gallery, jpeg) } as const
    expect(await shapeOf(await bytesOf(await picture(gallery, source, 'original')))).toEqual(['png', 300, 200])
  },
)

describe('a picture', () => {
  test('of an upload comes in its own size and in squares, each with a tag of its own', async () => {
    const gallery = openGallery(memoryImages())
    const source = { album: 'design', id: await added(gallery, jpeg) } as const
    const original = await picture(gallery, source, 'original')
    const small = await picture(gallery, source, 'small')
    expect(original?.etag).toBe(`"${source.id}-original"`)
    expect(small?.etag).toBe(`"${source.id}-small"`)
    expect(await shapeOf(await bytesOf(original))).toEqual(['png', 300, 200])
    expect(await shapeOf(await bytesOf(small))).toEqual(['png', 40, 40])
  })

  test('that is not there, or is in the other album, is none', async () => {
    const gallery = openGallery(memoryImages())
    const id = await added(gallery, jpeg)
    expect(await picture(gallery, { album: 'players', id }, 'icon')).toBeUndefined()
    expect(await picture(gallery, { album: 'design', id: 'f'.repeat(24) }, 'icon', () => true)).toBeUndefined()
  })

  test('that was deleted is none, though it was rendered', async () => {
    const gallery = openGallery(memoryImages())
    const source = { album: 'design', id: await added(gallery, jpeg) } as const
    await picture(gallery, source, 'icon')
    await gallery.delete(source.id)
    expect(await picture(gallery, source, 'icon')).toBeUndefined()
  })

  test('that is deleted while it is read is none', async () => {
    const store = await openFileImages(new SimulatedFileSystem(), 'images')
    const gallery = openGallery(store)
    const source = { album: 'design', id: await added(gallery, noise) } as const
    const find = store.find.bind(store)
    vi.spyOn(store, 'find').mockImplementation(async (...asked) => {
      const image = await find(...asked)
      await store.delete(source.id)
      return image
    })
    expect(await picture(gallery, source, 'icon')).toBeUndefined()
  })

  test('is read and rendered once, and not at all for who has it', async () => {
    const store = memoryImages()
    const find = vi.spyOn(store, 'find')
    const gallery = openGallery(store)
    const source = { album: 'design', id: await added(gallery, jpeg) } as const
    const etag = `"${source.id}-icon"`
    expect(await picture(gallery, source, 'icon', (known) => known === etag)).toEqual({ etag, png: undefined })
    expect(find).not.toHaveBeenCalled()
    const first = await picture(gallery, source, 'icon')
    expect((await picture(gallery, source, 'icon'))?.png).toBe(first?.png)
    expect(find).toHaveBeenCalledTimes(1)
  })

  test('in its own size is not read before that is asked for, where it is large', async () => {
    const fs = new SimulatedFileSystem()
    const gallery = openGallery(await openFileImages(fs, 'images'))
    const id = await added(gallery, noise)
    const length = (await fs.readFile(`images/design/${id}.png`))?.length
    const { png } = (await picture(gallery, { album: 'design', id }, 'original')) ?? {}
    const before = fs.operations
    expect(png?.length).toBe(length)
    expect((await wholeOf(png as KeptImage)).length).toBe(length)
    expect(fs.operations).toBeGreaterThan(before)
  })

  test('of a file that is damaged is an error of the storage, at its ends in all sizes', async () => {
    const fs = new SimulatedFileSystem()
    const gallery = openGallery(await openFileImages(fs, 'images'))
    const source = { album: 'design', id: await added(gallery, jpeg) } as const
    const path = `images/design/${source.id}.png`
    const { length } = (await fs.readFile(path)) ?? jpeg
    const handle = await fs.open(path, 'write')
    await handle.write(Buffer.alloc(length - 28), 16)
    const damaged = {
      name: 'StorageError',
      message: `The image design/${source.id}.png is damaged. Restore the file from a backup`,
      cause: expect.any(Error),
    }
    await expect(picture(gallery, source, 'icon')).rejects.toMatchObject(damaged)
    await handle.truncate(100)
    for (const size of ['original', 'icon'] as const)
      await expect(picture(gallery, source, size)).rejects.toThrow(`The image ${path} is damaged`)
  })

  test('that is drawn depends on what it is of, and is the same every time', async () => {
    const of = async (player: string) =>
      picture(openGallery(memoryImages()), { builtIn: 'default-player', of: player }, 'large')
    const [neo, again, trinity] = [await of('neo'), await of('neo'), await of('trinity')]
    expect(neo).toEqual(again)
    expect(neo?.etag).toMatch(/^"[0-9a-f]{24}-large"$/)
    expect(neo?.etag).not.toBe(trinity?.etag)
    expect((await bytesOf(neo)).equals(await bytesOf(trinity))).toBe(false)
    expect(await shapeOf(await bytesOf(neo))).toEqual(['png', 140, 140])
  })
})

describe('images of the design’s files', () => {
  /** Files as a look at them gives them, and how often each was read. */
  function filesOf(contents: Readonly<Record<string, Buffer>>) {
    const reads: string[] = []
    const files = new Map(
      Object.entries(contents).map(([name, bytes]) => {
        const read = async (): Promise<Buffer> => {
          reads.push(name)
          return bytes
        }
        return [name, { id: imageId(bytes), read }] as const
      }),
    )
    return { files, reads }
  }
  const named = (id: string) => ({ album: 'design', id }) as const
  const widthOf = async (gallery: Gallery, id: string) => {
    const found = await picture(gallery, named(id), 'original')
    return found && (await shapeOf(await bytesOf(found)))[1]
  }
  let [three, four, five]: Buffer[] = []
  beforeAll(async () => {
    ;[three, four, five] = await Promise.all([3, 4, 5].map((width) => redAndBlue(width, 3).png().toBuffer()))
  })
  const bytes = (of: Buffer | undefined): Buffer => of ?? Buffer.alloc(0)

  test('are known by their names, listed behind uploads, and replaced by the next ones', async () => {
    const gallery = openGallery(memoryImages())
    const uploaded = await added(gallery, jpeg)
    const first = filesOf({ coin: bytes(three), leaf: bytes(four) })
    expect(await gallery.takeFromFiles(first.files)).toEqual([])
    expect(gallery.list(0, 10).map(({ id }) => id)).toEqual([uploaded, 'coin', 'leaf'])
    expect([await widthOf(gallery, 'coin'), await widthOf(gallery, 'leaf')]).toEqual([3, 4])
    const second = filesOf({ coin: bytes(five) })
    await gallery.takeFromFiles(second.files)
    expect([await widthOf(gallery, 'coin'), await widthOf(gallery, 'leaf')]).toEqual([5, undefined])
    expect(gallery.list(1, 1).map(({ id }) => id)).toEqual(['coin'])
  })

  test('have another tag when their content is another', async () => {
    const gallery = openGallery(memoryImages())
    await gallery.takeFromFiles(filesOf({ coin: bytes(three) }).files)
    const before = await picture(gallery, named('coin'), 'icon')
    await gallery.takeFromFiles(filesOf({ coin: bytes(four) }).files)
    const after = await picture(gallery, named('coin'), 'icon', (etag) => etag === before?.etag)
    expect(after?.png?.length).toBeGreaterThan(0)
  })

  test.each(['original', 'icon'] as const)(
    'are shown as they are now when another comes while one is looked for (%s)',
    async (size) => {
      const store = await openFileImages(new SimulatedFileSystem(), 'images')
      const gallery = openGallery(store)
      await gallery.takeFromFiles(filesOf({ coin: bytes(three) }).files)
      const before = await picture(gallery, named('coin'), size)
      vi.spyOn(store, 'has').mockImplementationOnce(async (...asked) => {
        await gallery.takeFromFiles(filesOf({ coin: bytes(four) }).files)
        return store.has(...asked)
      })
      const found = await picture(gallery, named('coin'), size)
      expect(found?.etag).toBe((await picture(gallery, named('coin'), size))?.etag)
      expect((await bytesOf(found)).equals(await bytesOf(before))).toBe(false)
      expect(found?.etag).not.toBe(before?.etag)
    },
  )

  test('are not read again where they are known', async () => {
    const gallery = openGallery(memoryImages())
    await gallery.takeFromFiles(filesOf({ coin: bytes(three), leaf: bytes(four) }).files)
    const again = filesOf({ coin: bytes(three), leaf: bytes(five) })
    await gallery.takeFromFiles(again.files)
    expect(again.reads).toEqual(['leaf'])
  })

  test('that are none are told, and what they were stays', async () => {
    const gallery = openGallery(memoryImages())
    await gallery.takeFromFiles(filesOf({ coin: bytes(three) }).files)
    const broken = filesOf({ coin: bytes(four).subarray(0, 40), page: Buffer.from('<html>') })
    expect(await gallery.takeFromFiles(broken.files)).toEqual([
      { name: 'coin', why: expect.objectContaining({ fault: 'unsupported_media_type' }) },
      { name: 'page', why: expect.objectContaining({ fault: 'unsupported_media_type' }) },
    ])
    expect([await widthOf(gallery, 'coin'), await widthOf(gallery, 'page')]).toEqual([3, undefined])
  })

  test('that were deleted through a route stay so until their content is another', async () => {
    const gallery = openGallery(memoryImages())
    const taken = filesOf({ coin: bytes(three) })
    await gallery.takeFromFiles(taken.files)
    expect([await gallery.delete('coin'), await gallery.delete('coin')]).toEqual([true, false])
    await gallery.takeFromFiles(taken.files)
    expect([await widthOf(gallery, 'coin'), gallery.list(0, 10)]).toEqual([undefined, []])
    await gallery.takeFromFiles(filesOf({ coin: bytes(four) }).files)
    expect(await widthOf(gallery, 'coin')).toBe(4)
  })

  test('are told apart from what routes have done since, which becomes theirs once they hold it', async () => {
    const gallery = openGallery(memoryImages())
    let saves = 0
    const end = gallery.onRouteSave(() => (saves += 1))
    await gallery.takeFromFiles(filesOf({ coin: bytes(three), leaf: bytes(four) }).files)
    await gallery.add('players', jpeg)
    expect(gallery.changedByRoutes()).toEqual({ added: [], deleted: new Map() })
    expect(await gallery.add('design', Buffer.from('<html>'))).toHaveProperty('fault')
    expect([await gallery.delete('nope'), saves]).toEqual([false, 0])
    const id = await added(gallery, jpeg)
    await gallery.delete('coin')
    expect(saves).toBe(2)
    expect(gallery.changedByRoutes()).toEqual({ added: [id], deleted: new Map([['coin', imageId(bytes(three))]]) })
    const png = await gallery.uploaded(id)
    expect((await shapeOf(png ?? Buffer.alloc(0)))[1]).toBe(300)
    await gallery.forgetUploadsInFiles()
    expect(gallery.changedByRoutes().added).toEqual([id])
    await gallery.takeFromFiles(filesOf({ leaf: bytes(four), [id]: bytes(png) }).files)
    expect(gallery.changedByRoutes()).toEqual({ added: [], deleted: new Map() })
    await gallery.forgetUploadsInFiles()
    expect([await gallery.uploaded(id), await widthOf(gallery, id)]).toEqual([undefined, 300])
    await gallery.takeFromFiles(new Map())
    expect(gallery.list(0, 10)).toEqual([])
    end()
    await added(gallery, jpeg)
    expect(saves).toBe(2)
  })

  test('come before an upload of the same name, and leave it when they go', async () => {
    const gallery = openGallery(memoryImages())
    const id = await added(gallery, jpeg)
    await gallery.takeFromFiles(filesOf({ [id]: bytes(three) }).files)
    expect([await widthOf(gallery, id), gallery.list(0, 10).length]).toEqual([3, 1])
    await gallery.takeFromFiles(new Map())
    expect(await widthOf(gallery, id)).toBe(300)
  })
})
