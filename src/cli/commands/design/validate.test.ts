import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gamify } from '../../../../test/support/fake-io.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-validate-'))
})
afterEach(() => rm(cwd, { recursive: true }))

async function writeBroken(directory: string): Promise<void> {
  await mkdir(join(cwd, directory, 'metrics'), { recursive: true })
  await writeFile(
    join(cwd, directory, 'metrics/xp.json'),
    '{\n  "id": "xp",\n  "name": "XP",\n  "type": "point",\n  "colour": "red"\n}',
  )
  await writeFile(join(cwd, directory, 'bootstrap.json'), '{')
}

describe('gamify design validate', () => {
  test('tells every problem as file, line and column, and ends with 1', async () => {
    await writeBroken('design')
    expect(await gamify('design validate', { cwd })).toEqual({
      code: 1,
      stdout: `design/bootstrap.json:1:2: not JSON: expected '}'\ndesign/metrics/xp.json:5:13: colour: unknown field 'colour'\n`,
      stderr: '2 problems\n',
    })
  })

  test('as JSON gives { valid, problems }', async () => {
    await writeBroken('game')
    const { code, stdout, stderr } = await gamify('design validate --design game --json', { cwd })
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      problems: [
        { file: 'game/bootstrap.json', line: 1, column: 2 },
        { file: 'game/metrics/xp.json', line: 5, column: 13, message: expect.stringContaining('colour') },
      ],
    })
  })

  test('takes the directory that gamify.json names, seen from below it too', async () => {
    await writeBroken('elsewhere')
    await writeFile(join(cwd, 'gamify.json'), '{ "design": "elsewhere" }')
    const { stdout } = await gamify('design validate', { cwd: join(cwd, 'elsewhere') })
    expect(stdout).toMatch(/^bootstrap\.json:1:2: /)
  })

  test('needs a directory', async () => {
    expect(await gamify('design validate', { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('no design directory'),
    })
    expect(await gamify('design validate --design none', { cwd })).toMatchObject({ code: 2 })
  })

  test('needs a gamify.json that is right, where there is one', async () => {
    await writeBroken('design')
    await writeFile(join(cwd, 'gamify.json'), '{ "desing": "x" }')
    expect(await gamify('design validate', { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: gamify.json:1:13: desing: unknown field 'desing' (did you mean 'design'?)\n`,
    })
  })
})
