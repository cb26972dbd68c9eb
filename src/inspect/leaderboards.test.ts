import { expect, test } from 'vitest'
import type { Client } from '../client/client.ts'
import { findPosition, type AskBoards, type BoardRow, type Leaderboard } from './leaderboards.ts'

const board: Leaderboard = {
  id: 'top',
  name: 'Top',
  entity_type: 'players',
  metric: { id: 'xp', name: 'XP', type: 'point' },
  scope: { type: 'game' },
  cycles: ['alltime'],
}

/** Creates a leaderboard with one row of rank 1, more rows of rank 2 (`equals`), and another row after them if `hasLast`. */
function boardOf(equals: number, hasLast: boolean): Client {
  const row = (at: number): BoardRow => ({
    rank: at === 0 ? 1 : at > equals ? equals + 2 : 2,
    score: at === 0 ? '9' : at > equals ? '1' : '5',
    player: { id: `p${at}`, alias: `P${at}` },
  })
  const rows = Array.from({ length: equals + (hasLast ? 2 : 1) }, (_, at) => row(at))
  const request: Client['request'] = async (_, __, { query = {} } = {}) => {
    const at = rows.findIndex((row) => 'player' in row && row.player.id === query['entity_id'])
    const radius = Number(query['radius'])
    const data = at < 0 ? [] : rows.slice(Math.max(0, at - radius), at + radius + 1)
    return { body: { data, total: rows.length }, text: '' } as Awaited<ReturnType<Client['request']>>
  }
  return { request } as Client
}

const ask: AskBoards = async (client, name, parts) => {
  const [method = '', path = ''] = name.split(' ')
  return (await client.request(method, path, parts)).body as never
}

test.each([
  ['p0', 50, { rank: 1, row: 0 }],
  ['p40', 50, { rank: 2, row: 40 }],
  ['p101', 500, { rank: 2, row: 101 }],
  ['p450', 500, { rank: 2, row: 450 }],
  ['p10000', 11_000, { rank: 2, row: 10_000 }],
  ['p10500', 11_000, { rank: 2, row: 10_500 }],
  ['p11000', 22_000, { rank: 2, row: undefined }],
  ['nobody', 50, undefined],
])('%s among %i of one rank stands at %j', async (entityId, equals, position) => {
  for (const hasLast of [false, true])
    expect(await findPosition(ask, boardOf(equals, hasLast), board, { cycle: 'alltime', scope: '', entityId })).toEqual(
      position,
    )
})
