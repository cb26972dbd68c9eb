// What esbuild makes of src: the program, the entries for test programs and for apps, libraries that are read on demand, the script of
// the lab's pages, and the studio.

import { build } from 'esbuild'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { bundleScript, SCRIPT_FILE } from '../src/lab/page/bundle-script.ts'
import { bundleStudio, STUDIO_DIRECTORY, STUDIO_MANIFEST } from '../src/studio/bundle.ts'

/**
 * Modules of Node that take long to load, and that few commands use. The bundle has an object in the place of each, which
 * loads the module when one of its exports is first used.
 */
const LATE = [
  'child_process',
  'crypto',
  'dns',
  'http',
  'https',
  'net',
  'readline',
  'tls',
  'v8',
  'worker_threads',
  'zlib',
]

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
      resolveDir: import.meta.dirname,
    }))
  },
}

/** The file with libraries that few games use: for documents, streams, https, metrics, and the places of errors in JSON. */
const LIBRARIES = 'libraries.cjs'

/** The modules in it. */
const RARE = ['h3', 'engine.io', 'jsonc-parser', 'prom-client', '@peculiar/asn1-schema', '@peculiar/asn1-x509']

/** The file with the library for agents, which only one command uses. */
const MCP_LIBRARIES = 'mcp-libraries.cjs'

/** The modules in it. */
const MCP = ['server/index.js', 'server/stdio.js', 'types.js'].map((path) => `@modelcontextprotocol/sdk/${path}`)

/** The file with the libraries for the log of a game on several machines and its blobs, which only its nodes use. */
const LOG_LIBRARIES = 'log-libraries.cjs'

/** The modules in it. */
const LOG = [...['jetstream', 'obj', 'transport-node'].map((name) => `@nats-io/${name}`), 'aws4fetch']

/** The file with the library for traces, which is only used where somebody collects them. */
const TRACE_LIBRARIES = 'trace-libraries.cjs'

/** The modules in it. */
const TRACES = ['api', 'core', 'exporter-trace-otlp-http', 'resources', 'sdk-trace'].map(
  (name) => `@opentelemetry/${name}`,
)

/**
 * Leaves modules to their own file, which is read when one of them is first used.
 * @param {string} file
 * @param {readonly string[]} modules
 * @returns {import('esbuild').Plugin}
 */
const apart = (file, modules) => ({
  name: file,
  setup(bundler) {
    bundler.onResolve({ filter: new RegExp(`^(${modules.join('|')})$`) }, ({ path }) => ({ path, namespace: file }))
    bundler.onLoad({ filter: /./, namespace: file }, ({ path }) => ({
      contents: `module.exports = { __esModule: true, ...require('./${file}')['${path}'] }`,
    }))
  },
})

/** The file with what only the TUI uses. It is an ES module, because these libraries wait while they load. */
const TUI_LIBRARIES = 'tui-libraries.js'

/** A file that imports ES modules for the program, which is run as a script with kept code and cannot do it itself. */
const IMPORT = 'import.cjs'

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
               require('./${IMPORT}')('./${TUI_LIBRARIES}').then((all) => resolve(exports.loaded = all), reject)`
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
  bundle: true,
  platform: 'node',
  target: 'node22',
  // Names stay, for the stack traces of --verbose.
  minifySyntax: true,
  minifyWhitespace: true,
  // For packages without `exports`: prefers ES modules to CommonJS.
  mainFields: ['module', 'main'],
  // `sharp` has native libraries for each platform, which a bundle cannot contain.
  // Only a checkout builds the script of pages with esbuild: a build has its file.
  external: [
    'sharp',
    'esbuild',
    `./${LIBRARIES}`,
    `./${MCP_LIBRARIES}`,
    `./${LOG_LIBRARIES}`,
    `./${TRACE_LIBRARIES}`,
    `./${TUI_LIBRARIES}`,
    `./${IMPORT}`,
  ],
  metafile: /** @type {const} */ (true),
  write: /** @type {const} */ (false),
  logLevel: 'warning',
}

/**
 * One file for each purpose, because loading many takes longer than reading what is not used. As CommonJS, because a
 * module in such a file runs only when another one needs it, and because the loader of Node is faster for it.
 */
const asCommonJs = /** @type {const} */ ({
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: {
    'import.meta.dirname': '__dirname',
    'import.meta.url': 'bundleUrl',
    'import.meta.resolve': 'bundleResolve',
  },
  banner: {
    js: "'use strict'; const bundleUrl = require('node:url').pathToFileURL(__filename).href; const bundleResolve = (name) => require('node:url').pathToFileURL(require.resolve(name)).href;",
  },
})

/**
 * Bundles the client of apps, as a module of one of the formats. It runs in Node, browsers, workers and edge runtimes, so it
 * imports nothing.
 * @param {string} root
 * @param {string} outfile
 * @param {'esm' | 'cjs'} format
 */
export function bundleClient(root, outfile, format) {
  const entryPoints = ['src/client/app/app-client.ts']
  const own = { ...common, absWorkingDir: root, outfile, format, entryPoints }
  return build({ ...own, platform: 'neutral', target: 'es2022', external: [] })
}

/**
 * Returns the options for a file with modules that another bundle leaves to it.
 * @param {string} root
 * @param {string} into
 * @param {string} file
 * @param {readonly string[]} modules
 */
const librariesFile = (root, into, file, modules) => ({
  format: /** @type {const} */ ('cjs'),
  outfile: join(into, file),
  stdin: { contents: modules.map((name) => `export * as '${name}' from '${name}'`).join('\n'), resolveDir: root },
  plugins: [lateModules],
})

/**
 * Bundles the project in `root`. Resolves to the files that belong into the directory `into`, and to the paths of
 * everything that went into them, relative to `root`. Rejects if a bundle cannot be made, or has what it should not have.
 * @param {string} root
 * @param {string} into
 */
export async function makeBundles(root, into) {
  const own = { ...common, absWorkingDir: root }
  const commonJs = { ...own, ...asCommonJs, outdir: into }
  const built = await Promise.all([
    build({
      ...commonJs,
      entryPoints: ['src/main.ts'],
      plugins: [
        lateModules,
        lateWidth,
        apart(LIBRARIES, RARE),
        apart(MCP_LIBRARIES, MCP),
        apart(LOG_LIBRARIES, LOG),
        apart(TRACE_LIBRARIES, TRACES),
        tuiLibraries,
      ],
      supported: { 'dynamic-import': false },
    }),
    build({
      ...commonJs,
      entryPoints: ['src/testing/testing.ts'],
      plugins: [lateModules, lateWidth, apart(LIBRARIES, RARE)],
      // Modules in test programs such as those of jest cannot load others on demand.
      supported: { 'dynamic-import': false },
    }),
    build({
      ...commonJs,
      // A thread of the lab loads only its own file.
      entryPoints: {
        'simulate-worker': 'src/lab/simulate/worker.ts',
        'losses-worker': 'src/lab/what-if/losses-worker.ts',
        'lab-worker': 'src/lab/jobs/lab-worker.ts',
      },
    }),
    build({ ...own, ...librariesFile(root, into, LIBRARIES, RARE) }),
    build({ ...own, ...librariesFile(root, into, MCP_LIBRARIES, MCP) }),
    build({ ...own, ...librariesFile(root, into, LOG_LIBRARIES, LOG) }),
    build({ ...own, ...librariesFile(root, into, TRACE_LIBRARIES, TRACES) }),
    build({
      ...own,
      format: 'esm',
      outfile: join(into, TUI_LIBRARIES),
      stdin: { contents: "export * as ink from 'ink'; export * as react from 'react'", resolveDir: root },
      plugins: [withoutDevtools],
      // In production, react is several times faster, and ink does not look for developer tools.
      define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
      banner: {
        js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
      },
    }),
    bundleClient(root, join(into, 'client.js'), 'esm'),
    bundleClient(root, join(into, 'client.cjs'), 'cjs'),
  ])
  for (const { metafile } of built) refuseLanguages(metafile)
  const page = await bundleScript(root)
  const studio = await bundleStudio(root)
  const { script, style } = studio
  const manifest = { script, style, files: studio.files.map(({ name }) => name) }
  return {
    files: [
      ...built.flatMap(({ outputFiles }) => outputFiles.map(({ path, text }) => ({ path, code: asciiOf(text) }))),
      { path: join(into, IMPORT), code: 'module.exports = (specifier) => import(specifier)\n' },
      { path: join(into, SCRIPT_FILE), code: page.code },
      { path: join(into, STUDIO_DIRECTORY, STUDIO_MANIFEST), code: JSON.stringify(manifest) },
      ...studio.files.map(({ name, content }) => ({
        path: join(into, STUDIO_DIRECTORY, `${name}.gz`),
        code: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }),
      })),
    ],
    inputs: [...built.flatMap(({ metafile }) => Object.keys(metafile.inputs)), ...page.inputs, ...studio.inputs],
  }
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
