// `npm run test:binary`: builds the standalone executable for this machine. In an empty home directory, it then runs
// those tests with it that run the program as users do. Arguments after `--` go to vitest, and replace these tests.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownTarget } from './binary/targets.ts'

const TESTS = ['test/binary', 'test/cli', 'test/tui/walk.test.ts']

const root = fileURLToPath(new URL('..', import.meta.url))
const target = ownTarget()
if (target === undefined) {
  console.error(`There is no standalone executable for ${process.platform} on ${process.arch}`)
  process.exit(2)
}
const directory = mkdtempSync(join(tmpdir(), 'gamify-test-binary-'))
try {
  run([join(root, 'scripts/build-binary.mjs'), target.name, '--into', directory], {})
  const home = join(directory, 'home')
  mkdirSync(home)
  const told = process.argv.slice(2)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  run([vitest, 'run', ...(told.length > 0 ? told : TESTS)], {
    GAMIFY_PROGRAM: join(directory, target.file),
    HOME: home,
    PATH: join(root, 'node_modules/.bin') + delimiter + (process.env['PATH'] ?? ''),
  })
} finally {
  rmSync(directory, { recursive: true, force: true })
}

/**
 * Runs Node with its output visible, and exits if it fails.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function run(args, env) {
  if (process.exitCode) return
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  process.exitCode = status ?? 1
}
