import type { Players } from '../../game/players/state.ts'

/** The players that a list shows, in its order. */
export interface PlayerOrder {
  /** The number of the last entry that it reflects. */
  readonly seq: number
  /** The indexes of the records. */
  readonly indexes: Uint32Array
}

interface KeptOrder extends PlayerOrder {
  /** What was asked for. */
  readonly key: string
  /** Until when it is also used for a game that has changed since, in ms. */
  readonly untilMs: number
}

/** The number of orders that are kept for each game. An order of a million players takes 4 MB. */
const MAX_KEPT = 4

/**
 * An order of many players is used again for so many times as long as it took to create, so that a busy game spends little
 * time on orders. One of few players takes no time to speak of.
 */
const REST = 19
const MANY = 10_000

const keptOrders = new WeakMap<Players, readonly KeptOrder[]>()

/** Returns an order that was kept, unless the game has changed since and it is time for a new one. */
export function keptOrder(players: Players, key: string, seq: number): PlayerOrder | undefined {
  const found = keptOrders.get(players)?.find((kept) => kept.key === key)
  return found && (found.seq === seq || performance.now() < found.untilMs) ? found : undefined
}

/** Keeps an order that was created since `startMs`. The order that was created first makes room for it. */
export function keepOrder(players: Players, key: string, order: PlayerOrder, startMs: number): PlayerOrder {
  const now = performance.now()
  const restMs = players.records.length < MANY ? 0 : REST * (now - startMs)
  const others = (keptOrders.get(players) ?? []).filter((kept) => kept.key !== key)
  const kept = { ...order, key, untilMs: now + restMs }
  keptOrders.set(players, [...others, kept].slice(-MAX_KEPT))
  return order
}
