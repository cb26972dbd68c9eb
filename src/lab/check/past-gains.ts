import type { WatchedGame } from '../../emulator/session/entry-watcher.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Entry, EntryTime } from '../../game/kernel/entry.ts'
import { findIndex } from '../../game/kernel/id-index.ts'
import { valueDelta } from '../../game/metrics/score.ts'
import { GainsInWindow } from './gains.ts'
import { gainOf } from './rises.ts'
import { changesIn, playerOf, type ScoredEvent } from './scored-event.ts'
import type { WatchedGains } from './watchers.ts'

/**
 * What players gained before a watch began, within the windows of `at_most` checks. It learns it from the entries of the
 * history, in their order.
 */
export class PastGains {
  /** The present: in ms, and the last entry. */
  readonly at: number
  readonly seq: number
  readonly #gains: ReadonlyMap<WatchedGains, GainsInWindow>

  constructor(windows: readonly WatchedGains[], { at, seq }: EntryTime) {
    this.at = at
    this.seq = seq
    this.#gains = new Map(windows.map((window) => [window, new GainsInWindow(window.gains.windowMs)]))
  }

  /** The entries that are to be noted: those within the longest window. */
  get range(): Parameters<WatchedGame['history']>[0] {
    const windowMs = Math.max(...Array.from(this.#gains.values(), (gains) => gains.windowMs))
    return { since: { at: this.at - windowMs }, until: { seq: this.seq } }
  }

  /** Notes the gains of an entry. `players` are those of the game as it stands now. */
  note({ at, events }: Pick<Entry, 'at' | 'events'>, { index, records }: GameState['players']): void {
    for (const gains of this.#gains.values()) gains.expire(at, nobody)
    for (const event of events as readonly ScoredEvent[]) {
      const id = playerOf(event)
      const player = id === undefined ? undefined : findIndex(index, records, id)
      if (player === undefined) continue
      if (beginning.has(event.event)) for (const gains of this.#gains.values()) gains.forget(player)
      else this.#add(event, player, at)
    }
  }

  /** Returns the gains in a window as of the present. */
  of(window: WatchedGains): GainsInWindow {
    const gains = this.#gains.get(window)
    if (!gains) throw new Error(`the past of ${window.metric} was not asked for`)
    gains.expire(this.at, nobody)
    return gains
  }

  #add(event: ScoredEvent, player: number, at: number): void {
    for (const change of changesIn(event))
      for (const [{ metric, measure }, gains] of this.#gains) {
        if (change.metric.id !== metric) continue
        const { old, new: now } = valueDelta(change)
        gains.add(player, at, gainOf(measure(old), measure(now)))
      }
  }
}

/** Events after which a player has gained nothing. Another player had the same id before. */
const beginning: ReadonlySet<string> = new Set(['player:created', 'player:reset', 'player:deleted'])

const nobody = (): void => {}
