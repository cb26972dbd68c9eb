import { chmod, chown, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { designDirectory } from '../../test/support/design-directory.ts'
import { nodeFileSystem, type FileSystem } from '../storage/fs.ts'
import { changeFile, CHANGED_MEANWHILE } from './change-file.ts'

const [before, after] = [Buffer.from('before'), Buffer.from('after')]
const node = nodeFileSystem()

/** A file that holds `before`. */
async function given() {
  const { at, write, design } = await designDirectory({ 'x.json': 'before' })
  const path = at('x.json')
  return { at, write, path, text: () => readFile(path, 'utf8'), names: () => readdir(design) }
}

/** Files of which the one at a path is saved by somebody else while another is written. */
const savedMeanwhile = (path: string): FileSystem => ({
  ...node,
  open: async (opened, mode, options) => {
    const handle = await node.open(opened, mode, options)
    const sync = async (): Promise<void> => {
      await handle.sync()
      await writeFile(path, 'mine')
    }
    return { ...handle, sync }
  },
})

test('a file is given other bytes, made with what should hold it, and removed', async () => {
  const { at, path, text, names } = await given()
  expect(await changeFile(node, path, before, after)).toBeUndefined()
  expect(await text()).toBe('after')
  expect(await changeFile(node, at('new/y.json'), undefined, after)).toBeUndefined()
  expect(await readFile(at('new/y.json'), 'utf8')).toBe('after')
  expect(await changeFile(node, path, after, undefined)).toBeUndefined()
  expect(await names()).toEqual(['new'])
})

describe('a file is left', () => {
  test('that somebody saves while the new bytes go to the disk', async () => {
    const { path, text, names } = await given()
    expect(await changeFile(savedMeanwhile(path), path, before, after)).toBe(CHANGED_MEANWHILE)
    expect([await text(), await names()]).toEqual(['mine', ['x.json']])
  })

  test('that comes while another of that name is written', async () => {
    const { at, names } = await given()
    expect(await changeFile(savedMeanwhile(at('y.json')), at('y.json'), undefined, after)).toBe(CHANGED_MEANWHILE)
    expect([await readFile(at('y.json'), 'utf8'), await names()]).toEqual(['mine', ['x.json', 'y.json']])
  })

  test('that somebody has changed, instead of being removed', async () => {
    const { path, text } = await given()
    expect(await changeFile(node, path, Buffer.from('else'), undefined)).toBe(CHANGED_MEANWHILE)
    expect(await text()).toBe('before')
  })

  test.each([after, undefined])('that is read-only, even for who may do all (%s)', async (wanted) => {
    const { path, text, names } = await given()
    await chmod(path, 0o444)
    expect(await changeFile(node, path, before, wanted)).toBe(`${path} cannot be written to`)
    expect([await text(), await names()]).toEqual(['before', ['x.json']])
  })

  test('that cannot be written, with the reason', async () => {
    const { path, names } = await given()
    const full: FileSystem = { ...node, replaceKnown: () => Promise.reject(new Error('no room')) }
    expect(await changeFile(full, path, before, after)).toBe(`${path} could not be written: no room`)
    expect(await names()).toEqual(['x.json'])
  })
})

test('it keeps its mode, and nobody may read meanwhile what he may not read later', async () => {
  const { path } = await given()
  await chmod(path, 0o600)
  let meanwhile = 0
  const files: FileSystem = {
    ...node,
    replaceKnown: async (of, known, by) => {
      meanwhile = (await stat(by ?? '')).mode & 0o777
      return node.replaceKnown(of, known, by)
    },
  }
  expect(await changeFile(files, path, before, after)).toBeUndefined()
  expect([meanwhile, (await stat(path)).mode & 0o777]).toEqual([0o600, 0o600])
})

test.runIf(process.getuid?.() === 0)('it keeps its owner where that is allowed', async () => {
  const { path } = await given()
  await chown(path, 65_534, 65_533)
  await changeFile(node, path, before, after)
  expect(await stat(path)).toMatchObject({ uid: 65_534, gid: 65_533 })
})

test('it is written where its owner cannot be kept', async () => {
  const { path, text } = await given()
  const files: FileSystem = { ...node, facts: async (of) => ({ ...(await node.facts(of))!, uid: 1, gid: 1 }) }
  expect(await changeFile(files, path, before, after)).toBeUndefined()
  expect(await text()).toBe('after')
})

test('what a link leads to is written, and the link alone is removed', async () => {
  const { at, write } = await given()
  await write('shared.json', 'before')
  await symlink(at('shared.json'), at('link.json'))
  await changeFile(node, at('link.json'), before, after)
  expect((await lstat(at('link.json'))).isSymbolicLink()).toBe(true)
  expect(await readFile(at('shared.json'), 'utf8')).toBe('after')
  await changeFile(node, at('link.json'), after, undefined)
  expect(await readdir(at('.'))).toEqual(['shared.json', 'x.json'])
})
