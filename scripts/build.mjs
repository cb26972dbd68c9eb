import { build } from 'esbuild'
// `npm run build`: bundles src into dist, split so that each command only loads what it uses. Also builds the entry for
// test programs and its types, and writes the JSON Schemas of project files into schemas. With --check, the bundle must
// work before it replaces the old one, and the schemas are not written. With --into DIR, the bundle goes there and
// nothing else is written.
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
/** The library that shows the reference; browsers get it unchanged. */
const library = join(root, 'node_modules/redoc/bundles/redoc.standalone.js')

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  outdir: fresh,
  bundle: true,
  platform: 'node',
  target: 'node22',
  // For packages without `exports`: prefers ES modules to CommonJS.
  mainFields: ['module', 'main'],
  // `sharp` has native libraries for each platform, which a bundle cannot contain. `react-devtools-core` is never
  // loaded.
  external: ['sharp', 'react-devtools-core'],
  metafile: true,
  write: false,
  logLevel: 'warning',
}
/**
 * Loads Node's `http` with `require`. An import would read all of its exports, and for one of them Node loads a second
 * HTTP client, which takes as long as starting Node itself.
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
/**
 * Runs `string-width` only when it is first called. Its expressions over all of Unicode take as long to compile as Node
 * takes to start, and most texts need none of them.
 * @type {import('esbuild').Plugin}
 */
const lateWidth = {
  name: 'late-width',
  setup(bundler) {
    bundler.onResolve({ filter: /^string-width$/ }, ({ namespace }) =>
      namespace === 'late' ? undefined : { path: 'string-width', namespace: 'late' },
    )
    bundler.onLoad({ filter: /./, namespace: 'late' }, () => ({
      contents: `let measure; export default (text, options) => (measure ??= require('string-width').default)(text, options)`,
      resolveDir: root,
    }))
  },
}
const { metafile, outputFiles } = await build({
  ...common,
  entryPoints: ['src/main.ts', { in: 'src/testing/testing.ts', out: 'testing' }],
  splitting: true,
  format: 'esm',
  plugins: [requiredHttp, lateWidth],
  // In production, react is several times faster, and ink does not look for developer tools.
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  // CommonJS packages load Node's modules with `require`, which an ES module does not have. The name `bundleRequire` is
  // unique.
  banner: {
    js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
  },
})
// For CommonJS test programs such as those of jest, where modules cannot load others on demand.
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

/** Replaces the old directory only when the new one is complete. */
function replaceDist() {
  // bin/gamify.js compares times: a source that changed during the build must be newer than the build.
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
 * Throws if the bundle loads a CommonJS package with `await import()`, because the package then has no named exports,
 * although it has them when Node runs src.
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
 * Throws if the bundle contains the languages of zod. No bundler leaves out its texts in sixty languages when it is
 * imported as `{ z }`.
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
  if (file !== undefined) return readFileSync(join(directory, file), 'utf8')
  const { license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  if (typeof license === 'string') return `${license}\n`
  throw new Error(`${directory} names no licence: it cannot be bundled`)
}
