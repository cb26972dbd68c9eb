import { expect } from 'vitest'
import { twins, type Success } from './success-case.ts'
import { message, named, refer } from './success-parts.ts'

const as = { as: 'neo' }
const open = { process_id: 'neo/open' }
const guild = { team_id: 'open-guild' }
const created = expect.any(String) as string

const tour = { id: 'neo/open', definition: named('tour', 'Tour'), name: 'neo/open', state: 'ACTIVE', access: 'PUBLIC' }
const guest = (id: string) => ({ ...refer(id), lanes: [{ name: 'guest', role: 'player' }] })
const detail = {
  ...tour,
  created,
  owner: refer('neo'),
  lanes: ['guest', 'guide'],
  performers: expect.arrayContaining([guest('neo'), guest('trinity')]),
}
const older = {
  ...tour,
  definition: 'tour',
  created,
  owner: 'neo',
  performers: expect.objectContaining({ neo: { guest: 'player' }, trinity: { guest: 'player' } }),
  keys: expect.any(Object),
  containers: expect.any(Object),
}
const begun = { id: 'neo/mine', access: 'PUBLIC', state: 'ACTIVE' }

/** Documents 1 and 3 "Processes", 4.9. */
const processes: readonly Success[] = [
  {
    routes: twins('GET', 'definitions/processes'),
    ask: as,
    answer: expect.arrayContaining([
      { ...named('tour', 'Tour'), lanes: ['guest', 'guide'], access: expect.any(Array) },
    ]),
  },
  {
    routes: twins('GET', 'processes'),
    ask: { ...as, query: { limit: 1000, state: 'ACTIVE,COMPLETED' } },
    answer: {
      total: expect.any(Number),
      data: expect.arrayContaining([
        expect.objectContaining({
          ...tour,
          definition: 'tour',
          created,
          owner: refer('neo'),
          performers: expect.arrayContaining([refer('neo'), refer('trinity')]),
        }),
      ]),
    },
  },
  {
    routes: twins('GET', 'processes/:process_id'),
    params: open,
    ask: as,
    answer: detail,
    older: { answer: older },
  },
  {
    routes: ['POST /v2/runtime/processes', 'POST /v1/definitions/processes/:process_definition_id'],
    params: { process_definition_id: 'tour' },
    ask: { ...as, body: { definition: 'tour', id: 'mine', access: 'PUBLIC' } },
    answer: { ...begun, definition: named('tour', 'Tour'), owner: refer('neo') },
    older: {
      ask: { ...as, body: { id: 'mine', access: 'PUBLIC' } },
      answer: { ...begun, definition: 'tour', owner: 'neo', keys: expect.any(Object) },
    },
    events: ['create'],
  },
  {
    routes: twins('PATCH', 'processes/:process_id'),
    params: open,
    ask: { ...as, body: { name: 'Grand tour', access: 'PROTECTED' } },
    answer: { ...detail, name: 'Grand tour', access: 'PROTECTED' },
    older: { answer: { ...older, name: 'Grand tour', access: 'PROTECTED' } },
    events: ['process:updated'],
  },
  {
    routes: twins('DELETE', 'processes/:process_id'),
    params: open,
    ask: as,
    answer: { message: "Process 'neo/open' has been deleted" },
    events: ['delete'],
  },
  {
    routes: twins('GET', 'processes/:process_id/triggers'),
    params: open,
    ask: as,
    answer: expect.arrayContaining([{ trigger: 'study:study', name: 'Study', actions: expect.any(Array) }]),
  },
  {
    routes: twins('POST', 'processes/:process_id/play'),
    params: open,
    ask: { ...as, body: { trigger: 'study:study' } },
    answer: {
      triggers: expect.arrayContaining([
        expect.objectContaining({ trigger: 'rest:rest', rewards: expect.any(Array), lane: 'guest', locked: 'false' }),
      ]),
      events: { local: [{ event: 'progress', activity: named('study', 'Study') }], global: [] },
    },
    older: {
      answer: {
        triggers: expect.arrayContaining([
          expect.objectContaining({ trigger: 'rest:rest', actions: expect.any(Array), lane: 'guest', locked: 'false' }),
        ]),
        events: { local: [{ event: 'progress', activity: named('study', 'Study') }], global: [] },
      },
    },
    events: ['progress'],
  },
  { routes: twins('GET', 'processes/:process_id/activity'), params: open, ask: as, answer: expect.any(Array) },
]

const team = { id: 'open-guild', name: 'open-guild', created, access: 'PUBLIC' }
const shapeA = {
  ...team,
  definition: named('guild', 'Guild'),
  owner: refer('neo'),
  locked: false,
  member_count: expect.arrayContaining([{ name: 'leader', count: 1 }]),
  total_members: 4,
  roles: ['member', 'officer', 'leader'],
  my_roles: ['leader'],
  can_leave: false,
}
const shapeB = {
  ...team,
  definition: 'guild',
  owner: 'neo',
  locked: false,
  member_count: { member: 2, officer: 1, leader: 1 },
  total_members: 4,
}
const listed = {
  ...team,
  definition: named('guild', 'Guild'),
  owner: refer('neo'),
  roles: ['member', 'officer', 'leader'],
  my_roles: ['leader'],
  can_leave: false,
}
const founded = {
  ...shapeB,
  id: 'mine',
  name: 'Mine',
  total_members: 1,
  member_count: { member: 0, officer: 0, leader: 1 },
}

/** Documents 1 and 3 "Teams", 4.10, 4.15 "Version 1". */
const teams: readonly Success[] = [
  {
    routes: twins('GET', 'definitions/teams'),
    ask: as,
    answer: expect.arrayContaining([
      { ...named('guild', 'Guild'), roles: ['member', 'officer', 'leader'], access: expect.any(Array) },
    ]),
  },
  {
    routes: twins('GET', 'teams'),
    ask: { ...as, query: { limit: 1000 } },
    answer: { total: expect.any(Number), data: expect.arrayContaining([listed]) },
  },
  { routes: twins('GET', 'teams/:team_id'), params: guild, ask: as, answer: shapeA, older: { answer: shapeB } },
  {
    routes: ['POST /v2/runtime/teams', 'POST /v1/definitions/teams/:team_definition_id'],
    params: { team_definition_id: 'guild' },
    ask: { ...as, body: { definition: 'guild', id: 'mine', name: 'Mine', access: 'PUBLIC' } },
    answer: founded,
    older: { ask: { ...as, body: { id: 'mine', name: 'Mine', access: 'PUBLIC' } }, answer: founded },
    events: ['create'],
  },
  {
    routes: twins('PATCH', 'teams/:team_id'),
    params: guild,
    ask: { ...as, body: { name: 'Order', access: 'PRIVATE' } },
    answer: { ...shapeB, name: 'Order', access: 'PRIVATE' },
    events: ['team:updated'],
  },
  {
    routes: twins('DELETE', 'teams/:team_id'),
    params: guild,
    ask: as,
    answer: message('open-guild'),
    events: ['delete'],
  },
  {
    routes: twins('PUT', 'teams/:team_id/lock'),
    params: guild,
    ask: as,
    answer: { ...shapeA, locked: true },
    older: { answer: { ...shapeB, locked: true } },
    events: ['team:locked'],
  },
  {
    routes: twins('DELETE', 'teams/:team_id/lock'),
    params: { team_id: 'locked-guild' },
    ask: as,
    answer: { ...shapeA, ...named('locked-guild'), total_members: 3 },
    older: {
      answer: {
        ...shapeB,
        ...named('locked-guild'),
        member_count: { member: 1, officer: 1, leader: 1 },
        total_members: 3,
      },
    },
    events: ['team:unlocked'],
  },
  { routes: twins('GET', 'teams/:team_id/activity'), params: guild, ask: as, answer: expect.any(Array) },
  {
    routes: twins('GET', 'teams/:team_id/members/:member_id/activity'),
    params: { ...guild, member_id: 'trinity' },
    ask: as,
    answer: expect.any(Array),
  },
]

const owned = { definition: 'tour', owner_id: 'trinity', id: 'patrolled', name: 'Patrolled' }
const run = { id: 'patrolled', name: 'Patrolled', definition: named('tour', 'Tour'), owner: refer('trinity') }
const council = { definition: 'council', id: 'board', name: 'Board' }

/** Document 2 "Processes", "Teams", "Search". */
const operated: readonly Success[] = [
  {
    routes: ['GET /v2/admin/processes'],
    answer: {
      total: 8,
      data: expect.arrayContaining([
        expect.objectContaining({ ...tour, definition: 'tour', created, game_id: 'contract', owner: refer('neo') }),
      ]),
    },
  },
  {
    routes: ['POST /v2/admin/processes'],
    ask: { body: owned },
    answer: { ...run, lanes: detail.lanes },
    events: ['create'],
  },
  { routes: ['GET /v2/admin/processes/:process_id'], params: open, answer: detail },
  {
    routes: ['DELETE /v2/admin/processes/:process_id'],
    params: open,
    answer: { message: "Process 'neo/open' has been deleted" },
    events: ['delete'],
  },
  { routes: ['GET /v2/admin/processes/:process_id/activity'], params: open, answer: expect.any(Array) },
  {
    routes: ['GET /v2/admin/query/processes'],
    ask: { query: { pattern: 'open' } },
    answer: [{ ...named('neo/open'), definition: named('tour', 'Tour') }],
  },
  {
    routes: ['GET /v2/admin/teams'],
    answer: {
      total: 10,
      data: expect.arrayContaining([
        {
          ...team,
          definition: named('guild', 'Guild'),
          game_id: 'contract',
          owner: refer('neo'),
          roles: ['member', 'officer', 'leader'],
        },
      ]),
    },
  },
  {
    routes: ['POST /v2/admin/teams'],
    ask: { body: council },
    answer: {
      ...named('board', 'Board'),
      definition: named('council', 'Council'),
      access: 'PRIVATE',
      owner: null,
      locked: false,
      total_members: 0,
      roles: ['elder', 'chair'],
    },
    events: ['create'],
  },
  {
    routes: ['GET /v2/admin/teams/:team_id'],
    params: guild,
    answer: {
      ...team,
      definition: named('guild', 'Guild'),
      owner: refer('neo'),
      locked: false,
      member_count: shapeA.member_count,
      total_members: 4,
      roles: ['member', 'officer', 'leader'],
    },
  },
  {
    routes: ['DELETE /v2/admin/teams/:team_id'],
    params: guild,
    answer: message('open-guild'),
    events: ['delete'],
  },
  { routes: ['GET /v2/admin/teams/:team_id/activity'], params: guild, answer: expect.any(Array) },
  {
    routes: ['GET /v2/admin/query/teams'],
    ask: { query: { pattern: 'OPEN' } },
    answer: [{ ...named('open-guild'), definition: named('guild', 'Guild') }],
  },
]

/** Successes of the routes about processes and teams themselves. */
export const subjectSuccesses: readonly Success[] = [...processes, ...teams, ...operated]
