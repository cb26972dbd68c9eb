import { build } from 'esbuild'
// `npm run build`: bundles src into dist: the program, the libraries of its TUI, and the entry for test programs with its
// types, and writes the JSON Schemas of project files into schemas. With --check, the bundle must
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
import * as testing from '../src/testing/testing.ts'
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

/**
 * Modules of Node that take long to load, and that few commands use. The bundle has an object in the place of each, which
 * loads the module when one of its exports is first used.
 */
const LATE = ['child_process', 'crypto', 'http', 'https', 'net', 'tls', 'worker_threads', 'zlib']

/** @type {import('esbuild').Plugin} */
const lateModules = {
  name: 'late-modules',
  setup(bundler) {
    bundler.onResolve({ filter: new RegExp(`^(node:)?(${LATE.join('|')})$`) }, ({ path, kind, namespace }) =>
      kind === 'import-statement' && namespace !== 'late'
        ? { path: path.replace(/^(node:)?/, 'node:'), namespace: 'late' }
        : undefined,
    )
    bundler.onLoad({ filter: /^node:/, namespace: 'late' }, ({ path }) => ({
      contents: `
        for (const name of ${JSON.stringify(Object.keys(Object(process.getBuiltinModule(path))))})
          Object.defineProperty(exports, name, { enumerable: true, get: () => process.getBuiltinModule('${path}')[name] })`,
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
      namespace === 'late-width' ? undefined : { path: 'string-width', namespace: 'late-width' },
    )
    bundler.onLoad({ filter: /./, namespace: 'late-width' }, () => ({
      contents: `let measure; export default (text, options) => (measure ??= require('string-width').default)(text, options)`,
      resolveDir: root,
    }))
  },
}

/** The file with what only the TUI uses. It is an ES module, because these libraries wait while they load. */
const TUI_LIBRARIES = 'tui-libraries.js'

/**
 * Leaves the libraries of the TUI to their own file, so that no other command reads them. The TUI waits for them with
 * `await import('ink')`: the module that it gets has the form of a promise.
 * @type {import('esbuild').Plugin}
 */
const tuiLibraries = {
  name: 'tui-libraries',
  setup(bundler) {
    const namespace = 'tui-libraries'
    bundler.onResolve({ filter: /^(ink|react)$/ }, ({ path, kind }) => ({
      path: kind === 'dynamic-import' ? 'all' : path,
      namespace,
    }))
    bundler.onResolve({ filter: /^all$/, namespace }, ({ path }) => ({ path, namespace }))
    bundler.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents:
        path === 'all'
          ? `exports.then = (resolve, reject) =>
               import('./${TUI_LIBRARIES}').then((all) => resolve(exports.loaded = all), reject)`
          : `module.exports = require('all').loaded.${path}`,
    }))
  },
}

/**
 * Replaces a package that ink loads only for its developers, and that is not installed.
 * @type {import('esbuild').Plugin}
 */
const withoutDevtools = {
  name: 'without-devtools',
  setup(bundler) {
    bundler.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'none' }))
    bundler.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'export default undefined' }))
  },
}

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  // Names stay, for the stack traces of --verbose.
  minifySyntax: true,
  minifyWhitespace: true,
  // For packages without `exports`: prefers ES modules to CommonJS.
  mainFields: ['module', 'main'],
  // `sharp` has native libraries for each platform, which a bundle cannot contain.
  external: ['sharp', `./${TUI_LIBRARIES}`],
  metafile: /** @type {const} */ (true),
  write: /** @type {const} */ (false),
  logLevel: 'warning',
}
/**
 * One file for each purpose, because loading many takes longer than reading what is not used. As CommonJS, because a
 * module in such a file runs only when another one needs it, and because the loader of Node is faster for it.
 */
const commonJs = /** @type {const} */ ({
  format: 'cjs',
  outdir: fresh,
  outExtension: { '.js': '.cjs' },
  define: {
    'import.meta.dirname': '__dirname',
    'import.meta.url': 'bundleUrl',
    'import.meta.resolve': 'bundleResolve',
  },
  banner: {
    js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href; const bundleResolve = (name) => require('node:url').pathToFileURL(require.resolve(name)).href;",
  },
})
const built = await Promise.all([
  build({ ...common, ...commonJs, entryPoints: ['src/main.ts'], plugins: [lateModules, lateWidth, tuiLibraries] }),
  build({
    ...common,
    ...commonJs,
    entryPoints: ['src/testing/testing.ts'],
    plugins: [lateModules, lateWidth],
    // Modules in test programs such as those of jest cannot load others on demand.
    supported: { 'dynamic-import': false },
  }),
  build({
    ...common,
    format: 'esm',
    outfile: join(fresh, TUI_LIBRARIES),
    stdin: { contents: "export * as ink from 'ink'; export * as react from 'react'", resolveDir: root },
    plugins: [withoutDevtools],
    // In production, react is several times faster, and ink does not look for developer tools.
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
  }),
])
const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs))
for (const { metafile } of built) refuseLanguages(metafile)
const files = built.flatMap(({ outputFiles }) => outputFiles.map(({ path, text }) => ({ path, code: asciiOf(text) })))
/** The same entry for ES modules. An import of the CommonJS file would first search its whole text for exports. */
const testingModule = `import { createRequire } from 'node:module'
export const { ${Object.keys(testing).join(', ')} } = createRequire(import.meta.url)('./testing.cjs')
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
  for (const { path, code } of files) writeFileSync(path, code)
  writeFileSync(join(fresh, 'testing.js'), testingModule)
  const types = testingTypes()
  for (const name of ['testing.d.ts', 'testing.d.cts']) writeFileSync(join(fresh, name), types)
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
 * Writes each character outside ASCII as an escape. Node keeps a file with one such character with two bytes for each, and
 * takes longer to read it. esbuild leaves those in expressions and templates.
 * @param {string} code
 */
function asciiOf(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
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
