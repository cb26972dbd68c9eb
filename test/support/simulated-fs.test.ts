import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem, Stopped, type FaultKind } from './simulated-fs.ts'

const bytes = (text: string): Buffer => Buffer.from(text)
const textAt = async (fs: SimulatedFileSystem, path: string): Promise<string | undefined> =>
  (await fs.readFile(path))?.toString()

/** What is left of a file after crashes with many seeds. */
async function leftovers(prepare: (fs: SimulatedFileSystem) => Promise<unknown>): Promise<Set<string | undefined>> {
  const found = new Set<string | undefined>()
  for (let seed = 1; seed <= 200; seed += 1) {
    const fs = new SimulatedFileSystem(seed)
    await prepare(fs).catch(() => {})
    found.add(await textAt(fs.crash('some'), 'a'))
  }
  return found
}

async function durable(fs: SimulatedFileSystem, content: string): Promise<void> {
  const handle = await fs.open('a', 'create', { writeThrough: true })
  await handle.write(bytes(content), 0)
  await fs.syncDirectory('.')
}

describe('without a crash it behaves as files do', () => {
  test('open modes', async () => {
    const fs = new SimulatedFileSystem()
    await expect(fs.open('a', 'read')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(fs.open('a', 'write')).rejects.toMatchObject({ code: 'ENOENT' })
    await (await fs.open('a', 'create')).write(bytes('abc'), 0)
    await expect(fs.open('a', 'create')).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await (await fs.open('a', 'write')).size()).toBe(3)
    expect(await (await fs.open('a', 'replace')).size()).toBe(0)
    await expect(fs.open('no/a', 'create')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('writes, reads and cuts', async () => {
    const fs = new SimulatedFileSystem()
    const handle = await fs.open('a', 'create')
    await handle.write(bytes('abcdef'), 0)
    await handle.write(bytes('XY'), 2)
    await handle.write(bytes('!'), 7)
    expect(String(await handle.read(0, 100))).toBe('abXYef\0!')
    expect(String(await handle.read(2, 2))).toBe('XY')
    await handle.truncate(3)
    expect(await textAt(fs, 'a')).toBe('abX')
  })

  test('names', async () => {
    const fs = new SimulatedFileSystem()
    await fs.mkdir('d')
    await fs.mkdir('d')
    await durable(fs, 'abc')
    await fs.open('d/b', 'create')
    await fs.open('d/c', 'create')
    await fs.rename('d/c', 'd/b')
    expect(await fs.list('d')).toEqual(['b'])
    await fs.unlink('d/b')
    await fs.unlink('d/b')
    expect(await fs.list('d')).toEqual([])
    expect(await fs.list('nowhere')).toEqual([])
    expect(await fs.readFile('nowhere')).toBeUndefined()
    await expect(fs.rename('x', 'y')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('a crash', () => {
  test('keeps what was synced, bytes and names', async () => {
    const found = await leftovers(async (fs) => {
      const handle = await fs.open('a', 'create')
      await handle.write(bytes('abcdef'), 0)
      await handle.sync()
      await fs.syncDirectory('.')
    })
    expect(found).toEqual(new Set(['abcdef']))
  })

  test('keeps what was written through, once its name is synced', async () => {
    expect(await leftovers((fs) => durable(fs, 'abcdef'))).toEqual(new Set(['abcdef']))
  })

  test('may lose, tear or keep a write that was not synced', async () => {
    const found = await leftovers(async (fs) => {
      await durable(fs, '')
      await (await fs.open('a', 'write')).write(bytes('abc'), 0)
    })
    expect(found).toEqual(new Set(['', 'a', 'ab', 'abc', '\0bc', '\0\0c']))
  })

  test('may lose an earlier write and keep a later one', async () => {
    const found = await leftovers(async (fs) => {
      await durable(fs, '')
      const handle = await fs.open('a', 'write')
      await handle.write(bytes('a'), 0)
      await handle.write(bytes('b'), 1)
    })
    expect(found).toEqual(new Set(['', 'a', 'ab', '\0b']))
  })

  test('may lose a cut, a rename or a removal that was not synced', async () => {
    const cut = leftovers(async (fs) => {
      await durable(fs, 'abc')
      await (await fs.open('a', 'write')).truncate(1)
    })
    expect(await cut).toEqual(new Set(['abc', 'a']))
    const renamed = leftovers(async (fs) => {
      await durable(fs, 'abc')
      await fs.rename('a', 'b')
    })
    expect(await renamed).toEqual(new Set(['abc', undefined]))
    const removed = leftovers(async (fs) => {
      await durable(fs, 'abc')
      await fs.unlink('a')
    })
    expect(await removed).toEqual(new Set(['abc', undefined]))
  })

  test('loses everything in a directory whose own name was not synced', async () => {
    const fs = new SimulatedFileSystem()
    await fs.mkdir('d')
    await fs.open('d/a', 'create')
    await fs.syncDirectory('d')
    expect(await fs.crash('none').list('d')).toEqual([])
  })

  test('of the program alone leaves the cache, which a crash of the machine still forgets', async () => {
    const fs = new SimulatedFileSystem()
    await durable(fs, 'abc')
    await (await fs.open('a', 'write')).write(bytes('X'), 0)
    await fs.open('b', 'create')
    const restarted = fs.crash('all')
    expect(await textAt(restarted, 'a')).toBe('Xbc')
    expect(await restarted.list('.')).toEqual(['a', 'b'])
    const rebooted = restarted.crash('none')
    expect(await textAt(rebooted, 'a')).toBe('abc')
    expect(await rebooted.list('.')).toEqual(['a'])
  })

  test('ends the program', async () => {
    const fs = new SimulatedFileSystem()
    const handle = await fs.open('a', 'create')
    fs.crash('all')
    await expect(handle.write(bytes('a'), 0)).rejects.toBeInstanceOf(Stopped)
    await expect(fs.readFile('nowhere')).rejects.toBeInstanceOf(Stopped)
    await expect(fs.open('nowhere', 'read')).rejects.toBeInstanceOf(Stopped)
  })

  test('with the same seed leaves the same', async () => {
    const left = async (): Promise<string | undefined> => {
      const fs = new SimulatedFileSystem(7)
      await durable(fs, '')
      await (await fs.open('a', 'write')).write(bytes('abcdefghijklmnopqrstuvwxyz'), 0)
      return textAt(fs.crash('some'), 'a')
    }
    expect(await left()).toBe(await left())
  })
})

describe('a watched program', () => {
  const seen = { nameOf: (name: string) => name, sumOf: String }

  /** Writes, and gives what a stop at the write would have left, and what was there after it. */
  async function writing(seed: number) {
    const fs = new SimulatedFileSystem(seed)
    await durable(fs, '')
    const handle = await fs.open('a', 'write', { writeThrough: true })
    const left: SimulatedFileSystem[] = []
    fs.watch = ({ what, stopped }) => {
      expect(what).toBe('write a')
      left.push(stopped('stop', 'none'))
    }
    await handle.write(bytes('ab'), 0)
    fs.watch = undefined
    return { left: await textAt(left[0] ?? fs, 'a'), after: await textAt(fs.crash('none'), 'a') }
  }

  test('goes on, and tells what a stop at each operation would leave: all of it, nothing or a part', async () => {
    const found = await Promise.all(Array.from({ length: 200 }, (_, seed) => writing(seed)))
    expect(new Set(found.map(({ left }) => left))).toEqual(new Set(['', 'a', 'ab', '\0b']))
    expect(new Set(found.map(({ after }) => after))).toEqual(new Set(['ab']))
  })

  test('has the same fingerprint where the same can be found, now and after a crash', async () => {
    const print = async (...steps: ((fs: SimulatedFileSystem) => Promise<unknown>)[]) => {
      const fs = new SimulatedFileSystem()
      await durable(fs, 'abc')
      for (const step of steps) await step(fs)
      return fs.fingerprint(seen)
    }
    const write = async (fs: SimulatedFileSystem) => (await fs.open('a', 'write')).write(bytes('X'), 0)
    const sync = async (fs: SimulatedFileSystem) => (await fs.open('a', 'write')).sync()
    const name = (fs: SimulatedFileSystem) => fs.rename('a', 'b')
    expect(await print(write, sync)).toBe(await print(write, write, sync))
    const different = [await print(), await print(write), await print(write, sync), await print(name)]
    expect(new Set(different).size).toBe(4)
  })
})

test('holds what was removed until no crash brings it back', async () => {
  const fs = new SimulatedFileSystem()
  await durable(fs, 'x'.repeat(100_000))
  const held = fs.bytesHeld()
  expect(held).toBeGreaterThanOrEqual(100_000)
  await fs.unlink('a')
  expect(fs.bytesHeld()).toBe(held)
  await fs.syncDirectory('.')
  expect(fs.bytesHeld()).toBe(0)
})

describe('a fault', () => {
  const write = async (fs: SimulatedFileSystem, kind: FaultKind): Promise<void> => {
    await durable(fs, '')
    const handle = await fs.open('a', 'write', { writeThrough: true })
    fs.fault = { at: fs.operations + 1, kind }
    await handle.write(bytes('ab'), 0)
  }

  test('stop: the write took place, or not, or in part', async () => {
    expect(await leftovers((fs) => write(fs, 'stop'))).toEqual(new Set(['', 'a', 'ab', '\0b']))
  })

  test('tear: the write took place in part', async () => {
    const fs = new SimulatedFileSystem(3)
    await expect(write(fs, 'tear')).rejects.toBeInstanceOf(Stopped)
    expect(fs.faulted).toBe('write a')
    await expect(fs.list('.')).rejects.toBeInstanceOf(Stopped)
  })

  test.each(['EIO', 'ENOSPC'] as const)('%s: the operation fails and the program goes on', async (kind) => {
    const fs = new SimulatedFileSystem()
    await expect(write(fs, kind)).rejects.toMatchObject({ code: kind })
    expect(await fs.list('.')).toEqual(['a'])
    await durable(fs, '').catch((error: unknown) => expect(error).toMatchObject({ code: 'EEXIST' }))
  })

  test('a failed sync may lose what can still be read, and the next sync does not save it', async () => {
    let lost = 0
    for (let seed = 1; seed <= 50; seed += 1) {
      const fs = new SimulatedFileSystem(seed)
      await durable(fs, '')
      const handle = await fs.open('a', 'write')
      await handle.write(bytes('abc'), 0)
      fs.fault = { at: fs.operations + 1, kind: 'EIO' }
      await expect(handle.sync()).rejects.toMatchObject({ code: 'EIO' })
      await handle.sync()
      expect(await textAt(fs, 'a')).toBe('abc')
      if ((await textAt(fs.crash('some'), 'a')) !== 'abc') lost += 1
    }
    expect(lost).toBeGreaterThan(0)
  })
})
