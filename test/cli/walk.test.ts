import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAll, run, serve } from './spawned.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamify-walk-'))
})
afterAll(async () => {
  endAll()
  await rm(directory, { recursive: true })
})

test(
  'a first hour: a project is made, served, seeded, played, stopped and started again',
  { timeout: 120_000 },
  async () => {
    const cwd = join(directory, 'demo')
    expect(await run(['init', 'demo'], { cwd: directory })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('wrote demo/gamify.json'),
    })

    const first = await serve([], { cwd })
    const env = { GAMIFY_URL: first.url }
    expect(first.written.stdout).toContain(
      'clients  gamify-staging (client, staging), gamify-production (client, production)',
    )
    expect(first.written.stdout).toContain(`docs     ${first.url}/_gamify/docs`)
    expect(first.written.stdout).toContain('data     .gamify')
    expect(first.written.stdout).toContain('4 metrics, 4 actions, 4 rules, 1 leaderboard from design')
    expect(await run(['seed'], { cwd, env })).toMatchObject({ code: 0, stdout: '3 players created\n' })
    expect(await run(['play', 'action', 'like', '--as', 'neo', '--count', '3'], { cwd, env })).toEqual({
      code: 0,
      signal: null,
      stdout:
        'neo played Like (x3): XP 0 -> 30\nneo reached Bronze: Rank Novice -> Bronze\nneo got Rookie: Badges Rookie 0 -> 1\n',
      stderr: expect.stringMatching(/^'gamify why [-0-9a-f]{36}' explains this\n$/),
    })
    const shown = await run(['player', 'show', 'neo'], { cwd, env })
    expect(shown.stdout).toMatch(/^XP +30$/m)

    const board = await run(['leaderboard', 'top', '--around', 'neo'], { cwd, env })
    expect(board.stdout).toMatch(/^> +3 +neo +Neo +30$/m)

    const json = await run(['player', 'show', 'neo', '--json'], { cwd, env })
    const token = (await run(['token'], { cwd, env })).stdout.trim()
    const direct = await fetch(`${first.url}/v2/admin/players/neo`, { headers: { authorization: `Bearer ${token}` } })
    expect(json).toMatchObject({ code: 0, stdout: `${await direct.text()}\n`, stderr: '' })

    first.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0, signal: null })
    expect(await run(['player', 'show', 'neo'], { cwd, env })).toMatchObject({ code: 3, stdout: '' })

    const second = await serve([], { cwd })
    expect(second.written.stdout).toContain('players  3')
    expect((await run(['player', 'show', 'neo'], { cwd, env: { GAMIFY_URL: second.url } })).stdout).toBe(shown.stdout)
    second.kill('SIGINT')
    expect(await second.ended).toMatchObject({ code: 0, signal: null })
  },
)
