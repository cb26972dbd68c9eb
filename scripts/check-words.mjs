// Rejects phrases that are hard to read, in documents and in the strings of the program. The table of CONTRIBUTING.md
// under "Words" has the phrases with their replacements. Also fails if there are no phrases or no files. `node
// scripts/check-words.mjs DIRECTORY` checks another directory.
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPhrases, phrasesIn, withoutPhrases } from './words/phrases.ts'
import { proseOf, stringsOf } from './words/user-texts.ts'

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
const table = 'CONTRIBUTING.md'

/** Documents that people write; `docs/reference` is generated from the sources. */
const documents = ['*.md', 'docs/**/*.md', 'templates/*/*.md', 'examples/*/*.md', '.github/**/*.md']

/**
 * Sources whose strings users read: the program, the generators of the reference and schemas, and the scripts of `npm
 * run`.
 */
const sources = ['{src,scripts}/**/*.{ts,tsx,js,mjs}', 'bin/*.js']

/** Template files; users read the names and descriptions in them. */
const templates = ['templates/**/*.json']

/** The public types; editors show their comments. */
const types = ['src/testing/game.ts']

const phrases = phrasesIn(read(table))
const files = [
  ...paths(documents, /node_modules|^docs\/reference\//).map((path) => {
    const text = read(path)
    return { path, texts: proseOf(path === table ? withoutPhrases(text) : text) }
  }),
  ...paths(sources, /\.test\.tsx?$/).map((path) => ({
    path,
    texts: stringsOf(read(path), { tsx: path.endsWith('x') }),
  })),
  ...paths([...templates, ...types], /node_modules/).map((path) => ({ path, texts: [{ line: 1, text: read(path) }] })),
]
const findings = files.flatMap(({ path, texts }) =>
  findPhrases(phrases, texts).map((finding) => ({ path, ...finding })),
)

for (const { path, line, found, replacement } of findings) {
  console.error(`${path}:${line}: '${found}': write instead: ${replacement}`)
}
if (phrases.length === 0) console.error(`${table} has no table of phrases`)
if (files.length === 0) console.error('no file could be read')
if (findings.length > 0 || phrases.length === 0 || files.length === 0) process.exitCode = 1
else console.log(`${files.length} files, ${phrases.length} phrases`)

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8')
}

/**
 * @param {readonly string[]} patterns
 * @param {RegExp} except
 */
function paths(patterns, except) {
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !except.test(path))
    .toSorted()
}
