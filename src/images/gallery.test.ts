import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { redAndBlue, shapeOf } from '../../test/support/images.ts'
import type { ImageSource } from '../game/images/shown-image.ts'
import type { ImageSize } from '../game/images/size.ts'
import { fault, isFault } from '../game/kernel/fault.ts'
import { memoryImages } from '../storage/memory-images.ts'
import type { Gallery, Picture } from './gallery.ts'
import { openGallery } from './gallery.ts'
import { imageId } from './image-id.ts'

let jpeg: Buffer
beforeAll(async () => {
  jpeg = await redAndBlue(300, 200).jpeg().toBuffer()
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

test('a gallery that closes ends what is under way, and takes on nothing more', async () => {
  const store = memoryImages()
  const gallery = openGallery(store)
  const { promise, resolve } = Promise.withResolvers<void>()
  const put = store.put.bind(store)
  vi.spyOn(store, 'put').mockImplementation(async (...image) => {
    await promise
    await put(...image)
  })
  const adding = added(gallery, jpeg)
  let isClosed = false
  const closing = gallery.close(new Error('the game has stopped')).then(() => (isClosed = true))
  const id = imageId(jpeg)
  for (const refused of [
    () => gallery.add('design', jpeg),
    () => gallery.delete(id),
    () => gallery.takeFromFiles(new Map()),
    () => picture(gallery, { album: 'design', id }, 'icon'),
  ])
    await expect(refused()).rejects.toThrow('the game has stopped')
  expect(isClosed).toBe(false)
  resolve()
  expect(await adding).toBe(id)
  await closing
  expect(store.list()).toEqual([id])
})

describe('a picture', () => {
  test('of an upload comes in its own size and in squares, each with a tag of its own', async () => {
    const gallery = openGallery(memoryImages())
    const source = { album: 'design', id: await added(gallery, jpeg) } as const
    const original = await picture(gallery, source, 'original')
    const small = await picture(gallery, source, 'small')
    expect(original?.etag).toBe(`"${source.id}-original"`)
    expect(small?.etag).toBe(`"${source.id}-small"`)
    expect(await shapeOf(original?.png ?? jpeg)).toEqual(['png', 300, 200])
    expect(await shapeOf(small?.png ?? jpeg)).toEqual(['png', 40, 40])
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

  test('is read and rendered once, and not at all for who has it', async () => {
    const store = memoryImages()
    const get = vi.spyOn(store, 'get')
    const gallery = openGallery(store)
    const source = { album: 'design', id: await added(gallery, jpeg) } as const
    const etag = `"${source.id}-icon"`
    expect(await picture(gallery, source, 'icon', (known) => known === etag)).toEqual({ etag, png: undefined })
    expect(get).not.toHaveBeenCalled()
    const first = await picture(gallery, source, 'icon')
    expect((await picture(gallery, source, 'icon'))?.png).toBe(first?.png)
    expect(get).toHaveBeenCalledTimes(1)
  })

  test.each([0, 100, -1])('of a file that is cut to %i bytes is an error of the storage', async (length) => {
    const store = memoryImages()
    const gallery = openGallery(store)
    const source = { album: 'design', id: await added(gallery, jpeg) } as const
    const whole = (await store.get('design', source.id)) ?? jpeg
    vi.spyOn(store, 'get').mockResolvedValue(whole.subarray(0, length))
    for (const size of ['original', 'icon'] as const)
      await expect(picture(gallery, source, size)).rejects.toMatchObject({
        name: 'StorageError',
        message: expect.stringContaining(`design/${source.id}.png is damaged`),
      })
  })

  test('of a file that is damaged in its middle is an error of the storage, with what the decoder says', async () => {
    const store = memoryImages()
    const gallery = openGallery(store)
    const source = { album: 'design', id: await added(gallery, jpeg) } as const
    const whole = (await store.get('design', source.id)) ?? jpeg
    const damaged = Buffer.from(whole).fill(0, 16, whole.length - 12)
    vi.spyOn(store, 'get').mockResolvedValue(damaged)
    await expect(picture(gallery, source, 'icon')).rejects.toMatchObject({
      name: 'StorageError',
      cause: expect.any(Error),
    })
  })

  test('that is drawn depends on what it is of, and is the same every time', async () => {
    const of = async (player: string) =>
      picture(openGallery(memoryImages()), { builtIn: 'default-player', of: player }, 'large')
    const [neo, again, trinity] = [await of('neo'), await of('neo'), await of('trinity')]
    expect(neo).toEqual(again)
    expect(neo?.etag).toMatch(/^"[0-9a-f]{24}-large"$/)
    expect(neo?.etag).not.toBe(trinity?.etag)
    expect(neo?.png?.equals(trinity?.png ?? Buffer.alloc(0))).toBe(false)
    expect(await shapeOf(neo?.png ?? jpeg)).toEqual(['png', 140, 140])
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
    return found?.png && (await shapeOf(found.png))[1]
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

  test('come before an upload of the same name, and leave it when they go', async () => {
    const gallery = openGallery(memoryImages())
    const id = await added(gallery, jpeg)
    await gallery.takeFromFiles(filesOf({ [id]: bytes(three) }).files)
    expect([await widthOf(gallery, id), gallery.list(0, 10).length]).toEqual([3, 1])
    await gallery.takeFromFiles(new Map())
    expect(await widthOf(gallery, id)).toBe(300)
  })
})
