import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { readPage, type Page } from './chapters.ts'
import { Reader } from './reader.ts'

const hasTools = ['bash', 'curl', 'cmp'].every((tool) => spawnSync(tool, ['--version']).error === undefined)

/** Pages whose every line is typed, and whose every file is saved, in the order in which they stand there. */
const pages = [
  '../README.md',
  'tutorial.md',
  'guides/design.md',
  'guides/balance.md',
  'guides/prove.md',
  'guides/time.md',
  'guides/streaks.md',
  'guides/agents.md',
  'guides/ci.md',
  'guides/production.md',
  'guides/migrating.md',
  'guides/apps.md',
  'explanation/journal.md',
  'explanation/determinism.md',
]

/** A page that stands in a project, which its reader has made from a template. */
const inProject = (template: string, page: Page): Page => {
  const text = `$ gamify init game --template ${template}\n…\n$ cd game\n`
  return { ...page, blocks: [{ file: page.file, language: 'console', words: '', text }, ...page.blocks] }
}

test.skipIf(!hasTools)('the README of the template empty leads to a first level', async () => {
  const reader = await Reader.begin()
  onTestFinished(() => reader.leave())
  expect(await reader.follow(inProject('empty', readPage('../templates/empty/README.md')))).toBeGreaterThan(7)
})

test.skipIf(!hasTools).each(pages)('%s can be followed to its end', async (path) => {
  const reader = await Reader.begin()
  onTestFinished(() => reader.leave())
  expect(await reader.follow(readPage(path))).toBeGreaterThan(3)
})
