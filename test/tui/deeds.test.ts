import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { startGame } from '../../src/testing/testing.ts'
import { point } from '../support/design-parts.ts'
import { inspect, questGame, type Inspected, type QuestGame } from './inspected-game.ts'

// What is waited for takes long on a machine that has much else to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let game: QuestGame

beforeAll(async () => {
  game = await questGame()
})
afterAll(() => game[Symbol.asyncDispose]())

const SIZE = { columns: 120, rows: 30 }

/** Types a command as behind `:`. */
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
  await tui.shows("XP 15 -> 20 (not used: 'twice')")
  await command(tui, 'play action nothing 1')
  await tui.shows("action_not_found: The action 'nothing' does not exist")
  await command(tui, 'play action scout 0')
  await tui.shows('validation_exception')
  await command(tui, 'play action scout x')
  await tui.shows('How many times?', "'x' is none. A whole number from 1 to 1,000,000.")
  tui.press('\r')
  await tui.shows('XP 20 -> 25')
})

test('a trigger is played by one who performs, chosen from what is offered', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  tui.press('3')
  await tui.shows('> frodo/mountain', 'Pack the bags')
  tui.press('t')
  await tui.shows('Who acts in frodo/mountain?', 'explorer (player)')
  tui.press('\r')
  await tui.shows('What does frodo do in frodo/mountain?', 'Pack the bags')
  tui.press('\r')
  await tui.shows('frodo did Pack the bags in the process frodo/mountain', '$ gamify play trigger frodo/mountain')
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
  await tui.shows('frodo and fellowship: rejected', '"as":"gandalf","decline":"frodo"')
  tui.press('d')
  await tui.shows('nobody asks for anything about fellowship')
})

test('the clock is moved and stopped, a point saved and come back to once that is confirmed', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('2030-01-06 12:00:00Z (frozen)')
  await command(tui, 'snapshot save before')
  await tui.shows('saved before: the game after entry', '$ gamify snapshot save before')
  await command(tui, 'time advance 1d')
  await tui.shows('2030-01-07 12:00:00Z', '$ gamify time advance 1d')
  tui.press('F')
  await tui.shows('the clock is running', '$ gamify time resume')
  tui.press('R')
  await tui.shows('Which snapshot?', '> before')
  tui.press('\r')
  await tui.shows('Restore before, and undo everything', '> no')
  tui.press('\r')
  await tui.shows('q quit')
  expect(await tui.shows('2030-01-07')).not.toContain('restored')
  await command(tui, 'snapshot restore before yes')
  await tui.shows('restored before', '2030-01-06 12:00:00Z (frozen)')
})

test('a board goes to whom one looks for, and marks the row', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  tui.press('2')
  await tui.shows('> explorers', 'gandalf')
  await command(tui, 'around sam')
  await tui.shows(/> +\d +sam/, 'sam has rank', '--around sam')
  tui.press('g')
  await tui.shows(/\* +\d +sam/)
  await command(tui, 'around nobody')
  await tui.shows('nobody is not on explorers')
  tui.press('s')
  await tui.shows('s: the board ranks in the whole game')
})

test('a design is deployed, and an upgrade refused where none waits', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  tui.press('5')
  await tui.shows('> metric')
  tui.press('f')
  await tui.shows('f: no issue is chosen')
  await command(tui, 'design deploy latest')
  await tui.shows('simulated: ', '$ gamify design deploy latest')
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
    await tui.shows('What is done about metric_removed-coins?', '> drop')
    tui.press('\r')
    await tui.shows(
      '$ gamify design fix metric_removed-coins drop --runtime production',
      /issue +metric_removed-coins +drop/,
    )
    tui.press('u')
    const told = await tui.shows('upgraded: v2', '$ gamify design upgrade --runtime production')
    expect(told).not.toContain('unresolved_issues')
  }
  await client.close()
})

test('where there is nothing to choose, that is said, and esc leaves', async () => {
  await using tui = inspect(game.client, SIZE)
  await tui.shows('> frodo')
  tui.press('i')
  await tui.shows('Whose request to join the game?', 'nothing like that')
  tui.press('\u001b')
  await tui.shows('q quit')
})

test('who asks to join the game is let in', async () => {
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
  await tui.shows('Whose request to join the game?', '> Merry')
  tui.press('\r')
  await tui.shows('Merry: accepted')
  expect(answered).toEqual(['POST /v2/admin/requests/:request_id {"params":{"request_id":"r1"}}'])
})
