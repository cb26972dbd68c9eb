// `npm run build:binary`: makes the program as one file, for each system that it is made for, or with names only for those
// (`npm run build:binary -- linux-x64`), in artefacts or where --into says. It is Node as this project pins it, which
// carries a script that unpacks the package, and the package. Each file is looked into; the one of this machine is run.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { part } from '../src/binary/archive.ts'
import { inspect } from './binary/inspect.ts'
import { makeArchive } from './binary/make-archive.ts'
import { npmPackage } from './binary/npm-package.ts'
import { ownTarget, targets } from './binary/targets.ts'
import { tryBuild } from './try-build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { into: { type: 'string', default: join(root, 'artefacts') } },
})
const into = resolve(values.into)
const unknown = names.find((name) => !targets.some((target) => target.name === name))
if (unknown !== undefined) {
  console.error(`There is no executable for '${unknown}'; choose one of: ${targets.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const work = mkdtempSync(join(tmpdir(), 'gamify-binary-'))
try {
  const bundle = join(work, 'dist')
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--into', bundle], { cwd: root, stdio: 'inherit' })
  const boot = await bundledBoot()
  mkdirSync(into, { recursive: true })
  for (const target of targets) {
    if (names.length === 0 || names.includes(target.name)) await make(target, bundle, boot)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** What runs first, as one script: Node loads nothing else from its own file. */
async function bundledBoot() {
  const outfile = join(work, 'boot.cjs')
  await build({
    absWorkingDir: root,
    entryPoints: ['src/binary/boot.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node26',
    format: 'cjs',
    minify: true,
    logLevel: 'warning',
  })
  return outfile
}

/**
 * @param {import('./binary/targets.ts').Target} target
 * @param {string} bundle
 * @param {string} boot
 */
async function make(target, bundle, boot) {
  const { name, files, compressed } = await makeArchive(root, bundle, target)
  const list = join(work, 'list.json')
  const content = join(work, 'content.zst')
  const config = join(work, 'sea.json')
  const output = join(into, target.file)
  writeFileSync(list, JSON.stringify({ name, files }))
  writeFileSync(content, compressed)
  writeFileSync(
    config,
    JSON.stringify({
      main: boot,
      executable: join(await npmPackage(root, target.node.package), target.node.program),
      output,
      disableExperimentalSEAWarning: true,
      assets: { [part.list]: list, [part.content]: content },
    }),
  )
  rmSync(output, { force: true })
  execFileSync(process.execPath, ['--build-sea', config], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] })
  const isOwn = target === ownTarget()
  // A Mac runs no program on its own processor that is not signed; this signature is nobody's.
  if (isOwn && process.platform === 'darwin') execFileSync('codesign', ['--force', '--sign', '-', output])
  const { kind, bytes, files: count } = inspect(output, target, name)
  // It unpacks itself where all goes away again.
  if (isOwn) await tryBuild([output], { ...process.env, HOME: work, XDG_CACHE_HOME: work, LOCALAPPDATA: work })
  const seen = isOwn
    ? 'it runs'
    : target.name.startsWith('macos')
      ? 'must be signed on a Mac'
      : 'checked without running it'
  console.log(`${target.file}: ${kind}, ${(bytes / 1e6).toFixed(1)} MB with ${count} files (${seen})`)
}
