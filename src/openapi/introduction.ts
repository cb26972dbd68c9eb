import type { Api } from '../game/kernel/route.ts'
import { EVENTS_PATH, SIGN_IN_PATH, STREAM_PATHS, TOKEN_PATH } from '../interface/service-paths.ts'

const versions: Readonly<Record<Api, string>> = {
  v1: 'This is version 1, for existing programs. Use version 2 for new programs: it can do more. Both versions act on the same game.',
  v2: 'This is version 2. Version 1 remains for existing programs; both act on the same game.',
}

/** What has to be known before any single route, in Markdown. */
export function introduction(api: Api): string {
  return `${versions[api]}

**Tokens.** Get an access token from \`POST ${TOKEN_PATH}\`, or send a player to sign in at \`GET ${SIGN_IN_PATH}\`. Send the token with every call, as \`Authorization: Bearer\` or in the query. Each client belongs to one of two runtimes, \`staging\` or \`production\`: two separate games with their own players and state.

**Players.** Player routes act as the token's own player, or as the player that \`player_id\` in the query names.

**Amounts** are exact decimal strings of any size, such as \`"30"\` or \`"0.5"\`.

**Times** are in UTC, such as \`2030-01-06T12:00:00.000Z\`. You can send ISO 8601, a date, seconds or milliseconds.

**Ids** of processes can contain slashes, as in \`neo/tour\`. In paths, send them unchanged or encoded as \`%2F\`.

**Errors** have a code for programs in \`error\` and a message for people in \`error_description\`.

**Lists** take \`skip\` and \`limit\` in the query, and answer \`total\`.

**The notification stream** uses Engine.IO, protocols 3 and 4, at ${STREAM_PATHS.map((path) => `\`${path}\``).join(' and ')}, with a token from \`notifications/token\`. \`GET /v2${EVENTS_PATH}\` offers the same as Server-Sent Events.`
}
