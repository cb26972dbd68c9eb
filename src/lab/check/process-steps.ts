import { getNamed } from '../../game/kernel/name-map.ts'
import { membersOf } from '../../game/members/state.ts'
import { subjectKey } from '../../game/members/subject.ts'
import type { ProcessDefinition } from '../../game/processes/definition.ts'
import { offeredTasks } from '../../game/processes/offers.ts'
import { storedProcess } from '../../game/processes/state.ts'
import type { TeamDefinition } from '../../game/teams/design.ts'
import { openTriggers } from '../open-triggers.ts'
import type { Draws } from './draws.ts'
import type { SearchStep } from './search-step.ts'
import { searchedPlayers, type Trial } from './trial.ts'

/** Who plays alone, and who begins a process that others join. */
export const FIRST_PLAYER = searchedPlayers[0]

/** Returns who plays a process: one who begins it, and others if it has lanes for them. */
export function playersFor({ lanes }: ProcessDefinition): readonly string[] {
  return lanes.length > 1 ? searchedPlayers : [FIRST_PLAYER]
}

/**
 * Returns the step that begins a process, with access for others if it has lanes for them. By default, a process is as
 * closed as its definition allows.
 */
export function beginProcess(
  { processes }: Trial,
  { id: definition, lanes, access }: ProcessDefinition,
  as: string,
): SearchStep {
  const isOpen = lanes.length > 1 && access.includes('PUBLIC')
  const process = `${definition}-${processes.length + 1}`
  return { as, create: { process, definition, ...(isOpen && { access: 'PUBLIC' }) } }
}

/** Returns the step that creates a team, with access for everyone if its definition allows that. */
export function foundTeam({ teams }: Trial, { id: definition, access }: TeamDefinition, as: string): SearchStep {
  const team = `${definition}-${teams.length + 1}`
  return { as, create: { team, definition, ...(access.includes('PUBLIC') && { access: 'PUBLIC' }) } }
}

/**
 * Returns the steps by which a player takes a lane of a process: as a member of it, as a new one, or as one whom the first
 * member invites or admits.
 */
export function takeLane({ game: { state } }: Trial, process: string, as: string, lane: string): SearchStep[] {
  const roles = { [lane]: 'player' }
  const subject = { process }
  const [first, ...others] = [...membersOf(state.members, state.drops, membersKey(process))]
  if ([first, ...others].some((member) => member?.player === as)) return [{ as, roles, in: subject }]
  const member = first?.player ?? FIRST_PLAYER
  switch (storedProcess(state, process)?.access) {
    case 'PRIVATE':
      return [
        { as: member, invite: as, to: subject, roles },
        { as, accept: subject },
      ]
    case 'PROTECTED':
      return [
        { as, join: subject, roles },
        { as: member, approve: as, in: subject },
      ]
    default:
      return [{ as, join: subject, roles }]
  }
}

/**
 * Returns what helps a process of a definition on: the triggers that players can play now, and what brings a player into a
 * lane that nobody has, or whose players cannot go on.
 */
export function stepsIn(
  trial: Trial,
  process: string,
  definition: ProcessDefinition,
  players: readonly string[],
  draws: Draws,
): SearchStep[] {
  const { game } = trial
  const triggers = players.flatMap((as): SearchStep[] =>
    openTriggers(game, as, [process]).map(({ task: { trigger } }) => ({ as, process, trigger })),
  )
  const stored = definition.lanes.length > 1 ? storedProcess(game.state, process) : undefined
  if (!stored) return triggers
  const { members, drops } = game.state
  const present = [...membersOf(members, drops, membersKey(process))]
  const lanes = new Set(offeredTasks(definition.graph, stored.nodes).map((task) => task.lane))
  const changes = [...lanes].flatMap((lane) => {
    const holders = present.filter(({ roles }) => getNamed(roles, lane) === 'player').map(({ player }) => player)
    const as = draws.oneOf(players)
    const needsNobody = holders.includes(as) || (holders.length > 0 && triggers.length > 0)
    return needsNobody ? [] : takeLane(trial, process, as, lane)
  })
  return [...triggers, ...changes]
}

/** The key of the members of a process. */
export function membersKey(process: string): string {
  return subjectKey({ kind: 'process', id: process })
}
