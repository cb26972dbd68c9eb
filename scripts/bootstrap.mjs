// Runs before `npm start`, `npm test` and `npm run bench`, with any Node from 20 on. It installs the packages of the
// lockfile, unless the last complete install was of the same lockfile. With --build, it also builds the program where that
// is out of date. It does so under the Node that it installed: a shell that has found another `node` before keeps to that.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinnedNode } from '../bin/pinned-node.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'node_modules', '.gamify-lock')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('Installing the packages of package-lock.json...')
  install()
  linkNode()
  // Written last, so that an interrupted install is repeated: `npm ci` begins by deleting node_modules with this file.
  writeFileSync(stamp, wanted)
}

if (process.argv.includes('--build')) build()

function build() {
  const node = pinnedNode(root) ?? process.execPath
  const args = [join(root, 'scripts/build.mjs'), '--if-needed']
  const { status } = spawnSync(node, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(1)
}

/** No install scripts run, because none of the packages needs one. */
function install() {
  const { status, error } = npm(['ci', '--include=dev', '--ignore-scripts', '--loglevel=error'])
  if (status === 0) return
  console.error(`The install failed: ${error?.message ?? `npm exited with ${status}`}`)
  process.exit(1)
}

/**
 * Runs the npm that runs this script, or else the one on the PATH.
 * @param {string[]} args
 */
function npm(args) {
  const cli = process.env['npm_execpath']
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  if (cli?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [cli, ...args], options)
  return spawnSync(['npm', ...args].join(' '), { ...options, shell: true })
}

/** npm 10 does not link the binary of a package that only a linked directory depends on, so this does. */
function linkNode() {
  const target = pinnedNode(root)
  if (target === undefined) return
  const directory = join(root, 'node_modules', '.bin')
  const path = join(directory, process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(path)) return
  if (process.platform === 'win32') linkSync(target, path)
  else symlinkSync(relative(directory, target), path)
}
