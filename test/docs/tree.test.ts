import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kinds } from '../../src/game/design/source.ts'
import { codesIn } from './chapters.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What of the codes of a document is a path of this repository, as far as no part of it is left open. */
const pathsIn = (path: string): string[] =>
  codesIn(textOf(path).replaceAll(/^```[^]*?^```$/gm, '')).filter((code) =>
    /^(?:bin|src|test|docs|schemas|templates|examples|fixtures|bench|scripts|tools)(?:\/[\w./-]*)?$/.test(code),
  )

/** Every room below a folder. */
const roomsIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${path}/${entry.name}`] : [],
  )

describe('the map of the tree', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'AGENTS.md',
    'docs/explanation/engine.md',
    'docs/explanation/journal.md',
  ]

  test.each(documents)('%s names nothing that is not there', (path) => {
    expect(pathsIn(path).filter((named) => !existsSync(join(root, named)))).toEqual([])
  })

  test('has every room of the source', () => {
    const named = pathsIn('CONTRIBUTING.md')
    expect([...roomsIn('src'), ...roomsIn('src/game')].filter((room) => !named.includes(room))).toEqual([])
  })

  test('tells what a folder of a kind holds', () => {
    const paragraph = /A folder of a kind has([^,]*), and([^]*?)\sKinds\smeet/
    const [, always = '', needed = ''] = paragraph.exec(textOf('CONTRIBUTING.md')) ?? []
    const held = kinds.map((kind) => readdirSync(join(root, 'src/game', kind)))
    const [all, some] = [codesIn(always), codesIn(needed)]
    expect([all.length > 0, some.length > 0]).toEqual([true, true])
    expect(all.filter((file) => !held.every((files) => files.includes(file)))).toEqual([])
    expect(some.filter((file) => !held.some((files) => files.includes(file)))).toEqual([])
  })
})

test('every `npm run` that a document names is a script', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> }
  const named = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'docs/README.md'].flatMap((path) =>
    Array.from(textOf(path).matchAll(/npm run ([a-z:-]+)/g), ([, name = '']) => name),
  )
  expect(named).toContain('docs')
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

test('the newest version of the changelog is that of the package, apart from what is not released', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string }
  const headings = Array.from(textOf('CHANGELOG.md').matchAll(/^## (\S+)/gm), ([, title]) => title)
  expect(headings.find((title) => title !== 'Unreleased')).toBe(version)
})
