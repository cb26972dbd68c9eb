import { spawnSync } from 'node:child_process'
import { mkdir, readdir, symlink, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { designDirectory } from '../../test/support/design-directory.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { removeUnfinished, unfinishedPath } from './unfinished-files.ts'

const files = nodeFileSystem()

/** The number of a process that has ended. */
const ended = (): number => spawnSync(process.execPath, ['--version']).pid

test('two files that are written at once have names of their own, beside the file', () => {
  const [one, other] = [unfinishedPath('/game/xp.json'), unfinishedPath('/game/xp.json')]
  expect(one).not.toBe(other)
  expect([dirname(one), dirname(other)]).toEqual(['/game', '/game'])
})

test('what a process has left that runs no more is removed, and nothing else', async () => {
  const pid = ended()
  const others = [`.gamify-${pid}-1.tmp~`, `gamify-${pid}-1.tmp`, '.gamify-x-1.tmp', 'xp.json', 'xp.json.1.tmp']
  const running = `.gamify-${process.ppid}-1.tmp`
  const left = [`.gamify-${pid}-1.tmp`, `.gamify-${pid}-22.tmp`, `.gamify-${process.pid}-999999999.tmp`]
  // One that this process is at.
  const own = basename(unfinishedPath('/game/xp.json'))
  const { at } = await designDirectory(
    Object.fromEntries([...others, running, own, ...left].map((name) => [`metrics/${name}`, '{}'])),
  )
  await removeUnfinished(files, at('.'), [])
  expect((await readdir(at('metrics'))).toSorted()).toEqual([...others, running, own].toSorted())
})

test('what was begun long ago is removed, whoever has that number now', async () => {
  const name = `.gamify-${process.ppid}-1.tmp`
  const { at } = await designDirectory({ [name]: '{}' })
  await utimes(at(name), new Date(), new Date(Date.now() - 120_000))
  await removeUnfinished(files, at('.'), [])
  expect(await readdir(at('.'))).toEqual([])
})

test('so is what stands beside that which a link leads to', async () => {
  const { at, project, write } = await designDirectory({ 'metrics/a.json': '{}' })
  const name = `.gamify-${ended()}-1.tmp`
  await mkdir(join(project, 'shared'))
  await write('../shared/xp.json', '{}')
  await write(`../shared/${name}`, '{}')
  await symlink(join(project, 'shared/xp.json'), at('metrics/xp.json'))
  await removeUnfinished(files, at('.'), [at('metrics/xp.json'), at('metrics/gone.json')])
  expect(await readdir(join(project, 'shared'))).toEqual(['xp.json'])
})
