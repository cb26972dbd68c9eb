import { addToFeed, openFeed } from '../feeds/feed-index.ts'
import { noticesOf } from '../feeds/routing.ts'
import type { GameState } from '../game-state.ts'
import { settleAddress } from '../joining/state.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { packPosition, type EventPosition } from '../kernel/ids.ts'
import { withNamed } from '../kernel/name-map.ts'
import { countChanges, countRevert, removeFromBoards, resetOnBoards } from '../leaderboards/effects.ts'
import { removeFromSubjects } from '../members/evolve.ts'
import { countAll, recount } from '../metrics/holders.ts'
import type { Change } from '../metrics/score.ts'
import { forgetRatesOfPlayer } from '../processes/rate-uses.ts'
import { actionUse, initialUses, withChanges, type Player } from './player.ts'
import type { EventsReverted, PlayerCreated, PlayerEvent } from './shapes.ts'
import { findPlayer, putPlayer, removePlayer, takePlaysOfDeleted } from './state.ts'

/** Returns the player of an event. Throws if the player does not exist, because then the history is damaged. */
export function knownPlayer(state: GameState, id: string): Player {
  const player = findPlayer(state.players, id)
  if (!player) throw new Error(`the history names the player '${id}' who does not exist at that moment`)
  return player
}

/** Applies an event about a player to the state. */
export function evolvePlayers(state: GameState, event: PlayerEvent, time: EntryTime, index: number): void {
  switch (event.event) {
    case 'player:created':
      return createPlayer(state, event, time, index)
    case 'player:deleted': {
      const player = knownPlayer(state, event.player.id)
      countAll(state.holders, player.scores, -1)
      // This must happen before the memberships are removed, because they show in which groups the player is ranked.
      removeFromBoards(state, 'players', player, time)
      removeFromSubjects(state, player.id, time)
      forgetRatesOfPlayer(state.rates, player.id)
      return removePlayer(state.players, player.id)
    }
    case 'player:reset': {
      const player = knownPlayer(state, event.player.id)
      countAll(state.holders, player.scores, -1)
      resetOnBoards(state, player, time)
      return putPlayer(state.players, { ...player, scores: {} })
    }
    default: {
      const player = knownPlayer(state, event.player.id)
      const after = updatedPlayer(player, event)
      const earning = { seq: time.seq, index, at: time.at }
      putChanged(state, player, after, 'changes' in event ? event.changes : none)
      if (event.event === 'score') {
        countChanges(state, after, event.changes, earning)
        addWithNotice(state, player, earning, time.at)
      }
      if (event.event === 'reverted') {
        countRevert(state, after, event.changes, event.undone ?? nothingUndone, earning)
        for (const position of event.events) state.reverted.add(packPosition(position))
      }
    }
  }
}

const none: readonly Change[] = []
const noneSeen: readonly number[] = []
/** Events of earlier versions have no `undone`. */
const nothingUndone: NonNullable<EventsReverted['undone']> = []

/** Adds an event to a player's own feed and to the player's notifications. Spec 5.3. */
export function addWithNotice(state: GameState, { feed }: Player, position: EventPosition, atMs: number): void {
  addToFeed(state.feeds, feed, position, atMs)
  addToFeed(state.feeds, noticesOf(feed), position, atMs)
}

/** Stores the record of a player after changes of scores, and updates the tally of holders. */
export function putChanged(state: GameState, before: Player, after: Player, changes: readonly Change[]): void {
  putPlayer(state.players, after)
  recount(state.holders, before.scores, after.scores, changes)
}

function createPlayer(state: GameState, event: PlayerCreated, { at, seq }: EntryTime, index: number): void {
  const { id, alias } = event.player
  const actions = initialUses(takePlaysOfDeleted(state.players, id))
  const feed = openFeed(state.feeds)
  openFeed(state.feeds)
  const player: Player = {
    id: flatString(id),
    alias: flatString(alias),
    email: event.email,
    enabled: true,
    created: at,
    born: seq,
    feed,
    scores: {},
    actions,
    drops: state.drops.last,
    seen: noneSeen,
  }
  const started = withChanges(player, event.changes)
  putChanged(state, player, started, event.changes)
  countChanges(state, started, event.changes, { seq, index, at })
  if (event.email !== null) settleAddress(state.joining, event.email)
}

/** The events that change the record of a player who existed before and remains, and at most some of the scores. */
type PlayerChanged = Exclude<PlayerEvent, { event: 'player:created' | 'player:deleted' | 'player:reset' }>

function updatedPlayer(player: Player, event: PlayerChanged): Player {
  switch (event.event) {
    case 'player:updated':
      return { ...player, alias: event.player.alias, email: event.email }
    case 'player:enabled':
      return { ...player, enabled: true }
    case 'player:disabled':
      return { ...player, enabled: false }
    case 'player:pictured':
      return { ...player, image: event.image }
    case 'score':
      return withChanges(player, event.changes)
    case 'reverted':
      return event.plays.reduce(withoutPlays, withChanges(player, event.changes))
  }
}

function withoutPlays(player: Player, { action, count }: EventsReverted['plays'][number]): Player {
  const use = actionUse(player, action)
  return { ...player, actions: withNamed(player.actions, action, { ...use, count: Math.max(0, use.count - count) }) }
}

/**
 * Returns a copy of a string that V8 stores as one flat string, for strings that are kept for long. A substring keeps the
 * whole original string in memory, and serializing an object that contains a substring or a concatenation to JSON takes more
 * than twice as long.
 */
export function flatString(text: string): string {
  return [text.slice(0, 1), text.slice(1)].join('')
}
