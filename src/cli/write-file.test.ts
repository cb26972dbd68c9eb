import { expect, test } from 'vitest'
import { SimulatedFileSystem } from '../storage/simulated-fs.ts'
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
