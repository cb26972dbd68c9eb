import type { Shape } from '../kernel/shapes.ts'
import { subjectKey, type Subject } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import type { request } from './shapes.ts'

/** An invitation or a request that is pending. */
export type Request = Shape<typeof request>

/** All that is pending, in the order in which it came. */
export interface Requests {
  /** By id. */
  readonly pending: Map<string, Request>
  /** Ids of those about each process or team, by its key. */
  readonly ofSubject: Map<string, Set<string>>
  /** Ids of those that each player sent or got. */
  readonly ofPlayer: Map<string, Set<string>>
  /** Ids of those that would bring a player into a process or team or change the roles there, by `candidacy`. */
  readonly ofCandidate: Map<string, Set<string>>
}

export function noRequests(): Requests {
  return { pending: new Map(), ofSubject: new Map(), ofPlayer: new Map(), ofCandidate: new Map() }
}

export function findRequest({ pending }: Requests, id: string): Request | undefined {
  return pending.get(id)
}

/** Those about a process or team, oldest first. */
export function* requestsOf({ pending, ofSubject }: Requests, subject: Subject): Generator<Request> {
  yield* found(pending, ofSubject.get(subjectKey(subject)))
}

/** Those that a player sent or got, oldest first. */
export function* requestsOfPlayer({ pending, ofPlayer }: Requests, player: string): Generator<Request> {
  yield* found(pending, ofPlayer.get(player))
}

function* found(pending: Requests['pending'], ids: Iterable<string> = []): Generator<Request> {
  for (const id of ids) {
    const request = pending.get(id)
    if (request) yield request
  }
}

/** Takes in a request that is pending from now on. */
export function putRequest(requests: Requests, request: Request): void {
  requests.pending.set(request.id, request)
  for (const [ids, key] of indexesOf(requests, request)) note(ids, key, request.id)
}

/** Takes out a request that is pending no longer. */
export function removeRequest(requests: Requests, id: string): void {
  const request = requests.pending.get(id)
  if (!request) return
  requests.pending.delete(id)
  for (const [ids, key] of indexesOf(requests, request)) strike(ids, key, id)
}

/** Takes out all that is pending about a process or team. */
export function removeRequestsOf(requests: Requests, subject: Subject): void {
  for (const { id } of requestsOf(requests, subject)) removeRequest(requests, id)
}

/** Takes out all that a player sent or got. */
export function removeRequestsOfPlayer(requests: Requests, player: string): void {
  for (const { id } of requestsOfPlayer(requests, player)) removeRequest(requests, id)
}

/** The player whom a request would bring in, or whose roles it would change. */
function candidateOf({ actor, invitee }: Request): PlayerReference {
  return invitee ?? actor
}

/** What is pending for a player about a process or team: an invitation and a request at most. */
export function pendingFor({ pending, ofCandidate }: Requests, subject: Subject, player: string): readonly Request[] {
  return [...found(pending, ofCandidate.get(candidacy(subject, player)))]
}

/** The key of who would come into what; ids of players have no slash. */
function candidacy(subject: Subject, player: string): string {
  return `${player}/${subjectKey(subject)}`
}

/** Where a request stands: the maps, and its key in each. */
function indexesOf(
  { ofSubject, ofPlayer, ofCandidate }: Requests,
  request: Request,
): readonly (readonly [ids: Map<string, Set<string>>, key: string])[] {
  const { subject, actor, invitee } = request
  return [
    [ofSubject, subjectKey(subject)],
    [ofCandidate, candidacy(subject, candidateOf(request).id)],
    [ofPlayer, actor.id],
    ...(invitee ? [[ofPlayer, invitee.id] as const] : []),
  ]
}

function note(ids: Map<string, Set<string>>, key: string, id: string): void {
  const known = ids.get(key)
  if (known) known.add(id)
  else ids.set(key, new Set([id]))
}

function strike(ids: Map<string, Set<string>>, key: string, id: string): void {
  const known = ids.get(key)
  known?.delete(id)
  if (known?.size === 0) ids.delete(key)
}
