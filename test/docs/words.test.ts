import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPhrases, phrasesIn, withoutPhrases } from '../../scripts/words/phrases.ts'
import { proseOf, stringsOf } from '../../scripts/words/user-texts.ts'

const contributing = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
const phrases = phrasesIn(contributing)

const foundIn = (text: string): readonly string[] =>
  findPhrases(phrases, [{ line: 1, text }]).map(({ found }) => found.trim())

describe('the table of phrases', () => {
  test('gives each refused phrase with its replacement, and no advice', () => {
    expect(phrases.length).toBeGreaterThan(20)
    expect(phrasesIn('| Instead of | Write |\n|---|---|\n| `a b` | c |\n| d | e |\n\n| `f` | g |')).toEqual([
      { pattern: /\ba\s+b\b/gi, replacement: 'c' },
    ])
  })

  test('is the only place where CONTRIBUTING.md has them', () => {
    expect(foundIn(contributing)).not.toEqual([])
    expect(foundIn(withoutPhrases(contributing))).toEqual([])
  })
})

describe('the phrases', () => {
  test.each([
    ['The port, 4040 unless\ntold', 'unless told'],
    ['Nobody is told', 'is told'],
    ['The clock stands still', 'stands still'],
    ["'x' is no duration", 'is no'],
    ['What stands in the way', 'stands in the way'],
    ['Counting begins ANEW', 'ANEW'],
    ['Kept for ever', 'for ever'],
    ['You may not do this', 'may not'],
  ])('are found: %j', (text, phrase) => {
    expect(foundIn(text)).toEqual([phrase])
  })

  test.each([
    'There is no such snapshot, and there are no players',
    'The process is no longer active',
    'This may note a renewal in the wayside forever',
  ])('are not seen where they are not: %j', (text) => {
    expect(foundIn(text)).toEqual([])
  })

  test('are reported with line and replacement', () => {
    const phrase = { pattern: /\banew\b/gi, replacement: 'again' }
    expect(findPhrases([phrase], [{ line: 3, text: 'one\nanew' }])).toEqual([
      { line: 4, found: 'anew', replacement: 'again' },
    ])
  })
})

describe('what users read', () => {
  test('is the prose of a document, without blocks, codes and titles of tests', () => {
    const [prose] = proseOf('one `anew`\n```console\nanew\n```\ntwo `a.test.ts`,\n"anew" three')
    expect(prose?.text.replaceAll('_', '')).toBe('one \n\n\n\ntwo \n three')
  })

  test('is the strings and templates of a source, with their lines', () => {
    const source = [
      "import { anew } from 'anew'",
      '// anew',
      "const text = 'ä one'",
      'call(`two ${',
      '  text} three`)',
      "export * from 'anew'",
    ].join('\n')
    const expected = [
      { line: 3, text: 'ä one' },
      { line: 4, text: 'two … three' },
    ]
    expect(stringsOf(source)).toEqual(expected)
    expect(stringsOf(source)).toEqual(expected)
  })
})
