import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { strictObject } from '../kernel/schema.ts'
import { scopesBody } from '../rules/scopes.ts'
import { listedTrigger, triggerPlayAnswer, triggerPlayAnswerV1 } from './answer-schema.ts'
import { playTrigger, type TriggerResult } from './trigger-play.ts'
import { listTriggers, type ListedTrigger } from './triggers.ts'

/** The rewards under the names that the route gives them; `lane` and `locked` are told after a play alone. Spec 1 "Trigger", 3. */
const listed = ({ trigger, name, rewards: actions }: ListedTrigger) => ({ trigger, name, actions })
const underRewards = (shown: ListedTrigger) => shown
const underActions = ({ rewards: actions, ...shown }: ListedTrigger) => ({ ...shown, actions })

const list = {
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

const play = {
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

const playAnswer = <T>(present: (trigger: ListedTrigger) => T) => ({
  present: ({ triggers, events }: TriggerResult) => ({ triggers: triggers.map(present), events: events }),
})

/** What performers do in a process. */
export const triggerRoutes = [
  defineRoute({ ...list, api: 'v2', path: '/runtime/processes/:process_id/triggers' }),
  defineRoute({ ...list, api: 'v1', path: '/processes/:process_id/triggers' }),
  defineRoute({
    ...play,
    api: 'v2',
    path: '/runtime/processes/:process_id/play',
    out: triggerPlayAnswer,
    ...playAnswer(underRewards),
  }),
  defineRoute({
    ...play,
    api: 'v1',
    path: '/processes/:process_id/play',
    out: triggerPlayAnswerV1,
    ...playAnswer(underActions),
  }),
] as const
