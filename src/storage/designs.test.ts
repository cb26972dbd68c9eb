import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { openDesigns } from './designs.ts'

const TEXT = '{"metrics":[{"id":"xp","name":"Erfahrung – ⭐"}]}'
const HASH = '0'.repeat(64)

test('a design is found under its hash, after a crash too', async () => {
  const fs = new SimulatedFileSystem()
  const hash = await (await openDesigns(fs, 'data/designs')).write(TEXT)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const restarted = fs.crash('none')
  expect(await restarted.list('data/designs')).toEqual([`${hash}.json`])
  expect(await (await openDesigns(restarted, 'data/designs')).read(hash)).toBe(TEXT)
})

test('the same text has the same hash and one file, another one another', async () => {
  const fs = new SimulatedFileSystem()
  const designs = await openDesigns(fs, 'data/designs')
  const hashes = [await designs.write(TEXT), await designs.write(TEXT), await designs.write('{}')]
  expect(new Set(hashes).size).toBe(2)
  // Known from elsewhere: the SHA-256 of two braces.
  expect(hashes[2]).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  expect(await fs.list('data/designs')).toHaveLength(2)
})

test('one that is there is not written again', async () => {
  const fs = new SimulatedFileSystem()
  const designs = await openDesigns(fs, 'data/designs')
  await designs.write(TEXT)
  const { operations } = fs
  await designs.write(TEXT)
  expect(fs.operations).toBe(operations + 1)
})

test('at the same time', async () => {
  const designs = await openDesigns(new SimulatedFileSystem(), 'data/designs')
  const hashes = await Promise.all([TEXT, TEXT, TEXT].map((text) => designs.write(text)))
  expect(await designs.read(hashes[0] ?? '')).toBe(TEXT)
})

test('one that is missing or damaged is told by its file, and writing it again mends it', async () => {
  const fs = new SimulatedFileSystem()
  const designs = await openDesigns(fs, 'data/designs')
  await expect(designs.read(HASH)).rejects.toThrow(`The design data/designs/${HASH}.json is missing`)
  const hash = await designs.write(TEXT)
  await (await fs.open(`data/designs/${hash}.json`, 'replace')).write(Buffer.from('{'), 0)
  await expect(designs.read(hash)).rejects.toThrow(`The design data/designs/${hash}.json is damaged`)
  await designs.write(TEXT)
  expect(await designs.read(hash)).toBe(TEXT)
})

describe('a draft', () => {
  const names = (fs: SimulatedFileSystem) => fs.list('data/designs')
  const except = (...hashes: string[]): ReadonlySet<string> => new Set(hashes)

  test('is found as any other, after a crash too, until it is forgotten', async () => {
    const fs = new SimulatedFileSystem()
    const hash = await (await openDesigns(fs, 'data/designs')).writeDraft(TEXT)
    const left = fs.crash('none')
    const designs = await openDesigns(left, 'data/designs')
    const other = await designs.writeDraft('{}')
    expect([await designs.read(hash), await designs.read(other)]).toEqual([TEXT, '{}'])
    expect([...(await designs.missing([hash, HASH])).keys()]).toEqual([HASH])
    await designs.forgetDrafts(except(hash, HASH))
    expect(await designs.read(hash)).toBe(TEXT)
    await expect(designs.read(other)).rejects.toThrow('is missing')
    await designs.forgetDrafts(except())
    expect(await names(left)).toEqual([])
  })

  test('is none any more once it is written for ever, and there is none of what is', async () => {
    const fs = new SimulatedFileSystem()
    const designs = await openDesigns(fs, 'data/designs')
    const hash = await designs.writeDraft(TEXT)
    await designs.write(TEXT)
    await designs.writeDraft(TEXT)
    expect(await names(fs)).toEqual([`${hash}.json`])
    await designs.forgetDrafts(except())
    expect(await designs.read(hash)).toBe(TEXT)
  })

  test('that cannot be removed is left, and tried again', async () => {
    const fs = new SimulatedFileSystem()
    const designs = await openDesigns(fs, 'data/designs')
    await designs.writeDraft(TEXT)
    fs.fault = { at: fs.operations + 1, kind: 'EIO' }
    await designs.forgetDrafts(except())
    expect(fs.faulted).toMatch(/^unlink/)
    expect(await names(fs)).toHaveLength(1)
    await designs.forgetDrafts(except())
    expect(await names(fs)).toEqual([])
  })

  test('of which nothing was told whether it was written is forgotten too', async () => {
    const fs = new SimulatedFileSystem()
    const designs = await openDesigns(fs, 'data/designs')
    const before = fs.operations
    await designs.writeDraft('{}')
    fs.fault = { at: fs.operations + (fs.operations - before), kind: 'EIO' }
    await expect(designs.writeDraft(TEXT)).rejects.toThrow('cannot be written')
    expect(fs.faulted).toMatch(/^syncDirectory/)
    await designs.forgetDrafts(except())
    expect(await names(fs)).toEqual([])
  })
})

test('a failure says what could not be done', async () => {
  const fs = new SimulatedFileSystem()
  const designs = await openDesigns(fs, 'data/designs')
  fs.fault = { at: fs.operations + 3, kind: 'EIO' }
  await expect(designs.write(TEXT)).rejects.toThrow(
    /^The design data\/designs\/[0-9a-f]{64}\.json cannot be written: EIO/,
  )
})
