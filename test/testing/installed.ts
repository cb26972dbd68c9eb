import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A directory of somebody who has installed this package. */
export interface Installed {
  readonly directory: string
  /** The file that npm publishes. */
  readonly packed: string
  readonly remove: () => void
}

/** Builds and packs the package as npm publishes it, and installs it into an empty directory, with these of our own packages. */
export async function installPacked(packages: readonly string[]): Promise<Installed> {
  const directory = mkdtempSync(join(tmpdir(), 'gamify-installed-'))
  const source = join(directory, 'source')
  mkdirSync(source)
  for (const name of ['package.json', 'bin', 'schemas', 'templates', 'LICENSE'])
    cpSync(join(root, name), join(source, name), { recursive: true })
  await run(root, process.execPath, 'scripts/build.mjs', '--into', join(source, 'dist'))
  await run(source, 'npm', 'pack', '--ignore-scripts', '--loglevel=error')
  const target = join(directory, 'node_modules', 'gamify')
  mkdirSync(target, { recursive: true })
  const [name = ''] = readdirSync(source).filter((file) => file.endsWith('.tgz'))
  await run(source, 'tar', '-xzf', name, '--strip-components=1', '-C', target)
  renameSync(join(source, name), join(directory, name))
  rmSync(source, { recursive: true })
  // What it depends on, and what the directory has of its own.
  for (const one of ['sharp', ...packages]) link(one, directory)
  return { directory, packed: join(directory, name), remove: () => rmSync(directory, { recursive: true, force: true }) }
}

function link(name: string, directory: string): void {
  const place = join(directory, 'node_modules', name)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), place)
}

/** Runs a program to its end, and gives what it wrote to stdout; rejects with all it said where it fails. */
export async function run(directory: string, command: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' }
  const { stdout } = await promisify(execFile)(command, args, { cwd: directory, env }).catch((error: unknown) => {
    const { stdout: said, stderr } = error as { readonly stdout: string; readonly stderr: string }
    throw new Error(`${command} ${args.join(' ')} failed\n${said}${stderr}`, { cause: error })
  })
  return stdout
}

/** Programs of the checkout that the directories of tests use. */
export const vitest = join(root, 'node_modules/.bin/vitest')
export const tsc = join(root, 'node_modules/.bin/tsc')
