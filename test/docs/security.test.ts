import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** A test as it is named: the file that it is in, and words that stand there. */
const named = /`((?:src|test)\/[^`]+\.test\.ts)`,\s+"([^"]+)"/g

interface NamedTest {
  readonly file: string
  readonly words: string
}

const testsIn = (part: string): NamedTest[] =>
  Array.from(part.matchAll(named), ([, file = '', words = '']) => ({ file, words }))

function isThere({ file, words }: NamedTest): boolean {
  return readFileSync(join(root, file), 'utf8').includes(words)
}

const sections = text.split(/^## /m).slice(1)
const promising = sections.filter((section) => !/^(Dependencies|What is not promised)\n/.test(section))

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
