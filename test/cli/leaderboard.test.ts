import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { type FakeIo, type FakeWorld, fakeIo } from '../support/fake-io.ts'
import { type ServedStarter, serveStarter } from './served-game.ts'

const quest = join(import.meta.dirname, '../../templates/quest')

/** Boards beside those of the template: within a team, custom, and one to merge. */
const FURTHER_BOARDS = [
  { id: 'gold', name: 'Gold', scope: { type: 'game' }, cycles: ['weekly'] },
  { id: 'fellows', name: 'Fellows', scope: { type: 'team_instance', id: 'guild' } },
  { id: 'trips', name: 'Trips', scope: { type: 'custom' }, metric: { id: 'xp', type: 'point' } },
  { id: 'debts', name: 'Debts', scope: { type: 'game' }, metric: { id: 'debts', type: 'point' } },
].map((board) => ({ type: 'regular', entity_type: 'players', metric: { id: 'gold', type: 'point' }, ...board }))

let project: string
let game: ServedStarter

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'gamify-leaderboard-'))
  await cp(quest, project, { recursive: true })
  const debts = { id: 'debts', name: 'Debts', type: 'point', constraints: { default: '0', min: '-9', max: '9' } }
  await writeFile(join(project, 'design/metrics/debts.json'), JSON.stringify(debts))
  await writeFile(join(project, 'design/leaderboards/further.json'), JSON.stringify(FURTHER_BOARDS))
})
afterAll(() => rm(project, { recursive: true }))
beforeEach(async () => {
  game = await serveStarter(project)
  expect((await game.run('seed')).code).toBe(0)
  for (const line of ['frodo xp 250', 'sam xp 1000', 'frodo gold 7', 'sam gold 30'])
    expect(await game.run(`player score ${line} --quiet`)).toMatchObject({ code: 0 })
})
afterEach(() => game.stop())

const ok = (lines: readonly string[], stderr = '') => ({ code: 0, stdout: `${lines.join('\n')}\n`, stderr })

/** Sets the clock of the game, which stands still. */
async function setClock(now: string): Promise<void> {
  const authorization = `Bearer ${(await game.run('token')).stdout.trim()}`
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(`${game.url}/_gamify/clock`, { method: 'PATCH', headers, body: JSON.stringify({ now }) })
  expect(answer.status).toBe(200)
}

/** What the service answers to anybody. */
async function served(path: string): Promise<string> {
  const authorization = `Bearer ${(await game.run('token')).stdout.trim()}`
  return (await fetch(game.url + path, { headers: { authorization } })).text()
}

describe('gamify leaderboard', () => {
  test('without a board lists them', async () => {
    const listed = ok([
      'BOARD      NAME       RANKS    BY     SCOPE                  CYCLES',
      'debts      Debts      players  Debts  game                   alltime',
      'explorers  Explorers  players  XP     game                   alltime, monthly, daily',
      'fellows    Fellows    players  Gold   team_instance guild    alltime',
      'gold       Gold       players  Gold   game                   weekly',
      'guilds     Guilds     teams    Gold   team_definition guild  alltime, monthly',
      'trips      Trips      players  XP     custom                 alltime',
    ])
    expect(await game.run('leaderboard')).toEqual(listed)
    expect(await game.run('leaderboard --as frodo')).toEqual(listed)
    expect((await game.run('leaderboard --json')).stdout).toBe(`${await served('/_gamify/leaderboards')}\n`)
  })

  test('of production that was never launched says so', async () => {
    expect(await game.run('leaderboard --runtime production')).toEqual(
      ok(
        ['BOARD  NAME  RANKS  BY  SCOPE  CYCLES'],
        "no design is deployed there yet; run 'gamify design deploy --runtime production' to deploy one\n",
      ),
    )
    await game.run('design deploy --runtime production')
    expect((await game.run('leaderboard --runtime production')).stdout).toContain('\nexplorers ')
  })

  test('shows the rows of a board, with the row of the caller marked', async () => {
    const rows = ['1  sam      Sam       1000', '2  gandalf  Gandalf    900', '3  frodo    Frodo      250']
    const head = 'RANK  PLAYER   ALIAS    SCORE'
    const heading = 'explorers, alltime\n'
    expect(await game.run('leaderboard explorers')).toEqual(ok([head, ...rows.map((row) => `   ${row}`)], heading))
    const marked = rows.map((row, i) => (i === 2 ? `>     ${row}` : `      ${row}`))
    expect(await game.run('leaderboard explorers --as frodo')).toEqual(ok([`   ${head}`, ...marked], heading))
    const onTerminal = await game.run('leaderboard explorers', { env: { GAMIFY_PLAYER: 'frodo' }, answer: '' })
    expect(onTerminal.stdout).toBe(
      [`   ${head}`, ...marked.slice(0, 2), `\u001b[1m${marked[2]}\u001b[22m`, ''].join('\n'),
    )
  })

  test('reads as the player that is named, and else needs none', async () => {
    expect(await game.run('leaderboard explorers --as nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('player_not_found'),
    })
    const { stdout } = await game.run('leaderboard explorers --json --cycle daily --as sam')
    expect(stdout).toBe(`${await served('/v2/runtime/leaderboards/explorers?cycle=daily&player_id=sam')}\n`)
    expect(stdout).toBe((await game.run('leaderboard explorers --json --cycle daily')).stdout)
  })

  test('shows a page, which of how many rows it is, and the line for the next', async () => {
    const { stdout, stderr } = await game.run('leaderboard explorers --limit 1 --cycle daily --sort asc --as sam')
    expect(stdout).toContain('3  frodo')
    expect(stderr).toContain(
      `\nrow 1 of 3; run 'gamify leaderboard explorers --cycle daily --limit 1 --skip 1 --sort asc --as sam' to show the next\n`,
    )
    const next = /'gamify (.*)'/.exec(stderr)?.[1] ?? ''
    expect((await game.run(next)).stdout).toMatch(/^ +2 +gandalf .*\n$/m)
    expect((await game.run('leaderboard explorers --sort ASC')).stdout).toMatch(/SCORE\n +3 /)
    expect(await game.run('leaderboard explorers --skip 1')).toMatchObject({
      stderr: 'explorers, alltime\nrows 2 to 3 of 3\n',
    })
    expect(await game.run('leaderboard explorers --skip 5')).toEqual(
      ok(['RANK  PLAYER  ALIAS  SCORE'], 'explorers, alltime\nthere are only 3 rows\n'),
    )
    expect(await game.run('leaderboard explorers --limit 0')).toEqual(
      ok(['RANK  PLAYER  ALIAS  SCORE'], 'explorers, alltime\nnone of 3 rows, because --limit is 0\n'),
    )
    expect(await game.run('leaderboard explorers --limit 1 --quiet')).toMatchObject({ stderr: '' })
  })

  test.each(['all', '-1'])('shows all rows with --limit %s', async (limit) => {
    for (let i = 0; i < 9; i += 1) await game.run(`player create p${i}`)
    for (let i = 0; i < 9; i += 1) await game.run(`player score p${i} xp 1`)
    const { stdout, stderr } = await game.run(`leaderboard explorers --limit ${limit}`)
    expect({ lines: stdout.split('\n').length, stderr }).toEqual({ lines: 14, stderr: 'explorers, alltime\n' })
    expect((await game.run('leaderboard explorers')).stderr).toBe(
      `explorers, alltime\nrows 1 to 10 of 12; run 'gamify leaderboard explorers --skip 10' to show the next\n`,
    )
  })

  test('centres on a player, whose row is marked', async () => {
    expect(await game.run('leaderboard explorers --around gandalf --radius 0 --as sam')).toEqual(
      ok(
        ['   RANK  PLAYER   ALIAS    SCORE', '>     2  gandalf  Gandalf    900'],
        'explorers, alltime\n1 row of 3, around gandalf\n',
      ),
    )
  })

  test('tells who is not ranked from who is not there', async () => {
    await game.run('player create merry')
    expect(await game.run('leaderboard debts --around merry')).toEqual(
      ok(
        ['   RANK  PLAYER  ALIAS  SCORE'],
        "debts, alltime\n'merry' is not on this leaderboard; nobody is on it yet\n",
      ),
    )
    await game.run('play action scout --as sam --scope trips/river=frodo')
    expect(await game.run('leaderboard trips --scope river --around merry')).toMatchObject({
      code: 0,
      stderr: "trips, scope river, alltime\n'merry' is not on this leaderboard\n",
    })
    const unknown = {
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: player_not_found: .*\n {2}did you mean 'merry'\?\n$/),
    }
    expect(await game.run('leaderboard explorers --around mery')).toEqual(unknown)
    expect(await game.run('leaderboard explorers --around mery --as sam')).toEqual(unknown)
    expect(await game.run('leaderboard explorers --trend --around sam --around mery')).toEqual(unknown)
    expect(await game.run('leaderboard guilds --around felowship')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("did you mean 'fellowship'?"),
    })
  })

  test.each([
    [
      'week',
      "'week' looks like a cycle; run 'gamify leaderboard BOARD --cycle weekly'\n  run 'gamify leaderboard' to list the leaderboards",
    ],
    [
      'Monthly',
      "'Monthly' looks like a cycle; run 'gamify leaderboard BOARD --cycle monthly'\n  run 'gamify leaderboard' to list the leaderboards",
    ],
    ['explorer', "did you mean 'explorers'?"],
    ['exp', "did you mean 'explorers'?"],
    ['zzzzzz', "run 'gamify leaderboard' to list the leaderboards"],
  ])('of %s, which is not a board, says what may be meant', async (id, advice) => {
    for (const flag of ['', ' --trend'])
      expect(await game.run(`leaderboard ${id}${flag}`)).toEqual({
        code: 1,
        stdout: '',
        stderr: `error: leaderboard_not_found: The leaderboard '${id}' does not exist\n  ${advice}\n`,
      })
  })

  test.each([
    ['week', "\n  did you mean '--cycle weekly'?\n"],
    ['mothly', "\n  did you mean '--cycle monthly'?\n"],
    ['yearly', '\n'],
    ['zzzzzz', '\n'],
  ])('of the cycle %s, which the board does not have, says what may be meant', async (cycle, advice) => {
    const { code, stderr } = await game.run(`leaderboard explorers --cycle ${cycle}`)
    expect({ code, rest: stderr.replace(/^error: invalid_cycle: .*; it has [a-z, ]+/, '') }).toEqual({
      code: 1,
      rest: advice,
    })
  })

  test('says where the caller stands who is beyond the page', async () => {
    const { stderr } = await game.run('leaderboard explorers --limit 2 --as frodo')
    expect(stderr).toContain(
      "\nfrodo is 3rd of 3; run 'gamify leaderboard explorers --around frodo --as frodo' to show the rows around it\n",
    )
    const line = /frodo is .*'gamify (.*)'/.exec(stderr)?.[1] ?? ''
    expect((await game.run(line)).stdout).toMatch(/^> +3 +frodo/m)
    for (const rest of ['--limit 3 --as frodo', '--limit 2 --as sam', '--around sam --radius 0 --as frodo'])
      expect((await game.run(`leaderboard explorers ${rest}`)).stderr).not.toMatch(/ is \d+\w\w of/)
    await game.run('player score frodo debts 1')
    await game.run('player score sam debts 1')
    expect((await game.run('leaderboard debts --limit 1 --as gandalf')).stderr).not.toContain('gandalf is')
    expect((await game.run('leaderboard explorers --limit 2 --as frodo --url ' + game.url)).stderr).toContain(
      `--as frodo --url ${game.url}'`,
    )
  })

  test('has no column for a mark that no row can have', async () => {
    expect((await game.run('leaderboard guilds --as frodo')).stdout).toMatch(/^RANK {2}TEAM/)
    expect((await game.run('leaderboard guilds --around fellowship')).stdout).toMatch(/^> +1 {2}fellowship/m)
  })

  test('shows teams, boards within a team, and scopes', async () => {
    expect(await game.run('leaderboard guilds')).toEqual(
      ok(['RANK  TEAM        NAME            SCORE', '   1  fellowship  The Fellowship     30'], 'guilds, alltime\n'),
    )
    expect(await game.run('leaderboard fellows --team fellowship')).toEqual(
      ok(['RANK  PLAYER  ALIAS  SCORE', '   1  sam     Sam       30'], 'fellows, team fellowship, alltime\n'),
    )
    expect(await game.run('leaderboard trips --scope river')).toEqual(
      ok(['RANK  PLAYER  ALIAS  SCORE'], 'trips, scope river, alltime\nnobody is on this leaderboard yet\n'),
    )
    await game.run('play action scout --as sam --scope trips/river=frodo --scope cave=sam')
    expect(await game.run('play action scout --as sam --scope river')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Expected ID=ENTITY.'),
    })
    expect((await game.run('leaderboard trips --scope river')).stdout).toMatch(/^ +1 +frodo +Frodo +5\n$/m)
    expect((await game.run('leaderboard fellows')).stderr).toMatch(
      /invalid_request: .*\n {2}set 'team_instance_id' with --team TEAM\n$/,
    )
    expect((await game.run('leaderboard trips')).stderr).toMatch(
      /invalid_request: .*\n {2}set 'scope_id' with --scope SCOPE\n$/,
    )
  })

  test('puts the scores of other boards beside', async () => {
    const line = 'leaderboard explorers --merge gold|weekly,fellows|alltime --team fellowship --limit 2'
    expect((await game.run(line)).stdout).toBe(
      [
        'RANK  PLAYER   ALIAS    SCORE  gold:weekly  fellows:alltime',
        '   1  sam      Sam       1000           30               30',
        '   2  gandalf  Gandalf    900            0                0',
        '',
      ].join('\n'),
    )
    expect((await game.run(`${line} --csv --quiet`)).stdout).toBe(
      'rank,id,name,score,gold:weekly,fellows:alltime\r\n1,sam,Sam,1000,30,30\r\n2,gandalf,Gandalf,900,0,0\r\n',
    )
  })

  test('adds up what is to be merged', async () => {
    const line = 'leaderboard explorers --merge gold|weekly --merge debts|alltime --limit 1'
    const { stdout, stderr } = await game.run(line)
    expect(stdout).toMatch(/SCORE {2}gold:weekly {2}debts:alltime\n/)
    expect(stderr).toContain("--merge 'gold|weekly' --merge 'debts|alltime'")
  })

  test.each([
    ['explorers --team fellowship', '--team is ignored: this leaderboard does not rank within teams'],
    ['explorers --scope river', '--scope is ignored: this leaderboard is not custom'],
    ['explorers --at 2026-01-01', '--at is ignored: the cycle alltime never ends; choose another one with --cycle'],
    ['explorers --trend --team fellowship', '--team is ignored: this leaderboard does not rank within teams'],
  ])('%s says what is ignored', async (line, note) => {
    expect((await game.run(`leaderboard ${line}`)).stderr.split('\n')[0]).toBe(note)
  })

  test.each([
    'explorers --merge fellows|alltime --team fellowship',
    'explorers --merge trips|alltime --scope river',
    'explorers --merge gold|weekly --at 2026-01-01',
    'explorers --cycle daily --at 2026-01-01',
  ])('%s ignores nothing', async (line) => {
    expect((await game.run(`leaderboard ${line}`)).stderr).not.toContain('ignored')
  })

  test('prints CSV in which no name is a formula, and scores are numbers', async () => {
    await game.run('player score frodo debts -- -2')
    await game.run('player create mallory --alias =1+2,"x"')
    await game.run('player score mallory debts 3')
    expect(await game.run('leaderboard debts --csv')).toEqual({
      code: 0,
      stderr: 'debts, alltime\n',
      stdout: `rank,id,name,score\r\n1,mallory,"'=1+2,""x""",3\r\n2,frodo,Frodo,-2\r\n`,
    })
  })

  test('shows a board as it was', async () => {
    await setClock('2026-05-02T12:00:00Z')
    expect((await game.run('leaderboard explorers --cycle daily')).stderr).toBe(
      'explorers, daily, 2026-05-02\nnobody is on this leaderboard yet\n',
    )
    expect((await game.run('leaderboard explorers --cycle monthly --at 2026-04-20')).stderr).toBe(
      'explorers, monthly, 2026-04\nnobody was on this leaderboard then\n',
    )
    expect((await game.run('leaderboard explorers --cycle daily --at 2026-04-30 --around sam')).stderr).toBe(
      "explorers, daily, 2026-04-30\n'sam' was not on this leaderboard then; nobody was\n",
    )
    const before = await game.run('leaderboard explorers --cycle daily --at 2026-05-01')
    expect(before.stdout).toMatch(/^ +1 +sam +Sam +1000$/m)
  })

  test.each([
    ['leaderboard explorer', `leaderboard_not_found: .*\n  did you mean 'explorers'\\?`],
    ['leaderboard explorer --as sam', `leaderboard_not_found: .*\n  did you mean 'explorers'\\?`],
    ['leaderboard explorers --cycle weekly', 'invalid_cycle: .*alltime, monthly, daily'],
    ['leaderboard explorers --merge guilds|alltime', 'invalid_request: '],
    ['leaderboard explorers --at yesterday', `invalid_date: .*\n  set 'timestamp' with --at TIME: one such as `],
    ['leaderboard explorers --merge guilds', `invalid_request: .*\n  set 'merge' with --merge `],
    ['leaderboard explorers --trend --from 1', `invalid_date: .*\n  set 'start' with --from DATE: a day `],
    [
      'leaderboard explorers --trend --from 2026-05-01 --to 2026-04-01',
      `invalid_date: .*\n  set 'start' with --from .*, 'end' with --to `,
    ],
    ['leaderboard ..', '(validation_exception|leaderboard_not_found): '],
    ['leaderboard fellows --team felowship', `team_instance_not_found: .*\n  did you mean 'fellowship'\\?`],
  ])('%s is refused by the service, with 1', async (line, message) => {
    const { code, stdout, stderr } = await game.run(line)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^error: ${message}`))
  })

  test.each([
    ['leaderboard --cycle daily', '--cycle needs a leaderboard'],
    ['leaderboard --watch', '--watch needs a leaderboard'],
    ['leaderboard x --csv --json', 'csv and --json cannot be combined'],
    ['leaderboard x --watch --csv', '--watch and --csv cannot be combined'],
    ['leaderboard x --watch --json', '--watch and --json cannot be combined'],
    ['leaderboard x --trend --watch', '--trend and --watch cannot be combined'],
    ['leaderboard x --trend --merge y|daily', '--trend and --merge cannot be combined'],
    ['leaderboard x --around a --limit 3', '--around and --limit cannot be combined'],
    ['leaderboard x --around a --skip 0', '--around and --skip cannot be combined'],
    ['leaderboard x --radius 3', '--radius only works with --around'],
    ['leaderboard x --from 2026-01-01', '--from only works with --trend'],
    ['leaderboard x --around a --around b', '--around takes one player or team'],
    ['leaderboard x --at=', "'--at <time>' argument '' is invalid. Expected a value that is not empty"],
    ['leaderboard x --around=', 'Expected a value that is not empty'],
    ['leaderboard x --merge=', 'Expected a value that is not empty'],
    ['leaderboard x --cycle=', 'Expected a value that is not empty'],
    ['leaderboard x --trend --from=', 'Expected a value that is not empty'],
    ['leaderboard x --limit -2', `Expected a whole number from 0 to 1000000, or 'all'`],
    ['leaderboard x --limit 1e3', `Expected a whole number from 0 to 1000000, or 'all'`],
    ['leaderboard x --skip -1', 'Expected a whole number'],
    ['leaderboard x --sort up', 'Expected one of descending, ascending, desc, asc'],
  ])('%s is wrong usage', async (line, message) => {
    const { code, stdout, stderr } = await game.run(line)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })
})

describe('gamify leaderboard --trend', () => {
  beforeEach(async () => {
    await setClock('2026-05-02T12:00:00Z')
    await game.run('player score frodo xp 5')
    await setClock('2026-05-03T12:00:00Z')
    await game.run('player score frodo xp 5')
    await game.run('player score sam xp 50')
  })
  const days = '--cycle daily --from 2026-04-30 --to 2026-05-03'

  test('draws the ranks of those on the page as bars', async () => {
    expect(await game.run(`leaderboard explorers --trend ${days}`)).toEqual(
      ok(
        [
          'PLAYER  ALIAS  RANKS  FIRST RANK  SCORE  LAST RANK  SCORE',
          'sam     Sam    ·█·█            1   1000          1     50',
          'frodo   Frodo  ·▁█▅            3    250          2      5',
        ],
        'explorers, daily, 4 periods from 2026-04-30 to 2026-05-03\n' +
          'the lowest bar is rank 3, the highest is rank 1\n',
      ),
    )
    const { stdout } = await game.run(`leaderboard explorers --trend ${days}`, { env: { LANG: 'C' } })
    expect(stdout).toContain('sam     Sam    .@.@ ')
  })

  test('is of those who stood in its last period that has any', async () => {
    const { stdout, stderr } = await game.run(
      'leaderboard explorers --trend --cycle daily --from 2026-05-01 --to 2026-05-01',
    )
    expect(stdout.match(/^\w+/gm)).toEqual(['PLAYER', 'sam', 'gandalf', 'frodo'])
    expect(stderr).toMatch(/^explorers, daily, 1 period 2026-05-01\n/)
    await setClock('2026-05-05T12:00:00Z')
    const later = await game.run('leaderboard explorers --trend --cycle daily')
    expect(later.stdout.match(/^\w+/gm)).toEqual(['PLAYER', 'sam', 'frodo'])
    expect(later.stderr).toContain('showing the rows of 2026-05-03, the last period with any rows\n')
    expect(await game.run('leaderboard explorers --trend --cycle daily --to 2026-04-30')).toEqual(
      ok(
        ['PLAYER  ALIAS  RANKS  FIRST RANK  SCORE  LAST RANK  SCORE'],
        'explorers, daily, 10 periods from 2026-04-21 to 2026-04-30\nnobody was on this leaderboard in that time\n',
      ),
    )
    expect((await game.run('leaderboard guilds --trend --to 2026-04-01')).stdout).toMatch(/^TEAM {2}NAME/)
  })

  test('shows which rows of more it is about, and the line for the next', async () => {
    const { stderr } = await game.run(`leaderboard explorers --trend ${days} --limit 1`)
    expect(stderr).toMatch(/\nrow 1 of 2; run '.*' to show the next \(as of 2026-05-03\)\n$/)
    const next = /'gamify (.*)'/.exec(stderr)?.[1] ?? ''
    expect((await game.run(next)).stdout).toMatch(/^frodo/m)
  })

  test('shows those that are named, be they ranked or not', async () => {
    const { stdout } = await game.run(`leaderboard explorers --trend ${days} --around gandalf --around gandalf`)
    expect(stdout).toBe(
      [
        'PLAYER   ALIAS    RANKS  FIRST RANK  SCORE  LAST RANK  SCORE',
        'gandalf  Gandalf  ·▅··            2    900          2    900',
        '',
      ].join('\n'),
    )
    await game.run('player create merry')
    expect(await game.run('leaderboard gold --trend --from 2026-05-03 --around merry')).toEqual(
      ok(
        [
          'PLAYER  ALIAS  RANKS  FIRST RANK  SCORE  LAST RANK  SCORE',
          'merry   merry  ·               -      -          -      -',
        ],
        'gold, weekly, 1 period 2026-05-03\n',
      ),
    )
  })

  test('prints CSV, and the JSON of the service', async () => {
    const line = `leaderboard explorers --trend ${days} --around frodo`
    expect((await game.run(`${line} --csv`)).stdout).toBe(
      [
        'id,name,date,rank,score',
        'frodo,Frodo,2026-04-30,,',
        'frodo,Frodo,2026-05-01,3,250',
        'frodo,Frodo,2026-05-02,1,5',
        'frodo,Frodo,2026-05-03,2,5',
        '',
      ].join('\r\n'),
    )
    const query = 'cycle=daily&entity_ids=frodo&start=2026-04-30&end=2026-05-03'
    expect((await game.run(`${line} --json`)).stdout).toBe(
      `${await served(`/_gamify/leaderboards/explorers/trend?${query}`)}\n`,
    )
    expect((await game.run(`${line} --as sam --json`)).stdout).toBe(
      `${await served(`/v2/runtime/leaderboard/explorers/trend?player_id=sam&${query}`)}\n`,
    )
  })

  test('of an empty page says so', async () => {
    expect(await game.run('leaderboard explorers --trend --skip 9')).toMatchObject({
      code: 0,
      stderr:
        'explorers, monthly, 10 periods from 2025-08-01 to 2026-05-01\nthere are only 3 rows (as of 2026-05-01)\n',
    })
    expect(await game.json('leaderboard explorers --trend --skip 9')).toEqual([])
  })

  test.each([
    [`leaderboard explorers --trend --cycle alltime`, 'invalid_cycle: '],
    [`leaderboard explorers --trend --cycle daily --from 2026-05-03 --to 2026-05-01`, 'invalid_date: '],
  ])('%s is refused', async (line, message) => {
    expect(await game.run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
  })
})

describe('gamify leaderboard --watch', () => {
  /** Watches until it is told to end; gives what was written and the exit code. */
  function watch(flags: string, world: FakeWorld = {}): { readonly io: FakeIo; readonly ended: Promise<number> } {
    const io = fakeIo({ ...world, cwd: project, env: { GAMIFY_URL: game.url, ...world.env } })
    return { io, ended: runProgram(`leaderboard explorers --watch ${flags}`.trim().split(' '), io) }
  }
  const first = '      1         sam      Sam       1000'
  const overtaken = '      1  ▲2     frodo    Frodo     1250'

  test('on a pipe prints a table for each change, with who moved, until it is interrupted', async () => {
    const { io, ended } = watch('--as frodo')
    await vi.waitFor(() => expect(io.written.stdout).toContain(first))
    await game.run('player score frodo xp 1000')
    await vi.waitFor(() => expect(io.written.stdout).toContain('▲2'), 5_000)
    io.signal('SIGINT')
    expect(await ended).toBe(130)
    expect(io.written).toEqual({
      stderr: 'explorers, alltime\n',
      stdout: [
        '   RANK  MOVED  PLAYER   ALIAS    SCORE',
        '      1         sam      Sam       1000',
        '      2         gandalf  Gandalf    900',
        '>     3         frodo    Frodo      250',
        '',
        '   RANK  MOVED  PLAYER   ALIAS    SCORE',
        overtaken.replace(' ', '>'),
        '      2  ▼1     sam      Sam       1000',
        '      3  ▼1     gandalf  Gandalf    900',
        '',
      ].join('\n'),
    })
  })

  test('on a pipe prints nothing but rows', async () => {
    const { io, ended } = watch('--limit 1')
    await vi.waitFor(() => expect(io.written.stdout).toContain('sam'))
    io.signal('SIGINT')
    await ended
    expect(io.written).toEqual({
      stderr: 'explorers, alltime\n',
      stdout: 'RANK  MOVED  PLAYER  ALIAS  SCORE\n   1         sam     Sam     1000\n',
    })
  })

  test('on a pipe has words for an empty board', async () => {
    await setClock('2026-05-02T12:00:00Z')
    const { io, ended } = watch('--cycle daily')
    await vi.waitFor(() => expect(io.written.stdout).toContain('RANK'))
    await setClock('2026-05-03T12:00:00Z')
    await vi.waitFor(() => expect(io.written.stderr).toContain('2026-05-03'), 10_000)
    io.signal('SIGINT')
    await ended
    expect(io.written).toEqual({
      stderr:
        'explorers, daily, 2026-05-02\nnobody is on this leaderboard yet\nexplorers, daily, 2026-05-03\nnobody is on this leaderboard yet\n',
      stdout: 'RANK  MOVED  PLAYER  ALIAS  SCORE\n',
    })
  })

  test('on a terminal draws in place, and gives the cursor back', async () => {
    const { io, ended } = watch('--limit 1 --no-color', { answer: '' })
    await vi.waitFor(() => expect(io.written.stdout).toContain('sam'))
    expect(io.written.stdout.startsWith('\u001b[?25l\u001b[?7lexplorers, alltime\nRANK')).toBe(true)
    expect(io.written.stdout).toContain('row 1 of 3; ')
    const drawn = io.written.stdout.length
    await game.run('player score frodo xp 1000')
    await vi.waitFor(() => expect(io.written.stdout).toContain('new'), 5_000)
    const again = '\u001b[?25l\r\u001b[4A\u001b[J\u001b[?7lexplorers, alltime\nRANK'
    expect(io.written.stdout.slice(drawn, drawn + again.length)).toBe(again)
    io.signal('SIGTERM')
    expect(await ended).toBe(143)
    expect(io.written.stdout.endsWith('\u001b[?7h\r\u001b[J\u001b[?25h')).toBe(true)
  })

  test('in a narrow window shortens names, never scores, and is drawn anew where the window changes', async () => {
    await game.run('player create merry --alias Meriadoc-Brandybuck')
    await game.run('player score merry xp 123456')
    const { io, ended } = watch('--limit 1 --no-color --as sam', { answer: '', columns: 40 })
    /** The lines of the last picture. */
    const lines = (): string[] =>
      (io.written.stdout.split('\u001b[?7l').at(-1) ?? '').split('\u001b[?7h')[0]!.split('\n')
    await vi.waitFor(() => expect(io.written.stdout).toContain('123456'))
    expect(lines().slice(0, 3)).toEqual([
      'explorers, alltime',
      '   RANK  MOVED  PLAYER  ALIAS      SCORE',
      '      1         merry   Meriado…  123456',
    ])
    io.resize(33)
    expect(lines().slice(1, 3)).toEqual(['   RANK  MOVED  PLAYER   SCORE', '      1         merry   123456'])
    io.resize(25)
    expect(lines().slice(1, 3)).toEqual(['   RANK  MOVED  PLA…   S…', '      1         mer…  12…'])
    for (const line of lines()) expect(line.length).toBeLessThanOrEqual(25)
    io.resize(120)
    expect(lines()[2]).toBe('      1         merry   Meriadoc-Brandybuck  123456')
    io.signal('SIGINT')
    await ended
    const { length } = io.written.stdout
    io.resize(20)
    expect(io.written.stdout).toHaveLength(length)
  })

  test('of what is not there ends at once', async () => {
    const { io, ended } = watch('--cycle weekly')
    expect(await ended).toBe(1)
    expect(io.written.stderr).toContain('invalid_cycle')
    const nowhere = fakeIo({ env: { GAMIFY_URL: 'http://127.0.0.1:1' } })
    expect(await runProgram(['leaderboard', 'x', '--watch'], nowhere)).toBe(3)
  })
})
