import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endAllHere, runHere, serveHere } from './in-process.ts'

let cwd: string
let env: Record<string, string>

const gamify = (...args: readonly string[]) => runHere(args, { cwd, env })

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-loss-mention-'))
  env = {}
  await gamify('init', '--template', 'quest')
})
afterEach(async () => {
  await endAllHere()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const LOSSES =
  /if all recorded plays had been made under this design, \d+ players? would have a lower level, or lack an item or an ended process/

/** Serves the game, and has players play it. */
async function played(...flags: readonly string[]) {
  const served = await serveHere(flags, { cwd, env })
  env = { GAMIFY_URL: served.url }
  expect((await gamify('seed', '--players', '8', '--persona', 'regular')).code).toBe(0)
  return served
}

/** Saves the design without the rule that gives trophies. */
const removeRule = () => rm(join(cwd, 'design', 'rules'), { recursive: true })

test.each([[[]], [['--memory']]])(
  'a saved design says who would have lost something, with flags %j',
  { timeout: 60_000 },
  async (flags) => {
    const served = await played(...flags)
    await removeRule()
    await expect.poll(() => served.written.stdout + served.written.stderr, { timeout: 30_000 }).toMatch(LOSSES)
  },
)

test('a deployment says it, unless nobody would have lost anything', async () => {
  await played('--no-watch')
  const scout = join(cwd, 'design', 'actions', 'scout.json')
  await writeFile(scout, (await readFile(scout, 'utf8')).replace('"value": "5"', '"value": "6"'))
  expect((await gamify('design', 'import')).code).toBe(0)
  const same = await gamify('design', 'deploy')
  expect([same.code, same.stdout + same.stderr]).toEqual([0, expect.not.stringMatching(LOSSES)])
  await removeRule()
  expect((await gamify('design', 'import')).code).toBe(0)
  const deployed = await gamify('design', 'deploy')
  expect([deployed.code, deployed.stdout + deployed.stderr]).toEqual([0, expect.stringMatching(LOSSES)])
  expect(deployed.stderr).toContain("run 'gamify what-if'")
})
