import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { designDirectory, type DesignDirectory } from '../../test/support/design-directory.ts'
import { fault } from '../game/kernel/fault.ts'
import { nodeFileSystem, type FileSystem } from '../storage/fs.ts'
import { giveImages, lookAtImages, type FoundImage, type ImageTaker } from './design-images.ts'
import { LiveImages, type ImageNews } from './live-images.ts'

/** A game that takes what begins with `PNG`, and keeps what an image was before where that is another. */
class FakeGame implements ImageTaker {
  shown = new Map<string, string>()

  async takeFromFiles(images: ReadonlyMap<string, FoundImage>) {
    const next = new Map<string, string>()
    const refused = []
    for (const [name, { read }] of images) {
      const text = (await read())?.toString()
      const isImage = text?.startsWith('PNG') === true
      if (text !== undefined && !isImage) refused.push({ name, why: fault('unsupported_media_type') })
      const image = isImage ? text : this.shown.get(name)
      if (image !== undefined) next.set(name, image)
    }
    this.shown = next
    return refused
  }
}

interface Live extends DesignDirectory {
  readonly game: FakeGame
  readonly live: LiveImages
  /** Resolves when so much has been told, and no more. */
  readonly tells: (...expected: readonly object[]) => Promise<void>
  readonly shows: () => object
}

interface Settings {
  readonly watch?: 'events' | 'poll' | 'off'
  readonly files?: FileSystem
}

async function goLive({ watch = 'events', files = nodeFileSystem() }: Settings = {}): Promise<Live> {
  const directory = await designDirectory({ 'images/coin.png': 'PNG 1', 'images/leaf.png': 'PNG 1' })
  const { design } = directory
  const game = new FakeGame()
  const news: ImageNews[] = []
  const live = new LiveImages({
    files,
    directory: design,
    given: await giveImages(await lookAtImages(files, design), design, game),
    game,
    watch,
    tell: (one) => news.push(one),
    warn: (message) => expect.unreachable(message),
  })
  onTestFinished(() => live.close())
  const tells = async (...expected: readonly object[]): Promise<void> => {
    await expect.poll(() => news, { timeout: 4000, interval: 5 }).toMatchObject(expected)
    await sleep(300)
    expect(news).toHaveLength(expected.length)
  }
  return { ...directory, game, live, tells, shows: () => Object.fromEntries(game.shown) }
}

const images = (...changes: readonly string[]) => ({ news: 'images', isMended: false, changes })
const broken = (...places: readonly string[]) => ({
  news: 'broken images',
  problems: places.map((place) => ({ file: expect.stringContaining(place) as string })),
})

describe.each(['events', 'poll'] as const)('by %s', (watch) => {
  test('what changes, comes and goes is taken at once, and told on one line', async () => {
    const { write, at, tells, shows } = await goLive({ watch })
    await Promise.all([write('images/coin.png', 'PNG 2'), write('images/star.png', 'PNG 1'), rm(at('images/leaf.png'))])
    await tells(images('images/coin: changed', 'images/leaf: removed', 'images/star: added'))
    expect(shows()).toEqual({ coin: 'PNG 2', star: 'PNG 1' })
  })

  test('a directory that is removed, made again, or put in the place of another', async () => {
    const { write, at, tells } = await goLive({ watch })
    await rm(at('images'), { recursive: true })
    const gone = images('images/coin: removed', 'images/leaf: removed')
    await tells(gone)
    await write('images/coin.png', 'PNG 2')
    const back = images('images/coin: added')
    await tells(gone, back)
    await write('../other/coin.png', 'PNG 3')
    await rename(at('images'), at('../old'))
    await rename(at('../other'), at('images'))
    await tells(gone, back, images('images/coin: changed'))
    await write('images/coin.png', 'PNG 4')
    await tells(gone, back, images('images/coin: changed'), images('images/coin: changed'))
  })
})

test('a broken image keeps what was there before, and is told until it is mended', async () => {
  const { write, at, live, tells, shows } = await goLive()
  await write('images/coin.png', '<html>')
  const told = broken('images/coin.png')
  await tells(told)
  expect([shows(), live.problems]).toEqual([{ coin: 'PNG 1', leaf: 'PNG 1' }, [expect.objectContaining({ line: 1 })]])
  await write('images/leaf.png', 'PNG 2')
  await tells(told, images('images/leaf: changed'))
  await write('images/coin.png', 'PNG 1')
  await tells(told, images('images/leaf: changed'), { news: 'images', isMended: true, changes: [] })
  await write('images/coin.jpg', 'PNG 1')
  await write('images/coin.png', 'PNG 3')
  await rm(at('images/leaf.png'))
  const last = [images('images/coin: changed', 'images/leaf: removed'), broken('images/coin.jpg')]
  await tells(told, images('images/leaf: changed'), { isMended: true }, ...last)
  expect(live.problems).toHaveLength(1)
})

test('one that cannot be read keeps what was there before too', async () => {
  const { write, tells, shows } = await goLive()
  await write('images/coin.png', 'PNG'.repeat(4 << 20))
  await tells(broken('images/coin.png'))
  expect(shows()).toEqual({ coin: 'PNG 1', leaf: 'PNG 1' })
})

test('where the directory of the design has gone, nothing is taken away', async () => {
  const { design, project, write, tells, shows } = await goLive()
  await rename(design, join(project, 'away'))
  await sleep(500)
  expect(shows()).toEqual({ coin: 'PNG 1', leaf: 'PNG 1' })
  await write('images/coin.png', 'PNG 2')
  await tells(images('images/coin: changed', 'images/leaf: removed'))
})

test('a file that is written in parts is taken when it is whole', async () => {
  const { write, tells } = await goLive()
  for (const text of ['', 'P', 'PN', 'PNG']) {
    await write('images/coin.png', text)
    await sleep(40)
  }
  await tells(images('images/coin: changed'))
})

test('a saved rule has no image read', async () => {
  const node = nodeFileSystem()
  const readFile = vi.fn<FileSystem['readFile']>((path, maxBytes) => node.readFile(path, maxBytes))
  const { write, tells } = await goLive({ files: { ...node, readFile } })
  // Once to give them, and once for what may have changed before the watch began.
  await expect.poll(() => readFile.mock.calls.length).toBe(4)
  await write('metrics/xp.json', '{}')
  await sleep(400)
  readFile.mockClear()
  await write('metrics/xp.json', '[]')
  await sleep(400)
  expect(readFile).not.toHaveBeenCalled()
  await tells()
})

test('without a watch the images stay as they are', async () => {
  const { write, tells, shows } = await goLive({ watch: 'off' })
  await write('images/coin.png', 'PNG 2')
  await sleep(300)
  await tells()
  expect(shows()).toEqual({ coin: 'PNG 1', leaf: 'PNG 1' })
})
