import { expect, test } from 'vitest'
import { faultTable } from '../../src/game/kernel/fault.ts'
import { routes } from '../../src/game/routes.ts'
import { documentedRoutes, nameOf, type DocumentedRoute } from './documented-routes.ts'
import { errorCases } from './error-cases.ts'
import { usualErrors } from './usual-errors.ts'

/** What no route gives of itself: 408 is for faults that are injected on demand (4.15). A row that declares it claims too much. */
const ofNoRoute: readonly string[] = ['temporary_failure']

/** The codes that the table drives at a route, beyond those that every route of its sort gives. */
function driven(name: string): string[] {
  const own = errorCases.filter((each) => each.routes.includes(name))
  return own.map(({ answer }) => answer.error)
}

/** The codes that follow from a route's sort; bad path parameters and bodies are `validation_exception`s of any route. */
function usual(route: DocumentedRoute): string[] {
  const codes = usualErrors(route).map(({ answer }) => answer.error)
  return route.path.includes(':') ? [...codes, 'validation_exception'] : codes
}

for (const { api, method, path, faults } of routes) {
  const name = `${method} /${api}${path}`
  const route = documentedRoutes.find((each) => nameOf(each) === name)
  test(`${name} declares what the table drives`, () => {
    expect(route).toBeDefined()
    const byTable = new Set(driven(name))
    const byRow = new Set<string>(faults)
    expect([...byRow.difference(byTable)], 'declared and not driven').toEqual([])
    const others = byTable.difference(byRow).difference(new Set(route ? usual(route) : []))
    expect([...others], 'driven and not declared').toEqual([])
    for (const code of ofNoRoute) expect(byRow).not.toContain(code)
  })
}

test('the statuses of documents 1, 2 and 5.2', () => {
  const documented: Readonly<Record<string, number>> = {
    invalid_date: 400,
    validation_exception: 400,
    invalid_request: 400,
    invalid_json: 400,
    invalid_player: 400,
    invalid_formula: 400,
    invalid_size: 400,
    invalid_grant: 400,
    invalid_access_setting: 400,
    invalid_role: 400,
    invalid_cycle: 400,
    invalid_lanes: 400,
    invalid_lane: 400,
    role_required: 400,
    access_denied: 401,
    team_locked: 401,
    invalid_notification_id: 401,
    invalid_access_token: 401,
    client_auth_fail: 401,
    forbidden: 403,
    forbidden_host: 403,
    forbidden_origin: 403,
    route_not_found: 404,
    player_not_found: 404,
    action_not_found: 404,
    metric_not_found: 404,
    rule_not_found: 404,
    process_not_found: 404,
    team_not_found: 404,
    leaderboard_not_found: 404,
    leaderboard_definition_not_found: 404,
    version_not_found: 404,
    issue_not_found: 404,
    image_not_found: 404,
    event_not_found: 404,
    process_instance_not_found: 404,
    process_definition_not_found: 404,
    performer_not_found: 404,
    trigger_not_found: 404,
    team_instance_not_found: 404,
    team_definition_not_found: 404,
    member_not_found: 404,
    invalid_invite: 404,
    invalid_approval_request: 404,
    fault_not_found: 404,
    snapshot_not_found: 404,
    method_not_allowed: 405,
    temporary_failure: 408,
    player_exists: 409,
    metric_exists: 409,
    action_exists: 409,
    rule_exists: 409,
    process_exists: 409,
    team_exists: 409,
    leaderboard_exists: 409,
    process_instance_exists: 409,
    team_instance_exists: 409,
    performer_exists: 409,
    member_exists: 409,
    already_invited: 409,
    already_requested: 409,
    already_reverted: 409,
    version_frozen: 409,
    unresolved_issues: 409,
    snapshot_exists: 409,
    payload_too_large: 413,
    unsupported_media_type: 415,
    idempotency_key_reused: 422,
    rate_limit_exceeded: 429,
    internal_error: 500,
    not_ready: 503,
    storage_failed: 503,
  }
  const statuses = Object.fromEntries(Object.entries(faultTable).map(([code, { status }]) => [code, status]))
  expect(statuses).toEqual(documented)
})
