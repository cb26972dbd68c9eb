import { EVENTS_PATH } from '../interface/service-paths.ts'
import type { DescribedCall } from './described-row.ts'
import type { ErrorComponents } from './error-components.ts'
import { operationId, faultsOf } from './described-row.ts'
import type { PathItem } from './parts.ts'
import { securityOf } from './security.ts'
import { tagOf } from './tag.ts'

/** As a row would say it: the event to go on after may be none of the player's, and there are only so many places. */
const asRow = {
  api: 'v2',
  method: 'GET',
  path: EVENTS_PATH,
  summary: "Follow the player's notifications",
  resource: 'runtime',
  caller: 'player',
  faults: ['invalid_request', 'rate_limit_exceeded'],
} as const satisfies DescribedCall

/** What opens this stream in place of an access token. Spec 5.4. */
export const streamSecurity = {
  stream_token: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'A token from `GET /v2/runtime/notifications/token`. It opens one stream of its player.',
  },
} as const

/** Notifications as Server-Sent Events: no row, as it does not end. Spec 5.4. */
export function eventStreamPath(errors: ErrorComponents): Readonly<Record<string, PathItem>> {
  return {
    [`/${asRow.api}${asRow.path}`]: {
      get: {
        operationId: operationId(asRow),
        summary: asRow.summary,
        description:
          'Server-Sent Events. Each has the event `notification`, the id of the notification, and the notification as its data.',
        tags: [tagOf(asRow)],
        parameters: [
          { $ref: '#/components/parameters/player_id' },
          {
            name: 'Last-Event-ID',
            in: 'header',
            required: false,
            description: 'The id of the last notification you received. The stream resumes after it.',
            schema: { type: 'string' },
          },
          {
            name: 'last_event_id',
            in: 'query',
            required: false,
            description: 'The same as `Last-Event-ID`, for clients that cannot send headers.',
            schema: { type: 'string' },
          },
        ],
        responses: {
          '200': {
            description: 'A stream of events.',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
          ...errors.answersOf(faultsOf(asRow)),
        },
        security: [...securityOf(asRow), { stream_token: [] }],
      },
    },
  }
}
