import type { Shape } from '../kernel/answer-shapes.ts'
import { subjectKey, type Subject } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import type { request } from './shapes.ts'

/** An invitation or a request that is pending. */
export type Request = Shape<typeof request>

/** All pending requests and invitations, in order of creation. */
export interface Requests {
  /** Requests and invitations by id. */
  readonly pending: Map<string, Request>
  /** The ids for each process or team, by its key. */
  readonly ofSubject: Map<string, Set<string>>
  /** The ids of those that each player sent or received. */
  readonly ofPlayer: Map<string, Set<string>>
  /** The ids of those that would add a player to a process or team or change their roles in it, by `candidateKey`. */
  readonly ofCandidate: Map<string, Set<string>>
}

/** Returns a state without requests and invitations. */
export function noRequests(): Requests {
  return { pending: new Map(), ofSubject: new Map(), ofPlayer: new Map(), ofCandidate: new Map() }
}

/** Returns a pending request or invitation by id. */
export function findRequest({ pending }: Requests, id: string): Request | undefined {
  return pending.get(id)
}

/** Returns the requests and invitations about a process or team, oldest first. */
export function* requestsOf({ pending, ofSubject }: Requests, subject: Subject): Generator<Request> {
  yield* requestsById(pending, ofSubject.get(subjectKey(subject)))
}

/** Returns the requests and invitations that a player sent or received, oldest first. */
export function* requestsOfPlayer({ pending, ofPlayer }: Requests, player: string): Generator<Request> {
  yield* requestsById(pending, ofPlayer.get(player))
}

function* requestsById(pending: Requests['pending'], ids: Iterable<string> = []): Generator<Request> {
  for (const id of ids) {
    const request = pending.get(id)
    if (request) yield request
  }
}

/** Adds a pending request or invitation. */
export function putRequest(requests: Requests, request: Request): void {
  requests.pending.set(request.id, request)
  for (const [ids, key] of indexesOf(requests, request)) addToIndex(ids, key, request.id)
}

/** Removes a request or invitation that is no longer pending. */
export function removeRequest(requests: Requests, id: string): void {
  const request = requests.pending.get(id)
  if (!request) return
  requests.pending.delete(id)
  for (const [ids, key] of indexesOf(requests, request)) removeFromIndex(ids, key, id)
}

/** Removes all requests and invitations about a process or team. */
export function removeRequestsOf(requests: Requests, subject: Subject): void {
  for (const { id } of requestsOf(requests, subject)) removeRequest(requests, id)
}

/** Removes all requests and invitations that a player sent or received. */
export function removeRequestsOfPlayer(requests: Requests, player: string): void {
  for (const { id } of requestsOfPlayer(requests, player)) removeRequest(requests, id)
}

/** Returns the player whom a request or invitation would add, or whose roles it would change. */
function candidateOf({ actor, invitee }: Request): PlayerReference {
  return invitee ?? actor
}

/** Returns what is pending for a player about a process or team: at most one invitation and one request. */
export function pendingFor({ pending, ofCandidate }: Requests, subject: Subject, player: string): readonly Request[] {
  return [...requestsById(pending, ofCandidate.get(candidateKey(subject, player)))]
}

/** Returns a key for a player and a process or team. Ids of players contain no slash. */
function candidateKey(subject: Subject, player: string): string {
  return `${player}/${subjectKey(subject)}`
}

/** Returns the indexes that contain a request, each with its key. */
function indexesOf(
  { ofSubject, ofPlayer, ofCandidate }: Requests,
  request: Request,
): readonly (readonly [ids: Map<string, Set<string>>, key: string])[] {
  const { subject, actor, invitee } = request
  return [
    [ofSubject, subjectKey(subject)],
    [ofCandidate, candidateKey(subject, candidateOf(request).id)],
    [ofPlayer, actor.id],
    ...(invitee ? [[ofPlayer, invitee.id] as const] : []),
  ]
}

function addToIndex(ids: Map<string, Set<string>>, key: string, id: string): void {
  const existing = ids.get(key)
  if (existing) existing.add(id)
  else ids.set(key, new Set([id]))
}

function removeFromIndex(ids: Map<string, Set<string>>, key: string, id: string): void {
  const existing = ids.get(key)
  existing?.delete(id)
  if (existing?.size === 0) ids.delete(key)
}
