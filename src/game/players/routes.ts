import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { message, paged, playerReference } from '../kernel/answer-shapes.ts'
import { aliasSchema, emailSchema, idSchema, flag, listOf, paging, strictObject } from '../kernel/schema.ts'
import { rewardFields } from '../rules/reward.ts'
import { createPlayer, deletePlayer, disablePlayer, enablePlayer, resetPlayer } from './administration.ts'
import { newProfile, revertedItem, rosterItem } from './answer-schema.ts'
import { readOwnProfile, readProfile, updateProfile } from './profile.ts'
import { revertEvents } from './revert.ts'
import { checkAvailable, listFellows, listPlayers, searchPlayers } from './roster.ts'
import { updateScores } from './score-update.ts'
import { showsProfile, showsProfileV1 } from './show.ts'

const MAX_REWARDS = 1000
const MAX_REVERTED = 1000

const playerParams = () => z.object({ player_id: idSchema })
const named = ({ params }: { params: { player_id: string } }) => ({ id: params.player_id })
const pageQuery = () => z.object(paging)
const byQuery = ({ query }: { query: { skip: number; limit: number } }) => query

const own = { resource: 'runtime', caller: 'player' } as const
const operator = { resource: 'admin', caller: 'operator' } as const
/** Creating, listing and deleting players requires one of these scopes. Spec 2 "Authentication". */
const gated = { ...operator, scopes: ['game', 'debug'] } as const
const ofPlayer = { ...operator, params: playerParams, input: named, faults: ['player_not_found'] } as const

const readOwn = {
  ...own,
  method: 'GET',
  summary: "Read the player's own profile",
  op: readOwnProfile,
  query: () => z.object({ detailed: flag('detailed') }),
  input: ({ query }: { query: { detailed: boolean } }) => ({ detailed: query.detailed }),
  faults: ['invalid_request'],
} as const

const pageOut = {
  method: 'GET',
  summary: 'List the players',
  query: pageQuery,
  input: byQuery,
  out: () => paged(rosterItem),
  faults: ['invalid_request'],
} as const

const available = {
  ...operator,
  method: 'GET',
  summary: 'Check whether a player id is available',
  op: checkAvailable,
  query: () => z.object({ value: z.string().default('') }),
  input: ({ query }: { query: { value: string } }) => ({ id: query.value }),
  out: () => message,
  faults: ['validation_exception', 'player_exists'],
} as const

const create = {
  ...gated,
  method: 'POST',
  summary: 'Create a player',
  op: createPlayer,
  body: () => strictObject({ id: idSchema, alias: aliasSchema.optional(), email: emailSchema.optional() }),
  input: ({ body }: { body: { id: string; alias?: string | undefined; email?: string | undefined } }) => body,
  out: () => newProfile,
  faults: ['player_exists', 'invalid_formula'],
} as const

const remove = {
  ...ofPlayer,
  ...gated,
  method: 'DELETE',
  summary: 'Delete a player',
  op: deletePlayer,
  out: () => message,
} as const

const reset = {
  ...ofPlayer,
  summary: 'Reset a player of the staging runtime',
  op: resetPlayer,
  faults: ['player_not_found', 'forbidden'],
} as const
const read = {
  ...ofPlayer,
  method: 'GET',
  summary: "Read a player's profile",
  op: readProfile,
} as const

const search = {
  ...operator,
  method: 'GET',
  summary: 'Search players by alias',
  op: searchPlayers,
  query: () => z.object({ ...paging, pattern: z.string().default('') }),
  input: ({ query }: { query: { pattern: string; skip: number; limit: number } }) => query,
  out: () => z.array(playerReference),
  faults: ['invalid_request'],
} as const

/** Routes that create, read, change, search and delete players. */
export const playerRoutes = [
  defineRoute({ ...readOwn, ...showsProfile, api: 'v2', path: '/runtime/player' }),
  defineRoute({ ...readOwn, ...showsProfileV1, api: 'v1', path: '/player' }),
  defineRoute({
    ...own,
    ...showsProfile,
    api: 'v2',
    method: 'PATCH',
    path: '/runtime/player',
    summary: "Change the player's own alias and email",
    op: updateProfile,
    body: () => strictObject({ alias: aliasSchema.optional(), email: emailSchema.optional() }),
    input: ({ body }) => body,
    faults: [],
  }),
  defineRoute({ ...own, ...pageOut, op: listFellows, api: 'v2', path: '/runtime/players' }),
  defineRoute({ ...own, ...pageOut, op: listFellows, api: 'v1', path: '/players' }),
  defineRoute({ ...gated, ...pageOut, op: listPlayers, api: 'v2', path: '/admin/players' }),
  defineRoute({ ...gated, ...pageOut, op: listPlayers, api: 'v1', path: '/game/players' }),
  defineRoute({ ...available, api: 'v2', path: '/admin/validation/player/available' }),
  defineRoute({ ...available, api: 'v1', path: '/game/validation/player/exists' }),
  defineRoute({ ...create, api: 'v2', path: '/admin/players' }),
  defineRoute({ ...create, api: 'v1', path: '/game/players' }),
  defineRoute({ ...remove, api: 'v2', path: '/admin/players/:player_id' }),
  defineRoute({ ...remove, api: 'v1', path: '/game/players/:player_id' }),
  defineRoute({ ...reset, ...showsProfile, api: 'v2', method: 'POST', path: '/admin/players/:player_id/reset' }),
  defineRoute({ ...reset, ...showsProfileV1, api: 'v1', method: 'PUT', path: '/game/players/:player_id/reset' }),
  defineRoute({ ...read, ...showsProfile, api: 'v2', path: '/admin/players/:player_id' }),
  defineRoute({ ...read, ...showsProfileV1, api: 'v1', path: '/game/players/:player_id' }),
  defineRoute({
    ...ofPlayer,
    ...showsProfile,
    api: 'v2',
    method: 'PUT',
    path: '/admin/players/:player_id/disable',
    summary: 'Disable a player',
    op: disablePlayer,
  }),
  defineRoute({
    ...ofPlayer,
    ...showsProfile,
    api: 'v2',
    method: 'PUT',
    path: '/admin/players/:player_id/enable',
    summary: 'Enable a player',
    op: enablePlayer,
  }),
  defineRoute({
    ...operator,
    ...showsProfile,
    api: 'v2',
    method: 'PATCH',
    path: '/admin/players/:player_id/scores',
    summary: "Change a player's scores",
    op: updateScores,
    params: playerParams,
    body: () => strictObject({ rewards: listOf(strictObject(rewardFields), MAX_REWARDS) }),
    input: ({ params, body }) => ({ id: params.player_id, rewards: body.rewards }),
    faults: ['player_not_found', 'metric_not_found', 'invalid_formula'],
  }),
  defineRoute({
    ...operator,
    api: 'v2',
    method: 'POST',
    path: '/admin/players/:player_id/revert',
    summary: 'Undo plays and their consequences',
    op: revertEvents,
    params: playerParams,
    body: () => strictObject({ event_ids: listOf(z.string(), MAX_REVERTED) }),
    input: ({ params, body }) => ({ id: params.player_id, eventIds: body.event_ids }),
    out: () => z.array(revertedItem),
    faults: ['player_not_found', 'event_not_found', 'invalid_request', 'already_reverted', 'invalid_formula'],
  }),
  defineRoute({ ...search, api: 'v2', path: '/admin/query/players' }),
  defineRoute({ ...search, api: 'v1', path: '/query/players' }),
] as const
