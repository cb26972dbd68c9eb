import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveStarter, starterEachTest } from './served-game.ts'

const game = starterEachTest()

const ok = (stdout: string, stderr = '') => ({ code: 0, stdout: `${stdout}\n`, stderr })
/** As `ok`, of a play: it says how to ask why. */
const played = (stdout: string, warnings = '') => ({
  ...ok(stdout),
  stderr: expect.stringMatching(
    new RegExp(`^${warnings.replaceAll(/[()?]/g, String.raw`\$&`)}'gamify why [-0-9a-f]{36}' explains this\n$`),
  ),
})
const seeded = async (): Promise<void> => expect((await game.run('seed')).code).toBe(0)

describe('gamify seed', () => {
  test('brings players with their scores in, and a second run changes nothing', async () => {
    expect(await game.run('seed')).toEqual(ok('3 players created'))
    const before = await game.json('player show morpheus')
    expect(before).toMatchObject({
      alias: 'Morpheus',
      scores: expect.arrayContaining([expect.objectContaining({ value: '600' })]),
    })
    await game.run('play action like --as trinity')
    const played = await game.json('player show trinity')
    expect(await game.run('seed')).toEqual(ok('0 players created, 3 already existed, unchanged'))
    expect(await game.json('player show morpheus')).toEqual(before)
    expect(await game.json('player show trinity')).toEqual(played)
  })

  test('as JSON tells who is new and who was there', async () => {
    const ids = ['neo', 'trinity', 'morpheus']
    const none = { created: [], completed: [], existing: [] }
    const others = { teams: none, processes: none }
    expect(await game.json('seed')).toEqual({ ...none, created: ids, ...others })
    expect(await game.json('seed')).toEqual({ ...none, existing: ids, ...others })
  })

  describe('of files that are wrong', () => {
    let directory: string
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), 'gamify-seed-'))
    })
    afterEach(() => rm(directory, { recursive: true }))

    test('brings in nothing of any, tells each place, and ends with 2', async () => {
      await writeFile(join(directory, 'a.json'), '{ "players": ["smith"] }')
      await writeFile(join(directory, 'b.json'), '{ "players": [\n  { "id": "x", "alais": "y" } ] }')
      await writeFile(join(directory, 'c.json'), '{ "teams": [{}] }')
      expect(await game.run('seed a.json b.json c.json d.json', { cwd: directory })).toEqual({
        code: 2,
        stdout: '',
        stderr:
          `error: b.json:2:25: players.0.alais: unknown field 'alais' (did you mean 'alias'?)\n` +
          `c.json:1:13: teams.0.definition: missing; expected string\n` +
          `c.json:1:13: teams.0.id: missing; expected string\n` +
          `d.json:1:1: no such file; expected a seed file\n`,
      })
      expect(await game.json('player list')).toEqual({ data: [], total: 0 })
    })

    test('whose scores the design refuses sends nothing, and tells where', async () => {
      await writeFile(join(directory, 'a.json'), '{ "players": ["a", { "id": "b", "scores": { "xpp": "1" } }] }')
      expect(await game.run('seed a.json', { cwd: directory })).toEqual({
        code: 2,
        stdout: '',
        stderr: `error: a.json:1:52: players.1.scores.xpp: unknown metric 'xpp' (did you mean 'xp'?)\n`,
      })
      await writeFile(join(directory, 'a.json'), '{ "players": ["a", { "id": "b", "scores": { "xp": "7" } }] }')
      expect(await game.run('seed a.json', { cwd: directory })).toEqual(ok('2 players created'))
      expect(await game.run('player show b')).toMatchObject({ stdout: expect.stringMatching(/XP\s+7/) })
    })

    test('needs one', async () => {
      expect(await game.run('seed', { cwd: directory })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('no seed files'),
      })
    })
  })
})

describe('gamify play action', () => {
  beforeEach(seeded)

  test('tells what came of it in sentences', async () => {
    expect(await game.run('play action like --as neo --count 3')).toEqual(
      played(
        'neo played Like (x3): XP 0 -> 30\nneo reached Bronze: Rank Novice -> Bronze\nneo got Rookie: Badges Rookie 0 -> 1',
      ),
    )
    expect(await game.run('play action answer --var votes=4', { env: { GAMIFY_PLAYER: 'neo' } })).toEqual(
      played('neo played Answer: XP 30 -> 65, Coins 3 -> 4'),
    )
  })

  test('warns of variables that the action does not have, and plays', async () => {
    const line = 'play action answer --as neo --var votes=4 --var vots=5 --var vots=6 --var xyz=1'
    const { stdout } = await game.run('play action answer --as trinity --var votes=4')
    expect(stdout).toContain('played Answer')
    expect(await game.run(line)).toEqual(
      played(
        'neo played Answer: XP 0 -> 35, Coins 3 -> 4\nneo reached Bronze: Rank Novice -> Bronze',
        `the action 'answer' has no variable 'vots' (did you mean 'votes'?), so it is ignored\n` +
          `the action 'answer' has no variable 'xyz', so it is ignored\n`,
      ),
    )
    expect((await game.run(`${line} --json`)).stderr).toBe('')
    expect((await game.run(`${line} --quiet`)).stderr).toBe('')
    expect((await game.run('play action lkie --as neo --var a=b')).stderr).toMatch(/^error: action_not_found/)
    const refused = await game.run('play action answer --as neo --var votes=many --var vots=5')
    expect(refused.stderr).toMatch(/^error: validation_exception/)
    expect(refused.stderr).not.toContain('is ignored')
  })

  test('as JSON is the answer of the service, to the last byte', async () => {
    const { stdout, stderr, code } = await game.run('play action like --as neo --json')
    const answer = JSON.parse(stdout)
    expect({ code, stderr, text: stdout }).toEqual({ code: 0, stderr: '', text: `${JSON.stringify(answer)}\n` })
    expect(answer).toMatchObject({
      actions: expect.arrayContaining([expect.objectContaining({ id: 'like', count: 1 })]),
      events: { local: [{ event: 'action' }] },
    })
  })

  test('takes scopes along', async () => {
    const answer = await game.json('play action like --as neo --scope red=neo --scope blue=trinity')
    const scopes = [
      { id: 'red', entity_id: 'neo' },
      { id: 'blue', entity_id: 'trinity' },
    ]
    expect(answer).toMatchObject({ events: { local: [{ scopes }] } })
  })

  test('is silent with --quiet', async () => {
    expect(await game.run('play action like --as neo -q')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test.each([
    ['play action lkie --as neo', `action_not_found: The action 'lkie' does not exist\n  did you mean 'like'?`],
    ['play action like --as trinty', `player_not_found: The player 'trinty' does not exist\n  did you mean 'trinity'?`],
    [
      'play action like --as zzzzzz',
      `player_not_found: The player 'zzzzzz' does not exist\n  run 'gamify player create zzzzzz' to create the player, or 'gamify player list' to list the players`,
    ],
    [
      'player show zzzzzz',
      `player_not_found: The player 'zzzzzz' does not exist\n  run 'gamify player list' to list the players`,
    ],
    [
      'play rule zzzzzz --player neo',
      `rule_not_found: The rule 'zzzzzz' does not exist\n  the custom rules are 'welcome'`,
    ],
    ['player score neo zzzzzz A', `metric_not_found: The metric 'zzzzzz' does not exist`],
    ['play rule welcom --player neo', `rule_not_found: The rule 'welcom' does not exist\n  did you mean 'welcome'?`],
    ['player show ne', `player_not_found: The player 'ne' does not exist\n  did you mean 'neo'?`],
    ['player score neo coin 5', `metric_not_found: The metric 'coin' does not exist\n  did you mean 'coins'?`],
    ['play action answer --as neo --var votes=many', `validation_exception: Invalid request\n  variables.votes: `],
    ['player create neo', `player_exists: A player with ID 'neo' already exists`],
  ])('%s is refused by the service, with 1 and the nearest id', async (line, message) => {
    const { code, stdout, stderr } = await game.run(line)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`error: ${message}`)
    if (!message.includes('mean')) expect(stderr).not.toContain('did you mean')
  })

  test('a player that does not exist in an empty game is to be created', async () => {
    const empty = await serveStarter()
    const { stderr } = await empty.run('player show ana')
    await empty.stop()
    expect(stderr).toContain("\n  run 'gamify player create ana' to create the player, or 'gamify player list'")
  })

  test('tells a refusal as the body of the service with --json', async () => {
    const { code, stdout, stderr } = await game.run('play action lkie --as neo --json')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({
      error: 'action_not_found',
      error_description: `The action 'lkie' does not exist`,
    })
  })

  test('needs a player', async () => {
    expect(await game.run('play action like')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--as PLAYER'),
    })
  })

  test('is limited as the design says', async () => {
    await game.run('play action visit --as neo')
    expect(await game.run('play action visit --as neo')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `rate_limit_exceeded: The Action 'visit' can only be triggered 1 times every day`,
      ),
    })
  })
})

describe('gamify action list', () => {
  test('lists the actions of the running game', async () => {
    expect(await game.run('action list')).toEqual(
      ok(
        'ACTION  NAME              VARIABLES  LIMIT\n' +
          'answer  Answer            votes=1\n' +
          'like    Like\n' +
          'visit   Daily visit                  at most 1 per day\n' +
          'wheel   Wheel of fortune',
      ),
    )
  })

  test('says which of them a player can play, and how often they did', async () => {
    await seeded()
    await game.run('play action visit --as neo')
    await game.run('player score neo coins 0 --verb set')
    const { stdout, stderr } = await game.run('action list --as neo')
    expect(stdout.split('\n').map((line) => line.trim().split(/ {2,}/).slice(-2).join(' '))).toEqual([
      'PLAYED POSSIBLE',
      '0 yes',
      '0 yes',
      '1 no',
      '0 no',
      '',
    ])
    expect(stderr).toBe("'gamify why-not neo action visit' explains why 'visit' is not possible now\n")
  })

  test('as JSON is the answer of the service', async () => {
    await seeded()
    const answer = await game.json('action list --as neo')
    expect(answer).toMatchObject({
      total: 4,
      data: expect.arrayContaining([
        { id: 'like', name: 'Like', description: expect.any(String), variables: [], count: 0, possible: true },
      ]),
    })
    expect(await game.run('action list --as trinty')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("player_not_found: The player 'trinty' does not exist (did you mean 'trinity'?)"),
    })
  })
})

describe('gamify play rule', () => {
  beforeEach(seeded)

  test('tells what came of it for each player', async () => {
    expect(await game.run('play rule welcome --player neo trinity --player morpheus --var gift=5')).toEqual(
      played(
        "rule 'Welcome gift' applied to neo: Coins 3 -> 8\n" +
          "rule 'Welcome gift' applied to trinity: Coins 3 -> 8\n" +
          "rule 'Welcome gift' applied to morpheus: Coins 10 -> 15",
      ),
    )
  })

  test('warns of variables that the rule does not have', async () => {
    expect(await game.run('play rule welcome --player neo --var gift=5 --var gifts=6')).toEqual(
      played(
        "rule 'Welcome gift' applied to neo: Coins 3 -> 8",
        `the rule 'welcome' has no variable 'gifts' (did you mean 'gift'?), so it is ignored\n`,
      ),
    )
  })

  test('needs players', async () => {
    expect(await game.run('play rule welcome')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--player PLAYER'),
    })
  })
})

describe('gamify player', () => {
  beforeEach(seeded)

  test('list shows a page, and says that there is more', async () => {
    expect(await game.run('player list')).toEqual(
      ok('PLAYER    ALIAS     ENABLED\nneo       Neo       yes\ntrinity   Trinity   yes\nmorpheus  Morpheus  yes'),
    )
    expect(await game.run('player list --skip 1 --limit 1')).toEqual(
      ok('PLAYER   ALIAS    ENABLED\ntrinity  Trinity  yes', '1 of 3 players; use --skip and --limit to see more\n'),
    )
    expect(await game.json('player list --limit 1')).toEqual({
      data: [{ id: 'neo', alias: 'Neo', enabled: true }],
      total: 3,
    })
  })

  test.each(['', '..', '.', '__proto__', 'constructor', 'a/b', '%2e%2e', '?x', '#', 'ü', '\u0000', 'x'.repeat(10_000)])(
    'is shown and deleted by an id alone, and %j is none',
    async (id) => {
      for (const verb of ['show', 'delete', 'reset', 'disable']) {
        const { code, stdout, stderr } = await game.run(`player ${verb} ${id}`)
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
        expect(stderr).toMatch(/^error: (validation_exception|player_not_found): /)
      }
      expect(await game.json('player list')).toMatchObject({ total: 3 })
    },
  )

  test('show has the scores', async () => {
    expect((await game.run('player show trinity')).stdout).toBe(
      'trinity (Trinity), since 2026-05-01T12:00:00.000Z\nMETRIC  SCORE\nBadges  Rookie 1\nCoins   3\nRank    Silver (XP over 100 up to 500)\nXP      120\n',
    )
  })

  test('list says when there are none, and how to get some', async () => {
    for (const id of ['neo', 'trinity', 'morpheus']) await game.run(`player delete ${id} --yes`)
    expect(await game.run('player list')).toEqual(
      ok('PLAYER  ALIAS  ENABLED', "none found; create some with 'gamify seed' or 'gamify player create'\n"),
    )
  })

  test('score of items needs to know which', async () => {
    expect(await game.run('player score neo badges 1')).toEqual({
      code: 2,
      stdout: '',
      stderr: "error: the item of metric 'badges' is missing\n  name the item with --item NAME\n",
    })
  })

  test('is not found below an address with a path', async () => {
    expect(await game.run(`player list --url ${game.url}/v2`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('without /v2'),
    })
  })

  test('create, disable, enable and delete do so', async () => {
    expect(await game.run('player create smith --email smith@example.com')).toEqual(ok('created smith'))
    expect(await game.run('player disable smith')).toEqual(ok('smith is disabled'))
    expect(await game.run('play action like --as smith')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('access_denied'),
    })
    expect(await game.json('player enable smith')).toMatchObject({ id: 'smith', enabled: true })
    expect(await game.run('player delete smith')).toEqual(ok(`Player 'smith' has been deleted`))
    expect(await game.run('player show smith')).toMatchObject({ code: 1 })
  })

  test('reset empties the scores', async () => {
    expect(await game.run('player reset trinity --yes')).toEqual(ok('the scores of trinity are empty'))
    expect(await game.json('player show trinity')).toMatchObject({ scores: [] })
  })

  test.each(['delete', 'reset'])('%s asks on a terminal, and goes ahead with yes alone', async (verb) => {
    const left = async (): Promise<unknown> => (await game.run('player show trinity')).stdout
    const before = await left()
    const refused = await game.run(`player ${verb} trinity`, { answer: 'n', env: { NO_COLOR: '1' } })
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('trinity') })
    expect(refused.stderr).toMatch(/(?<!error: )nothing was changed\n$/)
    expect(await game.run(`player ${verb} trinity`, { answer: '' })).toMatchObject({ code: 1 })
    expect(await left()).toBe(before)
    expect(await game.run(`player ${verb} trinity`, { answer: 'yes' })).toMatchObject({ code: 0 })
    expect(await left()).not.toBe(before)
  })

  test('score adds points, sets states and counts items', async () => {
    expect((await game.run('player score neo xp 5')).stdout).toMatch(/^XP +5$/m)
    expect((await game.run('player score neo xp -- -2')).stdout).toMatch(/^XP +3$/m)
    expect((await game.run('player score neo xp 7 --verb set')).stdout).toMatch(/^XP +7$/m)
    expect((await game.run('player score neo badges 2 --item Lucky')).stdout).toMatch(/^Badges +Lucky 2$/m)
    expect((await game.run('player score neo badges 1 --item Lucky --verb remove')).stdout).toMatch(
      /^Badges +Lucky 1$/m,
    )
    expect(await game.run('player score neo rank Gold')).toMatchObject({ code: 0 })
    await game.run('player disable neo')
    expect((await game.run('player score neo badges 1 --item Lucky')).stdout).toMatch(/^Badges +Lucky 2$/m)
  })

  test('score tells what came of it: of limits, of rules, and where nothing did', async () => {
    const told = async (line: string): Promise<string[]> => {
      const { stdout } = await game.run(line)
      return stdout.slice(0, stdout.indexOf('neo (Neo)')).split('\n').slice(0, -1)
    }
    await game.run('play action like --as neo')
    expect(await told('player score neo coins 5000')).toEqual(['the scores of neo changed: Coins 3 -> 1000'])
    expect(await told('player score neo rank Gold')).toEqual([
      'the scores of neo changed: Rank Novice -> Gold',
      'neo reached Novice: Rank Gold -> Novice',
    ])
    expect(await told('player score neo coins 5000')).toEqual(['the scores of neo did not change'])
    expect(await game.json('player score neo coins 1 --verb remove')).toMatchObject({ id: 'neo' })
    expect((await game.run('player score neo coins 1 --quiet')).stdout).toBe('')
  })

  test('takes a negative amount as it is', async () => {
    await game.run('player score neo xp 5')
    expect((await game.run('player score neo xp -2')).stdout).toMatch(/^XP +3$/m)
  })

  test('activity shows what happened, oldest first', async () => {
    await game.run('play action like --as neo')
    expect(await game.run('player activity neo')).toEqual(
      ok(
        '2026-05-01T12:00:00.000Z  neo played Like: XP 0 -> 10\n' +
          '2026-05-01T12:00:00.000Z  neo got Rookie: Badges Rookie 0 -> 1',
      ),
    )
    expect(await game.run('player activity neo --end 2026-04-01')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'no events in that time\n',
    })
    expect(await game.run('player activity neo --start yesterday')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/invalid_date: .*\n {2}a time is one such as /),
    })
  })

  test('revert takes an event and what followed from it back', async () => {
    const answer = (await game.json('play action like --as neo --count 3')) as { events: { local: [{ id: string }] } }
    const [{ id }] = answer.events.local
    const { code, stdout } = await game.run(`player revert neo ${id}`)
    expect(code).toBe(0)
    expect(stdout).toContain(`${id} was reverted: XP 30 -> 0`)
    expect(await game.run(`player revert neo ${id}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already_reverted'),
    })
  })
})

describe('gamify token', () => {
  test('prints a token that works, and as JSON the answer of the service', async () => {
    const { stdout } = await game.run('token')
    const answer = await fetch(`${game.url}/v2/admin/players`, {
      headers: { authorization: `Bearer ${stdout.trim()}` },
    })
    expect(answer.status).toBe(200)
    expect(await game.json('token')).toMatchObject({ token_type: 'Bearer', expires_in: 86400 })
  })

  test('makes one that acts as a player, without a service', async () => {
    await seeded()
    const { code, stdout } = await game.run('token --player neo', { env: { GAMIFY_URL: 'http://127.0.0.1:1' } })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^gamify-staging:[\w-]+\.[\w-]+\.[\w-]+\n$/)])
    const calling = (path: string) => fetch(`${game.url}${path}?player_id=trinity&jwt=${stdout.trim()}`)
    expect(await (await calling('/v2/runtime/player')).json()).toMatchObject({ id: 'neo' })
    expect((await calling('/v2/admin/')).status).toBe(401)
    const { jwt, ...rest } = (await game.json('token --player neo')) as { jwt: string }
    expect([jwt, rest]).toEqual([expect.stringMatching(/^gamify-staging:/), { expires_in: 86_400 }])
    expect((await game.run('token --player=')).code).toBe(2)
  })

  test.each(['né', ':x', '1a', 'x'.repeat(70)])('makes none for %j, which no player is called', async (player) => {
    const { code, stdout, stderr } = await game.run(`token --player ${player}`)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('is not a valid player id')
  })

  test('makes one that a URL can hold, whatever the client is called', async () => {
    const env = { GAMIFY_CLIENT_ID: 'a b&c=#é:+%[1]', GAMIFY_CLIENT_SECRET: 'secret' }
    const { stdout } = await game.run('token --player neo', { env })
    const { jwt } = JSON.parse((await game.run('token --player neo --json', { env })).stdout) as { jwt: string }
    expect(stdout).toMatch(/^[\w.%:-]+\n$/)
    expect(new URL(`${game.url}/?jwt=${stdout.trim()}`).searchParams.get('jwt')).toBe(jwt)
    expect(jwt.slice(0, jwt.lastIndexOf(':'))).toBe(env.GAMIFY_CLIENT_ID)
  })

  test('makes one of the client asked for, whose secret has to be known', async () => {
    const asProduction = await game.run('token --player neo --runtime production')
    expect(asProduction.stdout).toMatch(/^gamify-production:/)
    const { code, stderr } = await game.run('token --player neo', { env: { GAMIFY_CLIENT_ID: 'nobody' } })
    expect([code, stderr]).toEqual([2, expect.stringContaining("no secret for the client 'nobody'")])
  })

  test('is for the runtime asked for, with its own players', async () => {
    await seeded()
    expect(await game.json('player list --runtime production')).toEqual({ data: [], total: 0 })
    expect(await game.json('player list --runtime staging')).toMatchObject({ total: 3 })
  })

  test('is refused to a wrong account, with what to do', async () => {
    const { code, stderr } = await game.run('token', { env: { GAMIFY_CLIENT_SECRET: 'wrong' } })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: client_auth_fail: Client authentication failed\n.*GAMIFY_CLIENT_ID/)
  })
})

describe('gamify routes', () => {
  test('lists every route of both versions, without a service', async () => {
    const { code, stdout } = await game.run('routes', { env: { GAMIFY_URL: 'http://127.0.0.1:1' } })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^METHOD +PATH +DESCRIPTION\n/)
    expect(stdout).toMatch(/^POST +\/v2\/runtime\/actions\/:action_id\/play +Play an action$/m)
    expect(await game.json('routes')).toContainEqual({
      method: 'GET',
      path: '/v1/player',
      summary: "Read the player's own profile",
      resource: 'runtime',
      caller: 'player',
    })
  })
})
