import { playAction } from '../../game/actions/operations.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Fault } from '../../game/kernel/fault.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../game/kernel/instant.ts'
import { joinSubject } from '../../game/members/joining.ts'
import { leaveSubject } from '../../game/members/leaving.ts'
import { changeOwnRoles } from '../../game/members/role-changes.ts'
import { createProcess } from '../../game/processes/creation.ts'
import { playTrigger } from '../../game/processes/trigger-play.ts'
import type { AnyEvent } from '../../game/registry.ts'
import { approveRequest } from '../../game/requests/approvals.ts'
import { acceptInvite, sendInvite } from '../../game/requests/invitations.ts'
import { pendingFor } from '../../game/requests/state.ts'
import { evaluateRule } from '../../game/rules/operations.ts'
import { createTeam } from '../../game/teams/creation.ts'
import type { StepInput } from '../../scripts/step.ts'
import type { LabGame } from '../lab-game.ts'

type Values = Readonly<Record<string, string | number>>
type RequestedRoles = Readonly<Record<string, unknown>>
type SubjectName =
  | { readonly team: string; readonly process?: undefined }
  | { readonly process: string; readonly team?: undefined }

/**
 * A step of a searched sequence, in the form of a play script, except that time goes by in ms. Spec 6.4. Steps name what
 * they create, so leaving one out changes no other.
 */
export type SearchStep =
  | { readonly as: string; readonly action: string; readonly count?: number; readonly variables?: Values }
  | { readonly as: string; readonly process: string; readonly trigger: string }
  | { readonly rule: string; readonly players: [string]; readonly variables?: Values }
  | { readonly as: string; readonly create: SubjectName & { readonly definition: string; readonly access?: 'PUBLIC' } }
  | { readonly as: string; readonly join: SubjectName; readonly roles?: RequestedRoles }
  | { readonly as: string; readonly leave: SubjectName }
  | { readonly as: string; readonly invite: string; readonly to: SubjectName; readonly roles?: RequestedRoles }
  | { readonly as: string; readonly accept: SubjectName }
  | { readonly as: string; readonly approve: string; readonly in: SubjectName }
  | { readonly as: string; readonly roles: RequestedRoles; readonly in: SubjectName }
  | { readonly advanceMs: number }

/** Executes a command of a game, or only decides it. */
export type Run = LabGame['execute']

/**
 * Runs the command of a step, which is not about time, in a game in this state. Returns its events, or the fault that
 * refused it.
 */
export function runStep(
  run: Run,
  step: Exclude<SearchStep, { advanceMs: number }>,
  { requests }: GameState,
): readonly AnyEvent[] | Fault {
  if ('action' in step) {
    const { action, count = 1, variables = {}, as } = step
    return run(playAction, { action, count, variables, scopes: [], query: false }, as)
  }
  if ('trigger' in step) {
    const { process, trigger, as } = step
    return run(playTrigger, { process, trigger, scopes: [], query: false }, as)
  }
  if ('rule' in step) {
    const { rule, players, variables = {} } = step
    return run(evaluateRule, { rule, data: [{ player_ids: players, variables }], scopes: [] })
  }
  if ('create' in step) {
    const { definition, access, team, process } = step.create
    return team === undefined
      ? run(createProcess, { definition, id: process, access }, step.as)
      : run(createTeam, { definition, id: team, access }, step.as)
  }
  if ('join' in step) return run(joinSubject, { subject: subjectOf(step.join), roles: step.roles ?? {} }, step.as)
  if ('leave' in step) return run(leaveSubject, { subject: subjectOf(step.leave) }, step.as)
  if ('invite' in step) {
    const { invite: player, to, roles = {}, as } = step
    return run(sendInvite, { subject: subjectOf(to), player, roles }, as)
  }
  if ('accept' in step) {
    const invite = pendingFor(requests, subjectOf(step.accept), step.as).find(({ invitee }) => invitee)
    return run(acceptInvite, { id: invite?.id ?? '' }, step.as)
  }
  if ('approve' in step) {
    const subject = subjectOf(step.in)
    const request = pendingFor(requests, subject, step.approve).find(({ invitee }) => !invitee)
    return run(approveRequest, { subject, id: request?.id ?? '' }, step.as)
  }
  return run(changeOwnRoles, { subject: subjectOf(step.in), roles: step.roles }, step.as)
}

/** Returns the players who take a step. */
export function actorsOf(step: SearchStep): readonly string[] {
  if ('rule' in step) return step.players
  return 'as' in step ? [step.as] : []
}

/** Returns the process or team that someone joins or leaves by a step, or is invited or admitted to. */
export function subjectIn(step: SearchStep): SubjectName | undefined {
  if ('join' in step) return step.join
  if ('leave' in step) return step.leave
  if ('invite' in step) return step.to
  if ('accept' in step) return step.accept
  return 'in' in step ? step.in : undefined
}

const subjectOf = ({ team, process }: SubjectName) =>
  team === undefined ? ({ kind: 'process', id: process } as const) : ({ kind: 'team', id: team } as const)

/** The number of plays that a step is: a play of count n is n plays, and only actions and triggers are played. */
export function playsOf(step: SearchStep): number {
  if ('action' in step) return step.count ?? 1
  return 'trigger' in step ? 1 : 0
}

/** Returns a step as a play script has it. */
export function scriptStep(step: SearchStep): StepInput {
  return 'advanceMs' in step ? { advance: durationText(step.advanceMs) } : step
}

const units = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', 1000],
  ['ms', 1],
] as const

/** Returns a duration such as `1d12h`. */
function durationText(ms: number): string {
  let left = ms
  const parts = units.flatMap(([unit, unitMs]) => {
    const count = Math.floor(left / unitMs)
    left -= count * unitMs
    return count > 0 ? [`${count}${unit}`] : []
  })
  return parts.join('') || '0ms'
}
