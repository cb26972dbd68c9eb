import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { control } from '../../src/client/control.ts'
import { inspect, questGame, type QuestGame } from './inspected-game.ts'

const SMALL = { columns: 80, rows: 24 }
const LARGE = { columns: 200, rows: 60 }

// Waiting for a frame takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let game: QuestGame

beforeAll(async () => {
  game = await questGame()
  await game.client.call('POST /v2/runtime/teams/:team_id/join', {
    params: { team_id: 'fellowship' },
    body: { member: true },
    as: 'frodo',
  })
})
afterAll(() => game[Symbol.asyncDispose]())

test.each([SMALL, LARGE])('every pane stands as it is at $columns x $rows', async (size) => {
  await using tui = inspect(game.client, size)
  const frames = [await tui.shows('1 of 3', 'Frodo', /METRIC/)]
  tui.press('2')
  await tui.shows('explorers', 'Gandalf', /900/)
  tui.press('l')
  frames.push(await tui.shows('┏━ explorers'))
  tui.press(']')
  await tui.shows('The cycle alltime has no trend')
  tui.press('c')
  frames.push(await tui.shows('LAST RANK', /Cycles from/, '$ gamify leaderboard explorers --cycle '))
  tui.press('3')
  frames.push(await tui.shows('Pack the bags'))
  tui.press('4')
  await tui.shows('The Fellow')
  tui.press(']', ']')
  frames.push(await tui.shows('frodo asks to join'))
  tui.press('5')
  await tui.shows('> metric')
  tui.press('G')
  frames.push(await tui.shows(/> leaderboard +guilds/, '"id": "guilds"'))
  tui.press('6')
  await tui.shows('joined the game')
  tui.press('/', ...'created team', '\r')
  frames.push(await tui.shows(/created team 'fell/, 'entry '))
  tui.press('?')
  frames.push(await tui.shows('Help: keys', 'filter the rows'))
  expect(frames.join('\n\n')).toMatchSnapshot()
})

test('a terminal that is too small says so, and shows all again once it is large enough', async () => {
  await using tui = inspect(game.client, SMALL)
  await tui.shows('Frodo')
  tui.resize({ columns: 20, rows: 5 })
  expect((await tui.shows('20x5')).trimEnd()).toBe('20x5 is too small.\nThe inspector needs\nat least 60x12.')
  tui.resize({ columns: 60, rows: 12 })
  const frame = await tui.shows('Frodo', 'q quit')
  expect(frame.split('\n')).toHaveLength(12)
})

test('only what is in view is asked for, a page at a time', async () => {
  const asked: string[] = []
  const client = {
    ...game.client,
    call: ((name, input) => {
      asked.push(`${name} ${JSON.stringify('query' in input ? input.query : null)}`)
      if (name !== 'GET /v2/admin/players') return game.client.call(name, input)
      const { skip } = (input as { query: { skip: string } }).query
      const data = Array.from({ length: 100 }, (_, i) => ({
        id: `p${Number(skip) + i}`,
        alias: 'a',
        enabled: true,
      }))
      return Promise.resolve({ body: { data, total: 1_000_000 }, text: '' })
    }) as typeof game.client.call,
  }
  await using tui = inspect(client, SMALL)
  await tui.shows('1 of 1,000,000')
  tui.press('G')
  await tui.shows('1,000,000 of 1,000,000', 'p999999')
  tui.press('g')
  await tui.shows(/> p0 /)
  const pages = new Set(asked.filter((call) => call.startsWith('GET /v2/admin/players {')))
  expect([...pages]).toEqual([
    'GET /v2/admin/players {"skip":"0","limit":"100"}',
    'GET /v2/admin/players {"skip":"999900","limit":"100"}',
  ])
})

test('ctrl+r loads again what is in view, such as problems in the files, which no entry reports', async () => {
  const problem = { file: 'design/metrics/xp.json', line: 3, column: 9, message: 'no such type' }
  let isBroken = false
  const client = {
    ...game.client,
    // Nothing else answers, so that no change of the game causes a refresh.
    request: ((_, path) => {
      if (path === '/_gamify/checks') return Promise.resolve({ body: { data: [], total: 0, seq: 0 }, text: '' })
      if (path !== '/_gamify/design') return new Promise(() => {})
      return Promise.resolve({ body: { problems: isBroken ? [problem] : [] }, text: '' })
    }) as typeof game.client.request,
  }
  await using tui = inspect(client, SMALL)
  await tui.shows('Frodo')
  tui.press('5')
  await tui.shows('> metric')
  isBroken = true
  tui.press('\u0012')
  await tui.shows(/problem +xp.json:3/)
})

test('the header names the node that answers, and no node of a game on one machine', async () => {
  const node = { name: 'n2', role: 'follower', position: 7, writer: 'http://10.0.0.5:4040' }
  const client = {
    ...game.client,
    request: (async (method, path, parts) => {
      const answer = await game.client.request(method, path, parts)
      return path === '/_gamify/health' ? { ...answer, body: { ...(answer.body as object), node } } : answer
    }) as typeof game.client.request,
  }
  await using tui = inspect(client, LARGE)
  await tui.shows('http://127.0.0.1:4040  node n2 (follower of http://10.0.0.5:4040)')
  await using alone = inspect(game.client, LARGE)
  expect(await alone.shows('Frodo', '2030-01-06')).not.toContain('node')
})

test('a check that does not hold shows in the header, and in the design with who violated it', async () => {
  const violated = { player: 'frodo', seq: 7, at: '2030-01-06T12:00:00.000Z', event: 'an-event' }
  const data = [
    { id: 'no-debt', holds: false, violated },
    { id: 'xp-grows', holds: true, violated: null },
  ]
  const client = {
    ...game.client,
    request: ((method, path, parts) =>
      path === '/_gamify/checks'
        ? Promise.resolve({ body: { data, total: 2, seq: 9 }, text: '' })
        : game.client.request(method, path, parts)) as typeof game.client.request,
  }
  await using tui = inspect(client, LARGE)
  await tui.shows('1 CHECK DOES NOT HOLD')
  tui.press('5')
  await tui.shows(
    /check +no-debt +violated/,
    /check +xp-grows +holds/,
    'does not hold since entry 7',
    'gamify why an-event',
  )
})

test('what happens elsewhere shows, and requests of others are told, our own not', async () => {
  // This test has a game of its own: a late report about an inspector of another test would count as another client.
  await using alone = await questGame()
  await using tui = inspect(alone.client, SMALL)
  await tui.shows('Frodo', 'XP')
  tui.press('6')
  await tui.shows('joined the game')
  await alone.client.call('POST /v2/runtime/actions/:action_id/play', {
    params: { action_id: 'scout' },
    as: 'sam',
    body: {},
  })
  const frame = await tui.shows('sam played Scout', 'POST /v2/runtime/actions/scout')
  expect(frame).not.toMatch(/GET .*(clock|journal|admin\/players)/)
})

test('nothing of what the game holds steers the terminal', async () => {
  const nasty = 'a\u001b[2Jb\u0007c\u009bd\u202ee\nf👩‍👩‍👧שלום'
  const client = {
    ...game.client,
    call: ((name, input) => {
      if (name !== 'GET /v2/admin/players') return game.client.call(name, input)
      const data = [{ id: 'sam', alias: nasty, enabled: true }]
      return Promise.resolve({ body: { data, total: 1 }, text: '' })
    }) as typeof game.client.call,
  }
  await using tui = inspect(client, LARGE, {}, true)
  await tui.shows(String.raw`a\u{1b}[2Jb\u{7}c\u{9b}d\u{202e}e\u{a}f👩‍👩‍👧שלום`)
  tui.press('/')
  await tui.shows('Players /_')
  tui.press(`\u001b[200~${nasty}\u0000\u007f\u001b[201~`)
  await tui.shows('Players /a')
  // Only colours, weights, bracketed paste and the visibility of the cursor remain.
  const ours = new RegExp(String.raw`\u001b\[(?:[\d;]*m|\?2004[hl]|\?25[hl])`, 'g')
  expect(tui.written().replace(ours, '').replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u)
})

test('text that is pasted where nothing is typed presses no keys', async () => {
  await using tui = inspect(game.client, SMALL)
  await tui.shows('Frodo')
  let hasEnded = false
  void tui.ended.then(() => (hasEnded = true))
  tui.press('\u001b[200~q2T\r\u001b[201~', 'j')
  await tui.shows(/> sam/, 'Players')
  expect(hasEnded).toBe(false)
  tui.press('q')
  await tui.ended
})

test('the past is shown as it was, says so, and cannot be changed', async () => {
  const { seq } = (await control(game.client, 'GET /_gamify/players', { query: { limit: '1' } })).body
  await game.client.call('POST /v2/admin/players', { body: { id: 'gimli', alias: 'Gimli' } })
  await using tui = inspect(game.client, LARGE, { past: { at: String(seq), seq } })
  const frame = await tui.shows('1 of 3', 'Frodo', `AS OF ENTRY ${seq}, READ-ONLY`)
  expect(frame).not.toContain('Gimli')
  tui.press('p')
  await tui.shows('p: the past can only be looked at')
  tui.press('T')
  await tui.shows('T: the past can only be looked at')
  tui.press('2')
  await tui.shows('explorers', 'Gandalf', /900/)
  tui.press('3')
  await tui.shows('Pack the bags')
  tui.press('4')
  await tui.shows('The Fellow')
  tui.press('5')
  await tui.shows('> metric')
  tui.press('6')
  await tui.shows('joined the game')
  expect(await tui.shows('created team')).not.toMatch(/GET|created player 'gimli'/)
})
