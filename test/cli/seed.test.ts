import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runHere, serveHere } from './in-process.ts'
import { endAll, serve, start, type Ended } from './spawned.ts'

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-seed-'))
  await mkdir(join(cwd, 'design'))
  await mkdir(join(cwd, 'seeds'))
  await writeJson('gamify.json', { port: 0 })
  await writeJson('design/bootstrap.json', { scores: [{ metric: { id: 'coins', type: 'point' }, value: '3' }] })
  await writeParts('metrics', [
    { id: 'xp', name: 'XP', type: 'point' },
    { id: 'coins', name: 'Coins', type: 'point' },
    { id: 'double', name: 'Double', type: 'compound', constraints: { formula: '$scores.xp * 2' } },
    { id: 'badges', name: 'Badges', type: 'set', constraints: { items: [{ name: 'Rookie' }] } },
    { id: 'rank', name: 'Rank', type: 'state', constraints: { states: [{ name: 'Bronze' }] } },
  ])
  const settings = { access: ['PRIVATE'], max_players: '2' }
  await writeParts('teams', [{ id: 'crew', name: 'Crew', permissions: [['hand', {}]], settings }])
  const activities = [{ id: 'walk', name: 'Walk', type: 'task', lane: 'guest' }]
  await writeParts('processes', [{ id: 'tour', name: 'Tour', lanes: [{ name: 'guest' }], activities }])
})
afterEach(() => rm(cwd, { recursive: true, maxRetries: 5 }))
afterAll(endAll)

const writeJson = (path: string, value: unknown): Promise<void> => writeFile(join(cwd, path), JSON.stringify(value))

async function writeParts(kind: string, parts: readonly object[]): Promise<void> {
  await mkdir(join(cwd, 'design', kind), { recursive: true })
  await writeJson(`design/${kind}/all.json`, parts)
}

const interruption = new RegExp(
  '^error: interrupted: at least (\\d+) of 40000 entries of the seed are in the game\n' +
    '  run the same command again: it continues where it stopped\n$',
)

const seed = (...args: readonly string[]): Promise<Ended> => runHere(['seed', ...args], { cwd })

async function told(...args: readonly string[]): Promise<unknown> {
  return JSON.parse((await runHere([...args, '--json'], { cwd })).stdout)
}

/** One line each, so that every problem has a line of its own. */
const wrong = `{ "players": [
  { "id": "ana", "scores": { "xpp": "1" } },
  { "id": "ben", "scores": { "xp": "1 +" } },
  { "id": "cal", "scores": { "double": "1" } },
  { "id": "dan", "scores": { "badges": { "Rookei": "1" } } },
  { "id": "eve", "scores": { "badges": "Rookie" } },
  { "id": "fay", "scores": { "rank": "Bronce" } }
], "teams": [
  { "id": "red", "definition": "crow" },
  { "id": "blue", "definition": "crew", "access": "PUBLIC" },
  { "id": "gold", "definition": "crew", "owner": "anna" },
  { "id": "grey", "definition": "crew", "members": { "ana": ["hnd"] } },
  { "id": "pink", "definition": "crew", "members": { "nobody": ["hand"] } }
], "processes": [
  { "id": "ana/one", "definition": "tuor", "owner": "ana" },
  { "id": "ana/two", "definition": "tour", "owner": "ana", "performers": { "ben": { "gest": "player" } } }
] }
`

const problems = [
  "2:37: players.0.scores.xpp: unknown metric 'xpp' (did you mean 'xp'?)",
  /^3:36: players\.1\.scores\.xp: .+$/,
  /^4:40: players\.2\.scores\.double: metric 'double' is a compound metric/,
  "5:52: players.3.scores.badges.Rookei: metric 'badges' has no item 'Rookei' (did you mean 'Rookie'?)",
  '6:40: players.4.scores.badges: expected an object of items and their counts',
  "7:38: players.5.scores.rank: metric 'rank' has no state 'Bronce' (did you mean 'Bronze'?)",
  "9:32: teams.0.definition: unknown team 'crow' (did you mean 'crew'?)",
  /^10:51: teams\.1\.access: the team 'crew' does not allow PUBLIC; expected one of PRIVATE/,
  "11:50: teams.2.owner: unknown player 'anna' (did you mean 'ana'?); add it to 'players'",
  "12:62: teams.3.members.ana.0: team 'crew' has no role 'hnd' (did you mean 'hand'?)",
  "13:64: teams.4.members.nobody: unknown player 'nobody'; add it to 'players'",
  "15:36: processes.0.definition: unknown process 'tuor' (did you mean 'tour'?)",
  "16:93: processes.1.performers.ben.gest: process 'tour' has no lane 'gest' (did you mean 'guest'?)",
]

function expectProblems(stderr: string): void {
  const lines = stderr.trimEnd().split('\n')
  const found = lines.map((line) => line.replace(/^(error: )?\s*seeds\/wrong\.json:/, ''))
  expect(found).toEqual(
    problems.map((problem) => (typeof problem === 'string' ? problem : expect.stringMatching(problem))),
  )
}

describe('gamify seed', () => {
  test('sends nothing of any file where the design refuses something, and says where', async () => {
    await serveHere([], { cwd })
    await writeFile(join(cwd, 'seeds/wrong.json'), wrong)
    await writeJson('seeds/good.json', { players: ['zoe'] })
    const { code, stdout, stderr } = await seed()
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expectProblems(stderr)
    expect(await seed('--players', '5', 'seeds/wrong.json')).toMatchObject({ code: 2, stdout: '' })
    expect(await told('player', 'list')).toMatchObject({ total: 0 })
  })

  test('accepts players of other files, and those that the game has', async () => {
    await serveHere([], { cwd })
    expect((await runHere(['player', 'create', 'ben'], { cwd })).code).toBe(0)
    await writeJson('seeds/a.json', {
      teams: [{ id: 'red', definition: 'crew', members: { ana: ['hand'], ben: ['hand'] } }],
    })
    await writeJson('seeds/b.json', { players: ['ana'] })
    expect(await seed()).toMatchObject({ code: 0, stdout: '1 player created, 1 team created\n' })
  })

  test('that the service ends in the middle says where, and what stays; the next one continues', async () => {
    await serveHere([], { cwd })
    const team = { id: 'red', definition: 'crew', members: { ana: ['hand'], ben: ['hand'], cal: ['hand'] } }
    await writeJson('seeds/a.json', {
      players: ['ana', 'ben', 'cal'],
      teams: [team, { id: 'blue', definition: 'crew' }],
    })
    const { code, stdout, stderr } = await seed()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      new RegExp(
        [
          "^error: seeds/a\\.json:1:41: team 'red': \\w+: .+",
          '  at least 3 of 5 entries of the seed are in the game',
          '  fix the cause and run the same seed again; it adds only what is missing\n$',
        ].join('\n'),
      ),
    )
    await writeParts('teams', [{ id: 'crew', name: 'Crew', permissions: [['hand', {}]] }])
    await expect
      .poll(async () => (await seed()).stdout)
      .toBe('0 players created, 3 already existed, unchanged, 1 team created, 1 got missing members\n')
  })

  test('that the service refuses at the first entry created nothing', async () => {
    await serveHere([], { cwd })
    await writeJson('seeds/a.json', { teams: [{ id: 'red', definition: 'crew' }] })
    const rule = ['--route', 'POST /v2/admin/teams', '--rate', '1']
    expect((await runHere(['fault', 'add', ...rule], { cwd })).code).toBe(0)
    const { code, stderr } = await seed()
    expect([code, stderr.split('\n').at(1)]).toEqual([1, '  nothing was created'])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'that %s interrupts says how much took effect, and ends with %i',
    async (signal, code) => {
      await writeJson('seeds/many.json', { players: Array.from({ length: 40_000 }, (_, i) => `p${i}`) })
      await serve([], { cwd })
      const total = async (): Promise<number> =>
        ((await told('player', 'list', '--limit', '1')) as { total: number }).total
      const seeding = start(['seed'], { cwd })
      await expect.poll(total, { timeout: 30_000, interval: 5 }).toBeGreaterThan(1_000)
      seeding.kill(signal)
      const { stderr, ...ended } = await seeding.ended
      expect(ended).toEqual({ code, signal: null, stdout: '' })
      const [, counted = ''] = stderr.match(interruption) ?? []
      expect(stderr).toMatch(interruption)
      expect(Number(counted)).toBeGreaterThan(0)
      expect(Number(counted)).toBeLessThanOrEqual(await total())
    },
    60_000,
  )

  test('that is killed, more than once, comes to the same as one that is not', async () => {
    const players = Array.from({ length: 12_000 }, (_, i) => ({
      id: `p${i}`,
      scores: { xp: String(1 + (i % 7)), coins: String(i % 5), badges: { Rookie: '1' } },
    }))
    await writeJson('seeds/many.json', { players })
    await serve(['--freeze'], { cwd })
    const total = async (): Promise<number> =>
      ((await told('player', 'list', '--limit', '1')) as { total: number }).total
    for (const wanted of [1, 3_000]) {
      const seeding = start(['seed'], { cwd })
      await expect.poll(total, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(wanted)
      seeding.kill('SIGKILL')
      expect(await seeding.ended).toMatchObject({ code: null, signal: 'SIGKILL', stdout: '' })
    }
    expect(await seed()).toMatchObject({ code: 0, stderr: '' })
    expect(await total()).toBe(players.length)
    for (const { id, scores } of [players[0], players[999], players[1_000], players[3_001], players.at(-1)].flatMap(
      (player) => player ?? [],
    ))
      expect([id, await told('player', 'show', id)]).toMatchObject([
        id,
        {
          scores: [
            { metric: { id: 'badges' }, value: { Rookie: { count: '1' } } },
            { metric: { id: 'coins' }, value: scores.coins },
            { metric: { id: 'double' } },
            { metric: { id: 'xp' }, value: scores.xp },
          ],
        },
      ])
    expect((await seed()).stdout).toBe('0 players created, 12000 already existed, unchanged\n')
  }, 120_000)
})

test('gamify serve --seed ends with 2 where the design refuses something, and says where', async () => {
  await writeFile(join(cwd, 'seeds/wrong.json'), wrong)
  const { code, stderr } = await runHere(['serve', '--memory', '--seed', 'seeds/wrong.json'], { cwd })
  expect(code).toBe(2)
  expectProblems(stderr)
})
