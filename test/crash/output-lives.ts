import { createDataDirectory } from '../../src/cli/create-data-directory.ts'
import { writeState } from '../../src/cli/state-file.ts'
import { writeFile } from '../../src/cli/write-file.ts'
import { idOf } from '../../src/game/design/identity.ts'
import { emptyDesign, type DesignSource } from '../../src/game/design/source.ts'
import { imageId } from '../../src/images/image-file.ts'
import { readDesignFiles } from '../../src/project/design-files.ts'
import { makeDirectories } from '../../src/project/directory.ts'
import { isUnfinishedName, removeUnfinished } from '../../src/project/unfinished-files.ts'
import { writeDesign, type WrittenDesign } from '../../src/project/write-design.ts'
import { writeImages } from '../../src/project/write-images.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import { orStorageFailure, StorageError } from '../../src/storage/storage-error.ts'
import { mayBe, newCells, NOTHING, problemWith, put, putAll, type Cells } from './cells.ts'
import type { Life } from './fault-walk.ts'

/** What is written into files of others: what commands are told to write, and the design's own files. */

async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 4) yield text.slice(at, at + 4)
}

const orFailure = (run: () => Promise<void>): Promise<void> => orStorageFailure('it cannot be written', run)

/** Files that commands write (`--out`, `--lcov`, exports, templates, `.gitignore`). */
export const outputLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    await orFailure(() => makeDirectories(fs, 'out/deep'))
    const create = (path: string, text: string) =>
      put(cells, path, text, () => orFailure(() => writeFile(fs, path, 'create', Buffer.from(text))))
    const replace = (path: string, text: string) =>
      put(cells, path, text, () => orFailure(() => writeFile(fs, path, 'replace', Buffer.from(text))))
    await create('out/deep/gamify.json', 'a template')
    await replace('out/map.svg', 'the first map')
    await replace('out/map.svg', 'the second map, which is longer')
    for (const text of ['a state of the game', 'another state of the game'])
      await put(cells, 'out/state.ndjson', text, () =>
        orFailure(() => writeState(fs, 'out/state.ndjson', chunksOf(text))),
      )
    await replace('out/map.svg', 'the third')
  },
  async check(fs, cells) {
    const problems: string[] = []
    for (const path of cells.keys())
      problems.push(...problemWith(cells, path, (await fs.readFile(path))?.toString() ?? NOTHING))
    // A command that is run again leaves nothing of what was not finished.
    for (const directory of ['out', 'out/deep']) {
      await makeDirectories(fs, directory)
      await put(cells, `${directory}/later`, 'later', () =>
        orFailure(() => writeFile(fs, `${directory}/later`, 'replace', Buffer.from('later'))),
      )
      problems.push(...(await unfinishedIn(fs, directory)))
    }
    return problems
  },
}

async function unfinishedIn(fs: FileSystem, directory: string): Promise<string[]> {
  return (await fs.list(directory)).filter(isUnfinishedName).map((name) => `${directory}/${name} was left behind`)
}

const metric = (id: string, save: number) => ({ id, name: `${id} ${save}`, type: 'point' })

/** What routes make of the metrics and actions that the files hold; undefined takes one out. */
type Saves = readonly (readonly [kind: 'metrics' | 'actions', id: string, save: number | undefined])[]

const saves: readonly Saves[] = [
  [['metrics', 'a', 1]],
  [
    ['metrics', 'b', 1],
    ['metrics', 'c', 1],
  ],
  [['actions', 'like', 1]],
  [
    ['metrics', 'c', undefined],
    ['metrics', 'a', 2],
  ],
  [['actions', 'like', 2]],
]

const IGNORE = 'data/.gitignore'

/** A data directory that is begun again until it is there. */
export const beginningLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    await put(cells, IGNORE, '*\n', async () => {
      await createDataDirectory(fs, 'data')
      // A directory that cannot be looked into is left to who opens it.
      if ((await fs.readFile(IGNORE).catch(() => undefined)) === undefined) throw new StorageError('nothing was made')
    })
    // The game is opened, whatever that comes to.
    if (cells.get(IGNORE)?.length === 1) await fs.list('data').catch(() => {})
  },
  async check(fs, cells) {
    const textThere = async () => (await fs.readFile(IGNORE))?.toString() ?? NOTHING
    const problems = problemWith(cells, IGNORE, await textThere())
    mayBe(cells, IGNORE, '*\n')
    await createDataDirectory(fs, 'data')
    if ((await textThere()) === NOTHING) problems.push('nothing was made')
    return [...problems, ...(await unfinishedIn(fs, 'data'))]
  },
}

/** The files of a design into which a server writes back what routes have saved: two components share one. */
export const writeBackLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    await orFailure(() => makeDirectories(fs, 'design/metrics'))
    const shared = JSON.stringify([metric('a', 0), metric('b', 0)])
    await orFailure(() => writeFile(fs, 'design/metrics/shared.json', 'create', Buffer.from(shared)))
    for (const id of ['a', 'b']) cells.set(`metrics/${id}`, [JSON.stringify(metric(id, 0))])
    for (const some of saves) await save(fs, cells, some)
    await saveImages(fs, cells)
  },
  async check(fs, cells) {
    await removeUnfinished(fs, 'design', [])
    const read = await readDesignFiles(fs, 'design')
    const problems = read.problems.map(({ message }) => message)
    if (!cells.has('metrics/a')) return problems
    for (const name of cells.keys()) problems.push(...problemWith(cells, name, await textOf(fs, read.source, name)))
    for (const directory of ['design', 'design/metrics', 'design/actions', 'design/images'])
      problems.push(...(await unfinishedIn(fs, directory)))
    return problems
  },
}

async function save(fs: FileSystem, cells: Cells, some: Saves): Promise<void> {
  const read = await readDesignFiles(fs, 'design')
  // As a server does: of files that it cannot read it writes none.
  if (read.problems.length > 0) return
  let after: DesignSource = read.source
  for (const [kind, id, number] of some) {
    const others = (after[kind] as readonly unknown[]).filter((one) => idOf(one) !== id)
    after = { ...after, [kind]: number === undefined ? others : [...others, metric(id, number)] }
  }
  const texts = some.map(([kind, id, number]) => [`${kind}/${id}`, textFor(id, number)] as const)
  await putAll(cells, texts, () => orLeft(writeDesign({ files: fs, directory: 'design', read }, read.source, after)))
}

const textFor = (id: string, number: number | undefined): string =>
  number === undefined ? NOTHING : JSON.stringify(metric(id, number))

/** An upload that comes into the files, and one that is deleted from them. */
async function saveImages(fs: FileSystem, cells: Cells): Promise<void> {
  const png = Buffer.from('the bytes of an image')
  const uploads = { uploaded: async () => png }
  for (const id of ['one', 'two'])
    await put(cells, `images/${id}`, png.toString(), () =>
      orLeft(writeImages(fs, 'design', uploads, { added: [id], deleted: new Map() })),
    )
  await put(cells, 'images/one', NOTHING, () =>
    orLeft(writeImages(fs, 'design', uploads, { added: [], deleted: new Map([['one', imageId(png)]]) })),
  )
}

/** What is left alone was not written. */
async function orLeft(writing: Promise<Pick<WrittenDesign, 'left'>>): Promise<void> {
  const { left } = await orStorageFailure('it cannot be written', () => writing)
  if (left.length > 0) throw new StorageError(left.map(({ reason }) => reason).join())
}

async function textOf(fs: FileSystem, source: DesignSource, name: string): Promise<string> {
  const [kind = 'metrics', id = ''] = name.split('/')
  if (kind === 'images') return (await fs.readFile(`design/images/${id}.png`))?.toString() ?? NOTHING
  const found = (source[kind as keyof typeof emptyDesign] as readonly unknown[]).find((one) => idOf(one) === id)
  return found === undefined ? NOTHING : JSON.stringify(found)
}
