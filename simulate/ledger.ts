import type { HistoryEntry } from '../src/emulator/history/history-range.ts'
import { add, formatAmount, parseAmount, subtract, type Amount } from '../src/game/kernel/decimal.ts'
import type { Drop } from '../src/game/kernel/drop.ts'
import type { GameEvent } from '../src/game/kernel/entry.ts'
import { itemDeltas, scoreKey, valueDelta, type Change, type ValueDelta } from '../src/game/metrics/score.ts'

/** What events have given a player of a metric: points or a state, or the count of each item. */
type Kept = string | Map<string, string>

/** What a book of events holds against an event: what it says was there before is not what the events before it gave. */
export interface Mismatch {
  readonly what: string
  readonly expected: unknown
  readonly found: unknown
}

/** Scores as their events add up, kept by a way of its own: no code of the engine that gives scores is used here. */
export class Ledger {
  /** By player, then by the key of the metric. */
  readonly scores = new Map<string, Map<string, Kept>>()
  /** What each player got of `xp` on the day of the last entry; undefined while its beginning is not known. */
  day: DaySheet | undefined
  /** Those whose scores an entry has changed since they were last asked for. */
  readonly touched = new Set<string>()

  readonly #begunAt: number | undefined

  /** Of a game that begins, or of one that is known from a time on, in ms. */
  constructor(begunAt?: number) {
    this.#begunAt = begunAt
  }

  /** Takes in an entry; gives what does not fit. */
  take(entry: HistoryEntry): Mismatch | undefined {
    if (this.#begunAt === undefined || dayOf(entry.at) > dayOf(this.#begunAt)) this.day ??= new DaySheet(entry.at)
    this.day?.reach(entry.at)
    for (const event of entry.events) {
      const mismatch = this.#event(event as Scored, entry)
      if (mismatch) return { ...mismatch, what: `${mismatch.what} in entry ${entry.seq} (${entry.op})` }
    }
    return undefined
  }

  #event(event: Scored, entry: HistoryEntry): Mismatch | undefined {
    switch (event.event) {
      case 'player:created':
        this.scores.set(idOf(event.player), new Map())
        this.touched.add(idOf(event.player))
        break
      case 'player:deleted':
        this.scores.delete(idOf(event.player))
        this.touched.delete(idOf(event.player))
        this.day?.strike(idOf(event.player), entry.seq)
        return undefined
      case 'player:reset':
        this.scores.set(idOf(event.player), new Map())
        this.touched.add(idOf(event.player))
        this.day?.strike(idOf(event.player), entry.seq)
        return undefined
      case 'design:deployed':
        for (const drop of event.drops ?? []) this.#drop(drop)
        return undefined
      case 'reverted':
        return this.#reverted(event)
      default:
    }
    const { changes = [] } = event.deferred ?? event
    const player = event.deferred?.actor ?? event.actor ?? event.player
    // Changes of roles are no list.
    if (!Array.isArray(changes) || changes.length === 0 || !player) return undefined
    return this.#changes(player.id, changes, (delta) => this.day?.earn(player.id, delta))
  }

  #reverted(event: Scored): Mismatch | undefined {
    const player = idOf(event.player)
    let rest: Amount = 0
    const mismatch = this.#changes(player, event.changes ?? [], (delta) => void (rest = sum(rest, delta)))
    const hasScore = this.scores.get(player)?.has(XP_KEY) ?? false
    this.day?.revert(player, rest, event.undone ?? [], hasScore)
    return mismatch
  }

  /** Applies changes; `earned` is told of each of `xp`. */
  #changes(player: string, changes: readonly Change[], earned: (delta: Amount) => void): Mismatch | undefined {
    const scores = this.scores.get(player)
    if (!scores) return { what: `the scores of '${player}'`, expected: 'a player who is there', found: 'nobody' }
    this.touched.add(player)
    for (const change of changes) {
      const key = scoreKey(change.metric)
      const mismatch = change.metric.type === 'set' ? ofItems(scores, key, change) : ofValue(scores, key, change)
      if (mismatch) return { ...mismatch, what: `${mismatch.what} of '${player}'` }
      if (key === XP_KEY) earned(deltaOf(valueDelta(change)))
    }
    return undefined
  }

  #drop({ key, part, alone }: Drop): void {
    for (const scores of this.scores.values()) {
      const kept = scores.get(key)
      if (kept === undefined) continue
      if (part === undefined || (alone && kept === part)) scores.delete(key)
      else if (typeof kept !== 'string') kept.delete(part)
    }
  }
}

/** Any event, as far as it is looked at here. */
interface Scored extends GameEvent {
  readonly actor?: { readonly id: string }
  readonly player?: { readonly id: string }
  readonly deferred?: { readonly actor: { readonly id: string }; readonly changes: readonly Change[] }
  readonly changes?: readonly Change[]
  readonly drops?: readonly Drop[]
  readonly undone?: readonly Undone[]
}

/** An event that a revert undoes. */
interface Undone {
  readonly seq: number
  readonly at: number
  readonly changes: readonly Change[]
}

const XP_KEY = scoreKey({ id: 'xp', type: 'point' })
const DAY_MS = 86_400_000

const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS)
const idOf = (player: { readonly id: string } | undefined): string => player?.id ?? ''
const amount = (text: string | null): Amount => parseAmount(text ?? '0') ?? 0
const sum = (a: Amount, b: Amount): Amount => add(a, b) ?? 0
const deltaOf = ({ old, new: given }: ValueDelta): Amount => subtract(amount(given), amount(old)) ?? 0

function ofValue(scores: Map<string, Kept>, key: string, change: Change): Mismatch | undefined {
  const { old, new: given } = valueDelta(change)
  const kept = (scores.get(key) as string | undefined) ?? null
  if (kept !== old) return { what: `'${key}' before a change`, expected: kept, found: old }
  if (given === null) scores.delete(key)
  else scores.set(key, given)
  return undefined
}

function ofItems(scores: Map<string, Kept>, key: string, change: Change): Mismatch | undefined {
  const items = (scores.get(key) as Map<string, string> | undefined) ?? new Map<string, string>()
  scores.set(key, items)
  for (const [item, { old, new: given }] of itemDeltas(change)) {
    const kept = items.get(item) ?? '0'
    if (kept !== (old ?? '0')) return { what: `'${key}' '${item}' before a change`, expected: kept, found: old }
    if (given === null || given === '0') items.delete(item)
    else items.set(item, given)
  }
  return undefined
}

/** What the daily board of `xp` has to show, summed from events. Spec 4.11, 4.14, 4.16. */
export class DaySheet {
  readonly sums = new Map<string, Amount>()
  /** The last entry that took a player off the board. */
  readonly #struck = new Map<string, number>()
  #day: number

  constructor(atMs: number) {
    this.#day = dayOf(atMs)
  }

  /** A new day begins without anybody. */
  reach(atMs: number): void {
    if (dayOf(atMs) === this.#day) return
    this.#day = dayOf(atMs)
    this.sums.clear()
  }

  isOf(atMs: number): boolean {
    return dayOf(atMs) === this.#day
  }

  earn(player: string, delta: Amount): void {
    this.sums.set(player, sum(this.sums.get(player) ?? 0, delta))
  }

  strike(player: string, seq: number): void {
    this.sums.delete(player)
    this.#struck.set(player, seq)
  }

  /** Takes off what events had brought, where it counted; what the score lost beyond that counts now. */
  revert(player: string, changed: Amount, undone: readonly Undone[], hasScore: boolean): void {
    let rest = changed
    let nobodys: Amount = 0
    for (const { seq, at, changes } of undone) {
      const delta = changes
        .filter((change) => scoreKey(change.metric) === XP_KEY)
        .reduce((all, each) => sum(all, deltaOf(valueDelta(each))), 0 as Amount)
      rest = sum(rest, delta)
      if (seq < (this.#struck.get(player) ?? 0)) nobodys = sum(nobodys, delta)
      else if (this.isOf(at) && this.sums.has(player)) this.earn(player, subtract(0, delta) ?? 0)
    }
    const left = beyond(Number(rest), Number(nobodys))
    if (left !== 0 && hasScore) this.earn(player, parseAmount(formatAmount(left)) ?? 0)
  }
}

/** A rest without what it has of the same sign from events that no row had. */
function beyond(rest: number, nobodys: number): number {
  if (Math.sign(rest) !== Math.sign(nobodys)) return rest
  return Math.abs(rest) > Math.abs(nobodys) ? rest - nobodys : 0
}
