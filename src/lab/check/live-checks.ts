import type { EntryWatcher, WatchedFor } from '../../emulator/session/entry-watcher.ts'
import type { Design } from '../../game/design/design.ts'
import type { GameState, RuntimeName } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { eventId } from '../../game/kernel/ids.ts'
import { problemText, type Problem } from '../../project/problem.ts'
import { isWatched, type WatchedCheck } from './check.ts'
import { linkChecks, type CheckFiles } from './read-checks.ts'
import { Watch, type Violated, type Violation } from './watch.ts'

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
 * Watches the runtimes of a game for violations of the checks of files. Files with problems change nothing: the checks
 * from before stay as long as the design does. Spec 7.3 "Live".
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
  readonly checks: readonly WatchedCheck[]
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
      for (const violation of watch.after(entry, state, this.#zoneOffset(entry.at)))
        this.#reports.onViolation({ ...violation, runtime: this.#name })
    } catch (error) {
      // The entry is part of the game whatever becomes of its checks.
      if (!this.#hasFailed) this.#reports.warn(`the checks of entry ${entry.seq} cannot be evaluated: ${String(error)}`)
      this.#hasFailed = true
    }
  }

  restart(): void {
    this.#linked?.watch?.restart()
  }

  watchedFor(design: Design, since: number): readonly WatchedFor[] {
    const { checks, watch } = this.linkedTo(design)
    return checks.map(({ id }) => ({ id, violated: shown(watch?.violatedAfter(id, since)) }))
  }

  /** Returns the checks of the present files for a design. Tells when what is wrong with them has changed. */
  linkedTo(design: Design): Linked {
    const before = this.#linked
    const files = this.#files()
    if (before?.files === files && before.design === design) return before
    const linked = link(files, design, before)
    this.#linked = linked
    if (textOf(linked.problems) !== textOf(before?.problems ?? []))
      this.#reports.onProblems(this.#name, linked.problems)
    return linked
  }
}

/** Looks up checks in a design. While their files have problems, those from before stay as far as the design has what they name. */
function link(files: CheckFiles, design: Design, before: Linked | undefined): Linked {
  const found = linkChecks(files, design)
  if ('problems' in found) {
    const { problems } = found
    if (before?.design === design) return { ...before, files, problems }
    const earlier = before && before.used !== files ? link(before.used, design, undefined) : undefined
    return { ...(earlier ?? { used: files, design, checks: [], watch: undefined }), files, problems }
  }
  const checks = found.checks.map(({ check }) => check).filter(isWatched)
  const watch = checks.length > 0 ? new Watch(checks, design) : undefined
  return { files, used: files, design, checks, watch, problems: [] }
}

const textOf = (problems: readonly Problem[]): string => problems.map((each) => problemText(each, '/')).join('\n')

const shown = (violated: Violated | undefined): WatchedFor['violated'] =>
  violated
    ? { player: violated.player, seq: violated.seq, at: violated.at, event: eventId(violated, violated.event) }
    : null
