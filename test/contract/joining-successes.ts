import { expect } from 'vitest'
import type { Success } from './success-case.ts'
import type { Facts } from './world.ts'

const id = expect.any(String) as string
const timestamp = id
const request = { id, event: 'game:request', timestamp, alias: 'Tank', email: 'tank@example.com' }
const invitation = { id, event: 'game:invite', timestamp, email: 'oracle@example.com' }
const tanks = ({ joining }: Facts) => ({ request_id: joining.tankAsks })
const emails = ['dozer@example.com', 'mouse@example.com']

/** Successes of the routes about who would join the game, and of the one that ends a login: document 2 "Game", 4.15, 5.1. */
export const joiningSuccesses: readonly Success[] = [
  { routes: ['GET /v2/admin/requests'], answer: { total: 1, data: [{ ...request, state: 'PENDING' }] } },
  {
    routes: ['POST /v2/admin/requests/:request_id'],
    params: tanks,
    answer: { ...request, state: 'ACCEPTED' },
    events: ['game:request:accept', 'player:created'],
  },
  {
    routes: ['DELETE /v2/admin/requests/:request_id'],
    params: tanks,
    answer: { ...request, state: 'REJECTED' },
    events: ['game:request:reject'],
  },
  { routes: ['GET /v2/admin/invites'], answer: { total: 1, data: [{ ...invitation, state: 'PENDING' }] } },
  {
    routes: ['POST /v2/admin/invites'],
    ask: { body: { emails, message: 'Come and play' } },
    answer: {
      total: 2,
      data: emails.map((email) => ({ ...invitation, email, message: 'Come and play', state: 'PENDING' })),
    },
    events: ['game:invite', 'game:invite'],
  },
  {
    routes: ['DELETE /v2/admin/invites'],
    ask: { query: { email: 'oracle@example.com' } },
    answer: { ...invitation, state: 'CANCELLED' },
    events: ['game:invite:cancel'],
  },
  {
    routes: ['POST /v2/logout'],
    ask: { client: 'ungated' },
    answer: { message: expect.any(String) },
  },
]
