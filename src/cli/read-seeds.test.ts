import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fakeIo } from '../../test/support/fake-io.ts'
import type { Shell } from '../terminal/shell.ts'
import { readScripts } from './commands/play/script.ts'
import { readSeeds } from './read-seeds.ts'

/** The shell of a directory with one file in it. */
async function withFile(name: string, text: string): Promise<Shell> {
  const cwd = await mkdtemp(join(tmpdir(), 'gamify-seeds-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  await writeFile(join(cwd, name), text)
  return { io: fakeIo({ cwd }) } as unknown as Shell
}

test('a seed file can have comments, and numbers for scores', async () => {
  const text = '{ "players": [ // the first\n  { "id": "neo", "scores": { "xp": 30, "badges": { "Fan": 1 } } }, ], }'
  expect(await readSeeds(await withFile('first.json', text), ['first.json'])).toMatchObject({
    players: [{ id: 'neo', scores: { xp: '30', badges: { Fan: '1' } } }],
    teams: [],
    processes: [],
  })
})

test('so can a script, whose steps stand where they stand in the file', async () => {
  const text = '{ /* one */ "steps": [\n  // xp\n  { "expect": { "player": "neo", "scores": { "xp": 30 } } },\n] }'
  const [script] = await readScripts(await withFile('first.json', text), ['first.json'])
  expect(script).toMatchObject({
    name: 'first',
    steps: [{ line: 3, column: 3, step: { kind: 'expect', given: { expect: { scores: { xp: '30' } } } } }],
  })
})
