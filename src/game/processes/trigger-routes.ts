import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { strictObject } from '../kernel/schema.ts'
import { scopesBody } from '../rules/scopes.ts'
import { listedTrigger, triggerPlayAnswer, triggerPlayAnswerV1 } from './answer-schema.ts'
import { playTrigger, type TriggerResult } from './trigger-play.ts'
import { listTriggers, type ListedTrigger } from './triggers.ts'

/**
 * Present the rewards under the names that the route uses. `lane` and `locked` are only shown after a play. Spec 1
 * "Trigger", 3.
 */
const listed = ({ trigger, name, rewards: actions }: ListedTrigger) => ({ trigger, name, actions })
const withRewards = (shown: ListedTrigger) => shown
const withActions = ({ rewards: actions, ...shown }: ListedTrigger) => ({ ...shown, actions })

const listRoute = {
  method: 'GET',
  resource: 'runtime',
  caller: 'player',
  op: listTriggers,
  params: () => z.object({ process_id: z.string() }),
  input: ({ params }: { readonly params: { readonly process_id: string } }) => ({ process: params.process_id }),
  out: () => z.array(listedTrigger()),
  present: (triggers: readonly ListedTrigger[]) => triggers.map(listed),
  summary: 'List the triggers that a process offers the player',
  faults: ['process_instance_not_found', 'access_denied'],
} as const

const playBody = {
  trigger: z.string(),
  scopes: scopesBody.default([]),
  query: z.boolean().default(true),
}

const playRoute = {
  method: 'POST',
  resource: 'runtime',
  caller: 'player',
  op: playTrigger,
  params: () => z.object({ process_id: z.string() }),
  body: () => strictObject(playBody),
  input: ({ params, body }: { readonly params: { readonly process_id: string }; readonly body: PlayBody }) => ({
    ...body,
    process: params.process_id,
  }),
  summary: 'Play a trigger of a process',
  faults: [
    'invalid_request',
    'process_instance_not_found',
    'access_denied',
    'trigger_not_found',
    'leaderboard_not_found',
    'player_not_found',
    'team_instance_not_found',
    'invalid_formula',
    'rate_limit_exceeded',
  ],
} as const

type PlayBody = z.output<ReturnType<typeof strictObject<typeof playBody>>>

const presentPlay = <T>(present: (trigger: ListedTrigger) => T) => ({
  present: ({ triggers, events }: TriggerResult) => ({ triggers: triggers.map(present), events: events }),
})

/** The routes that list and play the triggers of a process. */
export const triggerRoutes = [
  defineRoute({ ...listRoute, api: 'v2', path: '/runtime/processes/:process_id/triggers' }),
  defineRoute({ ...listRoute, api: 'v1', path: '/processes/:process_id/triggers' }),
  defineRoute({
    ...playRoute,
    api: 'v2',
    path: '/runtime/processes/:process_id/play',
    out: triggerPlayAnswer,
    ...presentPlay(withRewards),
  }),
  defineRoute({
    ...playRoute,
    api: 'v1',
    path: '/processes/:process_id/play',
    out: triggerPlayAnswerV1,
    ...presentPlay(withActions),
  }),
] as const
