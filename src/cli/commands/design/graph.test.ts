import { cp, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gamify } from '../../../../test/support/fake-io.ts'
import { sampleProcess } from '../../../../test/support/sample-process.ts'

const starter = join(import.meta.dirname, '../../../../templates/starter')

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-graph-'))
  await cp(starter, cwd, { recursive: true })
})
afterEach(() => rm(cwd, { recursive: true }))

async function withProcesses(...ids: readonly string[]): Promise<void> {
  await mkdir(join(cwd, 'design/processes'), { recursive: true })
  for (const id of ids)
    await writeFile(join(cwd, `design/processes/${id}.json`), JSON.stringify({ ...sampleProcess, id, name: id }))
}

describe('gamify design graph', () => {
  test('draws the one process of the design as SVG, by its id too', async () => {
    await withProcesses('tour')
    const { code, stdout, stderr } = await gamify('design graph', { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^<svg [\s\S]*<title>tour<\/title>[\s\S]*>walk\/look:look<\/text>[\s\S]*<\/svg>\n$/)
    expect(await gamify('design graph tour', { cwd })).toMatchObject({ stdout })
  })

  test('draws the economy, under the title of the game', async () => {
    const { code, stdout } = await gamify('design graph --economy', { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('<title>Starter: economy</title>')
    for (const text of ['Wheel of fortune', 'at most 1000', '+1 × Rookie, once', 'Novice up to 25'])
      expect(stdout).toContain(text)
  })

  test('draws the picture of the documentation: draw it anew where this fails and the new one is better', async () => {
    const { stdout } = await gamify('design graph --economy', { cwd })
    expect(await readFile(join(starter, '../../docs/economy.svg'), 'utf8')).toBe(stdout)
  })

  test('draws Mermaid where asked, or where the file is called so', async () => {
    const { stdout } = await gamify('design graph --economy --format mermaid', { cwd })
    expect(stdout).toMatch(/^---\ntitle: "Starter: economy"\n---\nflowchart LR\n/)
    expect(await gamify('design graph --economy --out economy.mmd', { cwd })).toEqual({
      code: 0,
      stdout: 'wrote economy.mmd\n',
      stderr: '',
    })
    expect(await readFile(join(cwd, 'economy.mmd'), 'utf8')).toBe(stdout)
    await gamify('design graph --economy --out economy.svg', { cwd })
    expect(await readFile(join(cwd, 'economy.svg'), 'utf8')).toMatch(/^<svg /)
    await gamify('design graph --economy --out economy.mmd --format svg', { cwd })
    expect(await readFile(join(cwd, 'economy.mmd'), 'utf8')).toMatch(/^<svg /)
  })

  test('as JSON gives the drawing, or the file that it wrote', async () => {
    const drawn = JSON.parse((await gamify('design graph --economy --json', { cwd })).stdout)
    expect(drawn).toEqual({ format: 'svg', graph: expect.stringMatching(/^<svg /) })
    expect(await gamify('design graph --economy --json --out e.mmd', { cwd })).toMatchObject({
      stdout: '{"format":"mermaid","file":"e.mmd"}\n',
    })
  })

  test('takes another directory', async () => {
    await cp(join(cwd, 'design'), join(cwd, 'other'), { recursive: true })
    await rm(join(cwd, 'design'), { recursive: true })
    expect(await gamify('design graph --economy', { cwd })).toMatchObject({ code: 2, stdout: '' })
    expect(await gamify('design graph --economy --from ./other', { cwd })).toMatchObject({ code: 0 })
  })

  test('tells which processes there are, and which may have been meant', async () => {
    expect(await gamify('design graph', { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: the design has no process to draw\n  --economy draws the economy of the game\n',
    })
    await withProcesses('tour', 'quest')
    expect(await gamify('design graph', { cwd })).toMatchObject({
      code: 2,
      stderr: 'error: which process?\n  available: quest, tour\n  --economy draws the economy of the game\n',
    })
    expect(await gamify('design graph qest', { cwd })).toMatchObject({
      code: 2,
      stderr: "error: no process 'qest' (did you mean 'quest'?)\n  available: quest, tour\n",
    })
    expect(await gamify('design graph tour --economy', { cwd })).toMatchObject({ code: 2, stdout: '' })
  })

  test('draws nothing of a broken design, and says what is wrong with it', async () => {
    await writeFile(join(cwd, 'design/metrics/xp.json'), '{ "id": "xp" }')
    expect(await gamify('design graph --economy', { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('design/metrics/xp.json:1:1: '),
    })
  })

  test('says where it cannot write', async () => {
    expect(await gamify('design graph --economy --out none/e.svg', { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`cannot write ${join(cwd, 'none/e.svg')}`),
    })
  })
})
