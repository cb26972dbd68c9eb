import type { Api } from '../game/kernel/route.ts'
import { EVENTS_PATH, SIGN_IN_PATH, STREAM_PATHS, TOKEN_PATH } from '../game/kernel/service-paths.ts'

const versions: Readonly<Record<Api, string>> = {
  v1: 'This is version 1, for programs that were written for it. New ones do better with version 2: it can do more, and both act on the same game.',
  v2: 'This is version 2. Version 1 acts on the same game, for programs that were written for it.',
}

/** What has to be known before any single route, in Markdown. */
export function introduction(api: Api): string {
  return `${versions[api]}

**Tokens.** A program gets an access token at \`POST ${TOKEN_PATH}\`, or for a player who signs in at \`GET ${SIGN_IN_PATH}\`, and sends it with every call, as \`Authorization: Bearer\` or in the query. Its client belongs to one of two runtimes, \`staging\` or \`production\`: two games of one design that know nothing of each other.

**Players.** Routes of players act as the token's own player, or as the one that \`player_id\` names in the query.

**Amounts** are decimal strings, such as \`"30"\` or \`"0.5"\`: exact, and as large as they have to be.

**Times** are UTC, such as \`2030-01-06T12:00:00.000Z\`. Where one is sent, ISO 8601, a day, seconds and milliseconds will do.

**Ids** of processes may hold slashes, as in \`neo/tour\`; in paths they may be sent as they are, or encoded as \`%2F\`.

**Errors** have a code in \`error\`, for programs, and a sentence in \`error_description\`, for people.

**Pages** of lists: \`skip\` and \`limit\` in the query, \`total\` in the answer.

**The stream** of notifications is Engine.IO, protocols 3 and 4, at ${STREAM_PATHS.map((path) => `\`${path}\``).join(' and ')}, with a token of \`notifications/token\`; as Server-Sent Events it is at \`GET /v2${EVENTS_PATH}\`.`
}
