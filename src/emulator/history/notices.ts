import { turns } from '../../async/turns.ts'
import { notifiedListeners } from '../../game/feeds/notices.ts'
import { type Notification, inFeedOf, publicEvent } from '../../game/feeds/public-event.ts'
import { missedNotifications, readNotifications } from '../../game/feeds/resuming.ts'
import type { GameOperation } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import { type Entry, type GameEvent, namesPlayer } from '../../game/kernel/entry.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { PlayerEvent } from '../../game/players/shapes.ts'
import type { EntryFollower } from '../session/entry-follower.ts'

/** A notification for a stream: the id of its event, and its JSON as in `GET /runtime/notifications`. */
export interface Notice {
  readonly id: string
  readonly json: string
}

/** A stream of a player's notifications. Neither function can throw. */
export interface NoticeListener {
  /** Called with each notification when its entry is on disk, in the order of the events. */
  readonly notify: (notice: Notice) => void
  /** Called when no more notifications will come, because the player can no longer act or the runtime has stopped. */
  readonly end: () => void
}

/** A listener, which gets the notifications of what is decided from now on. */
export interface Subscription {
  /** Ends it. The listener gets nothing more. */
  readonly leave: () => void
  /**
   * Returns what the player was notified of after the notification with this id and before the listener started.
   * Together with what the listener gets, nothing is missing or repeated. The pages are oldest first. They end, and the
   * listener with them, if the player can no longer act. Returns a fault if the player has no such notification, or if
   * it was deleted.
   */
  readonly missedSince: (id: string) => Promise<Fault | AsyncIterable<readonly Notice[]>>
}

/** The parts of a timeline that notices use. */
export interface NoticeSource {
  readonly state: GameState
  /** Resolves when everything that was written is on disk. Rejects if the runtime has stopped. */
  readonly kept: () => Promise<void>
  readonly execute: <I, R>(op: GameOperation<I, R>, input: I, player: string) => Promise<Fault | R>
  /** Reports what went wrong in the background. */
  readonly warn: (message: string) => void
}

/** The number of characters of JSON that are sent before other work gets a turn, and readers have time to take them. */
const MAX_CHARS_A_TURN = 64 * 1024

/** The number of entries that can wait. The command of one more is answered after its notifications were sent. */
const MAX_WAITING = 1024

/** The number of missed notifications in a page. */
const MISSED_PAGE_SIZE = 256

interface Subscriber {
  readonly listener: NoticeListener
  /** The first entry whose notifications it gets. */
  readonly fromSeq: number
}

/** Sends the notifications of players to open streams. It processes entries only while there are listeners. */
export class Notices implements EntryFollower {
  readonly #source: NoticeSource
  /** The listeners by player. */
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  /** Entries are processed one after the other, as they were written. */
  readonly #inTurn = turns(1)
  #waiting = 0
  #isEnded = false
  /** The characters since other work had a turn, of all entries together, because many can be written in one turn. */
  #sentChars = 0

  constructor(source: NoticeSource) {
    this.#source = source
  }

  /** Adds a listener, which gets what a player is notified of from the next entry on. */
  listen(player: string, listener: NoticeListener): Subscription {
    const subscriber: Subscriber = { listener, fromSeq: this.#source.state.seq + 1 }
    const subscribers = this.#subscribers.get(player)
    if (subscribers) subscribers.add(subscriber)
    else this.#subscribers.set(player, new Set([subscriber]))
    // Earlier entries can still fail to be written.
    this.#source.kept().catch((error: unknown) => this.stop(error))
    return {
      leave: () => this.#leave(player, subscriber),
      missedSince: (id) => this.#missedSince(player, id, subscriber),
    }
  }

  /**
   * Notifies listeners of an entry when it is on disk. If too many entries wait, the answer to its command waits too,
   * so that the game does not run ahead of its listeners.
   */
  onEntry(entry: Entry, kept: Promise<void>): Promise<void> | undefined {
    if (this.#subscribers.size === 0) return undefined
    this.#waiting += 1
    const notified = this.#inTurn(() => this.#sendOnceKept(entry, kept))
    return this.#waiting > MAX_WAITING ? kept.then(() => notified) : undefined
  }

  /** Ends all listeners, because the runtime has stopped. */
  stop(error: unknown): void {
    if (this.#subscribers.size === 0) return
    this.#source.warn(
      `notifications no longer reach any stream: ${error instanceof Error ? error.message : String(error)}`,
    )
    this.#endEverybody()
  }

  /**
   * Ends all listeners after they got what is on disk. They have to reconnect, because the game continues in another
   * timeline.
   */
  end(): void {
    void this.#inTurn(async () => this.#endEverybody())
  }

  #endEverybody(): void {
    this.#isEnded = true
    for (const player of this.#subscribers.keys()) this.#endAll(player, Infinity)
  }

  #leave(player: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(player)
    if (subscribers?.delete(subscriber) && subscribers.size === 0) this.#subscribers.delete(player)
  }

  async #sendOnceKept(entry: Entry, kept: Promise<void>): Promise<void> {
    try {
      await kept
      await this.#send(entry)
    } catch (error) {
      this.stop(error)
    } finally {
      this.#waiting -= 1
    }
  }

  async #send(entry: Entry): Promise<void> {
    for (const [index, event] of entry.events.entries()) {
      const deactivated = deactivatedBy(event)
      if (deactivated !== undefined) this.#endAll(deactivated, entry.seq)
      const notified = notifiedListeners(this.#source.state, event, entry.seq, this.#subscribers)
      if (notified.length === 0) continue
      const noticeFor = this.#noticesOf(event, entry, index)
      for (const player of notified) await this.#notify(player, noticeFor(player), entry.seq)
    }
  }

  /**
   * Returns the notice of an event for each player. The text is the same for all players whom the event does not name.
   */
  #noticesOf(event: GameEvent, entry: Entry, index: number): (player: string) => Notice {
    const shown = publicEvent(event, entry, index)
    const fresh = (player: string): Notice => noticeOf({ ...inFeedOf(player, shown), seen: false })
    let common: Notice | undefined
    return (player) => (namesPlayer(event, player) ? fresh(player) : (common ??= fresh(player)))
  }

  async #notify(player: string, notice: Notice, seq: number): Promise<void> {
    for (const subscriber of this.#subscribers.get(player) ?? []) {
      if (seq < subscriber.fromSeq) continue
      subscriber.listener.notify(notice)
      this.#sentChars += notice.json.length
      if (this.#sentChars < MAX_CHARS_A_TURN) continue
      await new Promise(setImmediate)
      this.#sentChars = 0
    }
  }

  /** Ends the listeners of a player that get an entry. */
  #endAll(player: string, seq: number): void {
    for (const subscriber of this.#subscribers.get(player) ?? [])
      if (seq >= subscriber.fromSeq) this.#end(player, subscriber)
  }

  #end(player: string, subscriber: Subscriber): void {
    this.#leave(player, subscriber)
    subscriber.listener.end()
  }

  async #missedSince(
    player: string,
    after: string,
    subscriber: Subscriber,
  ): Promise<Fault | AsyncIterable<readonly Notice[]>> {
    if (this.#isEnded) return noPages()
    const input = { after, beforeSeq: subscriber.fromSeq }
    const positions = await this.#source.execute(missedNotifications, input, player)
    return isFault(positions) ? positions : this.#pages(player, positions, subscriber)
  }

  async *#pages(player: string, newestFirst: number[], subscriber: Subscriber): AsyncGenerator<readonly Notice[]> {
    while (newestFirst.length > 0) {
      const positions = newestFirst.splice(-MISSED_PAGE_SIZE)
      const page = await this.#source.execute(readNotifications, { places: positions }, player)
      if (isFault(page)) return this.#end(player, subscriber)
      yield page.map(noticeOf)
    }
  }
}

/** The missed notifications of a listener that was ended before they were requested. */
async function* noPages(): AsyncGenerator<readonly Notice[]> {}

function noticeOf(notification: Notification): Notice {
  return { id: notification.id, json: JSON.stringify(notification) }
}

/** Returns the player who can no longer act after an event, or undefined. */
function deactivatedBy(event: GameEvent): string | undefined {
  const { event: kind, player } = event as PlayerEvent
  return kind === 'player:disabled' || kind === 'player:deleted' ? player.id : undefined
}
