import { expect, test } from 'vitest'
import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { emptyDesign } from '../game/design/source.ts'
import { isProblem, parseJsonFile } from '../project/json-file.ts'
import { seedProblems } from './seed-problems.ts'

const source = { ...emptyDesign, teams: [{ id: 'crew', name: 'Crew', permissions: [['hand', {}]] }] }

test('players of the game are asked for once each, and only some at a time', async () => {
  const ids = Array.from({ length: 100 }, (_, i) => `p${i}`)
  const asked: string[] = []
  let [underWay, most] = [0, 0]
  const client = {
    request: async () => ({ body: source }),
    call: async (_name: string, { params }: { params: { player_id: string } }) => {
      asked.push(params.player_id)
      most = Math.max(most, (underWay += 1))
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
      if (params.player_id !== 'p7') return {}
      throw new ServiceError({ status: 404, text: '{"error":"player_not_found"}' })
    },
  } as unknown as Client
  const members = Object.fromEntries(ids.map((id) => [id, ['hand']]))
  const seeds = { players: [], teams: [{ id: 'red', definition: 'crew', members }], processes: [] }
  const file = await parseJsonFile('/seeds/a.json', Buffer.from(JSON.stringify(seeds)))
  if (isProblem(file)) throw new Error(file.message)
  const problems = await seedProblems(client, [{ file, seeds }], '/')
  expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining("unknown player 'p7'") })])
  expect(asked.toSorted()).toEqual(ids.toSorted())
  expect(most).toBe(16)
})
