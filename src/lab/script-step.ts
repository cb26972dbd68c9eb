import { playAction, type PlayInput } from '../game/actions/operations.ts'
import type { AccessSetting } from '../game/kernel/game-info.ts'
import { joinSubject } from '../game/members/joining.ts'
import { createPlayer } from '../game/players/administration.ts'
import { createProcess } from '../game/processes/creation.ts'
import { playTrigger } from '../game/processes/trigger-play.ts'
import type { AnyEvent } from '../game/registry.ts'
import { createTeam } from '../game/teams/creation.ts'
import type { StepInput } from '../scripts/step.ts'
import type { Accepted } from './lab-game.ts'

/** The parts of the inputs of commands that steps have. */
interface Inputs {
  readonly definition: string
  readonly process: string
  readonly trigger: string
  readonly access: AccessSetting | undefined
  readonly subject: { readonly kind: 'team' | 'process'; readonly id: string }
}

/**
 * Returns the step of a script that does in another game what a command did in a game of the lab, with the same ids;
 * undefined if players do no such thing. Spec 6.4.
 */
export function stepOf({ name, input, player: as = '', events }: Accepted): StepInput | undefined {
  const { definition, process, trigger, subject, access } = input as Inputs
  switch (name) {
    case createPlayer.name:
      return { request: 'POST /v2/admin/players', body: input }
    case playAction.name:
      return actionStep(as, input as PlayInput)
    case playTrigger.name:
      return { as, process, trigger }
    case createProcess.name:
      // The id of a process begins with that of its player, which the game adds.
      return { as, create: { process: createdIn(events).slice(as.length + 1), definition } }
    case createTeam.name:
      return { as, create: { team: createdIn(events), definition, ...(access !== undefined && { access }) } }
    case joinSubject.name:
      return { as, join: { [subject.kind]: subject.id } }
    default:
      return undefined
  }
}

/** Leaves out what is the default. */
function actionStep(as: string, { action, count, variables, scopes }: PlayInput): StepInput {
  return {
    as,
    action,
    ...(count !== 1 && { count }),
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(scopes.length > 0 && { scopes: [...scopes] }),
  }
}

/** Returns the id of the team or process that was created. */
function createdIn(events: readonly AnyEvent[]): string {
  for (const event of events) if (event.event === 'create') return 'team' in event ? event.team.id : event.process.id
  throw new Error('a team or process was created without an event')
}
