import { FSWatcher } from 'chokidar'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { designDirectory } from '../../test/support/design-directory.ts'
import { FileWatch } from './file-watch.ts'

/** A watch of `metrics` in a design directory, and what it has told so far. */
async function watching() {
  const directory = await designDirectory({ 'metrics/xp.json': '{}', 'notes/a.txt': 'a' })
  const told = { rings: 0, warnings: [] as string[] }
  const watch = await FileWatch.begin({
    directory: directory.design,
    names: ['metrics'],
    poll: false,
    ring: () => void (told.rings += 1),
    warn: (message) => told.warnings.push(message),
  })
  onTestFinished(() => watch.close())
  await sleep(50)
  told.rings = 0
  return { ...directory, watch, told }
}

test('it rings for what happens in the directory, not for what happens beside it or deep in what nobody reads', async () => {
  const { project, at, told } = await watching()
  await writeFile(join(project, 'noise'), '1')
  await rm(join(project, 'noise'))
  await mkdir(join(project, 'data'))
  await writeFile(at('notes/a.txt'), 'b')
  await sleep(150)
  expect(told.rings).toBe(0)
  await writeFile(at('metrics/xp.json'), '[]')
  await expect.poll(() => told.rings).toBeGreaterThan(0)
})

test('it stays as long as every name leads where it did', async () => {
  const { watch, write, design } = await watching()
  await write('metrics/xp.json', '[]')
  expect(await watch.renewed()).toBe(watch)
  await rm(join(design, 'metrics'), { recursive: true })
  await write('other/xp.json', '[]')
  const other = await watch.renewed()
  onTestFinished(() => other.close())
  expect(other).not.toBe(watch)
})

test('one that takes its place hears what links of links lead to, and rings for what it could not hear', async () => {
  const { project, at, write, watch, told } = await watching()
  const [first, second, link] = ['first', 'second', 'link'].map((name) => join(project, name)) as [
    string,
    string,
    string,
  ]
  for (const [place, text] of [
    [first, '1'],
    [second, '2'],
  ] as const) {
    await mkdir(place)
    await writeFile(join(place, 'xp.json'), text)
  }
  await symlink(first, link)
  await rm(at('metrics'), { recursive: true })
  await symlink(link, at('metrics'))
  const linked = await watch.renewed()
  await rm(link)
  await symlink(second, link)
  await sleep(100)
  told.rings = 0
  const other = await linked.renewed()
  onTestFinished(() => other.close())
  expect(other).not.toBe(linked)
  expect(told.rings).toBeGreaterThan(0)
  await sleep(100)
  told.rings = 0
  await write('metrics/xp.json', '3')
  await expect.poll(() => told.rings).toBeGreaterThan(0)
})

test('it warns where the system does not let it watch', async () => {
  const errors: ((error: Error) => void)[] = []
  const on = vi.spyOn(FSWatcher.prototype, 'on').mockImplementation(function (this: FSWatcher, event, listener) {
    if (event === 'error') errors.push(listener as (error: Error) => void)
    return this.addListener(event, listener)
  })
  onTestFinished(() => on.mockRestore())
  const { told, design } = await watching()
  for (let i = 0; i < 3; i += 1) errors[0]?.(new Error('ENOSPC: System limit for number of file watchers reached'))
  expect(told.warnings).toEqual([expect.stringMatching(new RegExp(`${design}.*noticed late: ENOSPC`))])
})
