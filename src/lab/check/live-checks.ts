import { isDeepStrictEqual } from 'node:util'
import { nextTurn } from '../../async/time-slice.ts'
import type { EntryWatcher, WatchedFor, WatchedGame } from '../../emulator/session/entry-watcher.ts'
import type { Design } from '../../game/design/design.ts'
import type { GameState, RuntimeName } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { eventId } from '../../game/kernel/ids.ts'
import { problemText, type Problem } from '../../project/problem.ts'
import { isWatched, type Violated, type Violation, type WatchedCheck } from './check.ts'
import { linkChecks, type CheckFiles, type FiledCheck } from './read-checks.ts'
import { Watch } from './watch.ts'

/** The first violation of a check in a runtime. */
export interface LiveViolation extends Violation {
  readonly runtime: RuntimeName
}

/** Whom live checks report to. */
export interface LiveReports {
  /** Called with the first violation of each check, again after the game has been replaced. */
  readonly onViolation: (violation: LiveViolation) => void
  /** Called when the problems of the files with the design of a runtime have changed. There can be none again. */
  readonly onProblems: (runtime: RuntimeName, problems: readonly Problem[]) => void
  /** Called with why a check could not be evaluated. The game goes on. */
  readonly warn: (message: string) => void
}

/**
 * Watches the runtimes of a game for violations of the checks of files. While new files have problems, the checks from
 * before stay. If a check has problems with a new design, the others stay. A check that stays the same keeps what was found
 * of it. Spec 7.3 "Live".
 */
export class LiveChecks {
  #files: CheckFiles
  readonly #runtimes: Readonly<Record<RuntimeName, RuntimeWatcher>>

  /** `zoneOffset` is the offset of the game's time zone from UTC in ms, at a time. */
  constructor(files: CheckFiles, zoneOffset: (atMs: number) => number, reports: LiveReports) {
    this.#files = files
    const watcher = (name: RuntimeName) => new RuntimeWatcher(name, () => this.#files, zoneOffset, reports)
    this.#runtimes = { staging: watcher('staging'), production: watcher('production') }
  }

  /** Returns what watches a runtime. */
  readonly watcher = (name: RuntimeName): EntryWatcher => this.#runtimes[name]

  /** Uses other files, or the same ones with another content. */
  use(files: CheckFiles): void {
    this.#files = files
    for (const watcher of Object.values(this.#runtimes)) watcher.judgeNew()
  }

  /** Looks up the checks in the design of a runtime, and returns the problems of the files. */
  problems(name: RuntimeName, design: Design): readonly Problem[] {
    return this.#runtimes[name].linkedTo(design).problems
  }
}

/** The checks of files as a design has them. */
interface Linked {
  readonly files: CheckFiles
  /** The files that the checks come from: earlier ones while the present ones have problems. */
  readonly used: CheckFiles
  readonly design: Design
  /** Those that are watched, as their authors wrote them. */
  readonly checks: readonly FiledCheck[]
  /** Undefined if there is nothing to watch for. */
  readonly watch: Watch | undefined
  readonly problems: readonly Problem[]
}

class RuntimeWatcher implements EntryWatcher {
  readonly #name: RuntimeName
  readonly #files: () => CheckFiles
  readonly #zoneOffset: (atMs: number) => number
  readonly #reports: LiveReports
  #linked: Linked | undefined
  #game: WatchedGame | undefined
  #catchingUp: Promise<void> | undefined
  /** Whether the game had players when it was first watched. */
  #hadPlayers = false
  #hasFailed = false

  constructor(name: RuntimeName, files: () => CheckFiles, zoneOffset: (atMs: number) => number, reports: LiveReports) {
    this.#name = name
    this.#files = files
    this.#zoneOffset = zoneOffset
    this.#reports = reports
  }

  after(entry: Entry, state: GameState, design: Design): void {
    try {
      const { watch } = this.linkedTo(design)
      if (!watch) return
      this.#report(watch.after(entry, state, watch.readsTime ? this.#zoneOffset(entry.at) : 0))
      if (watch.isBehind || (this.#game && watch.isNew)) this.#beginToCatchUp()
    } catch (error) {
      this.#fail(entry.seq, error)
    }
  }

  begin(game: WatchedGame): void {
    if (this.#game) this.#linked?.watch?.restart()
    this.#game = game
    this.#hadPlayers = hasPlayers(game)
    if (this.#hadPlayers) this.#linked?.watch?.awaitPast()
    this.judgeNew()
  }

  /** Lets all players be judged for the checks that are new, unless there are none: a game may have no design yet. */
  judgeNew(): void {
    if (!this.#game || !hasPlayers(this.#game)) return
    if (this.linkedTo(this.#game.design).watch?.isNew) this.#beginToCatchUp()
  }

  async caughtUp(): Promise<void> {
    this.judgeNew()
    while (this.#catchingUp) await this.#catchingUp
  }

  watchedFor(design: Design, since: number): readonly WatchedFor[] {
    const { checks, watch } = this.linkedTo(design)
    return checks.map(({ check: { id } }) => ({ id, violated: shown(watch?.violatedAfter(id, since)) }))
  }

  /** Returns the checks of the present files for a design. Tells when what is wrong with them has changed. */
  linkedTo(design: Design): Linked {
    const before = this.#linked
    const files = this.#files()
    if (before?.files === files && before.design === design) return before
    // The first entries of a new game are watched as they come, so it has no past.
    const hasPast = this.#game !== undefined && hasPlayers(this.#game) && (before !== undefined || this.#hadPlayers)
    const linked = link(files, design, before, hasPast)
    this.#linked = linked
    if (textOf(linked.problems) !== textOf(before?.problems ?? []))
      this.#reports.onProblems(this.#name, linked.problems)
    return linked
  }

  #beginToCatchUp(): void {
    this.#catchingUp ??= this.#catchUp().finally(() => (this.#catchingUp = undefined))
  }

  /** Lets the watch judge the players of a large game a slice at a time, while plays go on. */
  async #catchUp(): Promise<void> {
    for (let watch = this.#linked?.watch; watch?.isBehind || watch?.isNew; watch = this.#linked?.watch) {
      await nextTurn()
      try {
        if (watch.isNew) await this.#beginWatch(watch)
        this.#report(watch.catchUp())
      } catch (error) {
        this.#fail(watch.lastSeq, error)
        if (watch.isNew) return
      }
    }
  }

  /**
   * Lets a watch judge all players of the game as it stands, with what they have gained up to now, if neither of them was
   * replaced meanwhile.
   */
  async #beginWatch(watch: Watch): Promise<void> {
    const game = this.#game
    if (!game) return
    const { state } = game
    const past = watch.beginPast(state)
    if (past) for await (const entry of game.history(past.range)) past.note(entry, state.players)
    const entry = await game.lastEntry()
    if (game === this.#game && watch === this.#linked?.watch)
      watch.begin(entry, state, this.#zoneOffset(state.at), past)
  }

  #report(violations: readonly Violation[]): void {
    for (const violation of violations) this.#reports.onViolation({ ...violation, runtime: this.#name })
  }

  /** Reports once that checks cannot be evaluated. An entry is part of the game whatever becomes of its checks. */
  #fail(seq: number, error: unknown): void {
    if (!this.#hasFailed) this.#reports.warn(`the checks of entry ${seq} cannot be evaluated: ${String(error)}`)
    this.#hasFailed = true
  }
}

/**
 * Looks up checks in a design. Those of new files with problems are used only if there are none from before. What an
 * earlier watch has found of the same checks stays.
 */
function link(files: CheckFiles, design: Design, before: Linked | undefined, hasPast: boolean): Linked {
  const found = linkChecks(files, design)
  const { problems } = found
  const isNew = before !== undefined && before.used !== files
  if (isNew && problems.length > 0 && before.checks.length > 0) {
    if (before.design === design) return { ...before, files, problems }
    return { ...link(before.used, design, before, hasPast), files, problems }
  }
  const checks = found.checks.filter(({ check }) => isWatched(check))
  const watched = checks.map(({ check }) => check as WatchedCheck)
  const watch = watched.length > 0 ? new Watch(watched, design) : undefined
  if (hasPast) watch?.awaitPast()
  if (watch && before?.watch) watch.takeOver(before.watch, sameIds(before.checks, checks))
  return { files, used: files, design, checks, watch, problems }
}

/** Returns the ids of the checks that are written in the same way in both lists. */
function sameIds(before: readonly FiledCheck[], after: readonly FiledCheck[]): ReadonlySet<string> {
  const writtenBefore = new Map(before.map(({ check, written }) => [check.id, written]))
  const same = after.filter(({ check, written }) => isDeepStrictEqual(writtenBefore.get(check.id), written))
  return new Set(same.map(({ check }) => check.id))
}

const hasPlayers = ({ state }: WatchedGame): boolean => state.players.records.length > 0

const textOf = (problems: readonly Problem[]): string => problems.map((each) => problemText(each, '/')).join('\n')

const shown = (violated: Violated | undefined): WatchedFor['violated'] =>
  violated
    ? { player: violated.player, seq: violated.seq, at: violated.at, event: eventId(violated, violated.event) }
    : null
