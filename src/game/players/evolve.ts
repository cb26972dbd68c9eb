import { withNamed } from '../kernel/name-map.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { packPosition, type EventPosition } from '../kernel/ids.ts'
import { countChanges, countRevert, removeFromBoards, resetOnBoards } from '../leaderboards/effects.ts'
import { removeFromSubjects } from '../members/evolve.ts'
import { addToFeed, openFeed } from '../feeds/feed-index.ts'
import { noticesOf } from '../feeds/routing.ts'
import type { GameState } from '../game-state.ts'
import { settleAddress } from '../joining/state.ts'
import { countAll, recount } from '../metrics/holders.ts'
import type { Change } from '../metrics/score.ts'
import { forgetRatesOfPlayer } from '../processes/rate-uses.ts'
import type { EventsReverted, PlayerCreated, PlayerEvent } from './shapes.ts'
import { actionUse, initialUses, withChanges, type Player } from './player.ts'
import { findPlayer, putPlayer, removePlayer, takePlaysOfDeleted } from './state.ts'

/** The player of an event; one that is not there means a damaged history. */
export function knownPlayer(state: GameState, id: string): Player {
  const player = findPlayer(state.players, id)
  if (!player) throw new Error(`the history names the player '${id}' who does not exist at that moment`)
  return player
}

/** What an event about a player changes. */
export function evolvePlayers(state: GameState, event: PlayerEvent, time: EntryTime, index: number): void {
  switch (event.event) {
    case 'player:created':
      return createPlayer(state, event, time, index)
    case 'player:deleted': {
      const player = knownPlayer(state, event.player.id)
      countAll(state.holders, player.scores, -1)
      // While its memberships are there: they tell where it stands.
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
/** An older program did not tell. */
const nothingUndone: NonNullable<EventsReverted['undone']> = []

/** Puts an event into a player's own feed, and notifies the player of it. Spec 5.3. */
export function addWithNotice(state: GameState, { feed }: Player, position: EventPosition, atMs: number): void {
  addToFeed(state.feeds, feed, position, atMs)
  addToFeed(state.feeds, noticesOf(feed), position, atMs)
}

/** Puts in the record of a player after changes of scores, and counts who holds what. */
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

/** Events after which a player is there still, with the scores, but for their changes, that were there before. */
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
 * A text that V8 keeps as one piece, for what is kept for long. One that was cut out of a longer one holds on to all of that,
 * and one that was put together, or cut out, makes whatever it stands in more than twice as slow to become JSON.
 */
export function flatString(text: string): string {
  return [text.slice(0, 1), text.slice(1)].join('')
}
