import { describe, expect, test } from 'vitest'
import { designOf } from '../../../test/support/design-parts.ts'
import { aGame, type Given } from '../../../test/support/given.ts'
import { deployDesign, fixIssue } from '../design/deployment.ts'
import { issueSentence } from '../design/incompatibilities.ts'
import type { RuntimeName } from '../game-state.ts'
import { addMember } from '../members/joining.ts'
import { setRoles } from '../members/role-changes.ts'
import { createPlayer, deletePlayer } from '../players/administration.ts'
import { readOwnProfile } from '../players/profile.ts'
import { listAllTeams, readAnyTeam } from './administration.ts'
import { createTeam, createTeamFor } from './creation.ts'
import { listTeams, readTeam } from './instances.ts'
import { adminTeam, teamDetail } from './show.ts'

const guild = (...roles: readonly string[]) => ({
  id: 'guild',
  name: 'Guild',
  permissions: roles.map((role) => [role, { leave: true }]),
})
const club = { id: 'club', name: 'Club' }
const gated = (more: object) => ({ id: 'hall', name: 'Hall', settings: { requires: { type: 'team', context: more } } })

const designs = {
  all: designOf({
    teams: [guild('member', 'officer', 'leader'), club, gated({ definition_id: 'guild', role: 'officer' })],
  }),
  noGuild: designOf({ teams: [club] }),
  noOfficer: designOf({ teams: [guild('member', 'leader'), club] }),
  turned: designOf({ teams: [guild('leader', 'officer', 'member'), club] }),
}
type Name = keyof typeof designs

/** A game in which neo leads a guild of trinity, an officer, and morpheus, a member and officer. */
function running(runtime: RuntimeName = 'production'): Given {
  const game = aGame(designs.all, { runtime })
  for (const [hash, design] of Object.entries(designs)) game.run.designs.set(hash, design)
  game.after(deployDesign, { hash: 'all', label: 'v1' })
  for (const id of ['neo', 'trinity', 'morpheus']) game.after(createPlayer, { id })
  game.after(createTeam, { definition: 'guild', id: 'us' }).after(createTeamFor, { definition: 'club', id: 'pub' })
  return game
    .after(addMember, { subject, player: 'trinity', roles: { officer: true } })
    .after(addMember, { subject, player: 'morpheus', roles: { member: true, officer: true } })
}
const subject = { kind: 'team', id: 'us' } as const

const deploy = (game: Given, hash: Name) => game.when(deployDesign, { hash, label: null }).result
const issuesOf = (game: Given, hash: Name) => deploy(game, hash).issues.map(({ id, vars }) => ({ id, vars }))
function upgraded(hash: Name, fix: 'drop' | 'keep'): Given {
  const game = running()
  for (const { id } of deploy(game, hash).issues) game.after(fixIssue, { issue: id, fix })
  expect(deploy(game, hash).status).toBe('upgraded')
  return game
}
const back = (game: Given): Given => {
  expect(deploy(game, 'all').issues).toEqual([])
  return game
}

const everything = { skip: 0, limit: 100 }
const listed = (game: Given) => game.when(listAllTeams, everything).result.data.map(({ id }) => id)
const counts = (game: Given) =>
  adminTeam(game.when(readAnyTeam, { id: 'us' }).result).member_count.map(({ name, count }) => `${name} ${count}`)
const rolesOf = (game: Given, as: string) => game.when(readTeam, { id: 'us', as }).result.own.my_roles
const teamsOf = (game: Given, as: string) => game.when(readOwnProfile, { as }).result.teams.map(({ id }) => id)

describe('what a design has no place for', () => {
  const about = { team_design: { id: 'guild', name: 'Guild' } }

  test('is a definition of which there are teams', () => {
    expect(issuesOf(running(), 'noGuild')).toEqual([{ id: 'team_removed-guild', vars: { ...about, teams: 1 } }])
  })

  test('is a role that somebody has', () => {
    expect(issuesOf(running(), 'noOfficer')).toEqual([
      { id: 'role_removed-guild-officer', vars: { ...about, role: { name: 'officer' }, members: 2 } },
    ])
  })

  test('is no role that nobody has any more, and no other order of them', () => {
    const game = running().after(deletePlayer, { id: 'trinity' })
    game.after(setRoles, { subject, player: 'morpheus', roles: { officer: false } })
    expect(issuesOf(game, 'noOfficer')).toEqual([])
    expect(issuesOf(running(), 'turned')).toEqual([])
  })

  test('is told in words', () => {
    expect(deploy(running(), 'noGuild').issues.map(issueSentence)).toEqual([
      "the design no longer has the team 'guild', but 1 instance of it exists",
    ])
    const [issue] = deploy(running(), 'noOfficer').issues
    expect(issue && issueSentence(issue)).toBe(
      "the team 'guild' no longer has the role 'officer', but 2 members have it",
    )
    expect(issue?.fixes[0]?.description).toBe('Drop the role of the members who have it')
  })
})

describe.each([
  [
    'what staging keeps aside',
    (hash: Name) => {
      const game = running('staging')
      expect(deploy(game, hash).status).toBe('simulated')
      return game
    },
  ],
  ['what production keeps', (hash: Name) => upgraded(hash, 'keep')],
] as const)('%s', (_, without) => {
  test('is a team, which comes back with its definition', () => {
    const game = without('noGuild')
    expect(listed(game)).toEqual(['pub'])
    expect(game.when(listTeams, everything).result.data).toEqual([])
    game.when(readAnyTeam, { id: 'us' }).refuses('team_instance_not_found')
    expect(teamsOf(game, 'trinity')).toEqual([])
    game.when(createTeamFor, { definition: 'club', id: 'us' }).refuses('team_instance_exists')
    expect(counts(back(game))).toEqual(['member 1', 'officer 2', 'leader 1'])
    expect(teamsOf(game, 'trinity')).toEqual(['us'])
  })

  test('is a role, which comes back', () => {
    const game = without('noOfficer')
    expect(counts(game)).toEqual(['member 1', 'leader 1'])
    expect([rolesOf(game, 'trinity'), rolesOf(game, 'morpheus')]).toEqual([[], ['member']])
    expect(counts(back(game))).toEqual(['member 1', 'officer 2', 'leader 1'])
    expect(rolesOf(game, 'trinity')).toEqual(['officer'])
  })

  test('loses its owner all the same', () => {
    const game = without('noGuild').after(deletePlayer, { id: 'neo' })
    expect(adminTeam(back(game).when(readAnyTeam, { id: 'us' }).result)).toMatchObject({
      owner: null,
      total_members: 2,
    })
  })

  test('lets nobody in who is required to be in it', () => {
    const game = running('staging')
    const make = () => game.when(createTeam, { definition: 'hall', as: 'trinity', id: 'hall' })
    deploy(game, 'noOfficer')
    make().refuses('team_definition_not_found')
    deploy(game, 'all')
    make().emits('create')
  })
})

describe('what production drops', () => {
  test('is gone with the definition: the next of that id is another', () => {
    const game = back(upgraded('noGuild', 'drop'))
    expect(listed(game)).toEqual(['pub'])
    expect(teamsOf(game, 'trinity')).toEqual([])
    expect(issuesOf(game, 'noGuild')).toEqual([])
    back(game).after(createTeam, { definition: 'guild', id: 'us', as: 'morpheus' })
    expect(adminTeam(game.when(readAnyTeam, { id: 'us' }).result)).toMatchObject({
      owner: { id: 'morpheus' },
      total_members: 1,
    })
    expect(
      adminTeam(game.after(deletePlayer, { id: 'neo' }).when(readAnyTeam, { id: 'us' }).result).owner,
    ).toMatchObject({ id: 'morpheus' })
  })

  test('leaves nothing behind once all who knew of it are gone', () => {
    const game = back(upgraded('noGuild', 'drop'))
    for (const id of ['morpheus', 'trinity', 'neo']) game.after(deletePlayer, { id })
    const { members, teams, holders } = game.run.state
    expect([members.groups.index.size, members.ofPlayer.index.size, teams.owned.size]).toEqual([0, 0, 0])
    expect([...holders.keys()]).toEqual(['team:club'])
    expect(listed(game)).toEqual(['pub'])
  })

  test('is a role, which its members have no more when it comes back; who had no other has none', () => {
    const game = back(upgraded('noOfficer', 'drop'))
    expect(counts(game)).toEqual(['member 1', 'officer 0', 'leader 1'])
    expect([rolesOf(game, 'trinity'), rolesOf(game, 'morpheus')]).toEqual([[], ['member']])
    expect(teamDetail(game.when(readTeam, { id: 'us', as: 'trinity' }).result)).toMatchObject({
      total_members: 3,
      can_leave: true,
    })
    expect(issuesOf(game, 'noOfficer')).toEqual([])
  })

  test('lets a member have it anew', () => {
    const game = back(upgraded('noOfficer', 'drop')).after(setRoles, {
      subject,
      player: 'trinity',
      roles: { officer: true },
    })
    expect(counts(game)).toEqual(['member 1', 'officer 1', 'leader 1'])
    expect(issuesOf(game, 'noOfficer')).toMatchObject([{ vars: { members: 1 } }])
  })

  test('opens nothing to who had it', () => {
    const game = back(upgraded('noOfficer', 'drop'))
    game.when(createTeam, { definition: 'hall', as: 'trinity' }).refuses('forbidden')
  })
})
