import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
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
    // On a busy machine, a call may still be under way when the players are counted.
    const [, isLeast, told] = /interrupted: (at least )?(\d+) of/.exec(ended.stderr) ?? []
    const { total: now } = await players()
    expect(isLeast === undefined ? Number(told) : Math.max(Number(told), now)).toBe(now)
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

describe('gamify seed --players --persona', () => {
  const early = {
    sessions: { exactly: 1 },
    hours: [5, 6],
    plays: { exactly: 3 },
    pause: 10,
    choices: [{ action: 'like' }],
  }
  const late = { ...early, hours: [21, 22], plays: { exactly: 1 }, choices: [{ action: 'visit' }] }
  let cwd: string
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'gamify-personas-'))
    await writeFile(join(cwd, 'gamify.json'), '{ "game": { "id": "starter" } }')
    await mkdir(join(cwd, 'simulations'))
    const groups = [
      { persona: 'early', players: 90 },
      { persona: 'casual', players: 10 },
    ]
    await write('launch', { groups, personas: { early, casual: late } })
    await write('autumn', { groups: groups.slice(1), personas: { casual: late, owl: late } })
  })
  afterAll(() => rm(cwd, { recursive: true }))

  const write = (name: string, simulation: object) =>
    writeFile(join(cwd, `simulations/${name}.json`), JSON.stringify(simulation))

  const seedLike = (count: number, personas: readonly string[], ...more: readonly string[]) =>
    runHere(['seed', '--players', `${count}`, ...personas.flatMap((name) => ['--persona', name]), ...more], {
      cwd,
      env: { GAMIFY_URL: game.url },
    })

  /** The plays of the game: who, what and when. */
  async function plays(): Promise<readonly { player: string; action: string; at: Date }[]> {
    const { stdout } = await game.run('history --json')
    const entries = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as PlayEntry]))
    return entries
      .filter(({ op }) => op === 'actions.play')
      .map(({ at, caller, input }) => ({ player: caller.player, action: input.action, at: new Date(at) }))
  }

  test('makes players up who keep the hours of the persona and choose as it does', async () => {
    const { stdout, ...ended } = await seedLike(10, ['early'])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const made = await plays()
    expect(stdout).toBe(`10 players generated, ${made.length} plays\n`)
    expect(new Set(made.map(({ action }) => action))).toEqual(new Set(['like']))
    const byDay = Map.groupBy(made, ({ player, at }) => `${player} ${at.toISOString().slice(0, 10)}`)
    expect(new Set(byDay.values().map(({ length }) => length))).toEqual(new Set([3]))
    expect(new Set(byDay.values().map(([first]) => first?.at.getUTCHours()))).toEqual(new Set([5]))
    expect(await seedLike(10, ['early'])).toEqual({ ...ok, stdout: '0 players generated, 10 already existed\n' })
  })

  test('makes the same players up as without it, and mixes personas as the groups do', async () => {
    await seedLike(60, ['early', 'launch:casual'])
    const made = await plays()
    const who = (action: string) => new Set(made.filter((play) => play.action === action).map(({ player }) => player))
    const [likers, visitors] = [who('like'), who('visit')]
    expect(likers.isDisjointFrom(visitors)).toBe(true)
    expect(likers.size).toBeGreaterThan(visitors.size * 3)
    expect(visitors.size).toBeGreaterThan(0)
    const ids = (await players()).data.map(({ id }) => id)
    await game.run('state reset --yes')
    await seed('--players', '60')
    expect((await players()).data.map(({ id }) => id)).toEqual(ids)
  })

  test('knows the personas of the built-in simulation as well', async () => {
    const { stdout } = await seedLike(3, ['heavy', 'built-in:casual'], '--json')
    const { generated } = JSON.parse(stdout) as { generated: { created: number; played: number } }
    expect(generated.created).toBe(3)
    expect(generated.played).toBe((await plays()).length)
    expect(generated.played).toBeGreaterThan(100)
  })

  test('takes a simulation of the project first that has the id of the built-in one', async () => {
    onTestFinished(() => rm(join(cwd, 'simulations/built-in.json')))
    await write('built-in', { groups: [{ persona: 'casual', players: 1 }], personas: { casual: late } })
    expect(await seedLike(3, ['built-in:casual'])).toMatchObject({ code: 0 })
    expect(new Set((await plays()).map(({ action }) => action))).toEqual(new Set(['visit']))
  })

  test.each([
    [['earyl'], "no simulation has a persona 'earyl' (did you mean 'early'?)"],
    [['launch:owl'], "no simulation has a persona 'launch:owl'"],
    [['casual'], "several simulations have a persona 'casual'\n  name one of them: autumn:casual, launch:casual"],
  ])('ends with 2 for the persona %j', async (personas, words) => {
    expect(await seedLike(5, personas)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
    expect((await players()).total).toBe(0)
  })

  test('ends with 2 where a simulation is broken, by line and column', async () => {
    await write('broken', { groups: [{ persona: 'early', players: 1 }], personas: { early: { ...early, plays: 0 } } })
    expect(await seedLike(5, ['early'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: simulations\/broken\.json:1:\d+: personas\.early\.plays: /),
    })
    await rm(join(cwd, 'simulations/broken.json'))
  })

  test.each([
    [['--persona', 'early'], '--persona needs --players'],
    [['--persona', 'early', '--players', '2000000'], '--persona allows at most 1000000 players'],
  ])('ends with 2 where it is not used rightly: %j', async (args, words) => {
    expect(await seed(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
  })
})

interface PlayEntry {
  readonly op: string
  readonly at: string
  readonly caller: { readonly player: string }
  readonly input: { readonly action: string }
}

/** Resolves when the first players are there. */
async function begun({ ended }: Spawned): Promise<void> {
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isOver && (await players()).total < 2) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isOver).toBe(false)
}
