// `npm run build`: bundles src into dist, split so that a command loads what it uses and no more, and writes the JSON
// Schemas of a project's files into schemas. With --check it only tells whether that could be done, and writes nothing.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { schemaFiles } from './schemas/schemas.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist')
const fresh = join(root, 'dist.new')
const startedAt = new Date()

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outdir: fresh,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // CommonJS packages ask for Node's modules by `require`, which an ES module does not have.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  // Where a package has no `exports`: its ES modules before its CommonJS.
  mainFields: ['module', 'main'],
  // Brings a library of its own for each platform, which no bundle can hold.
  external: ['sharp'],
  metafile: true,
  write: false,
  logLevel: 'warning',
})
refuseLazyCommonJs(metafile)
const notices = licenses(Object.keys(metafile.inputs))
const bytes = outputFiles.reduce((sum, { contents }) => sum + contents.length, 0)
if (!process.argv.includes('--check')) {
  writeDist()
  writeSchemas()
}
console.log(`${outputFiles.length} files, ${(bytes / 1024).toFixed(0)} kB`)

/** Makes the new directory whole before it takes the place of the old one. */
function writeDist() {
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh)
  for (const { path, contents } of outputFiles) writeFileSync(path, contents)
  writeFileSync(join(fresh, 'LICENSES.txt'), notices)
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
