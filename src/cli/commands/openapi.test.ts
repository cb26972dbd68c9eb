import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gamify } from '../../../test/support/fake-io.ts'
import { routes } from '../../game/routes.ts'
import { openApiDocument } from '../../openapi/document.ts'
import { programVersion } from '../package-root.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-openapi-'))
})
afterEach(() => rm(cwd, { recursive: true }))

const documentOf = (api: 'v1' | 'v2', url = 'http://127.0.0.1:4040') =>
  JSON.parse(JSON.stringify(openApiDocument(api, routes, programVersion(), { url, description: 'The emulator' })))

describe('gamify openapi', () => {
  test('prints the document of the second version, without an emulator', async () => {
    const { code, stdout, stderr } = await gamify('openapi', { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(documentOf('v2'))
    expect(stdout).toMatch(/^\{\n {2}"openapi": "3\.1\.0",\n/)
  })

  test('prints the same as JSON, on one line', async () => {
    const { stdout } = await gamify('openapi --json --api v1', { cwd })
    expect(JSON.parse(stdout)).toEqual(documentOf('v1'))
    expect(stdout.trimEnd()).not.toContain('\n')
  })

  test('writes it into a file', async () => {
    expect(await gamify('openapi --api V1 --out api.json', { cwd })).toEqual({
      code: 0,
      stdout: 'wrote api.json\n',
      stderr: '',
    })
    expect(JSON.parse(await readFile(join(cwd, 'api.json'), 'utf8'))).toEqual(documentOf('v1'))
    expect(await gamify('openapi --out api.json --json', { cwd })).toMatchObject({
      stdout: '{"api":"v2","file":"api.json"}\n',
    })
    expect(JSON.parse(await readFile(join(cwd, 'api.json'), 'utf8'))).toEqual(documentOf('v2'))
  })

  test('names the emulator where every command looks for it', async () => {
    const written = async (flags: string, env = {}) =>
      JSON.parse((await gamify(`openapi${flags}`, { cwd, env })).stdout)
    await writeFile(join(cwd, 'gamify.json'), '{ "port": 5050 }')
    expect(await written('')).toEqual(documentOf('v2', 'http://127.0.0.1:5050'))
    expect(await written('', { GAMIFY_URL: 'http://game.test/' })).toEqual(documentOf('v2', 'http://game.test'))
    expect(await written(' --url https://other.test')).toEqual(documentOf('v2', 'https://other.test'))
    expect(await gamify('openapi --url game.test', { cwd })).toMatchObject({ code: 2, stdout: '' })
  })

  test('says what stands in the way of a file', async () => {
    const { code, stdout, stderr } = await gamify('openapi --out no/api.json', { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error: cannot write .*no\/api\.json: /)
  })

  test('knows two versions', async () => {
    const { code, stderr } = await gamify('openapi --api v3', { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('Expected one of v1, v2')
  })
})
