import { shortName } from './message-text.ts'
import { moreProblems } from './problem-list.ts'

/** The names and numbers that the message of a fault contains. */
export type FaultFacts = Readonly<Record<string, string | number>>

/**
 * One problem of a request: its location (`body.count`, `query.limit`, a JSON path) and what was expected. Problems of
 * a whole design also name the component.
 */
export interface InputProblem {
  readonly kind?: string
  readonly id?: string
  readonly path: string
  readonly message: string
}

interface FaultKind {
  readonly status: number
  readonly describe: (facts: FaultFacts) => string
}

const kind = (status: number, describe: string | ((facts: FaultFacts) => string)): FaultKind => ({
  status,
  describe: typeof describe === 'string' ? () => describe : describe,
})

/** Every error that the service can answer, with its status and message. Spec 1 "Errors", 2 "Errors", 5.2. */
export const faultTable = {
  invalid_date: kind(400, (f) => `${f.message ?? `The '${f.name}' parameter is not a valid date`}`),
  validation_exception: kind(400, 'Invalid request'),
  invalid_request: kind(400, (f) => `${f.message}`),
  invalid_json: kind(400, (f) => `The ${f.what ?? 'request body'} is not valid JSON: ${f.message}`),
  invalid_player: kind(400, `The 'player_id' parameter should be specified in the query`),
  invalid_formula: kind(400, (f) => `The formula '${f.formula}' cannot be computed: ${f.message}`),
  invalid_size: kind(400, (f) => `The size '${f.size}' must be one of: ${f.sizes}`),
  invalid_grant: kind(400, (f) => `${f.message}`),
  invalid_access_setting: kind(
    400,
    (f) => `The access setting '${f.access}' is not allowed here; expected one of ${f.allowed}`,
  ),
  invalid_role: kind(400, (f) => `${f.message ?? `The role '${f.role}' is not allowed here; expected ${f.expected}`}`),
  invalid_cycle: kind(
    400,
    (f) => `${f.message ?? `The leaderboard '${f.id}' has no cycle '${f.cycle}'; it has ${f.cycles}`}`,
  ),
  invalid_lanes: kind(400, (f) => `The process has no lane '${f.lane}'; it has ${f.lanes}`),
  invalid_lane: kind(400, (f) => `The process has no lane '${f.lane}'; it has ${f.lanes}`),
  role_required: kind(400, (f) => `The player '${f.id}' would be left without any role`),
  access_denied: kind(401, (f) => `${f.message}`),
  team_locked: kind(401, (f) => `The team '${f.id}' is locked`),
  invalid_notification_id: kind(401, (f) => `The player has no notification '${f.id}'`),
  invalid_access_token: kind(401, 'The access token is missing, unknown or expired'),
  client_auth_fail: kind(401, 'Client authentication failed'),
  forbidden: kind(403, (f) => `${f.message}`),
  forbidden_host: kind(403, (f) =>
    f.host === ''
      ? 'The Host header is missing'
      : `The host '${f.host}' is not a name of this emulator; allow it with --allow-host`,
  ),
  forbidden_origin: kind(403, (f) => `The origin '${f.origin}' is not allowed to use this route`),
  route_not_found: kind(404, 'This route does not exist'),
  player_not_found: kind(404, (f) => `The player '${f.id}' does not exist${f.meant ?? ''}`),
  action_not_found: kind(404, (f) => `The action '${f.id}' does not exist${f.meant ?? ''}`),
  metric_not_found: kind(404, (f) => `The metric '${f.id}' does not exist`),
  rule_not_found: kind(404, (f) => `The rule '${f.id}' does not exist${f.meant ?? ''}`),
  process_not_found: kind(404, (f) => `The process '${f.id}' does not exist`),
  team_not_found: kind(404, (f) => `The team '${f.id}' does not exist`),
  leaderboard_not_found: kind(404, (f) => `The leaderboard '${f.id}' does not exist`),
  leaderboard_definition_not_found: kind(404, (f) => `The leaderboard '${f.id}' does not exist`),
  process_instance_not_found: kind(404, (f) => `The process '${f.id}' does not exist`),
  process_definition_not_found: kind(404, (f) => `The process definition '${f.id}' does not exist`),
  performer_not_found: kind(404, (f) => `The player '${f.player}' is not a performer of the process '${f.id}'`),
  trigger_not_found: kind(
    404,
    (f) => `${f.message ?? `The process '${f.id}' does not offer the trigger '${f.trigger}' now`}`,
  ),
  team_instance_not_found: kind(404, (f) => `The team '${f.id}' does not exist`),
  team_definition_not_found: kind(404, (f) => `The team definition '${f.id}' does not exist`),
  member_not_found: kind(404, (f) => `The player '${f.player}' is not a member of the team '${f.id}'`),
  invalid_invite: kind(404, (f) => `There is no pending invitation '${f.id}'`),
  invalid_approval_request: kind(404, (f) => `There is no pending request '${f.id}'`),
  version_not_found: kind(404, (f) => `The version '${f.version}' of the design does not exist`),
  issue_not_found: kind(404, (f) => `The issue '${f.id}' does not exist`),
  image_not_found: kind(404, (f) => `${f.message ?? `The image '${f.id}' does not exist`}`),
  event_not_found: kind(404, (f) => `${f.message ?? `The event '${f.id}' does not exist`}`),
  fault_not_found: kind(404, (f) => `The fault rule '${f.id}' does not exist`),
  snapshot_not_found: kind(404, (f) => `${f.message ?? `The snapshot '${f.name}' does not exist`}`),
  method_not_allowed: kind(405, (f) => `The method ${f.method} is not allowed here; allowed: ${f.allow}`),
  temporary_failure: kind(408, 'The service is temporarily unavailable; try again'),
  snapshot_exists: kind(409, (f) => `A snapshot with the name '${f.name}' already exists`),
  player_exists: kind(409, (f) => `${f.message ?? `A player with ID '${f.id}' already exists`}`),
  metric_exists: kind(409, (f) => `A metric with ID '${f.id}' already exists`),
  action_exists: kind(409, (f) => `An action with ID '${f.id}' already exists`),
  rule_exists: kind(409, (f) => `A rule with ID '${f.id}' already exists`),
  process_exists: kind(409, (f) => `A process with ID '${f.id}' already exists`),
  team_exists: kind(409, (f) => `A team with ID '${f.id}' already exists`),
  leaderboard_exists: kind(409, (f) => `A leaderboard with ID '${f.id}' already exists`),
  process_instance_exists: kind(409, (f) => `A process with ID '${f.id}' already exists`),
  team_instance_exists: kind(409, (f) => `A team with ID '${f.id}' already exists`),
  performer_exists: kind(409, (f) => `The player '${f.player}' is already a performer of the process '${f.id}'`),
  member_exists: kind(409, (f) => `The player '${f.player}' is already a member of the team '${f.id}'`),
  already_invited: kind(
    409,
    (f) => `${f.message ?? `The player '${f.player}' already has a pending invitation to '${f.id}'`}`,
  ),
  already_requested: kind(
    409,
    (f) => `${f.message ?? `The player '${f.player}' already has a pending request about '${f.id}'`}`,
  ),
  already_reverted: kind(409, (f) => `The event '${f.id}' has already been reverted`),
  version_frozen: kind(409, (f) => `The version '${f.version}' of the design is frozen; change 'latest' and deploy it`),
  unresolved_issues: kind(
    409,
    (f) => `The upgrade has unresolved issues (${f.count}); fix each of them at /design/issues first`,
  ),
  payload_too_large: kind(413, (f) => `${f.message ?? `The request body is larger than ${f.limit} bytes`}`),
  unsupported_media_type: kind(415, (f) => `${f.message ?? 'The file is not a PNG, JPEG, WebP or GIF image'}`),
  idempotency_key_reused: kind(422, (f) => `The idempotency key '${f.key}' was already used for another call`),
  rate_limit_exceeded: kind(
    429,
    (f) => `${f.message ?? `The Action '${f.id}' can only be triggered ${f.count} times every ${f.window}`}`,
  ),
  internal_error: kind(500, (f) => `The emulator hit an internal error; see the log for ${f.id}`),
  not_ready: kind(503, 'The emulator is waiting for a valid design; GET /_gamify/health lists the problems'),
  storage_failed: kind(
    503,
    (f) => `${f.problem ?? `The journal could not be written (${f.message}); restart the emulator`}`,
  ),
} satisfies Record<string, FaultKind>

/** The `error` code of an answer. */
export type FaultCode = keyof typeof faultTable

/** An error of the caller, or a state of the game that prevents the call. It is a value and is never thrown. */
export interface Fault {
  readonly fault: FaultCode
  readonly facts: FaultFacts
  readonly problems?: readonly InputProblem[]
}

/** Creates a fault of the table. */
export function fault(code: FaultCode, facts: FaultFacts = {}): Fault {
  return { fault: code, facts }
}

/**
 * Creates a `validation_exception` with the problems of the input. If `more` is not 0, a last problem states that
 * number of further problems. Spec 5.2.
 */
export function invalid(problems: readonly InputProblem[], more = 0): Fault {
  const rest = more === 0 ? [] : [{ path: '', message: moreProblems(more) }]
  return { fault: 'validation_exception', facts: {}, problems: [...problems, ...rest] }
}

/** Whether a value is a fault. */
export function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null) return false
  // V8 reads a missing property in half the time that `in` takes.
  const { fault: code, facts } = value as Partial<Fault>
  return code !== undefined && facts !== undefined
}

/** Returns the HTTP status of a fault. */
export function statusOf({ fault: code }: Fault): number {
  return faultTable[code].status
}

/** Returns the message of a fault. */
function describeFault({ fault: code, facts }: Fault): string {
  const { id } = facts
  return faultTable[code].describe(typeof id === 'string' ? { ...facts, id: shortName(id) } : facts)
}

/** Returns the body of the answer as documents 1 and 5.2 define it: `{ error, error_description, data? }`. */
export function faultBody(found: Fault): {
  error: FaultCode
  error_description: string
  data?: { valid: false; errors: readonly InputProblem[] }
} {
  const body = { error: found.fault, error_description: describeFault(found) }
  return found.problems ? { ...body, data: { valid: false, errors: found.problems } } : body
}
