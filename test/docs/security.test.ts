import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { titlesIn } from './test-titles.ts'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** A test as it is named: the file that it is in, and its title, or that of a suite. */
const named = /`((?:src|test)\/[^`]+\.test\.ts)`,\s+"([^"]+)"/g

interface NamedTest {
  readonly file: string
  readonly title: string
}

const testsIn = (part: string): NamedTest[] =>
  Array.from(part.matchAll(named), ([, file = '', title = '']) => ({ file, title }))

function isThere({ file, title }: NamedTest): boolean {
  return titlesIn(readFileSync(join(root, file), 'utf8')).includes(title)
}

const sections = text.split(/^## /m).slice(1)
const promising = sections.filter((section) => !/^(Dependencies|What gamify does not guarantee)\n/.test(section))

describe('what is promised of security', () => {
  test('is held by tests that are there', () => {
    const tests = testsIn(text)
    expect(tests.length).toBeGreaterThan(50)
    expect(tests.filter((each) => !isThere(each))).toEqual([])
  })

  test('is held by one, each point of it', () => {
    const points = promising.flatMap((section) => section.split(/^- /m).slice(1))
    expect(points.length).toBeGreaterThan(30)
    expect(points.filter((point) => testsIn(point).length === 0)).toEqual([])
  })

  test('names no test file in another way', () => {
    const files = Array.from(text.matchAll(/\.test\.ts/g))
    expect(files).toHaveLength(testsIn(text).length)
  })
})

/** A package that a source asks for when it runs, by the path that it gives. */
const asked =
  /(?:^(?:import|export|\}) (?!type )[^'\n]*from |\bimport\(|\bimport\.meta\.resolve\()'((?:@[\w-]+\/)?[\w-][\w.-]*)[/']/gm

const packagesIn = (source: string): string[] => Array.from(source.matchAll(asked), ([, name = '']) => name)

const dependenciesOf = (name: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    readonly dependencies?: object
  }
  return Object.keys(dependencies)
}

test('the packages that are told of are those that the program asks for, or that they ask for themselves', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path))
  const shipped = new Set(sources.flatMap((path) => packagesIn(readFileSync(join(root, path), 'utf8'))))
  const table = text.matchAll(/^\| ([@a-z][^|]*) \|/gm)
  const told = Array.from(table, ([, names = '']) =>
    names.split(', ').filter((name) => !name.startsWith('with ')),
  ).flat()
  expect(told).toEqual(expect.arrayContaining([...shipped]))
  const theirs = new Set([...shipped].flatMap(dependenciesOf))
  expect(told.filter((name) => !shipped.has(name) && !theirs.has(name))).toEqual([])
})

test.each([
  ["test('one', () => {})", ['one']],
  ["it.each([[1], [2]])('with %s', () => {})", ['with %s']],
  ["test.skipIf(isOdd).each<number>([1])('here', () => {})", ['here']],
  ["describe.each([1])('a suite', () => { test(`of ${2} and ${3}`, () => {}) })", ['a suite', 'of … and …']],
  ["// test('said', () => {})", []],
  ["const text = \"test('quoted')\"; other('one')", []],
  ["test.skip('one', () => {}); test.todo('two')", []],
  ["describe.skip('a suite', () => { test('one', () => {}) })", []],
])('the tests of a file are those that are run: %s', (written, titles) => {
  expect(titlesIn(written)).toEqual(titles)
})
