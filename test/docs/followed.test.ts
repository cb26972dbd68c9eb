import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { readPage } from './chapters.ts'
import { Reader } from './reader.ts'

const hasTools = ['bash', 'curl', 'cmp'].every((tool) => spawnSync(tool, ['--version']).error === undefined)

/** Pages whose every line is typed, and whose every file is saved, in the order in which they stand there. */
const pages = [
  '../README.md',
  'tutorial.md',
  'guides/design.md',
  'guides/time.md',
  'guides/ci.md',
  'guides/production.md',
  'guides/migrating.md',
  'explanation/journal.md',
  'explanation/determinism.md',
]

test.skipIf(!hasTools).each(pages)('%s can be followed to its end', async (path) => {
  const reader = await Reader.begin()
  onTestFinished(() => reader.leave())
  expect(await reader.follow(readPage(path))).toBeGreaterThan(3)
})
