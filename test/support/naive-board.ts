import type { Entry, GameEvent } from '../../src/game/kernel/entry.ts'
import type { Change, ValueDelta } from '../../src/game/metrics/score.ts'

/** What a naive board needs to know of a board's design, for one of its cycles. */
export interface NaiveDesign {
  readonly id: string
  readonly cycle: string
  readonly entities: 'players' | 'teams'
  readonly scope: 'game' | 'team_definition' | 'team_instance' | 'custom'
  /** The definition of teams that it is about; all where it is left out. */
  readonly definition?: string
  readonly metric: string
  /** The item of a set metric that counts; all where it is left out. */
  readonly item?: string
  /** A change counts if the player has so much of the metric `xp` after it. */
  readonly xpFrom?: bigint
}

/** A row as it should be. */
export interface NaiveRow {
  readonly id: string
  readonly score: string
  readonly rank: number
}

type Playing = GameEvent & {
  readonly actor?: { readonly id: string }
  readonly player?: { readonly id: string }
  readonly changes?: readonly Change[]
  readonly scopes?: readonly ({ readonly id: string; readonly entity_id: string } | string)[]
  readonly engine?: {
    readonly scopes?: Playing['scopes']
    readonly members?: readonly { readonly player: string; readonly roles: object | null }[]
    readonly made?: { readonly definition: string }
  }
  readonly team?: { readonly id: string }
  readonly board?: string
  readonly entities?: readonly string[]
  readonly undone?: readonly {
    readonly seq: number
    readonly index: number
    readonly at: number
    readonly changes: readonly Change[]
  }[]
}

/** A player or team, told from another one that had its id. */
interface Somebody {
  readonly id: string
  readonly scores: Map<string, bigint>
  /** Of a team. */
  readonly definition?: string
  readonly members: Set<Somebody>
}

interface Standing {
  readonly who: Somebody
  readonly group: string
  score: bigint
  since: number
}

interface Moment {
  readonly seq: number
  readonly index: number
  readonly at: number
}

/** That somebody was taken off a custom scope, or of all there is where none is named. */
interface Strike {
  readonly who: Somebody
  readonly group: string | undefined
  readonly seq: number
}

/** Amounts of these tests have at most so many decimals. */
const DECIMALS = 3
const UNIT = 10n ** BigInt(DECIMALS)

/** The first instant of the period of a cycle, by the calendar of JavaScript. */
export function naiveStart(cycle: string, atMs: number): number {
  const date = new Date(atMs)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (cycle === 'daily') return Date.UTC(year, month, day)
  if (cycle === 'weekly') return Date.UTC(year, month, day - date.getUTCDay())
  if (cycle === 'monthly') return Date.UTC(year, month, 1)
  return cycle === 'yearly' ? Date.UTC(year, 0, 1) : 0
}

function units(text: string | null): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0') ?? []
  const value = BigInt(whole) * UNIT + BigInt(fraction.padEnd(DECIMALS, '0'))
  return sign === '-' ? -value : value
}

function textOf(value: bigint): string {
  const size = value < 0n ? -value : value
  const fraction = String(size % UNIT)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${size / UNIT}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * A board made anew from the whole history at every look, as sheets of all periods that are never thrown away: sums in
 * BigInt, everybody looked at, sorted at each read. It shares nothing with the boards of the game but the events.
 */
export class NaiveBoard {
  readonly #design: NaiveDesign
  readonly #sheets = new Map<number, Standing[]>()
  readonly #players = new Map<string, Somebody>()
  readonly #teams = new Map<string, Somebody>()
  /** Who was credited with each event that counted. */
  readonly #strikes: Strike[] = []
  readonly #credited = new Map<string, readonly { readonly who: Somebody; readonly group: string }[]>()

  constructor(design: NaiveDesign, entries: Iterable<Entry>) {
    this.#design = design
    for (const { seq, at, events } of entries)
      for (const [index, event] of events.entries()) this.#take(event as Playing, { seq, at, index })
  }

  /** The rows of the period that begins at `start`, the highest first; of the team or custom scope that is asked for. */
  rows(start: number, asked = ''): readonly NaiveRow[] {
    const { scope, entities } = this.#design
    const group = scope === 'custom' ? asked : ''
    const isThere = (who: Somebody) => this.#all(entities).get(who.id) === who
    const sheet = this.#sheets.get(start) ?? []
    // What was summed up must come to the same.
    if (this.#showsValue()) for (const standing of sheet) standing.score = this.#valueOf(standing.who)
    const sorted = sheet
      .filter((standing) => standing.group === group && isThere(standing.who) && this.#isWithin(standing.who, asked))
      .toSorted((a, b) => {
        if (a.score !== b.score) return a.score > b.score ? -1 : 1
        return a.since === b.since ? (a.who.id < b.who.id ? -1 : 1) : a.since - b.since
      })
    return sorted.map(({ who, score }) => ({
      id: who.id,
      score: textOf(score),
      rank: 1 + sorted.filter((other) => other.score > score).length,
    }))
  }

  #all(kind: 'players' | 'teams'): Map<string, Somebody> {
    return kind === 'players' ? this.#players : this.#teams
  }

  /** Whether a board within teams shows a player: those who are members now. */
  #isWithin(who: Somebody, team: string): boolean {
    const { scope, entities, definition } = this.#design
    if (entities === 'teams' || scope === 'game' || scope === 'custom') return true
    const shown = [...this.#teams.values()].filter((one) => one.definition === definition)
    return shown.some((one) => (scope === 'team_definition' || one.id === team) && one.members.has(who))
  }

  #take(event: Playing, moment: Moment): void {
    const { player, team, engine } = event
    if (event.event === 'player:created' && player) this.#players.set(player.id, somebody(player.id))
    if (event.event === 'create' && team) this.#teams.set(team.id, somebody(team.id, engine?.made?.definition))
    for (const { player: id, roles } of (team && engine?.members) || []) this.#joins(team?.id ?? '', id, roles !== null)
    if (event.event === 'delete' && team) this.#teams.delete(team.id)
    if (event.event === 'player:deleted' && player) this.#goes(player.id)
    if (event.event === 'player:reset' && player) this.#resets(player.id, moment)
    if (event.event === 'leaderboard:registered') this.#registers(event, moment)
    if (event.event === 'leaderboard:deregistered') this.#deregisters(event, moment)
    if (event.event === 'reverted') return this.#reverts(event, moment)
    const earner = event.event === 'score' || event.event === 'player:created' ? player : event.actor
    const who = this.#players.get(earner?.id ?? '')
    if (!who || !event.changes) return
    this.#notes(who, event.changes)
    for (const change of event.changes) this.#earns(who, this.#delta([change]), event, moment)
  }

  #joins(team: string, player: string, isIn: boolean): void {
    const [members, who] = [this.#teams.get(team)?.members, this.#players.get(player)]
    if (who && isIn) members?.add(who)
    if (who && !isIn) members?.delete(who)
  }

  #goes(id: string): void {
    const who = this.#players.get(id)
    this.#players.delete(id)
    if (who) for (const { members } of this.#teams.values()) members.delete(who)
  }

  #resets(id: string, { at, seq }: Moment): void {
    const who = this.#players.get(id)
    who?.scores.clear()
    if (!who || this.#design.entities !== 'players') return
    this.#strike(at, (standing) => standing.who === who)
    this.#strikes.push({ who, group: undefined, seq })
  }

  #strike(at: number, isGone: (standing: Standing) => boolean): void {
    const start = naiveStart(this.#design.cycle, at)
    const sheet = this.#sheets.get(start) ?? []
    this.#sheets.set(
      start,
      sheet.filter((standing) => !isGone(standing)),
    )
  }

  #registers({ board, entities = [], scopes = [] }: Playing, { at, seq }: Moment): void {
    if (board !== this.#design.id) return
    for (const group of scopes as readonly string[])
      for (const id of entities) {
        const who = this.#all(this.#design.entities).get(id)
        if (who && !this.#standing(who, group, at)) this.#credit(who, group, at, 0n, seq)
      }
  }

  #deregisters({ board, entities = [], scopes = [] }: Playing, { at, seq }: Moment): void {
    if (board !== this.#design.id) return
    for (const id of entities) {
      const who = this.#all(this.#design.entities).get(id)
      if (who) for (const group of scopes as readonly string[]) this.#strikes.push({ who, group, seq })
    }
    this.#strike(at, ({ who, group }) => entities.includes(who.id) && scopes.includes(group))
  }

  /** Keeps what a player has, for what boards require and to know whether there is an entry. */
  #notes(who: Somebody, changes: readonly Change[]): void {
    for (const change of changes) {
      const { id, type } = change.metric
      if (type === 'set') {
        for (const [item, delta] of Object.entries(change.delta)) who.scores.set(`${id}.${item}`, units(delta.new))
        who.scores.set(id, 0n)
      } else if (type !== 'state') who.scores.set(id, units((change.delta as ValueDelta).new))
    }
  }

  /** What a player has of the metric, all items together or the one that counts. */
  #valueOf({ scores }: Somebody): bigint {
    const { metric, item } = this.#design
    const names = item === undefined ? [metric, `${metric}.gem`, `${metric}.rope`] : [`${metric}.${item}`]
    return names.reduce((sum, name) => sum + (scores.get(name) ?? 0n), 0n)
  }

  /** What changes come to on this board; undefined where none of them is of it. */
  #delta(changes: readonly Change[]): bigint | undefined {
    const { metric, item } = this.#design
    const deltas = changes
      .filter((change) => change.metric.id === metric)
      .flatMap((change): ValueDelta[] =>
        change.metric.type === 'set'
          ? Object.entries(change.delta).flatMap(([name, delta]) =>
              item === undefined || name === item ? [delta] : [],
            )
          : [change.delta as ValueDelta],
      )
    return deltas.length === 0
      ? undefined
      : deltas.reduce((sum, { old, new: given }) => sum + units(given) - units(old), 0n)
  }

  #earns(who: Somebody, delta: bigint | undefined, { scopes, engine }: Playing, moment: Moment): void {
    const { xpFrom } = this.#design
    if (delta === undefined) return
    if (xpFrom !== undefined && (who.scores.get('xp') ?? 0n) < xpFrom * UNIT) return
    const credited = this.#creditedNow(who, scopes ?? engine?.scopes ?? [])
    if (credited.length > 0) this.#credited.set(`${moment.seq}:${moment.index}`, credited)
    for (const one of credited) this.#credit(one.who, one.group, moment.at, delta, moment.seq)
  }

  #creditedNow(who: Somebody, scopes: NonNullable<Playing['scopes']>) {
    const { id, scope, entities, definition } = this.#design
    if (scope === 'custom') {
      const named = scopes.flatMap((one) => (typeof one === 'string' ? [] : [one]))
      const meant = named.flatMap(({ id: text, entity_id: entity }) => {
        const [board, name = board] = text.split('/')
        return !text.includes('/') || board === id ? [`${name} ${entity}`] : []
      })
      return [...new Set(meant)].flatMap((text) => {
        const [group = '', entity = ''] = text.split(' ')
        const found = this.#all(entities).get(entity)
        return found ? [{ who: found, group }] : []
      })
    }
    if (entities === 'players') return [{ who, group: '' }]
    return [...this.#teams.values()]
      .filter((team) => team.members.has(who) && (definition === undefined || team.definition === definition))
      .map((team) => ({ who: team, group: '' }))
  }

  #standing(who: Somebody, group: string, at: number): Standing | undefined {
    const sheet = this.#sheets.get(naiveStart(this.#design.cycle, at))
    return sheet?.find((standing) => standing.who === who && standing.group === group)
  }

  #credit(who: Somebody, group: string, at: number, delta: bigint, seq: number): void {
    const standing = this.#standing(who, group, at)
    if (!standing) {
      const start = naiveStart(this.#design.cycle, at)
      this.#sheets.set(start, [...(this.#sheets.get(start) ?? []), { who, group, score: delta, since: seq }])
    } else if (delta !== 0n) Object.assign(standing, { score: standing.score + delta, since: seq })
  }

  /** Whether the score is what the player has of the metric. */
  #showsValue(): boolean {
    const { cycle, entities, scope, xpFrom } = this.#design
    return cycle === 'alltime' && entities === 'players' && scope !== 'custom' && xpFrom === undefined
  }

  #isStruckSince(seq: number, who: Somebody, group: string): boolean {
    return this.#strikes.some(
      (one) => one.seq > seq && one.who === who && (one.group === undefined || one.group === group),
    )
  }

  /**
   * The metric's value goes with the metric. From elsewhere what was counted goes off where it was, unless its row was
   * struck since; what the scores changed beyond all events counts now, but not what they kept of those that nobody here
   * had.
   */
  #reverts(event: Playing, moment: Moment): void {
    const who = this.#players.get(event.player?.id ?? '')
    const { changes = [], undone = [] } = event
    const { entities } = this.#design
    if (!who) return
    this.#notes(who, changes)
    if (this.#showsValue()) {
      for (const change of changes) this.#earns(who, this.#delta([change]), event, moment)
      return
    }
    let rest = this.#delta(changes) ?? 0n
    let nobodys = 0n
    for (const { seq, index, at, changes: counted } of undone) {
      const delta = this.#delta(counted) ?? 0n
      rest += delta
      const had = (this.#credited.get(`${seq}:${index}`) ?? []).filter(
        (one) => this.#all(entities).get(one.who.id) === one.who && !this.#isStruckSince(seq, one.who, one.group),
      )
      if (had.length === 0) nobodys += delta
      for (const one of had)
        if (this.#standing(one.who, one.group, at)) this.#credit(one.who, one.group, at, -delta, moment.seq)
    }
    if (rest > 0n && nobodys > 0n) rest = rest > nobodys ? rest - nobodys : 0n
    if (rest < 0n && nobodys < 0n) rest = rest < nobodys ? rest - nobodys : 0n
    if (rest !== 0n && who.scores.has(this.#design.metric)) this.#earns(who, rest, event, moment)
  }
}

const somebody = (id: string, definition?: string): Somebody => ({
  id,
  scores: new Map(),
  members: new Set(),
  ...(definition === undefined ? {} : { definition }),
})
