// `npm run build`: bundles src into dist (the program, the libraries of its TUI, the script of the lab's pages, the
// studio, and the entries for test programs and for apps with their types), and writes the JSON Schemas of project files into schemas. With --if-needed, does nothing where dist is up to
// date. With --check, the bundle must work before it replaces the old one, and the schemas are not written. With --into
// DIR, the bundle goes there and nothing else is written.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isBuilt } from '../bin/built-program.js'
import * as testing from '../src/testing/testing.ts'
import { makeBundles } from './bundles.mjs'
import { schemaFiles } from './schemas/schemas.ts'
import { tryBuild } from './try-build.mjs'
import { clientTypes } from './types/client-types.ts'
import { testingTypes } from './types/testing-types.ts'

const {
  check: isCheck,
  'if-needed': isIfNeeded,
  into,
} = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    'if-needed': { type: 'boolean', default: false },
    into: { type: 'string' },
  },
}).values
const root = fileURLToPath(new URL('..', import.meta.url))
if (isIfNeeded && isBuilt(root)) process.exit()
const target = join(root, 'dist')
const fresh = into ?? join(root, 'dist.new')
const startedAt = new Date()
/** The library that shows the reference; browsers get it unchanged. */
const library = join(root, 'node_modules/redoc/bundles/redoc.standalone.js')

const { files, inputs } = await makeBundles(root, fresh)
/** The same entry for ES modules. An import of the CommonJS file would first search its whole text for exports. */
const testingModule = `import { fileURLToPath } from 'node:url'
import { libraryDirectory, runWithKeptCode } from '../bin/kept-code.js'
const path = fileURLToPath(new URL('testing.cjs', import.meta.url))
export const { ${Object.keys(testing).join(', ')} } = runWithKeptCode(path, 'testing', libraryDirectory())
`
const libraryCode = readFileSync(library)
const notices = licenses([...inputs, 'node_modules/redoc', ...packagesOfLibrary()])
const bytes = files.reduce((sum, { code }) => sum + code.length, libraryCode.length)
writeBundle()
if (isCheck) await tryBuild([process.execPath, join(fresh, 'main.cjs')])
if (into === undefined) replaceDist()
if (into === undefined && !isCheck) writeSchemas()
console.log(`${files.length + 1} files, ${(bytes / 1024).toFixed(0)} kB`)

function writeBundle() {
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh)
  for (const { path, code } of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
  writeFileSync(join(fresh, 'testing.js'), testingModule)
  for (const { name, types } of [
    { name: 'testing', types: testingTypes() },
    { name: 'client', types: clientTypes() },
  ])
    for (const ending of ['d.ts', 'd.cts']) writeFileSync(join(fresh, `${name}.${ending}`), types)
  writeFileSync(join(fresh, basename(library)), libraryCode)
  writeFileSync(join(fresh, 'LICENSES.txt'), notices)
}

/** Replaces the old directory only when the new one is complete. */
function replaceDist() {
  // bin/gamify.js compares times: a source that changed during the build must be newer than the build.
  utimesSync(join(fresh, 'main.cjs'), startedAt, startedAt)
  rmSync(target, { recursive: true, force: true })
  renameSync(fresh, target)
}

function writeSchemas() {
  const directory = join(root, 'schemas')
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory)
  for (const [name, text] of schemaFiles()) writeFileSync(join(directory, name), text)
}

/**
 * Returns the directories of the packages that are part of the library. Its build tools are not installed.
 * @returns {readonly string[]}
 */
function packagesOfLibrary() {
  /** @type {{ sources: string[] }} */
  const { sources } = JSON.parse(readFileSync(`${library}.map`, 'utf8'))
  return sources
    .flatMap((source) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? [])
    .filter((directory) => existsSync(join(root, directory)))
}

/**
 * Returns the licences of the bundled packages, which require that they are shown.
 * @param {readonly string[]} inputs the files that went into the bundle
 */
function licenses(inputs) {
  const packages = new Set(inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]))
  return [...packages]
    .filter((path) => path !== undefined)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((path) => `${path.replace(/^.*node_modules\//, '')}\n\n${licenseOf(join(root, path))}`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** @param {string} directory of a package */
function licenseOf(directory) {
  const file = readdirSync(directory).find((name) => /^licen[cs]e/i.test(name))
  const notice = readdirSync(directory).find((name) => /^notice/i.test(name))
  const texts = [file, notice].flatMap((name) =>
    name === undefined ? [] : readFileSync(join(directory, name), 'utf8'),
  )
  if (file !== undefined) return texts.join('\n')
  const { license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  if (typeof license === 'string') return `${license}\n`
  throw new Error(`${directory} names no licence: it cannot be bundled`)
}
