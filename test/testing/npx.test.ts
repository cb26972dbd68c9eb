import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { fetchedPackage } from '../../scripts/binary/npm-package.ts'
import { ownTarget } from '../../scripts/binary/targets.ts'
import { oldestNode } from '../../src/cli/package-root.ts'
import { installPacked, root, run, type Installed } from './installed.ts'

/** On a machine that has much else to do; nothing here is about how long anything takes. */
const LONGEST_MS = 240_000
vi.setConfig({ testTimeout: LONGEST_MS, hookTimeout: LONGEST_MS })

/** What is said where npm cannot fetch anything. */
let noRegistry: string | undefined
let installed: Installed
let project = ''
beforeAll(async () => {
  installed = await installPacked([])
  project = join(installed.directory, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "app", "private": true }')
  try {
    await run(project, 'npm', 'install', '--prefix', project, '--loglevel=error', installed.packed)
  } catch (error) {
    noRegistry = whyUnreachable(error)
  }
})
afterAll(() => installed.remove())

/** Whether it is for the registry that an install failed; everything else is a fault of the package. */
function whyUnreachable(error: unknown): string {
  const code = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/.exec(
    String(error),
  )
  if (code === null) throw error
  return `the registry does not answer: ${code[0]}`
}

/** The directory of a Node of this version. */
async function nodeOf(version: string): Promise<string> {
  if (version === process.versions.node) return dirname(process.execPath)
  const node = ownTarget()?.node
  if (node === undefined) throw new Error('ENOTFOUND: no package carries it for this system')
  return dirname(join(await fetchedPackage(root, node.package, { version }), node.program))
}

describe.each([`${oldestNode()}.0`, process.versions.node])('installed by npm, under Node %s', (version) => {
  test('npx runs it, and it serves and plays', async ({ skip }) => {
    skip(noRegistry !== undefined, noRegistry)
    const node = await nodeOf(version).catch((error: unknown) => skip(whyUnreachable(error)))
    const path = `PATH=${[node, process.env['PATH']].join(delimiter)}`
    const npx = (...args: readonly string[]) => run(project, 'env', path, 'npx', 'gamify', ...args)
    expect(await npx('--version')).toBe(`${packageJson.version}\n`)
    expect(await npx('doctor')).toContain(`node: ${version}\n`)
    const game = join(project, version)
    expect(await npx('init', game)).toContain('gamify.json')

    const bin = join(project, 'node_modules/.bin/gamify')
    const flags = ['--memory', '--seed', 'seeds/players.json', '--port', '0', '--log', 'silent']
    const serving = spawn('env', [path, bin, 'serve', ...flags], {
      cwd: game,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(serving, 'close')
    try {
      let told = ''
      serving.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
      const url = await vi.waitFor(
        () => /serves .* on (http\S+)\n/.exec(told)?.[1] ?? Promise.reject(new Error(told)),
        {
          timeout: 60_000,
        },
      )
      const place = ['--url', url, '--config', join(game, 'gamify.json')]
      expect(await npx('play', 'action', 'like', '--as', 'neo', ...place)).toContain('XP')
      serving.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    } finally {
      serving.kill('SIGKILL')
    }
  })
})
