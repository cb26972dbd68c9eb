import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endAllHere, runHere, serveHere } from './in-process.ts'

let cwd: string
let url: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-as-of-'))
  await runHere(['init', '--template', 'quest'], { cwd })
  url = (await serveHere(['--memory', '--freeze', '--now', '2030-01-07T12:00:00Z'], { cwd })).url
})
afterEach(async () => {
  await endAllHere()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const gamify = (...args: readonly string[]) => runHere([...args, '--url', url], { cwd })

/** Runs a command that changes the game. Returns the number of its last entry. */
async function done(...args: readonly string[]): Promise<string> {
  const { code, stderr } = await gamify(...args)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  const { stdout } = await gamify('history', '--json')
  const lines = stdout.trim().split('\n')
  return String((JSON.parse(lines.at(-1) ?? '') as { seq: number }).seq)
}

test('players, processes and teams are shown as they were after an entry, or at a time', async () => {
  await done('player', 'create', 'bilbo')
  await done('team', 'create', 'guild', 'crew')
  const begun = await done('process', 'create', 'expedition', 'east', '--owner', 'bilbo')
  const before = await Promise.all([
    gamify('player', 'show', 'bilbo'),
    gamify('process', 'show', 'east'),
    gamify('team', 'show', 'crew'),
  ])
  expect(before.map(({ code }) => code)).toEqual([0, 0, 0])
  await done('time', 'advance', '1d')
  await done('play', 'trigger', 'east', 'pack:pack', '--as', 'bilbo')
  await done('team', 'delete', 'crew', '--yes')
  for (const moment of [begun, '2030-01-08T11:59:59Z'])
    expect(
      await Promise.all([
        gamify('player', 'show', 'bilbo', '--at', moment),
        gamify('process', 'show', 'east', '--at', moment),
        gamify('team', 'show', 'crew', '--at', moment),
      ]),
    ).toEqual(before)
  expect((await gamify('team', 'show', 'crew')).code).toBe(1)
})

test('a moment that is none, and one that the history does not have, are refused in words', async () => {
  await done('player', 'create', 'bilbo')
  const wrong = await gamify('player', 'show', 'bilbo', '--at', 'soon')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Expected the number of an entry') as string })
  const later = await gamify('player', 'show', 'bilbo', '--at', '999')
  expect(later).toMatchObject({ code: 1, stderr: expect.stringMatching(/it goes back from entry \d+/) as string })
})

test('what prevented a play then is explained', async () => {
  await done('player', 'create', 'bilbo')
  const begun = await done('process', 'create', 'expedition', 'east', '--owner', 'bilbo')
  await done('play', 'trigger', 'east', 'pack:pack', '--as', 'bilbo')
  const asked = ['why-not', 'bilbo', 'trigger', 'east', 'pack:pack'] as const
  expect((await gamify(...asked)).stdout).toContain('bilbo cannot play')
  expect((await gamify(...asked, '--at', begun)).stdout).toContain('bilbo can play')
})
