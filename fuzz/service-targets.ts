import {
  PICTURE_PATH,
  SIGN_OUT_PATH,
  EVENTS_PATH,
  SIGN_IN_PATH,
  STREAM_PATHS,
  TOKEN_PATH,
} from '../src/interface/addresses.ts'
import type { JsonSchema } from '../src/openapi/parts.ts'
import { DOCS_PATH, LIBRARY_PATH, SCRIPT_PATH } from '../src/server/control/docs.ts'
import type { Target } from './targets.ts'

/** A shape by example: what its fields are, all of which may be left out but those that are wanted. */
function shape(fields: Readonly<Record<string, JsonSchema>>, ...wanted: readonly string[]): JsonSchema {
  return { type: 'object', properties: { ...fields }, required: [...wanted] }
}

const text: JsonSchema = { type: 'string' }
const flag: JsonSchema = { type: 'boolean' }
const count: JsonSchema = { type: 'integer', minimum: 0, maximum: 1000 }
const anything: JsonSchema = { type: 'object', additionalProperties: {} }
const page = { skip: count, limit: count }

const credentials = shape(
  { client_id: text, client_secret: text, grant_type: text, code: text, refresh_token: text },
  'client_id',
  'client_secret',
  'grant_type',
)
const signIn = shape(
  { client_id: text, response_type: text, redirect_uri: text, state: text, player_id: text },
  'client_id',
  'response_type',
  'redirect_uri',
)
const stream = shape({ EIO: text, transport: text, sid: text, token: text }, 'EIO', 'transport')
const moment = shape({ at: text })
const rule = shape(
  {
    route: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    error: { enum: ['temporary_failure', 'player_not_found'] },
    rate: { enum: [0, 0.5, 1] },
    times: { type: 'integer', minimum: 1, maximum: 9 },
    drop: flag,
  },
  'route',
  'rate',
)
const restoring = shape({ with_design: { enum: ['recorded', 'current'] }, snapshot: flag })
const why = shape({ player_id: text, action: text, rule: text, variables: anything }, 'player_id')
const line = shape({ op: text, as: text, at: text, input: anything, action: text, route: text, body: anything })

type Told = Omit<Target, 'id' | 'method' | 'path' | 'acts'>

const at = (id: string, told: Told = {}): Target => {
  const [method = '', path = ''] = id.split(' ')
  return { id, method, path, acts: false, ...told }
}

/** The routes of the emulator that stand in no table, below `control` and elsewhere. */
export function serviceTargets(control: string): readonly Target[] {
  return [...controlTargets(control), ...openTargets]
}

const openTargets: readonly Target[] = [
  at(`POST ${TOKEN_PATH}`, { body: credentials }),
  at(`POST ${TOKEN_PATH}`, { body: credentials, sentAs: 'form' }),
  at(`GET ${SIGN_IN_PATH}`, { query: signIn, pages: true }),
  at(`POST ${SIGN_IN_PATH}`, { query: signIn, body: signIn, sentAs: 'form', pages: true }),
  at(`GET ${PICTURE_PATH}`),
  at(`GET ${SIGN_OUT_PATH}`, { query: signIn, pages: true }),
  { ...at(`GET /v2${EVENTS_PATH}`, { endless: true }), acts: true },
  ...STREAM_PATHS.flatMap((path) => [
    at(`GET ${path}`, { query: stream, endless: true }),
    at(`POST ${path}`, { query: stream, body: anything }),
  ]),
  at(`GET ${DOCS_PATH}`, { query: shape({ version: { enum: ['v1', 'v2'] } }), pages: true }),
  at(`GET ${LIBRARY_PATH}`),
  at(`GET ${SCRIPT_PATH}`),
]

function controlTargets(control: string): readonly Target[] {
  return [
    at(`GET ${control}/health`),
    at(`GET ${control}/live`),
    at(`GET ${control}/ready`),
    at(`GET ${control}/metrics`, { pages: true }),
    at(`GET ${control}/openapi.json`, { query: shape({ version: { enum: ['v1', 'v2'] } }) }),
    at(`GET ${control}/clock`),
    at(`PATCH ${control}/clock`, { body: shape({ now: text, advance: text, frozen: flag }) }),
    at(`GET ${control}/changes`, { endless: true }),
    at(`POST ${control}/studio/session`, { body: shape({ client_id: text, client_secret: text }) }),
    at(`POST ${control}/studio/token`, { body: shape({ runtime: text }) }),
    at(`DELETE ${control}/studio/session`),
    at(`GET ${control}/studio`, { pages: true }),
    at(`GET ${control}/studio/:asked_path`, { pages: true }),
    at(`GET ${control}/studio/files/:file`),
    at(`GET ${control}/journal`, { query: shape({ from: text, to: text, follow: flag, ...page }), endless: true }),
    at(`GET ${control}/requests`, { query: shape({ follow: flag, ...page }), endless: true }),
    at(`GET ${control}/requests/:number`),
    at(`GET ${control}/history/density`, { query: shape({ buckets: text }) }),
    at(`GET ${control}/snapshots`),
    at(`POST ${control}/snapshots`, { body: shape({ name: text }, 'name') }),
    at(`POST ${control}/snapshots/:name/restore`, { query: restoring, wholesale: true }),
    at(`DELETE ${control}/snapshots/:name`),
    at(`POST ${control}/rewind`, { query: restoring, body: shape({ to: text }, 'to'), wholesale: true }),
    at(`GET ${control}/why/:event_id`),
    at(`POST ${control}/why-not`, { body: why }),
    at(`GET ${control}/coverage`),
    at(`DELETE ${control}/coverage`),
    at(`GET ${control}/checks`, { query: shape({ since: text }) }),
    at(`GET ${control}/actions`, { query: shape({ player_id: text }) }),
    at(`GET ${control}/players`, { query: shape({ search: text, sort: text, order: text, metrics: text, ...page }) }),
    at(`GET ${control}/players/:player_id`),
    at(`GET ${control}/design`),
    at(`GET ${control}/design/deployed`),
    at(`GET ${control}/design/versions`),
    at(`POST ${control}/design/reevaluate`, { body: shape({ dry_run: flag }) }),
    at(`GET ${control}/leaderboards`, { query: moment }),
    at(`GET ${control}/leaderboards/:leaderboard_id/trend`, {
      query: shape({ cycle: text, entity_ids: text, start: text, end: text, scope_id: text }),
    }),
    at(`GET ${control}/leaderboards/:leaderboard_id`, { query: shape({ cycle: text, entity_id: text, ...page }) }),
    at(`GET ${control}/processes`, { query: shape({ definition: text, state: text, pattern: text, ...page }) }),
    at(`GET ${control}/funnel/:process_definition_id`),
    at(`GET ${control}/then/:asked_path`, { query: shape({ at: text, ...page }) }),
    at(`GET ${control}/state`, { query: shape({ history: flag }) }),
    at(`PUT ${control}/state`, { query: restoring, body: line, sentAs: 'export', wholesale: true }),
    at(`DELETE ${control}/state`, { query: shape({ seed: flag }), wholesale: true }),
    at(`POST ${control}/commands`, { body: line, sentAs: 'lines' }),
    at(`GET ${control}/lab`),
    at(`GET ${control}/lab/lints`),
    at(`POST ${control}/lab/simulate`, { body: shape({ simulation: anything, seed: text, partial: anything }) }),
    at(`POST ${control}/lab/check`, { body: shape({ checks: anything, seed: text, runs: text }) }),
    at(`POST ${control}/lab/what-if`, { body: shape({}) }),
    at(`GET ${control}/faults`),
    at(`POST ${control}/faults`, { body: rule }),
    at(`DELETE ${control}/faults`),
    at(`DELETE ${control}/faults/:fault_id`),
  ]
}
