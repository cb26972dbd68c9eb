import { expect, test } from 'vitest'
import type { Blobs } from '../../src/storage/log/blobs.ts'
import { StorageError } from '../../src/storage/storage-error.ts'

/** Returns what yields contents in pieces, as `put` takes it. */
export const piecesOf = (...pieces: readonly (string | Uint8Array)[]) =>
  async function* pieceByPiece(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }

/** Returns a whole content; undefined if there is none. */
export async function contentOf(blobs: Blobs, name: string): Promise<Buffer | undefined> {
  const found = await blobs.get(name)
  return found && Buffer.concat(await Array.fromAsync(found))
}

/** Bytes that a content which is mixed up does not have. */
export const numbered = (bytes: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(bytes / 8) }, (_, i) => Buffer.from(String(i).padStart(8, '0'))),
    bytes,
  )

/** The names that all kinds of blobs are asked for. */
const NAMES = ['designs/0a1b.json', 'files/2f5e-11', 'images/players/9c.png']

/** What all places for blobs keep to. `blobs` has none. */
export function keepsBlobs(open: () => Promise<Blobs>): void {
  test('gives back what was put, to the last byte', async () => {
    const blobs = await open()
    const long = numbered(300_001)
    await blobs.put('files/long', piecesOf(long.subarray(0, 1), long.subarray(1, 70_000), long.subarray(70_000)))
    await blobs.put('files/short', piecesOf('a', '', 'bc'))
    await blobs.put('files/empty', piecesOf())
    expect((await contentOf(blobs, 'files/long'))?.equals(long)).toBe(true)
    expect((await contentOf(blobs, 'files/short'))?.toString()).toBe('abc')
    expect((await contentOf(blobs, 'files/empty'))?.length).toBe(0)
    expect(await blobs.get('files/none')).toBeUndefined()
  })

  test('does not write again what has a name already', async () => {
    const blobs = await open()
    expect(await blobs.put('files/one', piecesOf('first'))).toBe(true)
    let isRead = false
    const isNew = await blobs.put('files/one', async function* second() {
      isRead = true
      yield Buffer.from('second')
    })
    expect({ isNew, isRead, text: (await contentOf(blobs, 'files/one'))?.toString() }).toEqual({
      isNew: false,
      isRead: false,
      text: 'first',
    })
  })

  test('two can put the same at once', async () => {
    const blobs = await open()
    await Promise.all(Array.from({ length: 4 }, () => blobs.put('designs/same.json', piecesOf('{', '}'))))
    expect((await contentOf(blobs, 'designs/same.json'))?.toString()).toBe('{}')
  })

  test('has nothing of a content whose source fails', async () => {
    const blobs = await open()
    const failing = async function* failing() {
      yield numbered(200_000)
      throw new StorageError('the source is gone')
    }
    await expect(blobs.put('files/part', failing)).rejects.toThrow('the source is gone')
    expect(await blobs.get('files/part')).toBeUndefined()
    expect(await blobs.names()).not.toContain('files/part')
    await blobs.put('files/part', piecesOf('whole'))
    expect((await contentOf(blobs, 'files/part'))?.toString()).toBe('whole')
  })

  test('lists all names, but not what was removed', async () => {
    const blobs = await open()
    const before = new Set(await blobs.names())
    for (const name of NAMES) await blobs.put(name, piecesOf(name))
    expect([...new Set(await blobs.names()).difference(before)].toSorted()).toEqual(NAMES)
    await blobs.remove('files/2f5e-11')
    await blobs.remove('files/none')
    expect(await blobs.get('files/2f5e-11')).toBeUndefined()
    expect(await blobs.names()).not.toContain('files/2f5e-11')
    await blobs.put('files/2f5e-11', piecesOf('again'))
    expect((await contentOf(blobs, 'files/2f5e-11'))?.toString()).toBe('again')
  })
}
