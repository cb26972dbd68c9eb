import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runHere } from './in-process.ts'
import { starter, starterEachTest } from './served-game.ts'
import { endAll, start, type Ended, type Spawned } from './spawned.ts'

const game = starterEachTest()
afterAll(endAll)

const place = () => ({ cwd: starter, env: { GAMIFY_URL: game.url } })
const seed = (...args: string[]): Promise<Ended> => runHere(['seed', ...args], place())
const players = async () =>
  (await game.json('player list --limit 1000000')) as { data: { id: string }[]; total: number }

const ok = { code: 0, signal: null, stderr: '' }

describe('gamify seed --players', () => {
  test('makes players up who have played, and none a second time', async () => {
    const { stdout, ...ended } = await seed('--players', '30')
    expect(ended).toMatchObject({ code: 0, signal: null })
    expect(stdout).toMatch(/^30 players generated, \d+ plays\n$/)
    const { data, total } = await players()
    expect(total).toBe(30)
    expect(await seed('--players', '30')).toEqual({ ...ok, stdout: '0 players generated, 30 already existed\n' })
    expect(await seed('--players', '40', '--quiet')).toEqual({ ...ok, stdout: '' })
    expect((await players()).data.slice(0, 30)).toEqual(data)
    const late =
      'players who are added to a game that is not empty join now and do not play\n' +
      "for all players with their plays, run 'gamify state reset', which deletes all players and all history, and then the same command\n"
    const other = await seed('--players', '1', '--random-seed', 'other')
    expect(other).toEqual({ ...ok, stdout: '1 player generated\n', stderr: late })
    expect((await players()).total).toBe(41)
  })

  test('as JSON tells how many', async () => {
    const { stdout } = await seed('--players', '25', '--json')
    const { generated } = JSON.parse(stdout) as { generated: { played: number; refused: number } }
    expect(generated).toEqual({
      created: 25,
      existing: 0,
      played: expect.any(Number),
      refused: expect.any(Number),
    })
    expect(generated.played + generated.refused).toBe(150)
    expect(JSON.parse((await seed('--players', '25', '--json')).stdout)).toEqual({
      generated: { created: 0, existing: 25, played: 0, refused: 0 },
    })
  })

  test('brings the files in that are named, after them', async () => {
    expect((await seed('--players', '5', 'seeds/players.json')).stdout).toMatch(
      /^5 players generated, \d+ plays\n3 players created\n$/,
    )
    const { data } = await players()
    expect(data.slice(5).map(({ id }) => id)).toEqual(['neo', 'trinity', 'morpheus'])
    expect(JSON.parse((await seed('--players', '6', 'seeds/players.json', '--json')).stdout)).toMatchObject({
      generated: { created: 1, existing: 5 },
      created: [],
      existing: ['neo', 'trinity', 'morpheus'],
    })
  })

  test('does nothing at all where a file is wrong', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'gamify-people-'))
    const file = join(directory, 'seed.json')
    await writeFile(file, '{ "playrs": [] }')
    expect(await seed('--players', '5', file)).toMatchObject({ code: 2, stdout: '' })
    expect((await players()).total).toBe(0)
    await rm(directory, { recursive: true })
  })

  test('that is interrupted ends with 130, and the next one completes it', async () => {
    const seeding = start(['seed', '--players', '6000'], place())
    await begun(seeding)
    seeding.kill('SIGINT')
    const ended = await seeding.ended
    expect(ended).toEqual({
      code: 130,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: interrupted: (?:at least )?[1-9]\d* of 6000 players are in the game\n {2}run the same command again to create the missing players; players who are added to a game that is not empty join now and do not play\n {2}for all players with their plays, run 'gamify state reset'.*\n$/,
      ),
    })
    expect(ended.stderr).toContain(`interrupted: ${(await players()).total} of`)
    const { generated } = JSON.parse((await seed('--players', '6000', '--json')).stdout) as {
      generated: { created: number; existing: number }
    }
    expect(generated.existing).toBeGreaterThan(0)
    expect(generated.created + generated.existing).toBe(6_000)
    const { data, total } = await players()
    expect([total, new Set(data.map(({ id }) => id)).size]).toEqual([6_000, 6_000])
  }, 30_000)

  test.each([
    [['--players', '0'], 'Expected a whole number from 1 to 10000000'],
    [['--players', 'many'], 'Expected a whole number'],
    [['--random-seed', 'x'], 'set the number with --players N'],
  ])('ends with 2 where it is not used rightly: %j', async (args, words) => {
    expect(await seed(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
  })

  test('ends with 3 where nobody answers', async () => {
    expect(await seed('--players', '5', '--url', 'http://127.0.0.1:9')).toMatchObject({ code: 3, stdout: '' })
  })
})

/** Resolves when the first players are there. */
async function begun({ ended }: Spawned): Promise<void> {
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isOver && (await players()).total < 2) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isOver).toBe(false)
}
