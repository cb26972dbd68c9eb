import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import { formatAmount, type Amount } from '../../game/kernel/decimal.ts'
import { playersIn, type EntryStamp, type EntryTime, type GameEvent } from '../../game/kernel/entry.ts'
import { findIndex } from '../../game/kernel/id-index.ts'
import { HOUR_MS } from '../../game/kernel/instant.ts'
import { valueDelta, type Change } from '../../game/metrics/score.ts'
import type { Player } from '../../game/players/player.ts'
import { findPlayer } from '../../game/players/state.ts'
import { judge } from '../../game/rules/judge.ts'
import type { Violated, Violation, WatchedCheck } from './check.ts'
import { GainsInWindow } from './gains.ts'
import { PastGains } from './past-gains.ts'
import { failingValue, WatchedReading } from './reading.ts'
import { readsOf } from './reads.ts'
import { gainOf, isAbove, isFall, measureOf, netChange, rise, type Measure } from './rises.ts'
import { changesIn, playerOf, type ScoredEvent } from './scored-event.ts'
import { surelyHolds } from './surely-holds.ts'
import { Touched } from './touched.ts'
import type { AlwaysWatcher, FallWatcher, GainWatcher, Of, WatchedGains, Watcher, Watchers } from './watchers.ts'

/** An entry that the game has applied. */
export interface AppliedEntry extends EntryStamp {
  readonly events: readonly GameEvent[]
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

/** How many requirements are judged at once if all players are touched. That takes a few ms. */
const JUDGED_AT_ONCE = 1000

const none: readonly Violation[] = []

/**
 * Watches a game for violations of checks, after each entry. Evaluates a check only for players for whom something has
 * changed that the check reads, so a play costs little more. Of players, it holds only their gains within the windows of
 * `at_most`. If something touches all players of a large game, it judges them a slice at a time. Spec 7.3.
 */
export class Watch {
  readonly #always: readonly AlwaysWatcher[]
  readonly #falling: readonly FallWatcher[]
  readonly #gains: readonly GainWatcher[]
  readonly #windows: readonly WatchedGains[]
  readonly #byId = new Map<string, Watcher>()
  readonly #byMetric = new Map<string, Watchers>()
  readonly #byAction = new Map<string, AlwaysWatcher[]>()
  readonly #readsTime: boolean
  readonly #reading: WatchedReading
  #violations: Violation[] = []
  /** The last entry, the game after it, and its local time. */
  #entry: AppliedEntry = { seq: 0, at: 0, chain: 0, events: [] }
  #state: GameState | undefined
  #localMs = NaN
  /** The local hour of the last entry. Requirements on the time read nothing finer. */
  #hour = NaN
  /** The index of the next player to be judged if all are. */
  #next = 0
  #isBehind = false
  /** Whether the present entry has touched a check. Most plays surely violate none, and touch none. */
  #isTouched = false

  /** `checks` were linked with this design. */
  constructor(checks: readonly WatchedCheck[], design: Design) {
    this.#reading = new WatchedReading(design)
    const of = <Kind extends WatchedCheck['kind']>(kind: Kind): Of<Kind>[] =>
      checks.filter((check): check is Of<Kind> => check.kind === kind)
    const watcher = <C extends WatchedCheck>(check: C) => ({ check, touched: new Touched(), last: undefined })
    this.#always = of('always').map((check) => ({
      ...watcher(check),
      reads: readsOf(check.requires, design.metrics),
      surelyHolds: surelyHolds(check.requires, design.metrics),
      isBegun: false,
      behind: 0,
      upTo: 0,
      since: undefined,
    }))
    this.#falling = of('never_falls').map((check) => ({ ...watcher(check), least: Infinity, below: Infinity }))
    this.#gains = of('at_most').map(watcher)
    this.#readsTime = this.#always.some(({ reads }) => reads.time)
    for (const each of this.#always) {
      for (const metric of each.reads.metrics) this.#watchersOf(metric).always.push(each)
      for (const action of each.reads.actions) this.#byAction.set(action, [...(this.#byAction.get(action) ?? []), each])
    }
    for (const each of this.#falling) this.#measuredOf(each.check).falling.push(each)
    for (const each of this.#gains) this.#watchedGains(each.check).watchers.push(each)
    this.#windows = [...this.#byMetric.values()].flatMap(({ gains }) => gains)
    for (const each of [...this.#always, ...this.#falling, ...this.#gains]) this.#byId.set(each.check.id, each)
  }

  /** The first violation of each check, in the order in which they happened. */
  get violations(): readonly Violation[] {
    return this.#violations
  }

  /** The number of the last entry that was watched. */
  get lastSeq(): number {
    return this.#entry.seq
  }

  /** Whether a check reads the local time. */
  get readsTime(): boolean {
    return this.#readsTime
  }

  /** Whether not all players have been judged yet whom an entry or the time has touched. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /** Whether there are requirements that nothing has let it judge all players for, or gains that wait for those before. */
  get isNew(): boolean {
    return this.#always.some(({ isBegun }) => !isBegun) || this.#windows.some(({ isWaiting }) => isWaiting)
  }

  /** Lets `at_most` checks wait for what players gained before the game was watched, so that nothing is missing. */
  awaitPast(): void {
    for (const window of this.#windows) window.isWaiting = true
  }

  /** Returns what the entries of the past are to be noted in, if checks wait for them. */
  beginPast(now: EntryTime): PastGains | undefined {
    const waiting = this.#windows.filter(({ isWaiting }) => isWaiting)
    for (const { gains } of waiting) gains.clear()
    return waiting.length > 0 ? new PastGains(waiting, now) : undefined
  }

  /**
   * Notes that all players are to be judged for the requirements that are new, in a game that has begun before, and takes
   * over their gains in the past. What does not hold is then reported for the last entry of the game.
   */
  begin(entry: EntryStamp, state: GameState, zoneOffsetMs: number, past?: PastGains): void {
    this.#state = state
    if (this.#entry.seq < entry.seq) this.#entry = { ...entry, events: [] }
    this.#localMs = state.at + zoneOffsetMs
    for (const watcher of this.#always) {
      if (!watcher.isBegun) this.#touchAll(watcher, entry, 0)
      watcher.isBegun = true
    }
    if (past) for (const window of this.#windows) if (window.isWaiting) this.#takePast(window, past.of(window))
  }

  /** Returns where a check was violated first after an entry, or last if that is not known; undefined if it was not. */
  violatedAfter(id: string, seq: number): Violated | undefined {
    const first = this.#violations.find(({ check }) => check.id === id)
    if (first && first.seq > seq) return first
    const last = this.#byId.get(id)?.last
    return last && last.seq > seq ? last : undefined
  }

  /** Forgets everything, to watch another game of the same design. */
  restart(): void {
    this.#violations = []
    this.#state = undefined
    this.#hour = NaN
    this.#isBehind = false
    for (const watcher of this.#byId.values()) watcher.last = undefined
    for (const watcher of this.#always) {
      watcher.behind = 0
      watcher.isBegun = false
    }
    for (const watcher of this.#falling) watcher.least = watcher.below = Infinity
    for (const window of this.#windows) {
      window.gains.clear()
      window.isWaiting = false
    }
  }

  /** Goes on with what another watch of the same game has found of these checks, and with the gains that it holds. */
  takeOver(before: Watch, ids: ReadonlySet<string>): void {
    this.#violations = before.#violations.filter(({ check }) => ids.has(check.id))
    for (const [id, watcher] of this.#byId) if (ids.has(id)) watcher.last = before.#byId.get(id)?.last
    for (const watcher of this.#always)
      if (ids.has(watcher.check.id)) watcher.isBegun = before.#hasBegun(watcher.check.id)
    for (const window of this.#windows) {
      const { metric, gains } = window
      const held = before.#windows.find((each) => each.metric === metric && each.gains.windowMs === gains.windowMs)
      if (!held) continue
      window.gains = held.gains
      window.isWaiting = held.isWaiting
    }
    this.#entry = before.#entry
    this.#state = before.#state
    this.#localMs = before.#localMs
    if (before.#isBehind) for (const watcher of this.#always) this.#touchAll(watcher, this.#entry, 0)
  }

  /** Returns the checks that an entry violates first. `state` is the game after it, in a zone with this offset from UTC. */
  after(entry: AppliedEntry, state: GameState, zoneOffsetMs: number): readonly Violation[] {
    const known = this.#violations.length
    const { events, at } = entry
    this.#entry = entry
    this.#state = state
    this.#localMs = at + zoneOffsetMs
    for (const { gains, onRise } of this.#windows) gains.expire(at, onRise)
    for (let i = 0; i < events.length; i += 1) this.#touch(events[i] as ScoredEvent, i)
    if (this.#readsTime) this.#passTime()
    if (this.#isTouched) this.#evaluate(entry, state)
    if (this.#isBehind) this.#judgeNext(state)
    return this.#violations.length === known ? none : this.#violations.slice(known)
  }

  #hasBegun(id: string): boolean {
    return this.#always.some(({ check, isBegun }) => check.id === id && isBegun)
  }

  #evaluate(entry: AppliedEntry, state: GameState): void {
    this.#isTouched = false
    for (const watcher of this.#always) if (watcher.touched.size > 0) this.#judge(watcher, state)
    for (const watcher of this.#falling) if (watcher.touched.size > 0) this.#compare(watcher, entry)
    for (const watcher of this.#gains) if (watcher.touched.size > 0) this.#sum(watcher)
  }

  /** Judges the next slice of the players who are still to be judged. Returns the checks that are violated first. */
  catchUp(): readonly Violation[] {
    const known = this.#violations.length
    if (this.#isBehind && this.#state) this.#judgeNext(this.#state)
    return this.#violations.slice(known)
  }

  /** Returns the net gain of a player within the window of an `at_most` check as of the last entry. */
  gainOf(id: string, player: string): Amount {
    const window = this.#windows.find(({ watchers }) => watchers.some(({ check }) => check.id === id))
    const index = this.#indexOf(player)
    return window && index !== undefined ? window.gains.sumOf(index) : 0
  }

  /** Returns the least rise of what may not fall, in one entry: in points, or in ranks of levels. Infinity before any. */
  leastRise(id: string): number {
    return this.#falling.find(({ check }) => check.id === id)?.least ?? Infinity
  }

  /** Returns the index of a player in the table of players. */
  #indexOf(id: string): number | undefined {
    const players = this.#state?.players
    return players && findIndex(players.index, players.records, id)
  }

  #watchersOf(metric: string): Watchers {
    const watchers = this.#byMetric.get(metric) ?? { measure: undefined, always: [], falling: [], gains: [] }
    this.#byMetric.set(metric, watchers)
    return watchers
  }

  #measuredOf(check: Of<'never_falls' | 'at_most'>): Watchers {
    const watchers = this.#watchersOf(check.metric.id)
    watchers.measure ??= measureOf(check)
    return watchers
  }

  #watchedGains(check: Of<'at_most'>): WatchedGains {
    const { windowMs } = check
    const { gains } = this.#measuredOf(check)
    const present = gains.find((each) => each.gains.windowMs === windowMs)
    if (present) return present
    const watched: WatchedGains = {
      metric: check.metric.id,
      measure: measureOf(check),
      watchers: [],
      gains: new GainsInWindow(windowMs),
      isWaiting: false,
      onRise: (player) => this.#rise(watched, player),
    }
    gains.push(watched)
    return watched
  }

  #touch(event: ScoredEvent, index: number): void {
    if (!scoring.has(event.event)) this.#touchOthers(event, index)
    const player = playerOf(event)
    if (player === undefined) return
    const counting = event.action && this.#byAction.get(event.action.id)
    if (counting) this.#touchUnlessSure(counting, player, index)
    // What a new player gets is where their scores begin: it is neither a fall nor a gain.
    if (event.event === 'player:created') return
    for (const change of changesIn(event)) {
      const watchers = this.#byMetric.get(change.metric.id)
      if (!watchers) continue
      if (watchers.always.length > 0) this.#touchUnlessSure(watchers.always, player, index)
      if (watchers.measure) this.#measure(watchers, watchers.measure, change, player, index)
    }
  }

  /** Notes a player for requirements that may no longer hold. The state is already the one after the entry. */
  #touchUnlessSure(watchers: readonly AlwaysWatcher[], id: string, event: number): void {
    const player = this.#state && findPlayer(this.#state.players, id)
    if (!player) return
    for (const watcher of watchers) if (!watcher.surelyHolds?.(player)) this.#note(watcher, id, event)
  }

  #note({ touched }: Watcher, player: string, event: number): void {
    touched.add(player, event)
    this.#isTouched = true
  }

  #measure({ falling, gains }: Watchers, measure: Measure, change: Change, player: string, event: number): void {
    const delta = valueDelta(change)
    const before = measure(delta.old)
    const after = measure(delta.new)
    if (falling.length > 0) {
      const by = rise(before, after)
      for (const watcher of falling) if (by < watcher.below) this.#note(watcher, player, event)
    }
    if (gains.length > 0) this.#addGain(gains, gainOf(before, after), player, event)
  }

  #addGain(windows: readonly WatchedGains[], gain: Amount, id: string, event: number): void {
    const player = this.#indexOf(id)
    if (player === undefined) return
    for (const { gains, watchers, isWaiting } of windows) {
      const sum = gains.add(player, this.#entry.at, gain)
      if (isWaiting) continue
      for (const watcher of watchers) if (isAbove(sum, watcher.check.gain)) this.#note(watcher, id, event)
    }
  }

  /** Notes whom an event concerns that is not about scores alone. */
  #touchOthers(event: GameEvent, index: number): void {
    const { event: kind } = event
    // The members of a deleted team, and those whose scores a design drops, are not named.
    const isOfDesign = kind.startsWith('design:')
    const isAboutAll = kind === 'delete' || isOfDesign || kind === 'player:deleted'
    const isAboutPlayer = kind === 'reverted' || (kind.startsWith('player:') && !isAboutAll)
    const named = isAboutAll || this.#always.length === 0 ? [] : [...playersIn(event)]
    for (const watcher of this.#always) {
      if (!isAboutPlayer && !isOfDesign && !watcher.reads.teams) continue
      if (isAboutAll) this.#touchAll(watcher, this.#entry, index)
      else for (const player of named) this.#note(watcher, player, index)
    }
    if (kind !== 'player:reset') return
    for (const player of playersIn(event)) {
      const found = this.#indexOf(player)
      if (found !== undefined) for (const { gains } of this.#windows) gains.forget(found)
    }
  }

  /** Notes that all players are to be judged. Their round goes on from where the last one stands, so it comes to an end. */
  #touchAll(watcher: AlwaysWatcher, { seq, at, chain }: EntryStamp, event: number): void {
    watcher.behind = watcher.upTo = this.#state?.players.records.length ?? 0
    watcher.since = { seq, at, chain, event }
    this.#isBehind = true
  }

  /** Notes all players for what reads the time, once the hour has changed. */
  #passTime(): void {
    const hour = Math.floor(this.#localMs / HOUR_MS)
    if (hour === this.#hour) return
    this.#hour = hour
    for (const watcher of this.#always) if (watcher.reads.time) this.#touchAll(watcher, this.#entry, 0)
  }

  #judgeNext(state: GameState): void {
    const { records } = state.players
    let left = JUDGED_AT_ONCE
    this.#isBehind = false
    const waiting = this.#always.filter(({ behind }) => behind > 0)
    while (left > 0 && waiting.some(({ behind }) => behind > 0)) {
      if (this.#next >= records.length) this.#next = 0
      const place = this.#next
      const id = records[place]?.id
      const player = id === undefined ? undefined : findPlayer(state.players, id)
      this.#next += 1
      for (const watcher of waiting) {
        if (watcher.behind === 0) continue
        left -= 1
        if (place >= watcher.upTo) continue
        watcher.behind -= 1
        if (!player || this.#holds(watcher, player, state)) continue
        watcher.behind = 0
        const { since = { ...this.#entry, event: 0 } } = watcher
        this.#violateAlways(watcher, player, state, since, since.event)
      }
    }
    this.#isBehind = waiting.some(({ behind }) => behind > 0)
  }

  #judge(watcher: AlwaysWatcher, state: GameState): void {
    const { touched } = watcher
    for (let i = 0; i < touched.size; i += 1) {
      const player = findPlayer(state.players, touched.player(i))
      if (!player || this.#holds(watcher, player, state)) continue
      this.#violateAlways(watcher, player, state, this.#entry, touched.eventOf(player.id))
      break
    }
    touched.clear()
  }

  #holds({ surelyHolds: test, check }: AlwaysWatcher, player: Player, state: GameState): boolean {
    return test?.(player) || judge(check.requires, this.#reading.at(player, state, this.#localMs)) === true
  }

  #violateAlways(watcher: AlwaysWatcher, player: Player, state: GameState, entry: EntryStamp, event: number): void {
    const reading = this.#reading.at(player, state, this.#localMs)
    this.#violate(watcher, entry, { player: player.id, event }, () => failingValue(watcher.check.requires, reading))
  }

  /** Compares the scores before and after the entry, because something may fall and rise again within it. */
  #compare(watcher: FallWatcher, entry: AppliedEntry): void {
    const { touched, check } = watcher
    const measure = measureOf(check)
    for (let i = 0; i < touched.size; i += 1) {
      const player = touched.player(i)
      const delta = netChange(entry.events, player, check.metric.id)
      const [before, after] = [measure(delta.old), measure(delta.new)]
      watcher.least = Math.min(watcher.least, rise(before, after))
      watcher.below = Math.max(watcher.least, Number.MIN_VALUE)
      if (!isFall(before, after)) continue
      const event = touched.eventOf(player)
      const old = delta.old ?? formatAmount(before ?? 0)
      this.#violate(watcher, entry, { player, event }, () => `from ${old} to ${delta.new ?? 'nothing'}`)
      break
    }
    touched.clear()
  }

  #sum(watcher: GainWatcher): void {
    const { touched, check } = watcher
    for (let i = 0; i < touched.size; i += 1) {
      const player = touched.player(i)
      const gain = this.gainOf(check.id, player)
      if (!isAbove(gain, check.gain)) continue
      this.#exceed(watcher, player, touched.eventOf(player), gain)
      break
    }
    touched.clear()
  }

  /** Puts the gains of the past before those that a window has noted since, and judges them all. */
  #takePast(window: WatchedGains, past: GainsInWindow): void {
    const since = window.gains
    window.gains = past
    window.isWaiting = false
    past.eachSum(window.onRise)
    since.eachGain((player, time, gain) => {
      past.expire(time, window.onRise)
      past.add(player, time, gain)
      window.onRise(player)
    })
  }

  /** Compares the net gain of a player that has risen other than by an event of this entry: a loss has left the window. */
  #rise({ gains, watchers, isWaiting }: WatchedGains, index: number): void {
    const player = this.#state?.players.records[index]?.id
    const gain = gains.sumOf(index)
    if (player === undefined || isWaiting) return
    for (const watcher of watchers) if (isAbove(gain, watcher.check.gain)) this.#exceed(watcher, player, 0, gain)
  }

  #exceed(watcher: GainWatcher, player: string, event: number, gain: Amount): void {
    this.#violate(watcher, this.#entry, { player, event }, () => `${formatAmount(gain)} within ${watcher.check.within}`)
  }

  #violate(
    watcher: Watcher,
    { seq, at, chain }: EntryStamp,
    { player, event }: Pick<Violated, 'player' | 'event'>,
    found: () => string,
  ): void {
    const { last, check } = watcher
    const violated = { player, seq, at, chain, event }
    // Where all players are judged in slices, that is about an entry from before.
    if (!last || last.seq <= seq) watcher.last = violated
    if (!last) this.#violations.push({ check, ...violated, found: found() })
  }
}
