import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { playedGameIn } from '../../test/support/played-game.ts'
import { stagingClient } from '../auth/clients.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import type { DesignParts, Game } from './game.ts'
import type { WhatIfOptions } from './history.ts'
import { startGame } from './start-game.ts'
import { whatIf } from './what-if.ts'

/** A design in which a like gives some xp. */
const likesOf = (value: string): DesignParts => ({
  metrics: [{ id: 'xp', name: 'XP', type: 'point' }],
  actions: [
    {
      id: 'like',
      name: 'Like',
      rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value }], requires: {} }],
    },
  ],
})

/** A game in which neo likes three times. */
async function playedGame(): Promise<Game> {
  const game = await startGame({ design: likesOf('10'), game: { id: 'likes' } })
  onTestFinished(() => game.stop())
  await game.client.call('POST /v2/admin/players', { body: { id: 'neo' } })
  for (let i = 0; i < 3; i++)
    await game.client.call('POST /v2/runtime/actions/:action_id/play', { params: { action_id: 'like' }, as: 'neo' })
  return game
}

const total = (value: string) => ({ metrics: { xp: { total: { before: '30', after: value } } } })

test('a running game tells what its players would have under another design, and goes on', async () => {
  const history = await playedGame()
  const expected = { metric: 'xp', of: 'mean', max: 10 } as const
  const report = await whatIf({ history, design: likesOf('4'), expect: [expected] })
  expect(report).toMatchObject({ players: 1, changed: 1, ...total('12') })
  expect(report.expect).toEqual([{ ...expected, seen: 12, holds: false }])
  expect(await whatIf({ history, design: likesOf('4'), since: report.entries })).toMatchObject(total('24'))
  expect(await whatIf({ history, design: likesOf('10') })).toMatchObject({ changed: 0 })
  const { body } = await history.client.request('GET', '/v2/admin/players/neo')
  expect(body).toMatchObject({ id: 'neo' })
})

test('an exported file of the same game gives the same report', async () => {
  const game = await playedGame()
  const clientOf = { client_id: stagingClient.client_id, client_secret: stagingClient.client_secret }
  const body = new URLSearchParams({ ...clientOf, grant_type: 'client_credentials' })
  const token = (await (await game.fetch('/auth/token', { method: 'POST', body })).json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token.access_token}` }
  const directory = await mkdtemp(join(tmpdir(), 'gamify-history-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const history = join(directory, 'game.ndjson')
  await writeFile(history, await (await game.fetch('/_gamify/state', { headers })).text())
  const asked = { history, design: likesOf('4'), game: { id: 'likes' } }
  expect(await whatIf(asked)).toEqual(await whatIf({ ...asked, history: game }))
  await expect(whatIf({ ...asked, game: { id: 'other' } })).rejects.toThrow(
    /^The history cannot be used:\n {2}This is a history of the game 'likes', but the project is 'other'$/,
  )
  await expect(whatIf({ ...asked, history: directory })).rejects.toThrow(/^The data directory has no game:\n/)
})

test('the data directory of a game that has ended gives the same report, and stays as it is', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'gamify-stored-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const { emulator } = await playedGameIn({ files: nodeFileSystem(), directory }, 3)
  await emulator.stop()
  const files = async () => (await readdir(directory, { recursive: true })).toSorted()
  const before = await files()
  const asked = { history: directory, design: likesOf('4'), game: { id: 'contract' } }
  expect(await whatIf(asked)).toMatchObject({ players: 1, changed: 1, ...total('12') })
  expect(await files()).toEqual(before)
  expect(await whatIf({ ...asked, runtime: 'production' })).toMatchObject({ players: 0 })
})

test.each<[string, unknown, RegExp]>([
  ['no history', {}, /^The options of whatIf are not valid:\n {2}history: /],
  ['a history that is none', { history: 5 }, /history: expected a game that startGame started/],
  ['a file that is not there', { history: 'no/such.ndjson' }, /^The history cannot be used:\n {2}.*no such file/],
  ['a time that is none', { history: 'x', since: 'soon' }, /since: expected/],
  ['an expectation of a day', { history: 'x', expect: [{ metric: 'xp', of: 'mean', day: 2, min: 1 }] }, /0\.day: /],
])('%s is refused in words', async (_, options, words) => {
  await expect(whatIf({ design: likesOf('4'), ...(options as WhatIfOptions) })).rejects.toThrow(words)
})
