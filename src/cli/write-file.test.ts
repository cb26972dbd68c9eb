import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { writeFile } from './write-file.ts'

/** Files that count what is open. */
function countingFiles() {
  const files = new SimulatedFileSystem()
  const open = files.open.bind(files)
  const counted = Object.assign(files, { opened: 0 })
  counted.open = async (...asked) => {
    const handle = await open(...asked)
    const close = handle.close.bind(handle)
    counted.opened += 1
    return Object.assign(handle, {
      close: async () => {
        counted.opened -= 1
        await close()
      },
    })
  }
  return counted
}

test('a file that was written has its content, and is closed', async () => {
  const files = countingFiles()
  await writeFile(files, '/a', 'create', Buffer.from('one'))
  await writeFile(files, '/a', 'replace', Buffer.from('two'))
  expect([(await files.readFile('/a'))?.toString(), files.opened]).toEqual(['two', 0])
})

test('a file that cannot be written is closed all the same', async () => {
  const files = countingFiles()
  files.fault = { at: files.operations + 2, kind: 'ENOSPC' }
  await expect(writeFile(files, '/a', 'create', Buffer.from('one'))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(files.opened).toBe(0)
})

/** A directory of this machine, gone when the test is over. */
async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'gamify-write-'))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

const disk = nodeFileSystem()

test('a link stays one, and what it leads to keeps its rights', async () => {
  const at = await directory()
  await writeFile(disk, join(at, 'map.svg'), 'create', Buffer.from('one'))
  await chmod(join(at, 'map.svg'), 0o640)
  await symlink('map.svg', join(at, 'link'))
  await writeFile(disk, join(at, 'link'), 'replace', Buffer.from('two'))
  expect((await lstat(join(at, 'link'))).isSymbolicLink()).toBe(true)
  expect(await readFile(join(at, 'map.svg'), 'utf8')).toBe('two')
  expect((await stat(join(at, 'map.svg'))).mode & 0o777).toBe(0o640)
  expect((await readdir(at)).toSorted()).toEqual(['link', 'map.svg'])
})

test('what is there is not created, whatever it is, and is left as it is', async () => {
  const at = await directory()
  await writeFile(disk, join(at, 'a'), 'create', Buffer.from('one'))
  for (const path of [join(at, 'a'), at])
    await expect(writeFile(disk, path, 'create', Buffer.from('two'))).rejects.toMatchObject({ code: 'EEXIST' })
  expect(await readFile(join(at, 'a'), 'utf8')).toBe('one')
  expect(await readdir(at)).toEqual(['a'])
})

test('what is no file is written into', async () => {
  await writeFile(disk, '/dev/null', 'replace', Buffer.from('one'))
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
})
