import { EVENTS_PATH } from '../interface/addresses.ts'
import { type DescribedCall, operationId, faultsOf } from './described-row.ts'
import type { ErrorComponents } from './error-components.ts'
import type { PathItem } from './parts.ts'
import { securityOf } from './security.ts'
import { tagOf } from './tag.ts'

/**
 * The stream described like a row. `invalid_request` means that the event to resume after is not one of the player's,
 * and `rate_limit_exceeded` that there are too many streams.
 */
const streamRow = {
  api: 'v2',
  method: 'GET',
  path: EVENTS_PATH,
  summary: "Follow the player's notifications",
  resource: 'runtime',
  caller: 'player',
  faults: ['invalid_request', 'rate_limit_exceeded'],
} as const satisfies DescribedCall

/** The security scheme of the token that opens the stream in place of an access token. Spec 5.4. */
export const streamSecurity = {
  stream_token: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'A token from `GET /v2/runtime/notifications/token`. It opens one stream of its player.',
  },
} as const

/**
 * Returns the path of the notifications as Server-Sent Events. It has no row because its answer does not end. Spec 5.4.
 */
export function eventStreamPath(errors: ErrorComponents): Readonly<Record<string, PathItem>> {
  return {
    [`/${streamRow.api}${streamRow.path}`]: {
      get: {
        operationId: operationId(streamRow),
        summary: streamRow.summary,
        description:
          'Server-Sent Events. Each has the event `notification`, the id of the notification, and the notification as its data.',
        tags: [tagOf(streamRow)],
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
          ...errors.answersOf(faultsOf(streamRow)),
        },
        security: [...securityOf(streamRow), { stream_token: [] }],
      },
    },
  }
}
