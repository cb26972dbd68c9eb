import { expect } from 'vitest'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import type { GameEvent } from '../../src/game/kernel/entry.ts'
import type { AccessSetting } from '../../src/game/kernel/game-info.ts'
import { contractDesign } from '../contract/game-design.ts'
import { processMade, teamMade } from '../support/subject-events.ts'
import { anId, newPlayer, NOON, scenarios, type Happened, type Scenario, type Step } from './scenario.ts'

const design: DesignSource = {
  ...contractDesign,
  processes: [
    {
      id: 'tour',
      name: 'Tour',
      lanes: [{ name: 'guest', default: true }, { name: 'guide' }],
      activities: [
        { id: 'study', name: 'Study', type: 'task', lane: 'guest' },
        { id: 'report', name: 'Report', type: 'task', lane: 'guide' },
      ],
    },
  ],
  teams: [
    {
      id: 'guild',
      name: 'Guild',
      permissions: [
        ['member', {}],
        ['officer', { peer: true, assign: true, leave: true }],
        ['leader', { peer: true, assign: true, leave: true }],
      ],
      creator_roles: ['leader'],
    },
  ],
}
const compiled = compileDesign(design) as Design

const refer = (id: string) => ({ id, alias: id })
const [neo, trinity, morpheus, oracle] = ['neo', 'trinity', 'morpheus', 'oracle'].map(refer)
const players: readonly Step[] = ['neo', 'trinity', 'morpheus', 'oracle'].map(newPlayer)

const tour = { id: 'neo/tour', name: 'neo/tour' }
const guild = { id: 'guild', name: 'guild' }

/** Neo's tour, where neo and trinity play in the lane of guests, and morpheus watches in that of guides. */
const inTour = (access: AccessSetting = 'PUBLIC'): readonly (Step | Happened)[] => {
  const members = { neo: { guest: 'player' }, trinity: { guest: 'player' }, morpheus: { guide: 'observer' } } as const
  return [
    ...players,
    { events: [processMade(compiled, { id: tour.id, definition: 'tour', access, owner: 'neo', members })] },
  ]
}

/** Neo's guild, where neo is the leader, morpheus an officer and trinity a member. */
const inGuild = (access: AccessSetting = 'PUBLIC', owner: string | null = 'neo'): readonly (Step | Happened)[] => {
  const members = { neo: ['leader'], morpheus: ['officer'], trinity: ['member'] }
  return [...players, { events: [teamMade({ id: guild.id, definition: 'guild', access, owner, members })] }]
}
const locked: Happened = { events: [{ event: 'team:locked', team: guild } as GameEvent] }

/** A call of a player in both versions, which answer the same. */
const by = (as: string, path: string, answer: unknown, body?: unknown): Pick<Scenario, 'v2' | 'v1'> => {
  const ask = { as, ...(body === undefined ? {} : { body }) }
  return {
    v2: { call: `POST /v2/runtime/${path}`, ask, body: answer },
    v1: { call: `POST /v1/${path}`, ask, body: answer },
  }
}
const byOperator = (path: string, answer: unknown, body: unknown): Pick<Scenario, 'v2'> => ({
  v2: { call: `POST /v2/admin/${path}`, ask: { body }, body: answer },
})

const tours = 'processes/neo%2Ftour'
const guilds = 'teams/guild'

const guest = { guest: 'player' }
const watch = { guide: 'observer' }

/** The tour as version 1 shows it, and a transfer. */
function older(owner: string, performers: Readonly<Record<string, object>>): unknown {
  const ready = { state: 'READY', tokens: 1 }
  return {
    id: 'neo/tour',
    name: 'neo/tour',
    definition: 'tour',
    state: 'ACTIVE',
    access: expect.stringMatching(/^P/),
    created: NOON,
    owner,
    performers,
    keys: { 'neo/tour': 'tour' },
    containers: { tour: { key: 'neo/tour', tokens: 2, nodes: { study: ready, report: ready } } },
  }
}

function shapeB(owner: string, access: string, member_count: object, total_members: number): object {
  const team = { id: 'guild', name: 'guild', definition: 'guild', created: NOON, locked: false }
  return { ...team, owner, access, member_count, total_members }
}

/** What the engine keeps of roles. */
const kept = (player: string, roles: Readonly<Record<string, string | true>> | null) => ({
  members: [
    { player, roles: roles && Object.fromEntries(Object.entries(roles).map(([name, role]) => [`=${name}`, role])) },
  ],
})
const request = (event: string, about: object, actor: unknown, roles: object) => ({
  id: anId,
  event,
  timestamp: NOON,
  actor,
  ...about,
  roles,
  state: 'PENDING',
})

const list: readonly Scenario[] = [
  {
    name: 'a player joins a PUBLIC process without a word, and gets the default lanes',
    given: inTour(),
    ...by('oracle', `${tours}/join`, { guest: 'player' }, {}),
    events: [
      {
        event: 'join',
        actor: oracle,
        process: tour,
        roles: { guest: 'player' },
        engine: kept('oracle', { guest: 'player' }),
      },
    ],
  },
  {
    name: 'a player joins a PUBLIC process in every lane, in one of them otherwise',
    given: inTour(),
    ...by('oracle', `${tours}/join`, { guest: 'observer', guide: 'player' }, { '*': 'observer', guide: 'player' }),
    events: [
      {
        event: 'join',
        actor: oracle,
        process: tour,
        roles: { guest: 'observer', guide: 'player' },
        engine: kept('oracle', { guest: 'observer', guide: 'player' }),
      },
    ],
  },
  {
    name: 'a player asks to join a PROTECTED process',
    given: inTour('PROTECTED'),
    ...by('oracle', `${tours}/join`, request('join:request', { process: tour }, oracle, { guide: 'observer' }), {
      guide: 'observer',
    }),
    events: [
      {
        event: 'join:request',
        actor: oracle,
        process: tour,
        roles: { guide: 'observer' },
        state: 'PENDING',
        engine: { approvers: { roles: [], owner: 'neo' } },
      },
    ],
  },
  {
    name: 'a player leaves a process',
    given: inTour('PRIVATE'),
    ...by('trinity', `${tours}/leave`, { message: "Player 'trinity' has successfully left the process 'neo/tour'" }),
    events: [{ event: 'leave', actor: trinity, process: tour, engine: kept('trinity', null) }],
  },
  {
    name: 'a performer takes and gives up lanes of a PUBLIC process',
    given: inTour(),
    ...by('trinity', `${tours}/roles`, { guide: 'observer' }, { guide: 'observer', guest: false }),
    events: [
      {
        event: 'role:change',
        actor: trinity,
        process: tour,
        changes: { guest: { old: 'player', new: null }, guide: { old: null, new: 'observer' } },
        engine: kept('trinity', { guide: 'observer' }),
      },
    ],
  },
  {
    name: 'a performer asks for another role in a PROTECTED process, in every lane',
    given: inTour('PROTECTED'),
    ...by(
      'morpheus',
      `${tours}/roles`,
      request('role:request', { process: tour }, morpheus, { guest: false, guide: 'player' }),
      { '*': false, guide: 'player' },
    ),
    events: [
      {
        event: 'role:request',
        actor: morpheus,
        process: tour,
        roles: { guest: false, guide: 'player' },
        state: 'PENDING',
        engine: { approvers: { roles: [], owner: 'neo' } },
      },
    ],
  },
  {
    name: 'the owner changes roles of its own at once, whatever the access',
    given: inTour('PRIVATE'),
    ...by('neo', `${tours}/roles`, { guest: 'player', guide: 'player' }, { guide: 'player' }),
    events: [
      {
        event: 'role:change',
        actor: neo,
        process: tour,
        changes: { guide: { old: null, new: 'player' } },
        engine: kept('neo', { guest: 'player', guide: 'player' }),
      },
    ],
  },
  {
    name: 'asking for the roles that one has changes nothing, and needs nobody',
    given: inTour('PROTECTED'),
    ...by('trinity', `${tours}/roles`, { guest: 'player' }, { guest: 'player', guide: false }),
    events: [],
  },
  {
    name: 'the owner changes roles of another',
    given: inTour('PROTECTED'),
    ...by(
      'neo',
      `${tours}/performers/trinity/roles`,
      { guest: 'observer', guide: 'player' },
      { guest: 'observer', guide: 'player' },
    ),
    events: [
      {
        event: 'role:assign',
        actor: neo,
        player: trinity,
        process: tour,
        changes: { guest: { old: 'player', new: 'observer' }, guide: { old: null, new: 'player' } },
        engine: kept('trinity', { guest: 'observer', guide: 'player' }),
      },
    ],
  },
  {
    name: 'what the owner gives itself is a change of its own roles',
    given: inTour('PROTECTED'),
    ...by('neo', `${tours}/performers/neo/roles`, { guest: 'observer' }, { guest: 'observer' }),
    events: [
      {
        event: 'role:change',
        actor: neo,
        process: tour,
        changes: { guest: { old: 'player', new: 'observer' } },
        engine: kept('neo', { guest: 'observer' }),
      },
    ],
  },
  {
    name: 'giving another the roles that it has changes nothing',
    given: inTour(),
    ...by('neo', `${tours}/performers/trinity/roles`, { guest: 'player' }, { guest: 'player' }),
    events: [],
  },
  {
    name: 'the owner throws a performer out',
    given: inTour(),
    ...by('neo', `${tours}/performers/trinity/kick`, {
      message: "The player 'trinity' has been removed from process 'neo/tour'",
    }),
    events: [{ event: 'kick', actor: neo, player: trinity, process: tour, engine: kept('trinity', null) }],
  },
  {
    name: 'an operator puts a player into a PRIVATE process',
    given: inTour('PRIVATE'),
    ...byOperator(`${tours}/join`, { guide: 'player' }, { player_id: 'oracle', requested_roles: { guide: 'player' } }),
    events: [
      {
        event: 'join',
        actor: oracle,
        admin: true,
        process: tour,
        roles: { guide: 'player' },
        engine: kept('oracle', { guide: 'player' }),
      },
    ],
  },
  {
    name: 'an operator takes a player out of a process',
    given: inTour(),
    ...byOperator(
      `${tours}/leave`,
      { message: "Player 'trinity' has successfully left the process 'neo/tour'" },
      { player_id: 'trinity' },
    ),
    events: [{ event: 'leave', actor: trinity, admin: true, process: tour, engine: kept('trinity', null) }],
  },
  {
    name: 'an operator changes roles in a process',
    given: inTour('PRIVATE'),
    ...byOperator(
      `${tours}/roles`,
      { guide: 'player' },
      { player_id: 'morpheus', requested_roles: { guide: 'player' } },
    ),
    events: [
      {
        event: 'role:change',
        actor: morpheus,
        admin: true,
        process: tour,
        changes: { guide: { old: 'observer', new: 'player' } },
        engine: kept('morpheus', { guide: 'player' }),
      },
    ],
  },
  {
    name: 'an operator who changes nothing makes no event',
    given: inTour(),
    ...byOperator(`${tours}/roles`, { guide: 'observer' }, { player_id: 'morpheus', requested_roles: {} }),
    events: [],
  },
  {
    name: 'a player joins a PUBLIC team without a word, and gets the lowest role',
    given: inGuild(),
    ...by('oracle', `${guilds}/join`, { member: 1 }, {}),
    events: [
      { event: 'join', actor: oracle, team: guild, roles: { member: 1 }, engine: kept('oracle', { member: true }) },
    ],
  },
  {
    name: 'a player joins a PUBLIC team in any of its roles',
    given: inGuild(),
    ...by('oracle', `${guilds}/join`, { member: 1, leader: 3 }, { leader: true, officer: false, member: true }),
    events: [
      {
        event: 'join',
        actor: oracle,
        team: guild,
        roles: { member: 1, leader: 3 },
        engine: kept('oracle', { member: true, leader: true }),
      },
    ],
  },
  {
    name: 'a player asks to join a PROTECTED team, and those are told who may approve it',
    given: inGuild('PROTECTED'),
    ...by('oracle', `${guilds}/join`, request('join:request', { team: guild }, oracle, { member: true })),
    events: [
      {
        event: 'join:request',
        actor: oracle,
        team: guild,
        roles: { member: true },
        state: 'PENDING',
        engine: { approvers: { roles: ['officer', 'leader'], owner: 'neo' } },
      },
    ],
  },
  {
    name: 'a player leaves a team',
    given: inGuild(),
    ...by('morpheus', `${guilds}/leave`, { message: "The player 'morpheus' has been removed from team 'guild'" }),
    events: [{ event: 'leave', actor: morpheus, team: guild, engine: kept('morpheus', null) }],
  },
  {
    name: 'a member of a PUBLIC team asks for a higher role, as everywhere',
    given: inGuild(),
    ...by('trinity', `${guilds}/roles`, request('role:request', { team: guild }, trinity, { leader: true }), {
      leader: true,
    }),
    events: [
      {
        event: 'role:request',
        actor: trinity,
        team: guild,
        roles: { leader: true },
        state: 'PENDING',
        engine: { approvers: { roles: ['leader'], owner: 'neo' } },
      },
    ],
  },
  {
    name: 'a member of a PROTECTED team asks for a higher role',
    given: inGuild('PROTECTED'),
    ...by(
      'morpheus',
      `${guilds}/roles`,
      request('role:request', { team: guild }, morpheus, { officer: false, leader: true }),
      { officer: false, leader: true },
    ),
    events: [
      {
        event: 'role:request',
        actor: morpheus,
        team: guild,
        roles: { officer: false, leader: true },
        state: 'PENDING',
        engine: { approvers: { roles: ['leader'], owner: 'neo' } },
      },
    ],
  },
  {
    name: 'who assigns takes a lower role at once, and gives one up, which always goes',
    given: [
      ...inGuild('PRIVATE'),
      { call: `POST /v2/runtime/${guilds}/roles`, ask: { as: 'morpheus', body: { member: true } } },
    ],
    ...by('morpheus', `${guilds}/roles`, changedTo('morpheus', 'member'), { officer: false }),
    events: [
      {
        event: 'role:change',
        actor: morpheus,
        team: guild,
        changes: { officer: { old: true, new: null } },
        engine: kept('morpheus', { member: true }),
      },
    ],
  },
  {
    name: 'a change to the roles that a member has says that there is nothing to change',
    given: inGuild('PRIVATE'),
    ...by('morpheus', `${guilds}/members/trinity/roles`, unchanged('trinity', 'member'), { member: true }),
    events: [],
  },
  {
    name: 'an officer makes a member an officer, and takes the lower role away',
    given: inGuild('PRIVATE'),
    ...by('morpheus', `${guilds}/members/trinity/roles`, changedTo('trinity', 'officer'), {
      officer: true,
      member: false,
    }),
    events: [
      {
        event: 'role:assign',
        actor: morpheus,
        player: trinity,
        team: guild,
        changes: { member: { old: true, new: null }, officer: { old: null, new: true } },
        engine: kept('trinity', { officer: true }),
      },
    ],
  },
  {
    name: 'an officer throws a member out',
    given: inGuild(),
    ...by('morpheus', `${guilds}/members/trinity/kick`, {
      message: "The player 'trinity' has been removed from team 'guild'",
    }),
    events: [{ event: 'kick', actor: morpheus, player: trinity, team: guild, engine: kept('trinity', null) }],
  },
  {
    name: 'an operator puts a player into a locked PRIVATE team',
    given: [...inGuild('PRIVATE'), locked],
    ...byOperator(`${guilds}/join`, { officer: 2 }, { player_id: 'oracle', requested_roles: { officer: true } }),
    events: [
      {
        event: 'join',
        actor: oracle,
        admin: true,
        team: guild,
        roles: { officer: 2 },
        engine: kept('oracle', { officer: true }),
      },
    ],
  },
  {
    name: 'an operator takes a player out of a locked team who may not leave it',
    given: [...inGuild(), locked],
    ...byOperator(
      `${guilds}/leave`,
      { message: "The player 'trinity' has been removed from team 'guild'" },
      { player_id: 'trinity' },
    ),
    events: [{ event: 'leave', actor: trinity, admin: true, team: guild, engine: kept('trinity', null) }],
  },
  {
    name: 'an operator changes roles in a locked team',
    given: [...inGuild('PRIVATE'), locked],
    ...byOperator(`${guilds}/roles`, changedTo('trinity', 'leader'), {
      player_id: 'trinity',
      requested_roles: { member: false, leader: true },
    }),
    events: [
      {
        event: 'role:change',
        actor: trinity,
        admin: true,
        team: guild,
        changes: { member: { old: true, new: null }, leader: { old: null, new: true } },
        engine: kept('trinity', { leader: true }),
      },
    ],
  },
  {
    name: 'the owner gives a process to who is in it, and stays',
    given: inTour('PRIVATE'),
    ...by('neo', `${tours}/transfer`, older('trinity', { neo: guest, trinity: guest, morpheus: watch }), {
      new_owner_id: 'trinity',
    }),
    events: [
      {
        event: 'transfer',
        actor: neo,
        player: trinity,
        new_owner: trinity,
        process: tour,
        engine: { owner: 'trinity' },
      },
    ],
  },
  {
    name: 'the owner gives a process to who is not in it, with the roles that it says',
    given: inTour(),
    ...by('neo', `${tours}/transfer`, older('oracle', { neo: guest, trinity: guest, morpheus: watch, oracle: watch }), {
      new_owner_id: 'oracle',
      roles: { guide: 'observer' },
    }),
    events: [
      {
        event: 'transfer',
        actor: neo,
        player: oracle,
        new_owner: oracle,
        process: tour,
        engine: { owner: 'oracle', ...kept('oracle', { guide: 'observer' }) },
      },
    ],
  },
  {
    name: 'the new owner of a process has the default lanes besides its own',
    given: inTour(),
    ...by(
      'neo',
      `${tours}/transfer`,
      older('morpheus', { neo: guest, trinity: guest, morpheus: { ...guest, ...watch } }),
      {
        new_owner_id: 'morpheus',
        roles: {},
      },
    ),
    events: [
      {
        event: 'transfer',
        actor: neo,
        player: morpheus,
        new_owner: morpheus,
        process: tour,
        engine: { owner: 'morpheus', ...kept('morpheus', { guide: 'observer', guest: 'player' }) },
      },
    ],
  },
  {
    name: 'a process that is given to its owner stays as it is',
    given: inTour(),
    ...by('neo', `${tours}/transfer`, older('neo', { neo: guest, trinity: guest, morpheus: watch }), {
      new_owner_id: 'neo',
    }),
    events: [],
  },
  {
    name: 'an operator gives a process to another player',
    given: inTour('PRIVATE'),
    ...byOperator(
      `${tours}/transfer`,
      {
        id: 'neo/tour',
        definition: { id: 'tour', name: 'Tour' },
        name: 'neo/tour',
        state: 'ACTIVE',
        created: NOON,
        access: 'PRIVATE',
        performers: [
          { ...neo, lanes: [{ name: 'guest', role: 'player' }] },
          { ...trinity, lanes: [{ name: 'guest', role: 'player' }] },
          { ...morpheus, lanes: [{ name: 'guide', role: 'observer' }] },
          { ...oracle, lanes: [{ name: 'guest', role: 'player' }] },
        ],
        owner: oracle,
        lanes: ['guest', 'guide'],
      },
      { id: 'oracle' },
    ),
    events: [
      {
        event: 'transfer',
        admin: true,
        player: oracle,
        new_owner: oracle,
        process: tour,
        engine: { owner: 'oracle', ...kept('oracle', { guest: 'player' }) },
      },
    ],
  },
  {
    name: 'the owner gives a team to who is not in it, who gets the roles of a creator',
    given: inGuild('PRIVATE'),
    ...by('neo', `${guilds}/transfer`, shapeB('oracle', 'PRIVATE', { member: 1, officer: 1, leader: 2 }, 4), {
      id: 'oracle',
    }),
    events: [
      {
        event: 'transfer',
        actor: neo,
        player: oracle,
        new_owner: oracle,
        team: guild,
        engine: { owner: 'oracle', ...kept('oracle', { leader: true }) },
      },
    ],
  },
  {
    name: 'the owner gives a team to a member, in other roles',
    given: inGuild(),
    ...by('neo', `${guilds}/transfer`, shapeB('trinity', 'PUBLIC', { member: 0, officer: 2, leader: 1 }, 3), {
      id: 'trinity',
      roles: { member: false, officer: true },
    }),
    events: [
      {
        event: 'transfer',
        actor: neo,
        player: trinity,
        new_owner: trinity,
        team: guild,
        engine: { owner: 'trinity', ...kept('trinity', { officer: true }) },
      },
    ],
  },
  {
    name: 'the owner gives a locked team away, as long as that changes nobody’s roles',
    given: [...inGuild(), locked],
    ...by(
      'neo',
      `${guilds}/transfer`,
      { ...shapeB('morpheus', 'PUBLIC', { member: 1, officer: 1, leader: 1 }, 3), locked: true },
      {
        id: 'morpheus',
        roles: { officer: true },
      },
    ),
    events: [
      {
        event: 'transfer',
        actor: neo,
        player: morpheus,
        new_owner: morpheus,
        team: guild,
        engine: { owner: 'morpheus' },
      },
    ],
  },
  {
    name: 'a team that is given to its owner in other roles, too, is a transfer',
    given: inGuild(),
    ...by('neo', `${guilds}/transfer`, shapeB('neo', 'PUBLIC', { member: 1, officer: 2, leader: 1 }, 3), {
      id: 'neo',
      roles: { officer: true },
    }),
    events: [
      {
        event: 'transfer',
        actor: neo,
        player: neo,
        new_owner: neo,
        team: guild,
        engine: { owner: 'neo', ...kept('neo', { leader: true, officer: true }) },
      },
    ],
  },
  {
    name: 'an operator gives a locked team without an owner to a player',
    given: [...inGuild('PRIVATE', null), locked],
    ...byOperator(
      `${guilds}/transfer`,
      {
        id: 'guild',
        name: 'guild',
        definition: { id: 'guild', name: 'Guild' },
        created: NOON,
        access: 'PRIVATE',
        owner: oracle,
        roles: ['member', 'officer', 'leader'],
        locked: true,
        member_count: [
          { name: 'member', count: 1 },
          { name: 'officer', count: 1 },
          { name: 'leader', count: 2 },
        ],
        total_members: 4,
      },
      { id: 'oracle' },
    ),
    events: [
      {
        event: 'transfer',
        admin: true,
        player: oracle,
        new_owner: oracle,
        team: guild,
        engine: { owner: 'oracle', ...kept('oracle', { leader: true }) },
      },
    ],
  },
]

scenarios(list.map((each) => ({ design, ...each })))

function unchanged(player: string, ...roles: readonly string[]): unknown {
  return { message: `The roles of the player '${player}' in the team 'guild' already are as requested`, roles }
}

function changedTo(player: string, ...roles: readonly string[]): unknown {
  return { message: `The roles of the player '${player}' in the team 'guild' are changed as requested`, roles }
}
