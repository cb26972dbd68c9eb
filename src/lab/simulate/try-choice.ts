import { playAction, type PlayInput } from '../../game/actions/operations.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import { joinSubject } from '../../game/members/joining.ts'
import { isInTeam, memberCount, membershipsOf } from '../../game/members/state.ts'
import { kindOfKey, subjectKey, subjectOfKey } from '../../game/members/subject.ts'
import { createProcess } from '../../game/processes/creation.ts'
import { stateOf } from '../../game/processes/show.ts'
import { storedProcess } from '../../game/processes/state.ts'
import { playTrigger } from '../../game/processes/trigger-play.ts'
import type { AnyEvent } from '../../game/registry.ts'
import { createTeam } from '../../game/teams/creation.ts'
import { isThere } from '../../game/teams/state.ts'
import type { LabGame } from '../lab-game.ts'
import { openTriggers, type OpenTrigger } from '../open-triggers.ts'
import { evenly, oneOf, type DrawFor } from './draws.ts'
import type { ActionChoice, Choice, VariableValue } from './simulation.ts'

/** What came of a try. `isPlay` tells whether an action or trigger was played rather than something begun or joined. */
export type TryResult =
  | { readonly kind: 'accepted'; readonly isPlay: boolean; readonly events: readonly AnyEvent[] }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'nothing' }

const nothing: TryResult = { kind: 'nothing' }

/** Tries a choice of a player. `drawFor` draws within this try. Spec 7.1 "Choices". */
export function tryChoice(game: LabGame, player: string, choice: Choice, drawFor: DrawFor): TryResult {
  switch (choice.kind) {
    case 'action':
      return tryAction(game, player, choice, drawFor)
    case 'process':
      return tryProcess(game, player, choice.process, drawFor)
    case 'team':
      return tryTeam(game, player, choice.team, drawFor)
    case 'nothing':
      return nothing
  }
}

function tryAction(game: LabGame, player: string, choice: ActionChoice, drawFor: DrawFor): TryResult {
  const drawn = Object.entries(choice.variables).map(
    ([name, value]) => [name, drawValue(value, name, drawFor)] as const,
  )
  return resultOf(game.execute(playAction, actionInput(choice, player, Object.fromEntries(drawn)), player), true)
}

/** Returns the input of a play of an action by a player. */
export function actionInput(
  { action, count, scopes }: ActionChoice,
  player: string,
  variables: PlayInput['variables'],
): PlayInput {
  const named = scopes.map(({ id, entity_id = player }) => ({ id, entity_id }))
  return { action, count, variables, scopes: named, query: false }
}

function drawValue(value: VariableValue, name: string, drawFor: DrawFor): string | number {
  switch (value.kind) {
    case 'fixed':
      return value.value
    case 'between':
      return evenly(value, drawFor(`variable ${name}`))
    case 'one_of':
      return oneOf(value.values, drawFor(`variable ${name}`))
  }
}

function resultOf(events: readonly AnyEvent[] | Fault, isPlay: boolean): TryResult {
  return isFault(events) ? { kind: 'refused', code: events.fault } : { kind: 'accepted', isPlay, events }
}

/** Begins a process if the player is in none that is running, or plays one of the open triggers. */
function tryProcess(game: LabGame, player: string, definition: string, drawFor: DrawFor): TryResult {
  const running = runningProcesses(game, player, definition)
  if (running.length === 0) {
    const begun = resultOf(game.execute(createProcess, { definition }, player), false)
    return begun.kind === 'refused' ? nothing : begun
  }
  const open = openTriggers(game, player, running)
  return open.length === 0 ? nothing : tryTrigger(game, player, oneOf(open, drawFor('trigger')))
}

/** Plays a trigger of a process that a player is in. */
export function tryTrigger(game: LabGame, player: string, { performer, task }: OpenTrigger): TryResult {
  const input = { process: performer.process.id, trigger: task.trigger, scopes: [], query: false }
  return resultOf(game.execute(playTrigger, input, player), true)
}

/** Returns the ids of the processes of a definition that a player is in and that can be played. */
export function runningProcesses({ state, design }: LabGame, player: string, definition: string): readonly string[] {
  const running: string[] = []
  for (const { subject } of membershipsOf(state.members, state.drops, player)) {
    if (kindOfKey(subject) !== 'process') continue
    const { id } = subjectOfKey(subject)
    const process = storedProcess(state, id)
    const known = design.processes.get(definition)
    if (process?.definition === definition && known && stateOf({ process, definition: known }) === 'ACTIVE')
      running.push(id)
  }
  return running
}

/** Joins one of the teams of a definition that have room, or creates one. A player who is in one does nothing. */
function tryTeam(game: LabGame, player: string, definition: string, drawFor: DrawFor): TryResult {
  const { state, design } = game
  if (isInTeam(state, player, definition, undefined)) return nothing
  const withRoom = teamsWithRoom(game, definition)
  if (withRoom.length === 0) {
    // By default, a team is as closed as its definition allows, and then nobody could ever join it.
    const access = design.teams.get(definition)?.access.includes('PUBLIC') ? 'PUBLIC' : undefined
    return resultOf(game.execute(createTeam, { definition, access }, player), false)
  }
  const subject = { kind: 'team', id: oneOf(withRoom, drawFor('team')) } as const
  return resultOf(game.execute(joinSubject, { subject, roles: {} }, player), false)
}

/** Returns the ids of the teams of a definition that anyone can join, in the order of their creation. */
function teamsWithRoom({ state, design }: LabGame, definition: string): readonly string[] {
  const room = design.teams.get(definition)?.maxPlayers ?? 0
  const open: string[] = []
  for (const team of state.teams.records) {
    if (team?.definition !== definition || team.access !== 'PUBLIC' || team.locked || !isThere(team, state.drops))
      continue
    if (memberCount(state.members, subjectKey({ kind: 'team', id: team.id })) < room) open.push(team.id)
  }
  return open
}
