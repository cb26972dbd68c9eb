import { chmod, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { designDirectory, type DesignDirectory } from '../../test/support/design-directory.ts'
import { fault } from '../game/kernel/fault.ts'
import { imageId } from '../images/image-file.ts'
import { nodeFileSystem, type FileSystem } from '../storage/fs.ts'
import { giveImages, readImages, type FoundImage } from './design-images.ts'
import { LiveImages, type ImageReport, type LiveGallery } from './live-images.ts'

/** A game that takes what begins with `PNG`, and keeps what an image was before where that is another. */
class FakeGame implements LiveGallery {
  shown = new Map<string, string>()
  readonly uploads = new Map<string, string>()
  /** Names of what was deleted, and the ids that files of them had. */
  deleted = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  /** A change through a route. */
  save({
    uploads = {},
    deletes = [],
  }: {
    uploads?: Readonly<Record<string, string>>
    deletes?: readonly string[]
  }): void {
    for (const [id, text] of Object.entries(uploads)) this.uploads.set(id, text)
    for (const name of deletes) {
      this.uploads.delete(name)
      const text = this.shown.get(name)
      if (text !== undefined) this.deleted.set(name, imageId(Buffer.from(text)))
    }
    for (const listener of this.#listeners) listener()
  }

  changedByRoutes() {
    return { added: [...this.uploads.keys()].filter((id) => !this.shown.has(id)), deleted: this.deleted }
  }

  async uploaded(id: string) {
    const text = this.uploads.get(id)
    return text === undefined ? undefined : Buffer.from(text)
  }

  async forgetUploadsInFiles() {
    for (const id of this.shown.keys()) this.uploads.delete(id)
  }

  onRouteSave(listener: () => void) {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

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
    this.deleted = new Map([...this.deleted].filter(([name, id]) => images.get(name)?.id === id))
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
  readonly writeBack?: boolean
  readonly game?: FakeGame
}

async function goLive(settings: Settings = {}): Promise<Live> {
  const { watch = 'events', files = nodeFileSystem(), writeBack = false, game = new FakeGame() } = settings
  const directory = await designDirectory({ 'images/coin.png': 'PNG 1', 'images/leaf.png': 'PNG 1' })
  const { design } = directory
  const reports: ImageReport[] = []
  const live = new LiveImages({
    files,
    directory: design,
    given: await giveImages(await readImages(files, design), design, game),
    game,
    watch,
    writeBack,
    report: (one) => reports.push(one),
    warn: (message) => expect.unreachable(message),
  })
  onTestFinished(() => live.close())
  const tells = async (...expected: readonly object[]): Promise<void> => {
    await expect.poll(() => reports, { timeout: 4000, interval: 5 }).toMatchObject(expected)
    await sleep(300)
    expect(reports).toHaveLength(expected.length)
  }
  return { ...directory, game, live, tells, shows: () => Object.fromEntries(game.shown) }
}

const images = (...changes: readonly string[]) => ({ type: 'images', isMended: false, changes })
const broken = (...places: readonly string[]) => ({
  type: 'broken images',
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
  await tells(told, images('images/leaf: changed'), { type: 'images', isMended: true, changes: [] })
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
  for (;;) {
    const { write, tells } = await goLive()
    let [longestMs, last] = [0, performance.now()]
    for (const text of ['', 'P', 'PN', 'PNG']) {
      await write('images/coin.png', text)
      await sleep(40)
      longestMs = Math.max(longestMs, performance.now() - last)
      last = performance.now()
    }
    // Where a loaded machine paused for as long as a finished save is quiet, the parts were saves of their own.
    if (longestMs > 80) continue
    return await tells(images('images/coin: changed'))
  }
})

test('a saved rule has no image read', async () => {
  const node = nodeFileSystem()
  const readFile = vi.fn<FileSystem['readFile']>((path, maxBytes) => node.readFile(path, maxBytes))
  const { write, tells } = await goLive({ files: { ...node, readFile } })
  // Once to give them, and once for what may have changed before the watch began.
  await expect.poll(() => readFile.mock.calls.length).toBe(4)
  await write('metrics/xp.json', '{}')
  // A loaded machine may report the beginning late.
  for (let seen = -1; seen !== readFile.mock.calls.length; await sleep(400)) seen = readFile.mock.calls.length
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

describe('what routes upload and delete', () => {
  const UPLOAD = 'a'.repeat(24)
  const changes = { uploads: { [UPLOAD]: 'PNG 7' }, deletes: ['coin'] }

  test('is told to differ from the files without --write-back, at a start too', async () => {
    const game = new FakeGame()
    game.save({ uploads: changes.uploads })
    const { tells, at } = await goLive({ game })
    const first = { type: 'images differing', changes: [`images/${UPLOAD}: added`] }
    await tells(first)
    game.save({ deletes: ['coin'] })
    await tells(first, { type: 'images differing', changes: [`images/${UPLOAD}: added`, 'images/coin: removed'] })
    expect(await readdir(at('images'))).toEqual(['coin.png', 'leaf.png'])
  })

  test.each(['events', 'off'] as const)('is written back, and not taken for an edit (%s)', async (watch) => {
    const { game, tells, at, shows } = await goLive({ watch, writeBack: true })
    game.save(changes)
    const path = at(`images/${UPLOAD}.png`)
    const written = { type: 'images written', wrote: [path], removed: [at('images/coin.png')] }
    await tells(written)
    expect(await readFile(path, 'utf8')).toBe('PNG 7')
    expect([shows(), game.uploads.size, game.deleted.size]).toEqual([{ leaf: 'PNG 1', [UPLOAD]: 'PNG 7' }, 0, 0])
    game.save({ deletes: [UPLOAD] })
    await tells(written, { type: 'images written', wrote: [], removed: [path] })
    expect(await readdir(at('images'))).toEqual(['leaf.png'])
  })

  test('before the last stop is written back at the start; and is gone with its file', async () => {
    const game = new FakeGame()
    game.save(changes)
    const { tells, at, shows } = await goLive({ game, writeBack: true })
    const written = { type: 'images written', wrote: [at(`images/${UPLOAD}.png`)] }
    await tells(written)
    await rm(at(`images/${UPLOAD}.png`))
    await tells(written, images(`images/${UPLOAD}: removed`))
    expect([shows(), game.uploads.size]).toEqual([{ coin: 'PNG 1', leaf: 'PNG 1' }, 0])
  })

  test('is left where a file is another meanwhile, is read-only or has gone with all, which is told once', async () => {
    const { game, design, project, write, tells, at } = await goLive({ watch: 'off', writeBack: true })
    await write('images/coin.png', 'PNG mine')
    await chmod(at('images/leaf.png'), 0o444)
    await write(`images/${UPLOAD}.png`, 'PNG 8')
    game.save({ ...changes, deletes: ['coin', 'leaf'] })
    const meanwhile = 'its file changed in the meantime'
    const left = [
      { name: 'images/coin', reason: meanwhile },
      { name: 'images/leaf', reason: `${at('images/leaf.png')} cannot be written to` },
      { name: `images/${UPLOAD}`, reason: meanwhile },
    ]
    await tells({ type: 'left', left })
    expect(await readdir(at('images'))).toHaveLength(3)
    await rename(design, join(project, 'away'))
    game.save({})
    const gone = left.map(({ name }) => ({ name, reason: expect.stringContaining('is missing') as string }))
    await tells({ type: 'left', left }, { type: 'left', left: gone })
    expect(await readdir(project)).toEqual(['away'])
  })

  test('is left where it is larger than the files of images may be', async () => {
    const { game, tells } = await goLive({ writeBack: true })
    game.save({ uploads: { [UPLOAD]: 'PNG'.repeat(4 << 20) } })
    await tells({ type: 'left', left: [{ name: `images/${UPLOAD}`, reason: expect.stringContaining('larger than') }] })
  })
})
