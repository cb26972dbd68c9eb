import { expect } from 'vitest'
import type { DesignSource } from '../../src/game/design/source.ts'
import type { GameEvent } from '../../src/game/kernel/entry.ts'
import type { AccessSetting } from '../../src/game/kernel/game-info.ts'
import { contractDesign } from '../contract/game-design.ts'
import { teamMade } from '../support/subject-events.ts'
import { newPlayer, NOON, scenarios, type Happened, type Step, type Told } from './scenario.ts'

const design: DesignSource = {
  ...contractDesign,
  teams: [
    {
      id: 'guild',
      name: 'Guild',
      permissions: [
        ['member', { leave: true }],
        ['officer', { lock: true }],
        ['leader', { leave: true }],
      ],
    },
    {
      id: 'council',
      name: 'Council',
      permissions: [['elder', {}]],
      settings: { access: ['PROTECTED'], public: false },
    },
  ],
}

const refer = (id: string) => ({ id, alias: id })
const [neo, trinity, morpheus] = ['neo', 'trinity', 'morpheus'].map(refer)
const players: readonly Step[] = ['neo', 'trinity', 'morpheus', 'oracle'].map(newPlayer)
const members = { neo: ['leader'], trinity: ['member'], morpheus: ['officer', 'member'] }

/** Neo's guild, with trinity for a member and morpheus for one who is an officer too. */
const guild = (id: string, access: AccessSetting = 'PUBLIC', owner: string | null = 'neo'): Happened => ({
  events: [teamMade({ id, definition: 'guild', access, owner, members })],
})
const there = [...players, guild('us')]
const locked: Happened = { events: [{ event: 'team:locked', team: { id: 'us', name: 'us' } } as GameEvent] }

const head = (id: string, access: AccessSetting = 'PUBLIC', owner: unknown = neo) => ({
  id,
  name: id,
  definition: { id: 'guild', name: 'Guild' },
  created: NOON,
  access,
  owner,
  roles: ['member', 'officer', 'leader'],
})
const admin = {
  ...head('us'),
  locked: false,
  member_count: [
    { name: 'member', count: 2 },
    { name: 'officer', count: 1 },
    { name: 'leader', count: 1 },
  ],
  total_members: 3,
}
const asOf = (my_roles: readonly string[], can_leave: boolean) => ({ my_roles, can_leave })
const shapeB = {
  id: 'us',
  name: 'us',
  definition: 'guild',
  created: NOON,
  access: 'PUBLIC',
  owner: 'neo',
  locked: false,
  member_count: { member: 2, officer: 1, leader: 1 },
  total_members: 3,
}

/** The same call in both versions: the answers of each, or one for both. */
const calls = (
  method: string,
  path: string,
  ask: Step['ask'],
  v2: unknown,
  v1: unknown = v2,
): { v2: Told; v1: Told } => ({
  v2: { call: `${method} /v2/runtime/${path}`, ...(ask ? { ask } : {}), body: v2 },
  v1: { call: `${method} /v1/${path}`, ...(ask ? { ask } : {}), body: v1 },
})

const made = (id: string, name: string, access: AccessSetting) => ({
  event: 'create',
  actor: neo,
  team: { id, name },
  engine: {
    owner: 'neo',
    members: [{ player: 'neo', roles: { '=leader': true } }],
    made: { definition: 'guild', access },
  },
})
const newB = {
  ...shapeB,
  id: 'ours',
  name: 'Ours',
  access: 'PROTECTED',
  member_count: { member: 0, officer: 0, leader: 1 },
  total_members: 1,
}

scenarios(
  [
    {
      name: 'definitions of teams are those that the player may make',
      given: players,
      ...calls('GET', 'definitions/teams', { as: 'neo' }, [
        {
          id: 'guild',
          name: 'Guild',
          roles: ['member', 'officer', 'leader'],
          access: ['PUBLIC', 'PROTECTED', 'PRIVATE'],
        },
      ]),
      events: [],
    },
    {
      name: 'a player makes a team',
      given: players,
      v2: {
        call: 'POST /v2/runtime/teams',
        ask: { as: 'neo', body: { definition: 'guild', id: 'ours', name: 'Ours', access: 'PROTECTED' } },
        body: newB,
      },
      v1: {
        call: 'POST /v1/definitions/teams/guild',
        ask: { as: 'neo', body: { id: 'ours', name: 'Ours', access: 'PROTECTED' } },
        body: newB,
      },
      events: [made('ours', 'Ours', 'PROTECTED')],
    },
    {
      name: 'a player makes a team about which nothing is said',
      given: players,
      v2: {
        call: 'POST /v2/runtime/teams',
        ask: { as: 'neo', body: { definition: 'guild' } },
        body: { ...newB, id: expect.stringMatching(/^team_[0-9a-f]{24}$/), name: 'Guild', access: 'PRIVATE' },
      },
      events: [expect.objectContaining({ event: 'create', actor: neo })],
    },
    {
      name: 'an operator makes a team, of what players may not make',
      given: players,
      v2: {
        call: 'POST /v2/admin/teams',
        ask: { body: { definition: 'council', id: 'elders' } },
        body: {
          ...head('elders', 'PROTECTED', null),
          name: 'Council',
          definition: { id: 'council', name: 'Council' },
          roles: ['elder'],
          locked: false,
          member_count: [{ name: 'elder', count: 0 }],
          total_members: 0,
        },
      },
      events: [
        {
          event: 'create',
          admin: true,
          team: { id: 'elders', name: 'Council' },
          engine: { owner: null, made: { definition: 'council', access: 'PROTECTED' } },
        },
      ],
    },
    {
      name: 'a team, to its owner',
      given: there,
      ...calls('GET', 'teams/us', { as: 'neo' }, { ...admin, ...asOf(['leader'], false) }, shapeB),
      events: [],
    },
    {
      name: 'a team, to a member who may leave',
      given: there,
      ...calls('GET', 'teams/us', { as: 'morpheus' }, { ...admin, ...asOf(['member', 'officer'], true) }, shapeB),
      events: [],
    },
    {
      name: 'a team that is locked, to a member',
      given: [...there, locked],
      ...calls(
        'GET',
        'teams/us',
        { as: 'trinity' },
        { ...admin, locked: true, ...asOf(['member'], false) },
        { ...shapeB, locked: true },
      ),
      events: [],
    },
    {
      name: 'a team without an owner, to a stranger',
      given: [...players, guild('us', 'PUBLIC', null)],
      ...calls(
        'GET',
        'teams/us',
        { as: 'oracle' },
        { ...admin, owner: null, ...asOf([], false) },
        { ...shapeB, owner: null },
      ),
      events: [],
    },
    {
      name: 'a team, to an operator',
      given: [...players, guild('us', 'PRIVATE')],
      v2: { call: 'GET /v2/admin/teams/us', body: { ...admin, access: 'PRIVATE' } },
      events: [],
    },
    {
      name: 'the owner changes name and access',
      given: there,
      ...calls(
        'PATCH',
        'teams/us',
        { as: 'neo', body: { name: 'Ours', access: 'PRIVATE' } },
        {
          ...shapeB,
          name: 'Ours',
          access: 'PRIVATE',
        },
      ),
      events: [{ event: 'team:updated', team: { id: 'us', name: 'Ours' }, name: 'Ours', access: 'PRIVATE' }],
    },
    {
      name: 'the owner changes nothing of a locked team',
      given: [...there, locked],
      ...calls('PATCH', 'teams/us', { as: 'neo', body: { name: 'us' } }, { ...shapeB, locked: true }),
      events: [],
    },
    {
      name: 'the owner disbands a locked team',
      given: [...there, locked],
      ...calls('DELETE', 'teams/us', { as: 'neo' }, { message: "Team 'us' has been deleted" }),
      events: [{ event: 'delete', actor: neo, team: { id: 'us', name: 'us' } }],
    },
    {
      name: 'an operator disbands it',
      given: there,
      v2: { call: 'DELETE /v2/admin/teams/us', body: { message: "Team 'us' has been deleted" } },
      events: [{ event: 'delete', admin: true, team: { id: 'us', name: 'us' } }],
    },
    {
      name: 'who was in a team that was disbanded is in none',
      given: [...there, { call: 'DELETE /v2/runtime/teams/us', ask: { as: 'neo' } }],
      v2: {
        call: 'GET /v2/runtime/player',
        ask: { as: 'trinity' },
        body: expect.objectContaining({ id: 'trinity', teams: [] }),
      },
      events: [],
    },
    {
      name: 'one whose role allows it locks a team',
      given: there,
      ...calls(
        'PUT',
        'teams/us/lock',
        { as: 'morpheus' },
        { ...admin, locked: true, ...asOf(['member', 'officer'], false) },
        { ...shapeB, locked: true },
      ),
      events: [{ event: 'team:locked', team: { id: 'us', name: 'us' } }],
    },
    {
      name: 'a team that is locked is locked again',
      given: [...there, locked],
      ...calls(
        'PUT',
        'teams/us/lock',
        { as: 'neo' },
        { ...admin, locked: true, ...asOf(['leader'], false) },
        { ...shapeB, locked: true },
      ),
      events: [],
    },
    {
      name: 'the owner unlocks a team',
      given: [...there, locked],
      ...calls('DELETE', 'teams/us/lock', { as: 'neo' }, { ...admin, ...asOf(['leader'], false) }, shapeB),
      events: [{ event: 'team:unlocked', team: { id: 'us', name: 'us' } }],
    },
    {
      name: 'who is in it, in the order in which they came',
      given: there,
      ...calls('GET', 'teams/us/members', { as: 'oracle' }, { data: [neo, trinity, morpheus], total: 3 }),
      events: [],
    },
    {
      name: 'some of those who are in it',
      given: there,
      ...calls(
        'GET',
        'teams/us/members',
        { as: 'oracle', query: { skip: 1, limit: 1 } },
        { data: [trinity], total: 3 },
      ),
      events: [],
    },
    {
      name: 'who is in it, to an operator',
      given: [...players, guild('us', 'PRIVATE')],
      v2: { call: 'GET /v2/admin/teams/us/members', body: { data: [neo, trinity, morpheus], total: 3 } },
      events: [],
    },
    {
      name: 'the profile of a member',
      given: there,
      ...calls(
        'GET',
        'teams/us/members/trinity',
        { as: 'oracle' },
        {
          ...trinity,
          created: NOON,
          enabled: true,
          scores: expect.any(Array),
          teams: [{ id: 'us', name: 'us', definition: { id: 'guild', name: 'Guild' }, roles: ['member'] }],
        },
      ),
      events: [],
    },
    {
      name: 'the list has what is not PRIVATE',
      given: [...players, guild('a'), guild('b', 'PRIVATE'), guild('c', 'PROTECTED')],
      ...calls(
        'GET',
        'teams',
        { as: 'oracle' },
        {
          data: [head('a'), head('c', 'PROTECTED')].map((one) => ({ ...one, ...asOf([], false) })),
          total: 2,
        },
      ),
      events: [],
    },
    {
      name: 'the list has what the player is in',
      given: [...players, guild('a'), guild('b', 'PRIVATE'), guild('c', 'PROTECTED')],
      ...calls(
        'GET',
        'teams',
        { as: 'trinity', query: { skip: 1, limit: 1 } },
        {
          data: [{ ...head('b', 'PRIVATE'), ...asOf(['member'], true) }],
          total: 3,
        },
      ),
      events: [],
    },
    {
      name: 'an operator lists all',
      given: [...players, guild('a', 'PRIVATE'), guild('b', 'PUBLIC', null)],
      v2: {
        call: 'GET /v2/admin/teams',
        body: {
          data: [head('a', 'PRIVATE'), head('b', 'PUBLIC', null)].map((one) => ({ ...one, game_id: 'contract' })),
          total: 2,
        },
      },
      events: [],
    },
    {
      name: 'an operator searches',
      given: [...players, guild('alpha'), guild('beta', 'PRIVATE'), guild('gamma')],
      v2: {
        call: 'GET /v2/admin/query/teams',
        ask: { query: { pattern: 'B*a' } },
        body: [{ id: 'beta', name: 'beta', definition: { id: 'guild', name: 'Guild' } }],
      },
      events: [],
    },
    {
      name: 'a team whose owner is deleted has none',
      given: [...there, { call: 'DELETE /v2/admin/players/neo' }],
      ...calls(
        'GET',
        'teams/us',
        { as: 'trinity' },
        {
          ...admin,
          owner: null,
          member_count: [
            { name: 'member', count: 2 },
            { name: 'officer', count: 1 },
            { name: 'leader', count: 0 },
          ],
          total_members: 2,
          ...asOf(['member'], true),
        },
        { ...shapeB, owner: null, member_count: { member: 2, officer: 1, leader: 0 }, total_members: 2 },
      ),
      events: [],
    },
  ].map((scenario) => ({ design, ...scenario })),
)
