import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gamify } from '../support/fake-io.ts'
import { serveStarter } from './served-game.ts'

/** Few enough to be read. */
const MAX_LINES = 24

/** What means the same in every shell, also where it is pasted: a remark would be arguments to some. */
const plainLine = /^gamify [\w./=-]+( [\w./=-]+)*$/

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamify-readmes-'))
})
afterAll(() => rm(directory, { recursive: true }))

describe.each(['starter', 'quest', 'league', 'learning'])('the README of the template %s', (template) => {
  const cwd = (): string => join(directory, template)
  const readme = (): Promise<string> => readFile(join(cwd(), 'README.md'), 'utf8')
  beforeAll(() => gamify(`init ${template} --template ${template}`, { cwd: directory }))

  test('is short, serves the game, and has one block to paste then', async () => {
    const text = await readme()
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES)
    expect(text.indexOf('`gamify serve`')).toBeGreaterThan(0)
    expect(text.indexOf('```sh\n')).toBeGreaterThan(text.indexOf('`gamify serve`'))
    expect(text.match(/^```/gm)).toHaveLength(2)
  })

  test('has lines that work as they stand, one after the other', async () => {
    const lines = /^```sh\n([^]*?)\n```$/m.exec(await readme())?.[1]?.split('\n') ?? []
    expect(lines.length).toBeGreaterThan(3)
    const game = await serveStarter(cwd())
    try {
      for (const line of lines) {
        expect(line).toMatch(plainLine)
        const { code, stdout, stderr } = await game.run(line.slice('gamify '.length), { cwd: cwd() })
        expect({ line, code, stderr, failed: stdout.match(/✗.*/g) }).toMatchObject({ line, code: 0, failed: null })
      }
    } finally {
      await game.stop()
    }
  })
})
