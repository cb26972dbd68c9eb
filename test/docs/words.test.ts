import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
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
    ['No entry unless asked', 'unless asked'],
    ["'x' is none of a, b", 'is none of'],
    ['It deletes what the design has not.', 'has not'],
    ['The metric is gone', 'is gone'],
    ['There are but 3 rows', 'are but'],
    ['It names a team which there is not', 'which there is'],
    ['It is of the other runtime', 'is of the'],
    ['Images that were put up', 'put up'],
    ['A row stands where it was', 'stands where'],
    ['It ended, nor is it here', 'nor is'],
    ['First. Of a rule it lists the players', 'Of a'],
    ['You shall play', 'shall'],
    ['Whoever plays', 'Whoever'],
    ['Play upon it, lest it end', 'upon, lest'],
  ])('are found: %j', (text, phrase) => {
    expect(foundIn(text)).toEqual(phrase.split(', '))
  })

  test.each([
    'It has not changed. It is one of a kind, of a rule of the type level',
    '`…` stands for any text, and nobody is on this leaderboard yet',
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

  test('is the text of JSX, and the strings of a script with a #! line', () => {
    expect(stringsOf('#!/usr/bin/env node\nprint("one")')).toEqual([{ line: 2, text: 'one' }])
    const [first] = stringsOf('const view = <Text bold>two {x}</Text>', { tsx: true })
    expect(first).toEqual({ line: 1, text: 'two ' })
  })
})

describe('the check', () => {
  const script = join(import.meta.dirname, '../../scripts/check-words.mjs')
  const directory = mkdtempSync(join(tmpdir(), 'gamify-words-'))
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  const check = () =>
    promisify(execFile)(process.execPath, [script, directory]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { readonly code: number; readonly stderr: string }) => ({ code: error.code, text: error.stderr }),
    )

  test('fails where a phrase is planted, wherever users read, and passes without it', async () => {
    const planted: Readonly<Record<string, (text: string) => string>> = {
      'docs/guides/a.md': (text) => text,
      'CHANGELOG.md': (text) => text,
      'templates/a/README.md': (text) => text,
      'templates/a/design/actions/a.json': (text) => JSON.stringify({ description: text }),
      'src/cli/a.ts': (text) => `print('${text}')`,
      'src/server/sign-in/a.ts': (text) => `const page = html\`<p>${text}</p>\``,
      'src/tui/a.tsx': (text) => `const view = <Text>${text}</Text>`,
      'src/testing/game.ts': (text) => `/** ${text} */`,
      'scripts/a.mjs': (text) => `print('${text}')`,
      'bin/a.js': (text) => `#!/usr/bin/env node\nprint('${text}')`,
    }
    write('CONTRIBUTING.md', contributing)
    for (const [path, around] of Object.entries(planted)) write(path, around('counted again'))
    expect(await check()).toMatchObject({ code: 0 })
    for (const [path, around] of Object.entries(planted)) write(path, around('counted anew'))
    const { code, text } = await check()
    expect(code).toBe(1)
    const paths = text
      .trim()
      .split('\n')
      .map((line) => line.split(':')[0] ?? '')
    expect(new Set(paths)).toEqual(new Set(Object.keys(planted)))
    expect(paths).toHaveLength(Object.keys(planted).length)
  })

  test('fails without a table', async () => {
    write('CONTRIBUTING.md', '# Contributing')
    expect(await check()).toMatchObject({ code: 1, text: expect.stringContaining('has no table of phrases') })
  })
})
