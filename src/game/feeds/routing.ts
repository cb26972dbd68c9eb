import type { GameState } from '../game-state.ts'
import { playersIn, type EntryTime, type GameEvent } from '../kernel/entry.ts'
import type { EventPosition } from '../kernel/ids.ts'
import { findPlayer } from '../players/state.ts'
import { addToFeed, GAME_FEED, openFeed } from './feed-index.ts'

/** The fields of an event that decide who is notified of it. */
interface RoutedEvent extends GameEvent {
  readonly actor?: Named
  readonly player?: Named
  readonly inviter?: Named
  readonly invitee?: Named
  readonly deferred?: { readonly actor: Named }
  readonly engine?: {
    readonly quiet?: true
    readonly approvers?: { readonly roles: readonly string[]; readonly owner: string | null }
  }
}

interface Named {
  readonly id: string
}

/** Which feeds an event appears in, and who is notified of it. Spec 5.3. */
interface Route {
  /** In the feeds of the players that it names, and of the process or team that it is about. */
  readonly activity?: true
  readonly game?: true
  readonly receivers?: 'members' | 'approvers' | 'actor' | 'player' | 'inviter' | 'invitee' | 'deferred'
}

/**
 * The routes of events by name. Events of rules, and of operators who change scores, are added to feeds together with
 * their changes of scores. Their routes here only say who is notified.
 */
const routes: Readonly<Record<string, Route>> = {
  create: { activity: true, game: true },
  delete: { activity: true, game: true },
  join: { activity: true, receivers: 'members' },
  leave: { activity: true, receivers: 'members' },
  kick: { activity: true, receivers: 'player' },
  'join:request': { receivers: 'approvers' },
  'join:request:accept': { activity: true, receivers: 'player' },
  'join:request:reject': { receivers: 'player' },
  invite: { receivers: 'invitee' },
  'invite:accept': { activity: true, receivers: 'inviter' },
  'invite:reject': { receivers: 'inviter' },
  'role:change': { activity: true },
  'role:assign': { activity: true, receivers: 'player' },
  'role:request': { receivers: 'approvers' },
  'role:request:accept': { activity: true, receivers: 'player' },
  'role:request:reject': { receivers: 'player' },
  transfer: { activity: true, game: true, receivers: 'player' },
  progress: { activity: true },
  resolution: { activity: true, receivers: 'deferred' },
  level: { receivers: 'actor' },
  achievement: { receivers: 'actor' },
  custom_rule: { receivers: 'actor' },
  score: { receivers: 'player' },
}

/**
 * Adds an event about a process or team to the feeds in which it appears. `subjectFeed` is the feed number of the
 * process or team.
 */
export function addToFeeds(
  state: GameState,
  event: GameEvent,
  subjectFeed: number,
  { at, seq }: EntryTime,
  index: number,
): void {
  const route = routes[event.event]
  if (!route || isQuiet(event)) return
  const position = { seq, index }
  if (route.activity) {
    for (const id of playersIn(event)) addToPlayerFeed(state, id, position, at)
    addToFeed(state.feeds, subjectFeed, position, at)
  }
  if (route.game) addToFeed(state.feeds, GAME_FEED, position, at)
  notify(state, receiversOf(event), subjectFeed, position, at)
}

function addToPlayerFeed(state: GameState, id: string, position: EventPosition, at: number): void {
  const player = findPlayer(state.players, id)
  if (player) addToFeed(state.feeds, player.feed, position, at)
}

/** Who is notified of an event. */
export interface Receivers {
  /** The id of a player. */
  readonly player?: string
  /** All members of the process or team. */
  readonly members?: true
  /** The members who have one of these roles. */
  readonly roles?: readonly string[]
}

const nobody: Receivers = {}

const isQuiet = ({ engine }: RoutedEvent): boolean => engine?.quiet === true

/** Returns who is notified of an event. Players are not notified of what they do themselves. Spec 5.3. */
export function receiversOf(gameEvent: GameEvent): Receivers {
  const event: RoutedEvent = gameEvent
  const { receivers } = routes[event.event] ?? {}
  if (!receivers || isQuiet(event)) return nobody
  switch (receivers) {
    case 'members':
      return { members: true }
    case 'approvers': {
      const { roles = [], owner = null } = event.engine?.approvers ?? {}
      return owner === null || owner === event.actor?.id ? { roles } : { roles, player: owner }
    }
    case 'actor':
      return onlyTo(event.actor)
    default: {
      const receiver = receivers === 'deferred' ? event.deferred?.actor : event[receivers]
      return receiver?.id === event.actor?.id ? nobody : onlyTo(receiver)
    }
  }
}

const onlyTo = (player: Named | undefined): Receivers => (player ? { player: player.id } : nobody)

function notify(
  state: GameState,
  receivers: Receivers,
  subjectFeed: number,
  position: EventPosition,
  at: number,
): void {
  const { player, members, roles = [] } = receivers
  const receiver = player === undefined ? undefined : findPlayer(state.players, player)
  if (receiver) addToFeed(state.feeds, noticesOf(receiver.feed), position, at)
  if (members) addToFeed(state.feeds, noticesOf(subjectFeed), position, at)
  for (const role of roles) {
    const key = requestFeedKey(subjectFeed, role)
    let feed = state.requestFeeds.get(key)
    if (feed === undefined) state.requestFeeds.set(key, (feed = openFeed(state.feeds)))
    addToFeed(state.feeds, feed, position, at)
  }
}

/**
 * Returns the number of the feed of notifications that belongs to a feed: of a player, or of the members of a process
 * or team.
 */
export function noticesOf(feed: number): number {
  return feed + 1
}

/** Returns the key in `asks` of the feed of requests that holders of a role of a team can approve. */
export function requestFeedKey(teamFeed: number, role: string): string {
  return `${teamFeed}/${role}`
}
