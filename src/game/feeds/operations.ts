import type { GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { namesPlayer } from '../kernel/entry.ts'
import { isFault } from '../kernel/fault.ts'
import type { Steps } from '../kernel/operation.ts'
import { admissionTo, recordOf } from '../members/admission.ts'
import { callerIn, denied, memberIn } from '../members/concerned.ts'
import type { Subject } from '../members/subject.ts'
import { actingPlayer, namedPlayer } from '../players/acting.ts'
import type { Player } from '../players/player.ts'
import { GAME_FEED } from './feed-index.ts'
import { inFeedOf, inFeedOfSubject, type PublicEvent } from './public-event.ts'
import { readFeed, periodOf, type PeriodInput } from './reading.ts'

type Feed = readonly PublicEvent[]
type SubjectFeedInput = PeriodInput & { readonly subject: Subject }

function playerFeed(state: GameState, { id, feed }: Player, input: PeriodInput, nowMs: number): Steps<Feed> {
  return readFeed(state.feeds, feed, periodOf(input, nowMs), (event) => inFeedOf(id, event))
}

/** Reads the caller's own feed. Spec 1 `GET /runtime/activity`, 5.3. */
export const readOwnFeed: GameWalk<PeriodInput, Feed> = {
  kind: 'walk',
  name: 'feeds.own',
  walk: (state, input, { caller, at }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : playerFeed(state, player, input, at)
  },
}

/** Reads a player's feed, for an operator. Spec 2 `GET /admin/players/:player_id/activity`. */
export const readPlayerFeed: GameWalk<PeriodInput & { readonly id: string }, Feed> = {
  kind: 'walk',
  name: 'feeds.player',
  walk: (state, input, { at }) => {
    const player = namedPlayer(state, input.id)
    return isFault(player) ? player : playerFeed(state, player, input, at)
  },
}

/** Reads the game's feed. Spec 2 `GET /admin/activity`. */
export const readGameFeed: GameWalk<PeriodInput, Feed> = {
  kind: 'walk',
  name: 'feeds.game',
  walk: (state, input, { at }) => readFeed(state.feeds, GAME_FEED, periodOf(input, at), (event) => event),
}

/** Reads the feed of a process or team that exists, or only the events that name one `member`. Spec 5.3. */
function subjectFeed(state: GameState, input: SubjectFeedInput, nowMs: number, member?: string): Steps<Feed> {
  const { subject } = input
  const feed = recordOf(state, subject)?.feed
  if (feed === undefined) throw new Error(`the ${subject.kind} '${subject.id}' no longer exists`)
  return readFeed(state.feeds, feed, periodOf(input, nowMs), (event) =>
    member === undefined || namesPlayer(event, member) ? inFeedOfSubject(subject.kind, event) : undefined,
  )
}

/** Reads the feed of a process or team. Spec 1 `GET /runtime/teams/:team_id/activity`. */
export const readSubjectFeed: GameWalk<SubjectFeedInput, Feed> = {
  kind: 'walk',
  name: 'feeds.subject',
  walk: (state, input, context) => {
    const found = callerIn(state, context, input.subject)
    if (isFault(found)) return found
    const { admission, player } = found
    return admission.mayView(player.id)
      ? subjectFeed(state, input, context.at)
      : denied(admission, player.id, 'read the feed of')
  },
}

/**
 * Reads a member's events in the feed of a process or team. Spec 1 `GET
 * /runtime/teams/:team_id/members/:member_id/activity`.
 */
export const readMemberFeed: GameWalk<SubjectFeedInput & { readonly member: string }, Feed> = {
  kind: 'walk',
  name: 'feeds.member',
  walk: (state, input, context) => {
    const found = callerIn(state, context, input.subject)
    if (isFault(found)) return found
    const { admission, player } = found
    const member = memberIn(state, admission, input.member)
    if (isFault(member)) return member
    return admission.mayView(player.id)
      ? subjectFeed(state, input, context.at, input.member)
      : denied(admission, player.id, 'read the feed of')
  },
}

/** Reads the feed of any process or team, for an operator. Spec 2 `GET /admin/teams/:team_id/activity`. */
export const readAnySubjectFeed: GameWalk<SubjectFeedInput, Feed> = {
  kind: 'walk',
  name: 'feeds.subject-for',
  walk: (state, input, { at, design }) => {
    const admission = admissionTo(state, design, input.subject)
    return isFault(admission) ? admission : subjectFeed(state, input, at)
  },
}
