import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ask } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { errors, expectError, invalidAt, notFound, type Documented } from './error-case.ts'
import { openWorld, type World } from './world.ts'

onEachStorage((storage) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(storage)
  })
  afterAll(() => world.stop())

  const broken: Ask = { raw: '{', headers: { 'content-type': 'application/json' } }

  interface Step {
    readonly looksAt: string
    readonly call: string
    readonly ask: Ask
    readonly answer: Documented
  }

  /** Each call is wrong in all that the ones after it are wrong in, and in one thing more, which is looked at before. 5.2. */
  const orders: readonly { readonly name: string; readonly steps: readonly Step[] }[] = [
    {
      name: 'a play',
      steps: [
        {
          looksAt: 'path',
          call: 'DELETE /v2/runtime/actions/:action_id/plays',
          ask: { ...broken, client: null },
          answer: errors.noRoute,
        },
        {
          looksAt: 'method',
          call: 'DELETE /v2/runtime/actions/:action_id/play',
          ask: { ...broken, client: null },
          answer: { status: 405, error: 'method_not_allowed' },
        },
        {
          looksAt: 'token',
          call: 'POST /v2/runtime/actions/:action_id/play',
          ask: { ...broken, client: null },
          answer: errors.invalidToken,
        },
        {
          looksAt: 'scope',
          call: 'POST /v2/runtime/actions/:action_id/play',
          ask: { ...broken, client: 'nothing' },
          answer: errors.routeDenied,
        },
        { looksAt: 'player', call: 'POST /v2/runtime/actions/:action_id/play', ask: broken, answer: errors.noPlayer },
        {
          looksAt: 'player who is unknown',
          call: 'POST /v2/runtime/actions/:action_id/play',
          ask: { ...broken, as: 'nobody' },
          answer: notFound('player', 'nobody'),
        },
        {
          looksAt: 'player who is disabled',
          call: 'POST /v2/runtime/actions/:action_id/play',
          ask: { ...broken, as: 'smith' },
          answer: errors.accessDenied,
        },
        {
          looksAt: 'parameters',
          call: 'POST /v2/runtime/actions/:action_id/play',
          ask: { body: { count: 1 }, as: 'neo' },
          answer: invalidAt('action_id'),
        },
        {
          looksAt: 'body',
          call: 'POST /v2/runtime/actions/nope/play',
          ask: { body: { count: 0 }, as: 'neo' },
          answer: invalidAt('count'),
        },
        {
          looksAt: 'the action',
          call: 'POST /v2/runtime/actions/nope/play',
          ask: { body: {}, as: 'neo' },
          answer: notFound('action', 'nope'),
        },
        {
          looksAt: 'rights before variables',
          call: 'POST /v2/runtime/actions/secret/play',
          ask: { body: {}, as: 'neo' },
          answer: errors.accessDenied,
        },
        {
          looksAt: 'variables before the rate',
          call: 'POST /v2/runtime/actions/answer/play',
          ask: { body: {}, as: 'neo' },
          answer: invalidAt('variables.votes'),
        },
        {
          looksAt: 'the rate',
          call: 'POST /v2/runtime/actions/answer/play',
          ask: { body: { variables: { votes: 1 } }, as: 'neo' },
          answer: { status: 429, error: 'rate_limit_exceeded' },
        },
      ],
    },
    {
      name: 'a custom rule',
      steps: [
        {
          looksAt: 'token',
          call: 'POST /v2/admin/rules/nope',
          ask: { ...broken, client: null },
          answer: errors.invalidToken,
        },
        {
          looksAt: 'scope',
          call: 'POST /v2/admin/rules/nope',
          ask: { ...broken, client: 'reader' },
          answer: errors.routeDenied,
        },
        { looksAt: 'JSON', call: 'POST /v2/admin/rules/nope', ask: broken, answer: errors.invalidJson },
        { looksAt: 'body', call: 'POST /v2/admin/rules/nope', ask: { body: {} }, answer: invalidAt('data') },
        {
          looksAt: 'the rule',
          call: 'POST /v2/admin/rules/nope',
          ask: { body: { data: [{ player_ids: ['nobody'] }] } },
          answer: notFound('rule', 'nope'),
        },
        {
          looksAt: 'the players before the variables',
          call: 'POST /v2/admin/rules/welcome',
          ask: { body: { data: [{ player_ids: ['nobody'], variables: {} }] } },
          answer: notFound('player', 'nobody'),
        },
        {
          looksAt: 'variables',
          call: 'POST /v2/admin/rules/welcome',
          ask: { body: { data: [{ player_ids: ['neo'] }] } },
          answer: invalidAt('data.0.variables.gift'),
        },
      ],
    },
    {
      name: 'joining a process',
      steps: [
        {
          looksAt: 'JSON',
          call: 'POST /v2/runtime/processes/nope/join',
          ask: { ...broken, as: 'oracle' },
          answer: errors.invalidJson,
        },
        {
          looksAt: 'the body',
          call: 'POST /v2/runtime/processes/nope/join',
          ask: { body: 'guest', as: 'oracle' },
          answer: invalidAt(''),
        },
        {
          looksAt: 'the process',
          call: 'POST /v2/runtime/processes/nope/join',
          ask: { body: { cook: 'player' }, as: 'oracle' },
          answer: notFound('process_instance', 'nope'),
        },
        {
          looksAt: 'rights before lanes',
          call: 'POST /v2/runtime/processes/neo%2Fsecret/join',
          ask: { body: { cook: 'player' }, as: 'oracle' },
          answer: errors.accessDenied,
        },
        {
          looksAt: 'lanes before who is in it',
          call: 'POST /v2/runtime/processes/neo%2Fopen/join',
          ask: { body: { cook: 'player' }, as: 'trinity' },
          answer: { status: 400, error: 'invalid_lanes' },
        },
        {
          looksAt: 'who is in it',
          call: 'POST /v2/runtime/processes/neo%2Fopen/join',
          ask: { body: {}, as: 'trinity' },
          answer: { status: 409, error: 'player_exists' },
        },
      ],
    },
    {
      name: "a change of another's roles in a team",
      steps: [
        {
          looksAt: 'the id of the other',
          call: 'POST /v2/runtime/teams/nope/members/:member_id/roles',
          ask: { body: { chair: true }, as: 'trinity' },
          answer: invalidAt('member_id'),
        },
        {
          looksAt: 'the team',
          call: 'POST /v2/runtime/teams/nope/members/nobody/roles',
          ask: { body: { chair: true }, as: 'trinity' },
          answer: notFound('team_instance', 'nope'),
        },
        {
          looksAt: 'the member',
          call: 'POST /v2/runtime/teams/open-guild/members/nobody/roles',
          ask: { body: { chair: true }, as: 'trinity' },
          answer: notFound('member', 'nobody'),
        },
        {
          looksAt: 'rights before roles',
          call: 'POST /v2/runtime/teams/open-guild/members/morpheus/roles',
          ask: { body: { chair: true }, as: 'trinity' },
          answer: errors.accessDenied,
        },
        {
          looksAt: 'rights before the lock',
          call: 'POST /v2/runtime/teams/locked-guild/members/morpheus/roles',
          ask: { body: { chair: true }, as: 'oracle' },
          answer: errors.accessDenied,
        },
        {
          looksAt: 'the lock before roles',
          call: 'POST /v2/runtime/teams/locked-guild/members/trinity/roles',
          ask: { body: { leader: true, chair: true }, as: 'morpheus' },
          answer: { status: 401, error: 'team_locked' },
        },
        {
          looksAt: 'roles before the right to give these',
          call: 'POST /v2/runtime/teams/open-guild/members/trinity/roles',
          ask: { body: { leader: true, chair: true }, as: 'morpheus' },
          answer: { status: 400, error: 'invalid_role' },
        },
        {
          looksAt: 'the right to give these before what would be left',
          call: 'POST /v2/runtime/teams/open-guild/members/trinity/roles',
          ask: { body: { leader: true, member: false }, as: 'morpheus' },
          answer: errors.accessDenied,
        },
        {
          looksAt: 'what would be left',
          call: 'POST /v2/runtime/teams/open-guild/members/trinity/roles',
          ask: { body: { member: false }, as: 'morpheus' },
          answer: { status: 400, error: 'role_required' },
        },
      ],
    },
    {
      name: 'throwing a player out of a team',
      steps: [
        {
          looksAt: 'the member',
          call: 'POST /v2/runtime/teams/locked-guild/members/nobody/kick',
          ask: { as: 'oracle' },
          answer: notFound('member', 'nobody'),
        },
        {
          looksAt: 'rights before the lock',
          call: 'POST /v2/runtime/teams/locked-guild/members/morpheus/kick',
          ask: { as: 'oracle' },
          answer: errors.accessDenied,
        },
        {
          looksAt: 'who the other is before the lock',
          call: 'POST /v2/runtime/teams/locked-guild/members/neo/kick',
          ask: { as: 'neo' },
          answer: { status: 403, error: 'forbidden' },
        },
        {
          looksAt: 'the lock',
          call: 'POST /v2/runtime/teams/locked-guild/members/trinity/kick',
          ask: { as: 'neo' },
          answer: { status: 401, error: 'team_locked' },
        },
      ],
    },
    {
      name: 'leaving a team',
      steps: [
        {
          looksAt: 'who is in it before the lock',
          call: 'POST /v2/runtime/teams/locked-guild/leave',
          ask: { as: 'oracle' },
          answer: notFound('member', 'oracle'),
        },
        {
          looksAt: 'rights before the lock',
          call: 'POST /v2/runtime/teams/locked-guild/leave',
          ask: { as: 'trinity' },
          answer: { status: 403, error: 'forbidden' },
        },
        {
          looksAt: 'the lock',
          call: 'POST /v2/runtime/teams/locked-guild/leave',
          ask: { as: 'morpheus' },
          answer: { status: 401, error: 'team_locked' },
        },
      ],
    },
    {
      name: 'a change of the design',
      steps: [
        {
          looksAt: 'token',
          call: 'PATCH /v2/design/versions/v99/metrics/:component_id',
          ask: { ...broken, client: null },
          answer: errors.invalidToken,
        },
        {
          looksAt: 'scope',
          call: 'PATCH /v2/design/versions/v99/metrics/:component_id',
          ask: { ...broken, client: 'reader' },
          answer: errors.routeDenied,
        },
        {
          looksAt: 'the id in the path',
          call: 'PATCH /v2/design/versions/v99/metrics/:component_id',
          ask: { body: { colour: 'red' } },
          answer: invalidAt('component_id'),
        },
        {
          looksAt: 'JSON',
          call: 'PATCH /v2/design/versions/v99/metrics/nope',
          ask: broken,
          answer: errors.invalidJson,
        },
        {
          looksAt: 'body',
          call: 'PATCH /v2/design/versions/v99/metrics/nope',
          ask: { body: { colour: 'red' } },
          answer: invalidAt('colour'),
        },
        {
          looksAt: 'each field of the body',
          call: 'PATCH /v2/design/versions/v99/metrics/nope',
          ask: { body: { name: 5 } },
          answer: invalidAt('name'),
        },
        {
          looksAt: 'the version',
          call: 'PATCH /v2/design/versions/v99/metrics/nope',
          ask: { body: { constraints: { max: 5 } } },
          answer: { status: 404, error: 'version_not_found' },
        },
        {
          looksAt: 'the component',
          call: 'PATCH /v2/design/versions/v1/metrics/nope',
          ask: { body: { constraints: { max: 5 } } },
          answer: notFound('metric', 'nope'),
        },
        {
          looksAt: 'whether it is frozen, before the whole',
          call: 'PATCH /v2/design/versions/v1/metrics/xp',
          ask: { body: { constraints: { max: 5 } } },
          answer: { status: 409, error: 'version_frozen' },
        },
        {
          looksAt: 'the query before the version',
          call: 'GET /v2/design/versions/v99/metrics',
          ask: { query: { source: 'attic' } },
          answer: errors.invalidRequest,
        },
        {
          looksAt: 'the body before the issue',
          call: 'POST /v2/design/issues/nope',
          ask: { body: {} },
          answer: invalidAt('apply'),
        },
        {
          looksAt: 'the issue before its fix',
          call: 'POST /v2/design/issues/nope',
          ask: { body: { apply: 'nothing' } },
          answer: notFound('issue', 'nope'),
        },
      ],
    },
    {
      name: 'an operator and a player',
      steps: [
        {
          looksAt: 'the gate before the id',
          call: 'DELETE /v2/admin/players/:player_id',
          ask: { client: 'ungated' },
          answer: errors.routeDenied,
        },
        {
          looksAt: 'the gate before the body',
          call: 'POST /v2/admin/players',
          ask: { ...broken, client: 'ungated' },
          answer: errors.routeDenied,
        },
        {
          looksAt: 'the query before the player',
          call: 'GET /v2/admin/players/nobody/activity',
          ask: { query: { start: 'never' } },
          answer: errors.invalidDate,
        },
        {
          looksAt: 'the body before the player',
          call: 'PATCH /v2/admin/players/nobody/scores',
          ask: { body: {} },
          answer: invalidAt('rewards'),
        },
        {
          looksAt: 'the player before the right to reset',
          call: 'POST /v2/admin/players/nobody/reset',
          ask: { client: 'gamify-production' },
          answer: notFound('player', 'nobody'),
        },
        {
          looksAt: 'size before JSON',
          call: 'POST /v2/admin/players',
          ask: { raw: '{'.repeat(1024 * 1024 + 1) },
          answer: errors.tooLarge,
        },
      ],
    },
  ]

  describe.each(orders)('what is looked at first in $name', ({ steps }) => {
    test.each(steps)('$looksAt', async ({ call, ask, answer }) => {
      const [method = '', path = ''] = call.split(' ')
      const before = await world.stateprint()
      expectError(await world.request(method, path, ask), answer)
      expect(await world.stateprint()).toBe(before)
    })
  })
})
