// `npm run build`: bundles src into dist, split so that a command loads what it uses and no more, with the entry for test
// programs and its types, and writes the JSON Schemas of a project's files into schemas. With --check the bundle has to work
// before it takes its place, and the schemas stay as they are; with --into DIR it goes there, and nothing else is written.
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
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { schemaFiles } from './schemas/schemas.ts'
import { tryBuild } from './try-build.mjs'
import { testingTypes } from './types/testing-types.ts'

const { check: isCheck, into } = parseArgs({
  options: { check: { type: 'boolean', default: false }, into: { type: 'string' } },
}).values
const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist')
const fresh = into ?? join(root, 'dist.new')
const startedAt = new Date()
/** The library that shows the reference, which is sent to browsers as it is. */
const library = join(root, 'node_modules/redoc/bundles/redoc.standalone.js')

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  outdir: fresh,
  bundle: true,
  platform: 'node',
  target: 'node22',
  // Where a package has no `exports`: its ES modules before its CommonJS.
  mainFields: ['module', 'main'],
  // The first brings a library of its own for each platform, which no bundle can hold; the other is never asked for.
  external: ['sharp', 'react-devtools-core'],
  metafile: true,
  write: false,
  logLevel: 'warning',
}
/**
 * Node's `http` as a CommonJS module asks for it. Imported, all its exports are read at once, and for one of them Node
 * loads a second client of HTTP, which takes as long as starting Node itself.
 * @type {import('esbuild').Plugin}
 */
const requiredHttp = {
  name: 'required-http',
  setup(bundler) {
    bundler.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'required' } : undefined,
    )
    bundler.onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}')`,
    }))
  },
}
const { metafile, outputFiles } = await build({
  ...common,
  entryPoints: ['src/main.ts', { in: 'src/testing/testing.ts', out: 'testing' }],
  splitting: true,
  format: 'esm',
  plugins: [requiredHttp],
  // As users run it, react is several times faster, and ink looks for no tools of its developers.
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  // CommonJS packages ask for Node's modules by `require`, which an ES module does not have. A name that is nobody else's.
  banner: {
    js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
  },
})
// For test programs that are CommonJS, as those of jest are: its modules cannot have others load when they are used.
const { outputFiles: commonJs } = await build({
  ...common,
  entryPoints: [{ in: 'src/testing/testing.ts', out: 'testing' }],
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  supported: { 'dynamic-import': false },
  define: {
    'import.meta.dirname': '__dirname',
    'import.meta.url': 'bundleUrl',
    'import.meta.resolve': 'bundleResolve',
  },
  banner: {
    js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href; const bundleResolve = (name) => require('node:url').pathToFileURL(require.resolve(name)).href;",
  },
})
refuseLazyCommonJs(metafile)
refuseLanguages(metafile)
const libraryCode = readFileSync(library)
const notices = licenses([...Object.keys(metafile.inputs), 'node_modules/redoc', ...packagesOfLibrary()])
const files = [...outputFiles, ...commonJs]
const bytes = files.reduce((sum, { contents }) => sum + contents.length, libraryCode.length)
writeBundle()
if (isCheck) await tryBuild([process.execPath, join(fresh, 'main.js')])
if (into === undefined) replaceDist()
if (into === undefined && !isCheck) writeSchemas()
console.log(`${files.length + 1} files, ${(bytes / 1024).toFixed(0)} kB`)

function writeBundle() {
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh)
  for (const { path, contents } of files) writeFileSync(path, contents)
  const types = testingTypes()
  for (const name of ['testing.d.ts', 'testing.d.cts']) writeFileSync(join(fresh, name), types)
  writeFileSync(join(fresh, basename(library)), libraryCode)
  writeFileSync(join(fresh, 'LICENSES.txt'), notices)
}

/** The new directory is whole before it takes the place of the old one. */
function replaceDist() {
  // A source that was changed since we began is newer than the build: bin/gamify.js compares.
  utimesSync(join(fresh, 'main.js'), startedAt, startedAt)
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
 * In the bundle, `await import()` of a CommonJS package has no named exports, though Node gives them when it runs src.
 * @param {import('esbuild').Metafile} metafile
 */
function refuseLazyCommonJs({ inputs }) {
  const faults = Object.entries(inputs).flatMap(([importer, { imports }]) =>
    imports
      .filter(({ path, kind }) => kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
      .map(
        ({ path }) => `${importer} imports ${path} lazily, which is CommonJS: import it at the top of a lazy module`,
      ),
  )
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/**
 * zod's texts are there in sixty languages, which no bundler leaves out of what is imported as `{ z }`.
 * @param {import('esbuild').Metafile} metafile
 */
function refuseLanguages({ outputs }) {
  const bundled = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))
  const languages = bundled.filter(
    ([path, { bytesInOutput }]) => /zod\/.*\/locales\/(?!en\.|index\.)/.test(path) && bytesInOutput > 0,
  )
  if (languages.length > 0)
    throw new Error(`the bundle has ${languages.length} languages of zod: everywhere, import it as '* as z'`)
}

/**
 * The packages that the library was made of, as directories. What its makers built it with is not installed.
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
 * The licences of the packages that the bundle holds, as they ask to be shown.
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
  if (file !== undefined) return readFileSync(join(directory, file), 'utf8')
  const { license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  if (typeof license === 'string') return `${license}\n`
  throw new Error(`${directory} names no licence: it cannot be bundled`)
}
