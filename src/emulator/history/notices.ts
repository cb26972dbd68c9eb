import type { GameOperation } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import { notifiedListeners } from '../../game/feeds/notices.ts'
import type { Notification } from '../../game/feeds/public-event.ts'
import { inFeedOf, publicEvent } from '../../game/feeds/public-event.ts'
import { missedNotifications, readNotifications } from '../../game/feeds/resuming.ts'
import { namesPlayer, type Entry, type GameEvent } from '../../game/kernel/entry.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import { turns } from '../../async/turns.ts'
import type { EntryFollower } from '../session/entry-follower.ts'
import type { PlayerEvent } from '../../game/players/shapes.ts'

/** A notification on its way to a stream: the id of its event, and its JSON as `GET /runtime/notifications` lists it. */
export interface Notice {
  readonly id: string
  readonly json: string
}

/** One stream of a player's notifications. Neither function may throw. */
export interface NoticeListener {
  /** Told of each that comes, once its entry is kept, in the order in which they happened. */
  readonly notify: (notice: Notice) => void
  /** Told when no more will come: the player may not act any more, or the runtime has stopped. */
  readonly end: () => void
}

/** A listener that hears what is decided from now on. */
export interface ListenerSeat {
  /** Ends it; the listener is told nothing any more. */
  readonly leave: () => void
  /**
   * What the player was notified of after the notification of an id and before the listener came: what follows is what the
   * listener hears, with nothing left out and nothing twice. In pages, oldest first; where the player may not act any
   * more they end, and the listener with them. A fault where the player has no such notification, or it is no longer kept.
   */
  readonly missedSince: (id: string) => Promise<Fault | AsyncIterable<readonly Notice[]>>
}

/** What notices are taken from. */
export interface NoticeSource {
  readonly state: GameState
  /** Resolves when all that was written is kept; rejects where the runtime has stopped. */
  readonly kept: () => Promise<void>
  readonly execute: <I, R>(op: GameOperation<I, R>, input: I, player: string) => Promise<Fault | R>
  /** Told what went wrong in the background. */
  readonly warn: (message: string) => void
}

/** What is told, in characters of JSON, before other work has its turn, and those who read have time to take it. */
const CHARS_AT_ONCE = 64 * 1024

/** Entries that wait to be told: the command of one more is answered when that was told. */
const MAX_WAITING = 1024

/** Notifications in a page of those that were missed. */
const MISSED_AT_ONCE = 256

interface Seat {
  readonly listener: NoticeListener
  /** The first entry that it hears. */
  readonly fromSeq: number
}

/** Tells open streams what players are notified of. It looks at entries while anybody listens, and costs nothing else. */
export class Notices implements EntryFollower {
  readonly #source: NoticeSource
  /** Those who listen, by player. */
  readonly #seats = new Map<string, Set<Seat>>()
  /** Entries are told one after the other, as they were written. */
  readonly #tellInTurn = turns(1)
  #waiting = 0
  #isEnded = false
  /** Since others had their turn, of all entries together: many may come in one turn. */
  #toldChars = 0

  constructor(source: NoticeSource) {
    this.#source = source
  }

  /** Lets a listener hear what a player is notified of from the next entry on. */
  listen(player: string, listener: NoticeListener): ListenerSeat {
    const seat: Seat = { listener, fromSeq: this.#source.state.seq + 1 }
    const seats = this.#seats.get(player)
    if (seats) seats.add(seat)
    else this.#seats.set(player, new Set([seat]))
    // What it does not hear may still fail to be kept.
    this.#source.kept().catch((error: unknown) => this.stop(error))
    return {
      leave: () => this.#leave(player, seat),
      missedSince: (id) => this.#missedSince(player, id, seat),
    }
  }

  /**
   * Takes in an entry, to notify listeners once it is kept. Where too many entries wait, its answer waits too, so that those
   * who play do not leave those who listen behind.
   */
  onEntry(entry: Entry, kept: Promise<void>): Promise<void> | undefined {
    if (this.#seats.size === 0) return undefined
    this.#waiting += 1
    const told = this.#tellInTurn(() => this.#tellOnceKept(entry, kept))
    return this.#waiting > MAX_WAITING ? kept.then(() => told) : undefined
  }

  /** Ends all who listen, for the runtime has stopped. */
  stop(error: unknown): void {
    if (this.#seats.size === 0) return
    this.#source.warn(
      `notifications no longer reach any stream: ${error instanceof Error ? error.message : String(error)}`,
    )
    this.#endEverybody()
  }

  /** Ends all who listen, once they were told what was kept: they are to come again, for the game goes on elsewhere. */
  end(): void {
    void this.#tellInTurn(async () => this.#endEverybody())
  }

  #endEverybody(): void {
    this.#isEnded = true
    for (const player of this.#seats.keys()) this.#endAll(player, Infinity)
  }

  #leave(player: string, seat: Seat): void {
    const seats = this.#seats.get(player)
    if (seats?.delete(seat) && seats.size === 0) this.#seats.delete(player)
  }

  async #tellOnceKept(entry: Entry, kept: Promise<void>): Promise<void> {
    try {
      await kept
      await this.#tell(entry)
    } catch (error) {
      this.stop(error)
    } finally {
      this.#waiting -= 1
    }
  }

  async #tell(entry: Entry): Promise<void> {
    for (const [index, event] of entry.events.entries()) {
      const barred = barredBy(event)
      if (barred !== undefined) this.#endAll(barred, entry.seq)
      const told = notifiedListeners(this.#source.state, event, entry.seq, this.#seats)
      if (told.length === 0) continue
      const noticeFor = this.#noticesOf(event, entry, index)
      for (const player of told) await this.#notify(player, noticeFor(player), entry.seq)
    }
  }

  /** What each player is told of an event: the same text but for those whom it names. */
  #noticesOf(event: GameEvent, entry: Entry, index: number): (player: string) => Notice {
    const shown = publicEvent(event, entry, index)
    const fresh = (player: string): Notice => noticeOf({ ...inFeedOf(player, shown), seen: false })
    let common: Notice | undefined
    return (player) => (namesPlayer(event, player) ? fresh(player) : (common ??= fresh(player)))
  }

  async #notify(player: string, notice: Notice, seq: number): Promise<void> {
    for (const seat of this.#seats.get(player) ?? []) {
      if (seq < seat.fromSeq) continue
      seat.listener.notify(notice)
      this.#toldChars += notice.json.length
      if (this.#toldChars < CHARS_AT_ONCE) continue
      await new Promise(setImmediate)
      this.#toldChars = 0
    }
  }

  /** Ends those that hear an entry. */
  #endAll(player: string, seq: number): void {
    for (const seat of this.#seats.get(player) ?? []) if (seq >= seat.fromSeq) this.#end(player, seat)
  }

  #end(player: string, seat: Seat): void {
    this.#leave(player, seat)
    seat.listener.end()
  }

  async #missedSince(player: string, after: string, seat: Seat): Promise<Fault | AsyncIterable<readonly Notice[]>> {
    if (this.#isEnded) return noPages()
    const input = { after, beforeSeq: seat.fromSeq }
    const places = await this.#source.execute(missedNotifications, input, player)
    return isFault(places) ? places : this.#pages(player, places, seat)
  }

  async *#pages(player: string, newestFirst: number[], seat: Seat): AsyncGenerator<readonly Notice[]> {
    while (newestFirst.length > 0) {
      const places = newestFirst.splice(-MISSED_AT_ONCE)
      const page = await this.#source.execute(readNotifications, { places }, player)
      if (isFault(page)) return this.#end(player, seat)
      yield page.map(noticeOf)
    }
  }
}

/** What one has missed who was ended before it was asked for. */
async function* noPages(): AsyncGenerator<readonly Notice[]> {}

function noticeOf(notification: Notification): Notice {
  return { id: notification.id, json: JSON.stringify(notification) }
}

/** The player who cannot act any more after an event; undefined after all others. */
function barredBy(event: GameEvent): string | undefined {
  const { event: kind, player } = event as PlayerEvent
  return kind === 'player:disabled' || kind === 'player:deleted' ? player.id : undefined
}
