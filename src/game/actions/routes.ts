import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { idSchema, namedEntries, strictObject, playCount } from '../kernel/schema.ts'
import { scopesBody } from '../rules/scopes.ts'
import { actionAnswer, actionV1, listedAction, playAnswer, playAnswerV1 } from './answer-schema.ts'
import { listActions, playAction, type ListedAction, type PlayResult } from './operations.ts'

/** The rewards under the names that the route gives them. Spec 1 "Action definition", 3, 4.6, 5.6. */
const underRewards = (listed: ListedAction) => listed
const underActions = ({ rewards, ...listed }: ListedAction) => ({ ...listed, actions: rewards })
const underBoth = (listed: ListedAction) => ({ ...listed, actions: listed.rewards })

const playFields = {
  count: playCount.default(1),
  variables: namedEntries.default({}),
  scopes: scopesBody.default([]),
  query: z.boolean().default(true),
}

const list = {
  method: 'GET',
  resource: 'runtime',
  caller: 'player',
  op: listActions,
  input: () => ({}),
  summary: 'List the actions that the player can play',
  faults: [],
} as const

const play = {
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

const presentsPlay = <T>(present: (action: ListedAction) => T) => ({
  present: ({ actions, events }: PlayResult) => ({ actions: actions.map(present), events }),
})

/** What players do. */
export const actionRoutes = [
  defineRoute({
    ...list,
    api: 'v2',
    path: '/runtime/actions',
    out: () => z.array(listedAction),
    present: (actions) => actions.map(underBoth),
    recorded: { out: () => z.array(actionAnswer), present: (actions) => actions.map(underRewards) },
  }),
  defineRoute({
    ...list,
    api: 'v1',
    path: '/definitions/actions',
    out: () => z.array(actionV1),
    present: (actions) => actions.map(underActions),
  }),
  defineRoute({
    ...play,
    api: 'v2',
    path: '/runtime/actions/:action_id/play',
    params: () => z.object({ action_id: idSchema }),
    body: () => strictObject(playFields),
    input: ({ params, body }) => ({ ...body, action: params.action_id }),
    out: playAnswer,
    ...presentsPlay(underRewards),
  }),
  defineRoute({
    ...play,
    api: 'v1',
    path: '/action/play',
    body: () => strictObject({ id: idSchema, ...playFields }),
    input: ({ body: { id, ...body } }) => ({ ...body, action: id }),
    out: playAnswerV1,
    ...presentsPlay(underActions),
  }),
] as const
