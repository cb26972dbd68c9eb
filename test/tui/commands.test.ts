import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { createClient } from '../../src/client/create-client.ts'
import { startGame } from '../../src/testing/testing.ts'
import { levels, point, state } from '../support/design-parts.ts'
import { inspect, questGame, type Inspected, type QuestGame } from './inspected-game.ts'

// Waiting for a frame takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let game: QuestGame

beforeAll(async () => {
  game = await questGame()
})
afterAll(() => game[Symbol.asyncDispose]())

const SIZE = { columns: 120, rows: 30 }

/** Runs a command by its name. */
async function command(tui: Inspected, line: string): Promise<void> {
  tui.press(':')
  await tui.shows('━ Command ━')
  tui.press(...line, '\r')
}

test('an action is played with what stands behind its command, and refused with the words of the service', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  await command(tui, 'play action scout 3')
  await tui.shows('frodo played Scout (x3): XP 0 -> 15', '$ gamify play action scout --as frodo --count 3')
  await tui.shows(/XP +15/)
  await command(tui, 'play action scout 1 twice')
  await tui.shows("XP 15 -> 20 (ignored: 'twice')")
  await command(tui, 'play action nothing 1')
  await tui.shows("action_not_found: The action 'nothing' does not exist")
  await command(tui, 'play action scout 0')
  await tui.shows('How many times?', '> 0', "'0' is not a whole number from 1 to 1,000,000")
  tui.press('\u001b')
  await tui.shows('q quit')
  await command(tui, 'play action scout x')
  await tui.shows('How many times?', '> x', "'x' is not a whole number from 1 to 1,000,000")
  tui.press('\u007f', '1', '\r')
  await tui.shows('XP 20 -> 25')
})

const gameOf = (id: string) =>
  startGame({ game: { id, title: id }, now: '2030-01-06T12:00:00Z', frozen: true, port: 0 })

test('another game at the address is not inspected or played until the user accepts it', async () => {
  const games = await Promise.all(['first', 'second'].map(gameOf))
  const clients = games.map(({ url }) =>
    createClient({ url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' }),
  )
  const [first, second] = clients as readonly Client[] as [Client, Client]
  await first.call('POST /v2/admin/players', { body: { id: 'ana' } })
  await second.call('POST /v2/admin/players', { body: { id: 'ben' } })
  let current = first
  const client: Client = {
    ...first,
    call: (name, input) => current.call(name, input),
    request: (...request) => current.request(...request),
    lines: (...lines) => current.lines(...lines),
  }
  await using tui = inspect(client, SIZE)
  await tui.shows('first', '> ana')
  current = second
  await games[0]?.stop()
  await tui.shows(
    'ANOTHER GAME',
    "serves the game 'second' now, not 'first'. Press y to inspect that game, or q to quit",
  )
  tui.press('d', '\r', '2', ':')
  expect(await tui.shows('ANOTHER GAME')).not.toContain('ben')
  tui.press('y')
  expect(await tui.shows('second', '> ben', '? help')).not.toContain('ana')
  await games[1]?.stop()
  for (const each of clients) await each.close()
})

test('a command that was started in a game does not run in another', async () => {
  const games = await Promise.all(['first', 'second'].map(gameOf))
  const clients = games.map(({ url }) =>
    createClient({ url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' }),
  )
  const [first, second] = clients as readonly Client[] as [Client, Client]
  for (const each of clients) await each.call('POST /v2/admin/players', { body: { id: 'ana' } })
  let current = first
  // The stream of the first game goes on, so that only the command can notice.
  const client: Client = {
    ...first,
    call: (name, input) => current.call(name, input),
    request: (...request) => current.request(...request),
  }
  await using tui = inspect(client, SIZE)
  await tui.shows('first', '> ana')
  current = second
  await command(tui, 'time advance 1d')
  await tui.shows('ANOTHER GAME')
  expect((await second.request('GET', '/_gamify/clock')).body).toMatchObject({ now: '2030-01-06T12:00:00.000Z' })
  tui.press('q')
  await tui.ended
  for (const game of games) await game.stop()
  for (const each of clients) await each.close()
})

test('a trigger is played by one who performs, chosen from what is offered', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  tui.press('3')
  await tui.shows('> frodo/mountain', 'Pack the bags')
  tui.press('t')
  await tui.shows('Who plays a trigger of frodo/mountain?', 'explorer (player)')
  tui.press('\r')
  await tui.shows('Which trigger of frodo/mountain does frodo play?', 'Pack the bags')
  tui.press('\r')
  await tui.shows("frodo performed Pack the bags in process 'frodo/mountain'", '$ gamify play trigger frodo/mountain')
  await tui.shows(/● +Pack the bags/)
})

test('a request is declined, by the owner of the team', async () => {
  await game.client.call('POST /v2/runtime/teams/:team_id/join', {
    params: { team_id: 'fellowship' },
    body: { member: true },
    as: 'frodo',
  })
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  tui.press('4')
  await tui.shows('> fellowship')
  await command(tui, 'decline frodo')
  await tui.shows("rejected the request of frodo about team 'fellowship'", '"as":"gandalf","decline":"frodo"')
  tui.press('d')
  await tui.shows("there are no pending requests about team 'fellowship'")
})

test('the clock is moved and stopped, a point saved and come back to once that is confirmed', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('2030-01-06 12:00:00Z (frozen)')
  await command(tui, 'snapshot save before')
  await tui.shows("saved snapshot 'before': the game after entry", '$ gamify snapshot save before')
  await command(tui, 'time advance 1d')
  await tui.shows('2030-01-07 12:00:00Z', '$ gamify time advance 1d')
  tui.press('F')
  await tui.shows('the clock is running', '$ gamify time resume')
  tui.press('R')
  await tui.shows('Which snapshot?', '> before')
  tui.press('\r')
  await tui.shows("Restore snapshot 'before' and undo everything", '> no')
  tui.press('\r')
  await tui.shows('q quit')
  expect(await tui.shows('2030-01-07')).not.toContain('restored')
  await command(tui, 'snapshot restore before yes')
  await tui.shows("restored snapshot 'before'", '2030-01-06 12:00:00Z (frozen)')
})

test('a restored game that runs an older design says so first', async () => {
  await using small = await startGame({ design: { metrics: [point('xp')] }, port: 0 })
  const { url } = small
  const client = createClient({ url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' })
  const version = { params: { version: 'latest' } }
  await client.call('POST /v2/design/versions/:version/deploy', version)
  await client.request('POST', '/_gamify/snapshots', { body: { name: 'old' } })
  await client.request('PATCH', '/v2/design/versions/latest/metrics/xp', { body: { name: 'Points' } })
  await client.call('POST /v2/design/versions/:version/deploy', version)
  {
    await using tui = inspect(client, SIZE)
    await command(tui, 'snapshot restore old yes')
    await tui.shows(
      "restored snapshot 'old'; the recorded design is active now; the current one differs from it: metrics/xp",
    )
  }
  await client.close()
})

test('a restore under the current design reports the players who no longer fit it', async () => {
  const ladder = (threshold: string) => levels('ladder', 'xp', 'rank', ['Novice', threshold], ['Gold'])
  const metrics = [point('xp'), state('rank', 'Novice', 'Gold')]
  await using small = await startGame({ design: { metrics, rules: [ladder('20')] }, port: 0 })
  const base = createClient({ url: small.url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' })
  const version = { params: { version: 'latest' } }
  await base.call('POST /v2/admin/players', { body: { id: 'ana' } })
  await base.call('PATCH /v2/admin/players/:player_id/scores', {
    params: { player_id: 'ana' },
    body: { rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'set', value: '22' }] },
  })
  await base.request('POST', '/_gamify/snapshots', { body: { name: 'old' } })
  await base.request('PATCH', '/v2/design/versions/latest/rules/ladder', { body: { levels: ladder('50').levels } })
  await base.call('POST /v2/design/versions/:version/deploy', version)
  const client: Client = {
    ...base,
    // An emulator that watches the design files deploys the current design without this query.
    request: (method, path, parts) =>
      base.request(method, path, path.endsWith('/restore') ? { ...parts, query: { with_design: 'current' } } : parts),
  }
  {
    await using tui = inspect(client, SIZE)
    await command(tui, 'snapshot restore old yes')
    const frame = await tui.shows("restored snapshot 'old'", 'gamify snapshot restore old --yes')
    expect(frame.replaceAll(/\s+/g, ' ')).toContain(
      "restored snapshot 'old'; 1 player does not have the level that the new rules give; run gamify design reevaluate; " +
        'the current design is active again, and differs from the recorded one: rules/ladder: levels.Novice.threshold ' +
        "20 -> 50; restore snapshot 'before-restore-",
    )
  }
  await base.close()
})

test('a board goes to whom one looks for, and marks the row', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  tui.press('2')
  await tui.shows('> explorers', 'gandalf')
  await command(tui, 'around sam')
  await tui.shows(/> +\d +sam/, "player 'sam' has rank", '--around sam')
  tui.press('g')
  await tui.shows(/\* +\d +sam/)
  await command(tui, 'around nobody')
  await tui.shows('> nobody', "player 'nobody' is not on leaderboard 'explorers'")
  tui.press('\u001b')
  await tui.shows('q quit')
  tui.press('s')
  await tui.shows('s: this leaderboard ranks the whole game')
})

test('a design is deployed, and an upgrade refused where none waits', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  tui.press('5')
  await tui.shows('> metric')
  tui.press('f')
  await tui.shows('f: select an issue first')
  await command(tui, 'design deploy latest')
  await tui.shows('staging runs ', '$ gamify design deploy latest')
  await command(tui, 'design upgrade')
  await tui.shows('No design is waiting for an upgrade')
})

test('an upgrade of production waits for its issues, each of which is fixed', async () => {
  await using small = await startGame({
    design: { metrics: [point('xp'), point('coins')] },
    port: 0,
  })
  const url = small.url
  const client = createClient({ url, clientId: 'gamify-production', clientSecret: 'gamify-dev-secret' })
  const version = { version: 'latest' }
  await client.call('POST /v2/design/versions/:version/deploy', { params: version })
  await client.call('POST /v2/admin/players', { body: { id: 'zoe' } })
  await client.call('PATCH /v2/admin/players/:player_id/scores', {
    params: { player_id: 'zoe' },
    body: { rewards: [{ metric: { id: 'coins', type: 'point' }, verb: 'set', value: '5' }] },
  })
  await client.request('DELETE', '/v2/design/versions/latest/metrics/coins')
  {
    await using tui = inspect(client, SIZE, { options: { config: undefined, url: undefined, runtime: 'production' } })
    await tui.shows('> zoe')
    tui.press('5')
    await tui.shows('> metric')
    await command(tui, 'design deploy latest')
    await tui.shows('1 issue blocks latest', '> issue', 'metric_removed-coins', 'open')
    tui.press('u')
    await tui.shows('unresolved_issues')
    tui.press('f')
    await tui.shows("Which fix for issue 'metric_removed-coins'?", '> keep')
    tui.press('\r')
    await tui.shows(
      '$ gamify design fix metric_removed-coins keep --runtime production',
      /issue +metric_removed-coins +keep/,
    )
    tui.press('u')
    const told = await tui.shows('production runs v2', '$ gamify design upgrade --runtime production')
    expect(told).not.toContain('unresolved_issues')
  }
  await client.close()
})

test('with nothing to choose the question says so, without requests it is not put, and esc cancels', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  tui.press('i')
  await tui.shows('there are no pending requests to join the game')
  tui.press('p')
  await tui.shows('Which action does frodo play?', '> scout')
  tui.press(...'zzz')
  await tui.shows('No matches.')
  tui.press('\u001b')
  await tui.shows('q quit')
})

test('a suggested answer is replaced by the first letters, whether typed or pasted, and taken by enter alone', async () => {
  await using alone = await questGame()
  await using tui = inspect(alone.client, SIZE)
  await tui.shows('2030-01-06 12:00:00Z (frozen)')
  tui.press('T')
  await tui.shows('> 1d', 'type to replace')
  tui.press('1', 'd', '\r')
  await tui.shows('$ gamify time advance 1d', '2030-01-07 12:00:00Z')
  tui.press('T')
  await tui.shows('> 1d', 'type to replace')
  tui.press('\u001b[200~2h\u001b[201~', '\r')
  await tui.shows('$ gamify time advance 2h', '2030-01-07 14:00:00Z')
  tui.press('T')
  await tui.shows('> 1d', 'type to replace')
  tui.press('30m', '\r')
  await tui.shows('$ gamify time advance 30m', '2030-01-07 14:30:00Z')
  tui.press('T')
  await tui.shows('> 1d', 'type to replace')
  tui.press('\r')
  await tui.shows('$ gamify time advance 1d', '2030-01-08 14:30:00Z')
})

test('an answer that the service refuses stays, with what is wrong with it', async () => {
  await using alone = await questGame()
  await using tui = inspect(alone.client, SIZE)
  await tui.shows('2030-01-06 12:00:00Z (frozen)')
  tui.press('T')
  await tui.shows('> 1d', 'type to replace')
  tui.press('1', 'x', '\r')
  const wrong = await tui.shows('Advance the game clock by how much?', '> 1x', 'expected a duration such as')
  expect(wrong).not.toMatch(/validation_exception|advance:/)
  tui.press('\u007f', 'h', '\r')
  await tui.shows('$ gamify time advance 1h', '2030-01-06 13:00:00Z')
  await command(tui, 'snapshot save a/b')
  await tui.shows('Name of the snapshot?', '> a/b', 'expected 1 to 64 letters')
  tui.press('\u001b')
  await tui.shows('q quit')
  tui.press('5')
  await tui.shows('> metric')
  await command(tui, 'design deploy v9')
  await tui.shows('Deploy which version?', '> v9', "The version 'v9' of the design does not exist")
  tui.press('\u001b')
  await tui.shows('q quit')
})

test('a refused play names the command that explains it', async () => {
  await using alone = await questGame()
  await using tui = inspect(alone.client, SIZE)
  await tui.shows('> frodo')
  tui.press('3')
  await tui.shows('> frodo/mountain')
  await command(tui, 'play trigger frodo report:report')
  await tui.shows('trigger_not_found', /it offers this\s+player\s+'pack:pack'/, /gamify why-not\s+frodo\s+trigger/)
})

test('a request to join the game is accepted', async () => {
  const asking = { id: 'r1', event: 'game:request', timestamp: '2030-01-06T12:00:00.000Z', alias: 'Merry' }
  const answered: string[] = []
  const client = {
    ...game.client,
    call: ((name, input) => {
      if (name === 'GET /v2/admin/requests')
        return Promise.resolve({ body: { data: [{ ...asking, state: 'PENDING' }], total: 1 }, text: '' })
      if (!name.endsWith('/v2/admin/requests/:request_id')) return game.client.call(name, input)
      answered.push(`${name} ${JSON.stringify(input)}`)
      return Promise.resolve({ body: { ...asking, state: 'ACCEPTED' }, text: '' })
    }) as typeof game.client.call,
  }
  await using tui = inspect(client, SIZE)
  await tui.shows('> frodo')
  tui.press('i')
  await tui.shows("Which player's request to join the game?", '> Merry')
  tui.press('\r')
  await tui.shows('accepted the request of Merry to join the game')
  expect(answered).toEqual(['POST /v2/admin/requests/:request_id {"params":{"request_id":"r1"}}'])
})
