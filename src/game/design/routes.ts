import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { timestamp } from '../kernel/answer-shapes.ts'
import { accessSettings, type GameInfo } from '../kernel/game-info.ts'
import { toIso } from '../kernel/instant.ts'
import { readStatus } from './operations.ts'

const gameStatus = z.strictObject({
  name: z.string(),
  version: z.string(),
  status: z.literal('ok'),
  game: z.strictObject({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    type: z.string(),
    listed: z.boolean(),
    access: z.enum(accessSettings),
    timezone: z.string(),
    image: z.string(),
    template: z.literal('custom'),
    created: timestamp,
  }),
})

const status = {
  api: 'v2',
  method: 'GET',
  summary: 'Read the status of the game',
  resource: 'admin',
  caller: 'operator',
  op: readStatus,
  input: () => ({}),
  out: () => gameStatus,
  present: ({ created, ...game }: GameInfo) => ({
    name: 'gamify',
    version: 'v2',
    status: 'ok' as const,
    game: { ...game, template: 'custom' as const, created: toIso(created) },
  }),
  faults: [],
} as const

/** The routes of the game itself. Spec 2 "Game", 4.15, 5.5. */
export const gameRoutes = [
  defineRoute({ ...status, path: '/admin/' }),
  defineRoute({ ...status, path: '/admin' }),
] as const
