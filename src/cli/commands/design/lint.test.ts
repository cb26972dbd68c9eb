import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gamify } from '../../../../test/support/fake-io.ts'

let cwd: string

async function write(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(join(cwd, path)), { recursive: true })
  await writeFile(join(cwd, path), JSON.stringify(content))
}

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-lint-'))
  await write('gamify.json', {})
  await write('design/metrics/coins.json', { id: 'coins', name: 'Coins', type: 'point' })
})
afterEach(() => rm(cwd, { recursive: true }))

const MESSAGE = "nothing in the design gives 'coins': it is always 0"

describe('gamify design lint', () => {
  test('prints each finding with its location, why it matters and what to do', async () => {
    const { code, stdout } = await gamify('design lint', { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain(`design/metrics/coins.json:1:1: warning never-given: ${MESSAGE}\n`)
    expect(stdout).toContain('ignore this lint for it.\n')
    expect(stdout.endsWith('\ndesign: 1 warning\n')).toBe(true)
  })

  test('ends with 1 with --strict if there is a warning, and counts in validate', async () => {
    expect(await gamify('design lint ./design --strict', { cwd })).toMatchObject({ code: 1 })
    const stdout = "valid: design (1 metric), 1 warning of 'gamify design lint'\n"
    expect(await gamify('design validate', { cwd })).toMatchObject({ code: 0, stdout })
  })

  test('prints JSON', async () => {
    const { stdout } = await gamify('design lint --json', { cwd })
    const { lints } = JSON.parse(stdout) as { lints: object[] }
    const place = { component: 'metrics/coins', file: 'design/metrics/coins.json', line: 1, column: 1 }
    expect(lints).toEqual([
      {
        id: 'never-given',
        severity: 'warning',
        ...place,
        message: MESSAGE,
        why: expect.any(String),
        fix: expect.any(String),
      },
    ])
  })

  test.each(['never-given', 'never-given:metrics/coins'])('leaves out what gamify.json ignores: %s', async (entry) => {
    await write('gamify.json', { lint: { ignore: [entry] } })
    const expected = { code: 0, stdout: 'design: nothing found\n' }
    expect(await gamify('design lint --strict', { cwd })).toMatchObject(expected)
    expect(await gamify('design validate', { cwd })).toMatchObject({ stdout: 'valid: design (1 metric)\n' })
  })

  test.each([
    ['never-give', "unknown lint 'never-give' (did you mean 'never-given'?)"],
    ['never-given:metrics/coin', "the design has no 'metrics/coin' (did you mean 'never-given:metrics/coins'?)"],
    ['free-loop:coins', "the design has no 'coins' (did you mean 'free-loop:metrics/coins'?)"],
    [
      'never-given:metrics/coins:more',
      "the design has no 'metrics/coins:more' (did you mean 'never-given:metrics/coins'?)",
    ],
  ])('refuses to ignore what does not exist: %s', async (entry, message) => {
    await write('gamify.json', { lint: { ignore: [entry] } })
    const stderr = expect.stringContaining(`gamify.json:1:20: lint.ignore.0: ${message}`) as string
    expect(await gamify('design lint', { cwd })).toMatchObject({ code: 2, stderr })
  })

  test('refuses a design with problems', async () => {
    await write('design/actions/like.json', { id: 'like' })
    const stderr = expect.stringContaining('design/actions/like.json:1:1: name: missing') as string
    expect(await gamify('design lint', { cwd })).toMatchObject({ code: 2, stderr })
  })
})
