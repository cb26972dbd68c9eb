import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import { compare, formatAmount, parseAmount, subtract, type Amount } from '../../game/kernel/decimal.ts'
import { playersIn, type EntryStamp, type GameEvent } from '../../game/kernel/entry.ts'
import { HOUR_MS, wallTime } from '../../game/kernel/instant.ts'
import type { Change } from '../../game/metrics/score.ts'
import { valueDelta } from '../../game/metrics/score.ts'
import { findPlayer, playerIds } from '../../game/players/state.ts'
import { judge } from '../../game/rules/judge.ts'
import type { WatchedCheck } from './check.ts'
import { GainsInWindow } from './gains.ts'
import { failingValue, WatchedReading } from './reading.ts'
import { readsOf } from './reads.ts'

/** An entry that the game has applied. */
export interface AppliedEntry extends EntryStamp {
  readonly events: readonly GameEvent[]
}

/** The entry that violated a check, and whom it concerned. */
export interface Violated extends EntryStamp {
  readonly player: string
  /** The index of the event in its entry. If only time has passed, that is the first one. */
  readonly event: number
}

/** The first violation of a check. */
export interface Violation extends Violated {
  readonly check: WatchedCheck
  /** What was found instead, as a phrase: `coins = -5`, `from 10 to 5`, `520 within 1d`. */
  readonly found: string
}

type Of<Kind extends WatchedCheck['kind']> = Extract<WatchedCheck, { kind: Kind }>

/** The players for whom a check is to be evaluated after an entry, each with the index of the event that touched them. */
type Touched = Map<string, number>

/** A check with what the present entry has touched of it. */
interface Watcher<C extends WatchedCheck> {
  readonly check: C
  readonly touched: Touched
  /** The last violation, if there was one. */
  last: Violated | undefined
}

interface AlwaysWatcher extends Watcher<Of<'always'>> {
  readonly reads: ReturnType<typeof readsOf>
}

interface GainWatcher extends Watcher<Of<'at_most'>> {
  readonly gains: GainsInWindow
}

/** The watchers of what changes: of a metric or of the plays of an action. */
interface Watchers {
  readonly always: AlwaysWatcher[]
  readonly falling: Watcher<Of<'never_falls'>>[]
  readonly gains: GainWatcher[]
}

/** An event with the fields that it may have. */
type SomeEvent = GameEvent & {
  readonly actor?: { readonly id: string }
  readonly player?: { readonly id: string }
  readonly action?: { readonly id: string }
  readonly changes?: unknown
  readonly deferred?: { readonly actor: { readonly id: string }; readonly changes: readonly Change[] }
}

/** Events that change only scores and counts of plays, of the player who acts. */
const scoring: ReadonlySet<string> = new Set([
  'action',
  'level',
  'achievement',
  'custom_rule',
  'progress',
  'resolution',
  'score',
])

const none: readonly Violation[] = []

/**
 * Watches a game for violations of checks, after each entry. Evaluates a check only for players for whom something has
 * changed that the check reads, so a play costs little more. Of players, it holds only their gains within the windows of
 * `at_most`. Spec 7.3.
 */
export class Watch {
  readonly #always: readonly AlwaysWatcher[]
  readonly #falling: readonly Watcher<Of<'never_falls'>>[]
  readonly #gains: readonly GainWatcher[]
  readonly #byMetric = new Map<string, Watchers>()
  readonly #byAction = new Map<string, AlwaysWatcher[]>()
  readonly #readsTime: boolean
  readonly #reading: WatchedReading
  #violations: Violation[] = []
  /** The local hour of the last entry. Requirements on the time read nothing finer. */
  #hour = NaN

  /** `checks` were linked with this design. */
  constructor(checks: readonly WatchedCheck[], design: Design) {
    this.#reading = new WatchedReading(design)
    const fresh = () => ({ touched: new Map<string, number>(), last: undefined })
    const of = <Kind extends WatchedCheck['kind']>(kind: Kind): Of<Kind>[] =>
      checks.filter((check): check is Of<Kind> => check.kind === kind)
    this.#always = of('always').map((check) => ({
      check,
      reads: readsOf(check.requires, design.metrics),
      ...fresh(),
    }))
    this.#falling = of('never_falls').map((check) => ({ check, ...fresh() }))
    this.#gains = of('at_most').map((check) => ({ check, gains: new GainsInWindow(check.windowMs), ...fresh() }))
    this.#readsTime = this.#always.some(({ reads }) => reads.time)
    for (const watcher of this.#always) {
      for (const metric of watcher.reads.metrics) this.#watchersOf(metric).always.push(watcher)
      for (const action of watcher.reads.actions)
        this.#byAction.set(action, [...(this.#byAction.get(action) ?? []), watcher])
    }
    for (const watcher of this.#falling) this.#watchersOf(watcher.check.metric.id).falling.push(watcher)
    for (const watcher of this.#gains) this.#watchersOf(watcher.check.metric.id).gains.push(watcher)
  }

  /** The first violation of each check, in the order in which they happened. */
  get violations(): readonly Violation[] {
    return this.#violations
  }

  /** Returns where a check was violated first after an entry, or last if that is not known; undefined if it was not. */
  violatedAfter(id: string, seq: number): Violated | undefined {
    const first = this.#violations.find(({ check }) => check.id === id)
    if (first && first.seq > seq) return first
    const last = this.#watchers.find(({ check }) => check.id === id)?.last
    return last && last.seq > seq ? last : undefined
  }

  /** Forgets everything, to watch another game of the same design. */
  restart(): void {
    this.#violations = []
    this.#hour = NaN
    for (const watcher of this.#watchers) watcher.last = undefined
    for (const { gains } of this.#gains) gains.clear()
  }

  /** Returns the checks that an entry violates first. `state` is the game after it, in a zone with this offset from UTC. */
  after(entry: AppliedEntry, state: GameState, zoneOffsetMs: number): readonly Violation[] {
    const known = this.#violations.length
    const { events, at } = entry
    for (let i = 0; i < events.length; i += 1) this.#touch(events[i] as SomeEvent, i, entry, state)
    if (this.#readsTime) this.#passTime(at + zoneOffsetMs, state)
    for (const watcher of this.#always) if (watcher.touched.size > 0) this.#judge(watcher, entry, state, zoneOffsetMs)
    for (const watcher of this.#falling) if (watcher.touched.size > 0) this.#compare(watcher, entry)
    for (const watcher of this.#gains) if (watcher.touched.size > 0) this.#sum(watcher, entry)
    return this.#violations.length === known ? none : this.#violations.slice(known)
  }

  get #watchers(): readonly Watcher<WatchedCheck>[] {
    return [...this.#always, ...this.#falling, ...this.#gains]
  }

  #watchersOf(metric: string): Watchers {
    const watchers = this.#byMetric.get(metric) ?? { always: [], falling: [], gains: [] }
    this.#byMetric.set(metric, watchers)
    return watchers
  }

  #touch(event: SomeEvent, index: number, { at }: AppliedEntry, state: GameState): void {
    if (!scoring.has(event.event)) this.#touchOthers(event, index, state)
    const changes = event.deferred?.changes ?? event.changes
    const player = (event.deferred?.actor ?? event.actor ?? event.player)?.id
    if (player === undefined) return
    if (event.action) for (const { touched } of this.#byAction.get(event.action.id) ?? []) touched.set(player, index)
    // What a new player gets is where their scores begin: it is neither a fall nor a gain.
    if (!Array.isArray(changes) || event.event === 'player:created') return
    for (const change of changes as readonly Change[]) {
      const watchers = this.#byMetric.get(change.metric.id)
      if (!watchers) continue
      for (const { touched } of watchers.always) touched.set(player, index)
      for (const { touched, check } of watchers.falling) if (fell(check, change)) touched.set(player, index)
      const [first] = watchers.gains
      if (!first) continue
      const gain = gainIn(change, first.check.metric.start)
      for (const { touched, gains } of watchers.gains) {
        gains.add(player, at, gain)
        touched.set(player, index)
      }
    }
  }

  /** Notes whom an event concerns that is not about scores alone. */
  #touchOthers(event: GameEvent, index: number, state: GameState): void {
    const { event: kind } = event
    // The members of a deleted team, and those whose scores a design drops, are not named.
    const isOfDesign = kind.startsWith('design:')
    const isAboutAll = kind === 'delete' || isOfDesign || kind === 'player:deleted'
    const isAboutPlayer = kind === 'reverted' || (kind.startsWith('player:') && !isAboutAll)
    const concerned = this.#always.filter(({ reads }) => isAboutPlayer || reads.teams || isOfDesign)
    if (concerned.length > 0)
      for (const player of isAboutAll ? playerIds(state.players) : playersIn(event))
        for (const { touched } of concerned) touched.set(player, index)
    if (kind === 'player:reset' || kind === 'player:deleted')
      for (const { gains } of this.#gains) for (const player of playersIn(event)) gains.forget(player)
  }

  /** Notes all players for what reads the time, once the hour has changed. */
  #passTime(localMs: number, state: GameState): void {
    const hour = Math.floor(localMs / HOUR_MS)
    if (hour === this.#hour) return
    this.#hour = hour
    for (const { touched, reads } of this.#always)
      if (reads.time) for (const player of playerIds(state.players)) if (!touched.has(player)) touched.set(player, 0)
  }

  #judge(watcher: AlwaysWatcher, entry: AppliedEntry, state: GameState, zoneOffsetMs: number): void {
    const { touched, check } = watcher
    for (const [id, event] of touched) {
      const player = findPlayer(state.players, id)
      if (!player) continue
      const reading = this.#reading.at(player, state, () => wallTime(entry.at + zoneOffsetMs))
      if (judge(check.requires, reading) === true) continue
      this.#violate(watcher, entry, { player: id, event }, () => failingValue(check.requires, reading))
      break
    }
    touched.clear()
  }

  /** Compares the scores before and after the entry, because something may fall and rise again within it. */
  #compare(watcher: Watcher<Of<'never_falls'>>, entry: AppliedEntry): void {
    const { touched, check } = watcher
    for (const [player, event] of touched) {
      const [old, after] = netChange(entry.events as readonly SomeEvent[], player, check.metric.id)
      const before = old ?? startOf(check)
      if (!isBelow(check, after, before)) continue
      this.#violate(watcher, entry, { player, event }, () => `from ${before} to ${after ?? 'nothing'}`)
      break
    }
    touched.clear()
  }

  #sum(watcher: GainWatcher, entry: AppliedEntry): void {
    const { touched, check, gains } = watcher
    for (const [player, event] of touched) {
      const gain = gains.within(player, entry.at)
      if (compare(gain, check.gain) <= 0) continue
      this.#violate(watcher, entry, { player, event }, () => `${formatAmount(gain)} within ${check.within}`)
      break
    }
    touched.clear()
  }

  #violate<C extends WatchedCheck>(
    watcher: Watcher<C>,
    { seq, at, chain }: AppliedEntry,
    { player, event }: Pick<Violated, 'player' | 'event'>,
    found: () => string,
  ): void {
    const isFirst = watcher.last === undefined
    watcher.last = { player, seq, at, chain, event }
    if (isFirst) this.#violations.push({ check: watcher.check, ...watcher.last, found: found() })
  }

  /** The net gain of a player within the window of an `at_most` check at a time, for a search that is to exceed it. */
  gainOf(id: string, player: string, at: number): Amount {
    return this.#gains.find(({ check }) => check.id === id)?.gains.within(player, at) ?? 0
  }
}

/** Returns the gain of points in a change. Points without a score have their start. */
function gainIn(change: Change, start: Amount): Amount {
  const { old, new: after } = valueDelta(change)
  const before = old === null ? start : (parseAmount(old) ?? 0)
  return subtract(parseAmount(after ?? '') ?? start, before) ?? 0
}

function fell(check: Of<'never_falls'>, change: Change): boolean {
  const { old, new: after } = valueDelta(change)
  return isBelow(check, after, old ?? startOf(check))
}

/** Points begin with their default. Other scores have no value before the first one. */
const startOf = ({ metric }: Of<'never_falls'>): string | null =>
  metric.type === 'point' ? formatAmount(metric.start) : null

function isBelow(check: Of<'never_falls'>, after: string | null, before: string | null): boolean {
  if (before === null) return false
  if ('order' in check) return (check.order.get(after ?? '') ?? -1) < (check.order.get(before) ?? -1)
  return after !== null && compare(parseAmount(after) ?? 0, parseAmount(before) ?? 0) < 0
}

/** Returns the score of a player before and after events that change it. */
function netChange(
  events: readonly SomeEvent[],
  player: string,
  metric: string,
): readonly [before: string | null, after: string | null] {
  const deltas = events
    .filter((event) => (event.deferred?.actor ?? event.actor ?? event.player)?.id === player)
    .flatMap((event) => (event.deferred?.changes ?? event.changes ?? []) as readonly Change[])
    .filter((change) => change.metric.id === metric)
    .map(valueDelta)
  return [deltas[0]?.old ?? null, deltas.at(-1)?.new ?? null]
}
