import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gamify } from '../support/fake-io.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamify-template-checks-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** Enough for each goal to be found with any of the first seeds; a project of the template plays more. */
const RUNS = 300

test.each(['starter', 'quest', 'league', 'learning'])(
  'the checks of the template %s hold, and its lints find no warning',
  async (template) => {
    await gamify(`init ${template} --template ${template}`, { cwd: directory })
    const cwd = join(directory, template)
    const { stdout } = await gamify(`check --runs ${RUNS} --json`, { cwd })
    const { checks } = JSON.parse(stdout) as { checks: { id: string; holds: boolean }[] }
    expect(checks.length).toBeGreaterThan(3)
    expect(checks.filter(({ holds }) => !holds)).toEqual([])
    expect((await gamify('design lint --strict', { cwd })).code).toBe(0)
  },
)
