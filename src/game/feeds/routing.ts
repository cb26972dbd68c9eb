import type { EventPosition } from '../kernel/ids.ts'
import type { GameState } from '../game-state.ts'
import { playersIn, type EntryTime, type GameEvent } from '../kernel/entry.ts'
import { findPlayer } from '../players/state.ts'
import { addToFeed, GAME_FEED, openFeed } from './feed-index.ts'

/** An event as far as it says who is told of it. */
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

/** Whose feeds an event stands in, and who is notified of it. Spec 5.3. */
interface Route {
  /** In the feeds of the players that it names, and of the process or team that it is about. */
  readonly activity?: true
  readonly game?: true
  readonly receivers?: 'members' | 'approvers' | 'actor' | 'player' | 'inviter' | 'invitee' | 'deferred'
}

/** What a rule does, or an operator to scores, is placed with the scores that it changes; here stands who is told. */
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

/** Puts an event about a process or team, whose feed has this number, into the feeds it belongs to. */
export function addToFeeds(
  state: GameState,
  event: GameEvent,
  subjectFeed: number,
  { at, seq }: EntryTime,
  index: number,
): void {
  const placing = routes[event.event]
  if (!placing || isQuiet(event)) return
  const place = { seq, index }
  if (placing.activity) {
    for (const id of playersIn(event)) addToFeedOf(state, id, place, at)
    addToFeed(state.feeds, subjectFeed, place, at)
  }
  if (placing.game) addToFeed(state.feeds, GAME_FEED, place, at)
  notify(state, receiversOf(event), subjectFeed, place, at)
}

function addToFeedOf(state: GameState, id: string, place: EventPosition, at: number): void {
  const player = findPlayer(state.players, id)
  if (player) addToFeed(state.feeds, player.feed, place, at)
}

/** Who is told of an event. */
export interface Receivers {
  /** The id of a player. */
  readonly player?: string
  /** All who are in the process or team. */
  readonly members?: true
  /** Those of them who have one of these roles. */
  readonly roles?: readonly string[]
}

const nobody: Receivers = {}

const isQuiet = ({ engine }: RoutedEvent): boolean => engine?.quiet === true

/** Who is told of an event by the catalogue; nobody of what they do themselves. Spec 5.3. */
export function receiversOf(happened: GameEvent): Receivers {
  const event: RoutedEvent = happened
  const { receivers: told } = routes[event.event] ?? {}
  if (!told || isQuiet(event)) return nobody
  switch (told) {
    case 'members':
      return { members: true }
    case 'approvers': {
      const { roles = [], owner = null } = event.engine?.approvers ?? {}
      return owner === null || owner === event.actor?.id ? { roles } : { roles, player: owner }
    }
    case 'actor':
      return onlyTo(event.actor)
    default: {
      const receiver = told === 'deferred' ? event.deferred?.actor : event[told]
      return receiver?.id === event.actor?.id ? nobody : onlyTo(receiver)
    }
  }
}

const onlyTo = (player: Named | undefined): Receivers => (player ? { player: player.id } : nobody)

function notify(state: GameState, told: Receivers, subjectFeed: number, place: EventPosition, at: number): void {
  const { player, members, roles = [] } = told
  const receiver = player === undefined ? undefined : findPlayer(state.players, player)
  if (receiver) addToFeed(state.feeds, noticesOf(receiver.feed), place, at)
  if (members) addToFeed(state.feeds, noticesOf(subjectFeed), place, at)
  for (const role of roles) {
    const key = askKey(subjectFeed, role)
    let feed = state.asks.get(key)
    if (feed === undefined) state.asks.set(key, (feed = openFeed(state.feeds)))
    addToFeed(state.feeds, feed, place, at)
  }
}

/** Number of the feed of what is told to those of a process or team with this feed, or to a player. */
export function noticesOf(feed: number): number {
  return feed + 1
}

/** The key under which `asks` has the feed of the requests that holders of a role of a team may approve. */
export function askKey(teamFeed: number, role: string): string {
  return `${teamFeed}/${role}`
}
