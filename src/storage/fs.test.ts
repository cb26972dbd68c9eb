import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { makeDirectory, openDirectory, replaceFile } from './durable-file.ts'
import { nodeFileSystem } from './fs.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamify-fs-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

let places = 0
const place = async (): Promise<string> => {
  places += 1
  await makeDirectory(nodeFileSystem(), join(directory, `place-${places}`))
  return join(directory, `place-${places}`)
}

describe.each([
  ['of the machine', () => nodeFileSystem(), place],
  ['simulated', () => new SimulatedFileSystem(), async () => '.'],
])('the file system %s', (_name, make, root) => {
  test('reads what was written, up to the end of the file', async () => {
    const fs = make()
    const path = join(await root(), 'a')
    for (const writeThrough of [true, false]) {
      const handle = await fs.open(path, 'replace', { writeThrough })
      await handle.write(Buffer.from('abcdef'), 0)
      await handle.write(Buffer.from('gh'), 6)
      await handle.sync()
      expect(String(await handle.read(2, 3))).toBe('cde')
      expect(String(await handle.read(6, 100))).toBe('gh')
      expect(await handle.read(8, 10)).toHaveLength(0)
      await handle.truncate(4)
      expect(await handle.size()).toBe(4)
      await handle.close()
      expect(String(await fs.readFile(path))).toBe('abcd')
    }
  })

  test('write puts bytes where it is told, whatever is there', async () => {
    const fs = make()
    const path = join(await root(), 'a')
    await (await fs.open(path, 'create')).write(Buffer.from('abcdef'), 0)
    const handle = await fs.open(path, 'write', { writeThrough: true })
    await handle.write(Buffer.from('XY'), 2)
    await handle.close()
    expect(String(await fs.readFile(path))).toBe('abXYef')
  })

  test('tells what is there and what is not', async () => {
    const fs = make()
    const at = await root()
    await expect(fs.open(join(at, 'a'), 'read')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(fs.open(join(at, 'a'), 'write')).rejects.toMatchObject({ code: 'ENOENT' })
    await (await fs.open(join(at, 'b'), 'create')).close()
    await expect(fs.open(join(at, 'b'), 'create')).rejects.toMatchObject({ code: 'EEXIST' })
    await (await fs.open(join(at, 'a'), 'create')).close()
    expect(await fs.list(at)).toEqual(['a', 'b'])
    expect(await fs.list(join(at, 'nowhere'))).toEqual([])
    expect(await fs.readFile(join(at, 'nowhere'))).toBeUndefined()
    expect(await fs.realPath(join(at, 'nowhere'))).toBeUndefined()
    expect(await fs.realPath(join(at, 'a'))).toMatch(/a$/)
  })

  test('makes, renames and removes', async () => {
    const fs = make()
    const at = await root()
    await expect(fs.mkdir(join(at, 'd', 'e'))).rejects.toMatchObject({ code: 'ENOENT' })
    await makeDirectory(fs, join(at, 'd', 'e'))
    await makeDirectory(fs, join(at, 'd', 'e'))
    await replaceFile(fs, join(at, 'd', 'e', 'f'), Buffer.from('1'))
    await replaceFile(fs, join(at, 'd', 'e', 'f'), Buffer.from('2'))
    for (const name of ['f.3.tmp', 'notes.tmp', 'other.3.tmp'])
      await (await fs.open(join(at, 'd', 'e', name), 'create')).close()
    await openDirectory(fs, join(at, 'd', 'e'), (name) => name === 'f')
    expect(await fs.list(join(at, 'd', 'e'))).toEqual(['f', 'notes.tmp', 'other.3.tmp'])
    for (const name of ['notes.tmp', 'other.3.tmp']) await fs.unlink(join(at, 'd', 'e', name))
    expect(String(await fs.readFile(join(at, 'd', 'e', 'f')))).toBe('2')
    await fs.unlink(join(at, 'd', 'e', 'f'))
    await fs.unlink(join(at, 'd', 'e', 'f'))
    expect(await fs.list(join(at, 'd', 'e'))).toEqual([])
    await expect(fs.rename(join(at, 'x'), join(at, 'y'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe.each([
  ['of the machine', () => nodeFileSystem(), place],
  ['simulated', () => new SimulatedFileSystem(), async () => '.'],
])('the file system %s does not read as a small file', (_name, make, root) => {
  test('a directory, or a large file', async () => {
    const fs = make()
    const at = await root()
    await replaceFile(fs, join(at, 'a'), Buffer.alloc(11))
    await makeDirectory(fs, join(at, 'd'))
    await expect(fs.readFile(join(at, 'd'))).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(fs.readFile(join(at, 'a'), 10)).rejects.toMatchObject({ code: 'EFBIG' })
    expect(await fs.readFile(join(at, 'a'), 11)).toHaveLength(11)
  })
})

test.skipIf(process.platform === 'win32')('neither a device nor a pipe is read, through a link either', async () => {
  const fs = nodeFileSystem()
  const at = await place()
  execFileSync('/usr/bin/env', ['mkfifo', join(at, 'pipe')])
  await symlink('/dev/zero', join(at, 'zeros'))
  for (const name of ['pipe', 'zeros'])
    await expect(fs.readFile(join(at, name))).rejects.toMatchObject({ code: 'ENOTREG' })
})

test.skipIf(process.platform === 'win32')('a link leads to what is behind it, or nowhere', async () => {
  const fs = nodeFileSystem()
  const at = await place()
  await symlink('b', join(at, 'a'))
  expect(await fs.realPath(join(at, 'a'))).toBeUndefined()
  await (await fs.open(join(at, 'b'), 'create')).close()
  expect(await fs.realPath(join(at, 'a'))).toBe(await fs.realPath(join(at, 'b')))
})

test.skipIf(process.platform === 'win32')('what is made for its owner alone cannot be read by others', async () => {
  const fs = nodeFileSystem()
  const at = await place()
  const modeOf = async (path: string) => (await stat(path)).mode & 0o077
  await replaceFile(fs, join(at, 'secret'), Buffer.from('1'))
  expect(await modeOf(join(at, 'secret'))).toBe(0)
  expect(await modeOf(at)).toBe(0)
  await (await fs.open(join(at, 'public'), 'create')).close()
  expect(await modeOf(join(at, 'public'))).not.toBe(0)
})
