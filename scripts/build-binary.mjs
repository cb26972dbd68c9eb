import { build } from 'esbuild'
// `npm run build:binary`: builds the standalone executable for each system, or only for the named ones (`npm run
// build:binary -- linux-x64`), in artefacts or the directory of --into. An executable is the pinned Node with a script
// that unpacks the package, and with the package itself. Each file is inspected, and the one for this machine is run.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
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

/** Bundles the script that runs first. It must be one file, because Node loads no other from its own executable. */
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
  // macOS on its own processors only runs signed programs, so the file gets an ad-hoc signature.
  if (isOwn && process.platform === 'darwin') execFileSync('codesign', ['--force', '--sign', '-', output])
  const { kind, bytes, files: count } = inspect(output, target, name)
  // The executable unpacks itself into a temporary directory.
  if (isOwn) await tryBuild([output], { ...process.env, HOME: work, XDG_CACHE_HOME: work, LOCALAPPDATA: work })
  const seen = isOwn
    ? 'it runs'
    : target.name.startsWith('macos')
      ? 'must be signed on a Mac'
      : 'checked without running it'
  console.log(`${target.file}: ${kind}, ${(bytes / 1e6).toFixed(1)} MB with ${count} files (${seen})`)
}
