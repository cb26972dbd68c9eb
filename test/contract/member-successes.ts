import { expect } from 'vitest'
import { twins, type Success } from './success-case.ts'
import { message, named, refer } from './success-parts.ts'

const open = { process_id: 'neo/open' }
const guild = { team_id: 'open-guild' }
const trinityThere = { ...open, performer_id: 'trinity' }
const trinityHere = { ...guild, member_id: 'trinity' }
const profile = { ...refer('trinity'), scores: expect.any(Array), teams: expect.any(Array) }
const pending = { id: expect.any(String), state: 'PENDING' }

/** Documents 1 and 3 "Processes", 4.9. */
const performers: readonly Success[] = [
  {
    routes: twins('GET', 'processes/:process_id/performers'),
    params: open,
    ask: { as: 'neo' },
    answer: expect.arrayContaining([refer('neo'), refer('trinity')]),
  },
  {
    routes: twins('GET', 'processes/:process_id/performers/:performer_id'),
    params: trinityThere,
    ask: { as: 'neo' },
    answer: profile,
  },
  {
    routes: twins('POST', 'processes/:process_id/join'),
    params: open,
    ask: { as: 'oracle', body: { guide: 'observer' } },
    answer: { guide: 'observer' },
    events: ['join'],
  },
  {
    routes: twins('POST', 'processes/:process_id/join'),
    when: 'it is PROTECTED',
    params: { process_id: 'neo/ask' },
    ask: { as: 'oracle', body: {} },
    answer: { ...pending, event: 'join:request', actor: refer('oracle'), process: named('neo/ask') },
    events: ['join:request'],
  },
  {
    routes: twins('POST', 'processes/:process_id/leave'),
    params: open,
    ask: { as: 'trinity' },
    answer: { message: "Player 'trinity' has successfully left the process 'neo/open'" },
    events: ['leave'],
  },
  {
    routes: twins('POST', 'processes/:process_id/roles'),
    params: open,
    ask: { as: 'trinity', body: { guide: 'player' } },
    answer: { guest: 'player', guide: 'player' },
    events: ['role:change'],
  },
  {
    routes: twins('POST', 'processes/:process_id/roles'),
    when: 'it is PROTECTED',
    params: { process_id: 'neo/ask' },
    ask: { as: 'trinity', body: { guide: 'player' } },
    answer: { ...pending, event: 'role:request', roles: { guide: 'player' } },
    events: ['role:request'],
  },
  {
    routes: twins('POST', 'processes/:process_id/performers/:performer_id/kick'),
    params: trinityThere,
    ask: { as: 'neo' },
    answer: message('trinity', 'neo/open'),
    events: ['kick'],
  },
  {
    routes: twins('POST', 'processes/:process_id/performers/:performer_id/roles'),
    params: trinityThere,
    ask: { as: 'neo', body: { guest: false, guide: 'observer' } },
    answer: { guide: 'observer' },
    events: ['role:assign'],
  },
  {
    routes: twins('POST', 'processes/:process_id/transfer'),
    params: open,
    ask: { as: 'neo', body: { new_owner_id: 'trinity', roles: { guide: 'player' } } },
    answer: {
      id: 'neo/open',
      definition: 'tour',
      owner: 'trinity',
      performers: expect.objectContaining({ neo: { guest: 'player' } }),
      keys: expect.any(Object),
      containers: expect.any(Object),
    },
    events: ['transfer'],
  },
]

/** Documents 1 and 3 "Teams", 4.10. */
const members: readonly Success[] = [
  {
    routes: twins('GET', 'teams/:team_id/members'),
    params: guild,
    ask: { as: 'neo' },
    answer: { total: 4, data: expect.arrayContaining([refer('neo'), refer('trinity')]) },
  },
  {
    routes: twins('GET', 'teams/:team_id/members/:member_id'),
    params: trinityHere,
    ask: { as: 'neo' },
    answer: profile,
  },
  {
    routes: twins('POST', 'teams/:team_id/join'),
    params: guild,
    ask: { as: 'oracle', body: { member: true, officer: true } },
    answer: { member: 1, officer: 2 },
    events: ['join'],
  },
  {
    routes: twins('POST', 'teams/:team_id/join'),
    when: 'it is PROTECTED',
    params: { team_id: 'ask-guild' },
    ask: { as: 'oracle', body: { member: true } },
    answer: { ...pending, event: 'join:request', team: named('ask-guild'), roles: { member: true } },
    events: ['join:request'],
  },
  {
    routes: twins('POST', 'teams/:team_id/leave'),
    params: guild,
    ask: { as: 'morpheus' },
    answer: { message: "The player 'morpheus' has been removed from team 'open-guild'" },
    events: ['leave'],
  },
  {
    routes: twins('POST', 'teams/:team_id/roles'),
    params: guild,
    ask: { as: 'morpheus', body: { member: true } },
    answer: { message: expect.any(String), roles: ['member', 'officer'] },
    events: ['role:change'],
  },
  {
    routes: twins('POST', 'teams/:team_id/roles'),
    when: 'the player may not take the role',
    params: { team_id: 'ask-guild' },
    ask: { as: 'trinity', body: { leader: true } },
    answer: { ...pending, event: 'role:request', roles: { leader: true } },
    events: ['role:request'],
  },
  {
    routes: twins('POST', 'teams/:team_id/members/:member_id/kick'),
    params: trinityHere,
    ask: { as: 'neo' },
    answer: message('trinity', 'open-guild'),
    events: ['kick'],
  },
  {
    routes: twins('POST', 'teams/:team_id/members/:member_id/roles'),
    params: trinityHere,
    ask: { as: 'neo', body: { officer: true } },
    answer: { message: expect.any(String), roles: ['member', 'officer'] },
    events: ['role:assign'],
  },
  {
    routes: twins('POST', 'teams/:team_id/transfer'),
    params: guild,
    ask: { as: 'neo', body: { id: 'trinity' } },
    answer: { id: 'open-guild', definition: 'guild', owner: 'trinity', total_members: 4 },
    events: ['transfer'],
  },
]

/** Document 2 "Processes", "Teams". */
const operated: readonly Success[] = [
  {
    routes: ['GET /v2/admin/processes/:process_id/performers'],
    params: open,
    answer: expect.arrayContaining([refer('neo'), refer('trinity')]),
  },
  {
    routes: ['POST /v2/admin/processes/:process_id/join'],
    params: open,
    ask: { body: { player_id: 'oracle', requested_roles: { guide: 'player' } } },
    answer: { guide: 'player' },
    events: ['join'],
  },
  {
    routes: ['POST /v2/admin/processes/:process_id/leave'],
    params: open,
    ask: { body: { player_id: 'trinity' } },
    answer: message('trinity', 'neo/open'),
    events: ['leave'],
  },
  {
    routes: ['POST /v2/admin/processes/:process_id/roles'],
    params: open,
    ask: { body: { player_id: 'trinity', requested_roles: { guide: 'player' } } },
    answer: { guest: 'player', guide: 'player' },
    events: ['role:change'],
  },
  {
    routes: ['POST /v2/admin/processes/:process_id/transfer'],
    params: open,
    ask: { body: { id: 'trinity', roles: { guide: 'player' } } },
    answer: { id: 'neo/open', owner: refer('trinity'), definition: named('tour', 'Tour') },
    events: ['transfer'],
  },
  {
    routes: ['GET /v2/admin/teams/:team_id/members'],
    params: guild,
    answer: { total: 4, data: expect.arrayContaining([refer('neo'), refer('trinity')]) },
  },
  {
    routes: ['POST /v2/admin/teams/:team_id/join'],
    params: guild,
    ask: { body: { player_id: 'oracle', requested_roles: { officer: true } } },
    answer: { officer: 2 },
    events: ['join'],
  },
  {
    routes: ['POST /v2/admin/teams/:team_id/leave'],
    params: guild,
    ask: { body: { player_id: 'trinity' } },
    answer: message('trinity', 'open-guild'),
    events: ['leave'],
  },
  {
    routes: ['POST /v2/admin/teams/:team_id/roles'],
    params: guild,
    ask: { body: { player_id: 'trinity', requested_roles: { officer: true } } },
    answer: { message: expect.any(String), roles: ['member', 'officer'] },
    events: ['role:change'],
  },
  {
    routes: ['POST /v2/admin/teams/:team_id/transfer'],
    params: guild,
    ask: { body: { id: 'trinity' } },
    answer: { id: 'open-guild', owner: refer('trinity'), definition: named('guild', 'Guild') },
    events: ['transfer'],
  },
]

/** Successes of the routes about who is in processes and teams. */
export const memberSuccesses: readonly Success[] = [...performers, ...members, ...operated]
