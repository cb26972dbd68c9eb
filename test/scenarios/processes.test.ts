import { expect } from 'vitest'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import type { AccessSetting } from '../../src/game/kernel/game-info.ts'
import { contractDesign } from '../contract/game-design.ts'
import { processMade } from '../support/subject-events.ts'
import { newPlayer, NOON, scenarios, type Happened, type Step, type Told } from './scenario.ts'

const design: DesignSource = {
  ...contractDesign,
  teams: [{ id: 'guild', name: 'Guild', permissions: [['member', {}]] }],
  processes: [
    {
      id: 'tour',
      name: 'Tour',
      lanes: [{ name: 'guest', default: true }, { name: 'guide' }],
      activities: [
        { id: 'study', name: 'Study', type: 'task', lane: 'guest' },
        { id: 'report', name: 'Report', type: 'task', lane: 'guide' },
      ],
      sequence_flows: [{ src: 'study', tgt: 'report' }],
    },
    {
      id: 'stroll',
      name: 'Stroll',
      activities: [{ id: 'walk', name: 'Walk', type: 'task' }],
      settings: { access: ['PUBLIC'] },
    },
    { id: 'patrol', name: 'Patrol', lanes: [{ name: 'guard' }], settings: { public: false } },
  ],
}
const compiled = compileDesign(design) as Design

const refer = (id: string) => ({ id, alias: id })
const [neo, trinity] = ['neo', 'trinity'].map(refer)
const players: readonly Step[] = ['neo', 'trinity', 'oracle'].map(newPlayer)

const performers = { neo: { guest: 'player' }, trinity: { guide: 'observer' } } as const

/** Neo's tour, in which neo plays as a guest and trinity watches as a guide. */
const tour = (name: string, access: AccessSetting): Happened => ({
  events: [processMade(compiled, { id: `neo/${name}`, definition: 'tour', access, owner: 'neo', members: performers })],
})
const there = [...players, tour('tour', 'PUBLIC')]

const detail = {
  id: 'neo/tour',
  definition: { id: 'tour', name: 'Tour' },
  name: 'neo/tour',
  state: 'ACTIVE',
  created: NOON,
  access: 'PUBLIC',
  performers: [
    { ...neo, lanes: [{ name: 'guest', role: 'player' }] },
    { ...trinity, lanes: [{ name: 'guide', role: 'observer' }] },
  ],
  owner: neo,
  lanes: ['guest', 'guide'],
}
const older = {
  id: 'neo/tour',
  definition: 'tour',
  name: 'neo/tour',
  state: 'ACTIVE',
  access: 'PUBLIC',
  created: NOON,
  owner: 'neo',
  performers,
  keys: { 'neo/tour': 'tour' },
  containers: { tour: { key: 'neo/tour', tokens: 1, nodes: { study: { state: 'READY', tokens: 1 } } } },
}
const item = (name: string, access: AccessSetting) => ({
  id: `neo/${name}`,
  name: `neo/${name}`,
  definition: 'tour',
  access,
  created: NOON,
  owner: neo,
  state: 'ACTIVE',
  performers: [neo, trinity],
})

/** The same call in both versions, which answer the same. */
const both = (method: string, path: string, ask: Step['ask'], body: unknown): { v2: Told; v1: Told } => ({
  v2: { call: `${method} /v2/runtime/${path}`, ...(ask ? { ask } : {}), body },
  v1: { call: `${method} /v1/${path}`, ...(ask ? { ask } : {}), body },
})
const list = (query: Readonly<Record<string, string>>, as = 'oracle') => ({ as, query })

const made = {
  event: 'create',
  actor: neo,
  process: { id: 'neo/mine', name: 'Tour' },
  engine: {
    owner: 'neo',
    members: [{ player: 'neo', roles: { '=guest': 'player' } }],
    made: {
      definition: 'tour',
      access: 'PRIVATE',
      nodes: { '=study': { state: 'READY', tokens: 1 } },
      state: 'ACTIVE',
    },
  },
}
const mine = { ...detail, id: 'neo/mine', name: 'Tour', access: 'PRIVATE', performers: detail.performers.slice(0, 1) }
const { name: _, ...unnamed } = older
const olderMine = {
  ...unnamed,
  id: 'neo/mine',
  access: 'PRIVATE',
  performers: { neo: performers.neo },
  keys: { 'neo/mine': 'tour' },
  containers: { tour: { ...older.containers.tour, key: 'neo/mine' } },
}

scenarios(
  [
    {
      name: 'definitions of processes are those that players may make',
      given: players,
      ...both('GET', 'definitions/processes', { as: 'neo' }, [
        { id: 'stroll', name: 'Stroll', lanes: ['~'], access: ['PUBLIC'] },
        { id: 'tour', name: 'Tour', lanes: ['guest', 'guide'], access: ['PUBLIC', 'PROTECTED', 'PRIVATE'] },
      ]),
      events: [],
    },
    {
      name: 'a player makes a process',
      given: players,
      v2: {
        call: 'POST /v2/runtime/processes',
        ask: { as: 'neo', body: { definition: 'tour', id: 'mine' } },
        body: mine,
      },
      v1: { call: 'POST /v1/definitions/processes/tour', ask: { as: 'neo', body: { id: 'mine' } }, body: olderMine },
      events: [made],
    },
    {
      name: 'a player makes a process without an id',
      given: players,
      v2: {
        call: 'POST /v2/runtime/processes',
        ask: { as: 'neo', body: { definition: 'stroll' } },
        body: expect.objectContaining({ id: expect.stringMatching(/^neo\/process_[0-9a-f]{24}$/), access: 'PUBLIC' }),
      },
      v1: {
        call: 'POST /v1/definitions/processes/stroll',
        ask: { as: 'neo', body: {} },
        body: expect.objectContaining({ id: expect.stringMatching(/^neo\/process_[0-9a-f]{24}$/), access: 'PUBLIC' }),
      },
      events: [expect.objectContaining({ event: 'create', actor: neo })],
    },
    {
      name: 'an operator makes a process for a player, of what players may not make',
      given: players,
      v2: {
        call: 'POST /v2/admin/processes',
        ask: {
          body: { definition: 'patrol', owner_id: 'trinity', id: 'watch', name: 'Night watch', access: 'PUBLIC' },
        },
        body: {
          ...detail,
          id: 'watch',
          definition: { id: 'patrol', name: 'Patrol' },
          name: 'Night watch',
          state: 'COMPLETED',
          performers: [{ ...trinity, lanes: [{ name: 'guard', role: 'player' }] }],
          owner: trinity,
          lanes: ['guard'],
        },
      },
      events: [
        {
          event: 'create',
          admin: true,
          process: { id: 'watch', name: 'Night watch' },
          engine: {
            owner: 'trinity',
            members: [{ player: 'trinity', roles: { '=guard': 'player' } }],
            made: { definition: 'patrol', access: 'PUBLIC', nodes: {}, state: 'COMPLETED' },
          },
        },
      ],
    },
    {
      name: 'a process in full',
      given: there,
      v2: { call: 'GET /v2/runtime/processes/neo/tour', ask: { as: 'oracle' }, body: detail },
      v1: { call: 'GET /v1/processes/neo%2Ftour', ask: { as: 'oracle' }, body: older },
      events: [],
    },
    {
      name: 'a process in full, to an operator',
      given: [...players, tour('tour', 'PRIVATE')],
      v2: { call: 'GET /v2/admin/processes/neo/tour', body: { ...detail, access: 'PRIVATE' } },
      events: [],
    },
    {
      name: 'a process that is over',
      given: [
        ...players,
        { call: 'POST /v2/runtime/processes', ask: { as: 'neo', body: { definition: 'stroll', id: 'walk' } } },
        { call: 'POST /v2/runtime/processes/neo/walk/play', ask: { as: 'neo', body: { trigger: 'walk' } } },
      ],
      ...both('GET', 'processes/neo%2Fwalk', { as: 'neo' }, expect.objectContaining({ state: 'COMPLETED' })),
      events: [],
    },
    {
      name: 'the owner changes name and access',
      given: there,
      v2: {
        call: 'PATCH /v2/runtime/processes/neo/tour',
        ask: { as: 'neo', body: { name: 'Ours', access: 'PROTECTED' } },
        body: { ...detail, name: 'Ours', access: 'PROTECTED' },
      },
      v1: {
        call: 'PATCH /v1/processes/neo/tour',
        ask: { as: 'neo', body: { name: 'Ours', access: 'PROTECTED' } },
        body: { ...older, name: 'Ours', access: 'PROTECTED' },
      },
      events: [
        { event: 'process:updated', process: { id: 'neo/tour', name: 'Ours' }, name: 'Ours', access: 'PROTECTED' },
      ],
    },
    {
      name: 'the owner changes nothing',
      given: there,
      v2: {
        call: 'PATCH /v2/runtime/processes/neo/tour',
        ask: { as: 'neo', body: { access: 'PUBLIC' } },
        body: detail,
      },
      v1: { call: 'PATCH /v1/processes/neo/tour', ask: { as: 'neo', body: {} }, body: older },
      events: [],
    },
    {
      name: 'the owner deletes it',
      given: there,
      ...both('DELETE', 'processes/neo/tour', { as: 'neo' }, { message: "Process 'neo/tour' has been deleted" }),
      events: [{ event: 'delete', actor: neo, process: { id: 'neo/tour', name: 'neo/tour' } }],
    },
    {
      name: 'an operator deletes it',
      given: there,
      v2: { call: 'DELETE /v2/admin/processes/neo/tour', body: { message: "Process 'neo/tour' has been deleted" } },
      events: [{ event: 'delete', admin: true, process: { id: 'neo/tour', name: 'neo/tour' } }],
    },
    {
      name: 'a process that was deleted is not there, and neither is its feed',
      given: [...there, { call: 'DELETE /v2/runtime/processes/neo/tour', ask: { as: 'neo' } }],
      v2: {
        call: 'GET /v2/runtime/processes/neo/tour/activity',
        ask: { as: 'neo' },
        status: 404,
        body: { error: 'process_instance_not_found', error_description: "The process 'neo/tour' does not exist" },
      },
      events: [],
    },
    {
      name: 'a process whose owner is deleted is gone',
      given: [...there, tour('b', 'PRIVATE'), { call: 'DELETE /v2/admin/players/neo' }],
      v2: { call: 'GET /v2/admin/processes', body: { data: [], total: 0 } },
      events: [],
    },
    {
      name: 'who is deleted is in it no more',
      given: [...there, { call: 'DELETE /v2/admin/players/trinity' }],
      ...both('GET', 'processes/neo%2Ftour/performers', { as: 'neo' }, [neo]),
      events: [],
    },
    {
      name: 'who is in it, in the order in which they came',
      given: there,
      ...both('GET', 'processes/neo%2Ftour/performers', { as: 'oracle' }, [neo, trinity]),
      events: [],
    },
    {
      name: 'some of those who are in it',
      given: there,
      ...both('GET', 'processes/neo%2Ftour/performers', list({ skip: '1', limit: '5' }), [trinity]),
      events: [],
    },
    {
      name: 'who is in it, to an operator',
      given: [...players, tour('tour', 'PRIVATE')],
      v2: { call: 'GET /v2/admin/processes/neo/tour/performers', body: [neo, trinity] },
      events: [],
    },
    {
      name: 'the profile of one who is in it',
      given: there,
      v2: {
        call: 'GET /v2/runtime/processes/neo/tour/performers/trinity',
        ask: { as: 'oracle' },
        body: { ...trinity, created: NOON, enabled: true, scores: expect.any(Array), teams: [] },
      },
      v1: {
        call: 'GET /v1/processes/neo/tour/performers/trinity',
        ask: { as: 'oracle' },
        body: { ...trinity, scores: expect.any(Array), teams: [] },
      },
      events: [],
    },
    {
      name: 'the list has what is not PRIVATE',
      given: [...players, tour('a', 'PUBLIC'), tour('b', 'PRIVATE'), tour('c', 'PROTECTED')],
      ...both('GET', 'processes', list({}), { data: [item('a', 'PUBLIC'), item('c', 'PROTECTED')], total: 2 }),
      events: [],
    },
    {
      name: 'the list has what the player is in',
      given: [...players, tour('a', 'PUBLIC'), tour('b', 'PRIVATE'), tour('c', 'PROTECTED')],
      ...both('GET', 'processes', list({ skip: '1', limit: '1' }, 'trinity'), {
        data: [item('b', 'PRIVATE')],
        total: 3,
      }),
      events: [],
    },
    {
      name: 'the list has what is over where that is asked for',
      given: [
        ...there,
        { call: 'POST /v2/runtime/processes', ask: { as: 'neo', body: { definition: 'stroll', id: 'walk' } } },
        { call: 'POST /v2/runtime/processes/neo/walk/play', ask: { as: 'neo', body: { trigger: 'walk' } } },
      ],
      ...both('GET', 'processes', list({ state: 'COMPLETED' }), {
        data: [
          { ...item('walk', 'PUBLIC'), name: 'Stroll', definition: 'stroll', state: 'COMPLETED', performers: [neo] },
        ],
        total: 1,
      }),
      events: [],
    },
    {
      name: 'the list has all states where both are asked for',
      given: [
        ...there,
        { call: 'POST /v2/runtime/processes', ask: { as: 'neo', body: { definition: 'stroll', id: 'walk' } } },
        { call: 'POST /v2/runtime/processes/neo/walk/play', ask: { as: 'neo', body: { trigger: 'walk' } } },
      ],
      ...both('GET', 'processes', list({ state: 'COMPLETED,ACTIVE', limit: '0' }), { data: [], total: 2 }),
      events: [],
    },
    {
      name: 'an operator lists all',
      given: [...players, tour('a', 'PUBLIC'), tour('b', 'PRIVATE')],
      v2: {
        call: 'GET /v2/admin/processes',
        body: {
          data: [item('a', 'PUBLIC'), item('b', 'PRIVATE')].map((one) => ({ ...one, game_id: 'contract' })),
          total: 2,
        },
      },
      events: [],
    },
    {
      name: 'an operator searches',
      given: [...players, tour('alpha', 'PUBLIC'), tour('beta', 'PRIVATE'), tour('a+b', 'PUBLIC')],
      v2: {
        call: 'GET /v2/admin/query/processes',
        ask: { query: { pattern: 'NEO*A', skip: 1, limit: 1 } },
        body: [{ id: 'neo/beta', name: 'neo/beta', definition: { id: 'tour', name: 'Tour' } }],
      },
      events: [],
    },
  ].map((scenario) => ({ design, ...scenario })),
)
