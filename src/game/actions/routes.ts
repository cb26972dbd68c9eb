import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { idSchema, namedEntries, strictObject, playCount } from '../kernel/schema.ts'
import { scopesBody } from '../rules/scopes.ts'
import { actionAnswer, actionV1, listedAction, playAnswer, playAnswerV1 } from './answer-schema.ts'
import { listActions, playAction, type ListedAction, type PlayResult } from './operations.ts'

/** Present the rewards under the names that the route uses. Spec 1 "Action definition", 3, 4.6, 5.6. */
const withRewards = (listed: ListedAction) => listed
const withActions = ({ rewards, ...listed }: ListedAction) => ({ ...listed, actions: rewards })
const withBoth = (listed: ListedAction) => ({ ...listed, actions: listed.rewards })

const playFields = {
  count: playCount.default(1),
  variables: namedEntries.default({}),
  scopes: scopesBody.default([]),
  query: z.boolean().default(true),
}

const listRoute = {
  method: 'GET',
  resource: 'runtime',
  caller: 'player',
  op: listActions,
  input: () => ({}),
  summary: 'List the actions that the player can play',
  faults: [],
} as const

const playRoute = {
  method: 'POST',
  resource: 'runtime',
  caller: 'player',
  op: playAction,
  summary: 'Play an action',
  faults: [
    'invalid_request',
    'access_denied',
    'action_not_found',
    'leaderboard_not_found',
    'player_not_found',
    'team_instance_not_found',
    'invalid_formula',
    'rate_limit_exceeded',
  ],
} as const

const presentPlay = <T>(present: (action: ListedAction) => T) => ({
  present: ({ actions, events }: PlayResult) => ({ actions: actions.map(present), events }),
})

/** The routes that list and play actions. */
export const actionRoutes = [
  defineRoute({
    ...listRoute,
    api: 'v2',
    path: '/runtime/actions',
    out: () => z.array(listedAction),
    present: (actions) => actions.map(withBoth),
    recorded: { out: () => z.array(actionAnswer), present: (actions) => actions.map(withRewards) },
  }),
  defineRoute({
    ...listRoute,
    api: 'v1',
    path: '/definitions/actions',
    out: () => z.array(actionV1),
    present: (actions) => actions.map(withActions),
  }),
  defineRoute({
    ...playRoute,
    api: 'v2',
    path: '/runtime/actions/:action_id/play',
    params: () => z.object({ action_id: idSchema }),
    body: () => strictObject(playFields),
    input: ({ params, body }) => ({ ...body, action: params.action_id }),
    out: playAnswer,
    ...presentPlay(withRewards),
  }),
  defineRoute({
    ...playRoute,
    api: 'v1',
    path: '/action/play',
    body: () => strictObject({ id: idSchema, ...playFields }),
    input: ({ body: { id, ...body } }) => ({ ...body, action: id }),
    out: playAnswerV1,
    ...presentPlay(withActions),
  }),
] as const
