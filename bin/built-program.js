// Plain JavaScript for any Node from 20 on.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the path of the program as `npm run build` makes it.
 * @param {string} root the directory of the project's package.json
 */
export const builtProgram = (root) => join(root, 'dist', 'main.cjs')

/**
 * Whether the program is built. In a checkout, a build that is older than a source file is out of date.
 * @param {string} root the directory of the project's package.json
 */
export function isBuilt(root) {
  if (!existsSync(builtProgram(root))) return false
  const sources = join(root, 'src')
  return !existsSync(sources) || isOlder(sources, statSync(builtProgram(root)).mtimeMs)
}

/**
 * Whether everything in a directory is from `ms` or before.
 * @param {string} directory
 * @param {number} ms
 * @returns {boolean}
 */
function isOlder(directory, ms) {
  if (statSync(directory).mtimeMs > ms) return false
  return readdirSync(directory, { withFileTypes: true }).every((entry) => {
    const path = `${directory}/${entry.name}`
    return entry.isDirectory() ? isOlder(path, ms) : statSync(path).mtimeMs <= ms
  })
}
