import { expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { readImages } from './design-images.ts'

async function filesWith(contents: Readonly<Record<string, string>>): Promise<SimulatedFileSystem> {
  const files = new SimulatedFileSystem()
  for (const directory of ['design', 'design/images']) await files.mkdir(directory)
  for (const [name, text] of Object.entries(contents)) {
    const file = await files.open(`design/images/${name}`, 'replace')
    await file.write(Buffer.from(text), 0)
    await file.close()
  }
  return files
}

/** A look that has found a directory. */
async function look(files: SimulatedFileSystem) {
  const { images, ...rest } = await readImages(files, 'design')
  if (!images) throw new Error('there is no directory')
  return { images, ...rest }
}

test('images are known by the names of their files and the hash of their content', async () => {
  const { images, problems } = await look(
    await filesWith({ 'coin.png': 'c', 'leaf_2.png': 'l', '.coin.png': 'x', 'coin.png~': 'x' }),
  )
  expect([...images].map(([name, { id }]) => [name, id])).toEqual([
    ['coin', '2e7d2c03a9507ae265ecf5b5'],
    ['leaf_2', 'acac86c0e609ca906f632b0e'],
  ])
  expect((await images.get('coin')?.read())?.toString()).toBe('c')
  expect(problems).toEqual([])
})

test('where there is no directory for them there are none; without a design nobody knows', async () => {
  const files = new SimulatedFileSystem()
  expect(await readImages(files, 'design')).toMatchObject({ images: undefined, problems: [] })
  await files.mkdir('design')
  expect(await look(files)).toMatchObject({ images: new Map(), problems: [] })
})

test('where there is a file in place of the directory nobody knows, and it is told', async () => {
  const files = new SimulatedFileSystem()
  await files.mkdir('design')
  await (await files.open('design/images', 'create')).close()
  const message = 'is a file, expected a directory'
  expect(await readImages(files, 'design')).toMatchObject({ images: undefined, problems: [{ message }] })
})

test('what cannot be an image of the design is told', async () => {
  const names = ['coin.jpg', 'a coin.png', `${'n'.repeat(65)}.png`, 'default-team.png', 'ok.png']
  const { images, problems } = await look(await filesWith(Object.fromEntries(names.map((name) => [name, 'x']))))
  expect([...images.keys()]).toEqual(['ok'])
  const told = Object.fromEntries(problems.map(({ file, message }) => [file.split('/').at(-1), message]))
  const name = 'expected a name of at most 64 letters, digits, _ and -'
  expect(told).toEqual({
    'coin.jpg': 'gamify does not read this file; expected a name ending in .png',
    'a coin.png': name,
    [`${'n'.repeat(65)}.png`]: name,
    'default-team.png': 'is the name of a built-in image; use another name',
  })
})

test('one that is too large, or that cannot be read, is told', async () => {
  const files = await filesWith({ 'large.png': 'x'.repeat(10 * 1024 * 1024 + 1) })
  await files.mkdir('design/images/directory.png')
  const { images, problems } = await look(files)
  expect(problems).toHaveLength(2)
  // They are no images that have gone.
  expect(await Promise.all([...images].map(async ([name, { read }]) => [name, await read()]))).toEqual([
    ['directory', undefined],
    ['large', undefined],
  ])
  expect(problems.map(({ message }) => message).join()).toContain('is larger than 10485760 bytes')
})

test('of very many the first are taken', async () => {
  const names = Array.from({ length: 1001 }, (_, i) => `n${String(i).padStart(4, '0')}.png`)
  const { images, problems } = await look(await filesWith(Object.fromEntries(names.map((name) => [name, 'x']))))
  expect([images.size, problems.map(({ message }) => message)]).toEqual([1000, ['has more than 1000 files']])
})

test('the signature is another when a name, a content or a problem is', async () => {
  const contents = [{}, { 'a.png': 'x' }, { 'b.png': 'x' }, { 'a.png': 'y' }, { 'a.png': 'x', 'b.jpg': 'x' }]
  const signatures = await Promise.all(contents.map(async (each) => (await look(await filesWith(each))).signature))
  expect(new Set(signatures).size).toBe(contents.length)
  expect((await look(await filesWith({ 'a.png': 'x' }))).signature).toBe(signatures[1])
})
