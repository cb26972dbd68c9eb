import { turns } from '../async/turns.ts'
import type { Design } from '../game/design/design.ts'
import { differences, differencesOf } from '../game/design/differences.ts'
import { changedName, changesBetween, isSameComponent, mergeDesigns, withChanges } from '../game/design/merge.ts'
import type { DesignSource, Kind } from '../game/design/source.ts'
import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import type { FileSystem } from '../storage/fs.ts'
import { CHANGED_MEANWHILE } from './change-file.ts'
import { designNames, type DesignReading, type DesignReader } from './design-reader.ts'
import { DesignWatch } from './design-watch.ts'
import { componentsIn, firstState, type DesignState, type DesignFileProblem } from './load-design.ts'
import { writeDesign, type UnwrittenComponent, type WrittenDesign } from './write-design.ts'

/** The working design of a running game, as its files use it. */
export interface LiveGame {
  readonly latest: { readonly source: DesignSource }
  /** Whether a write to the files has begun whose end was not recorded. */
  readonly isWriting: boolean
  /**
   * Returns what the files contain as far as the game knows: what was taken from them or written by us. With `found`,
   * the present content, this includes what an interrupted write has left there.
   */
  files(found?: DesignSource): Promise<DesignSource>
  /**
   * Makes a design of the files the working design, and staging use it. Does nothing if it was taken last. With
   * `keepsRoutes`, the working design keeps changes that only routes made. `lost` names the changes of routes that were
   * lost, `ran` is what staging used before, and `renamed` describes what players keep under a new name.
   */
  takeFromFiles(
    design: Design,
    keepsRoutes: boolean,
  ): Promise<{
    readonly changed: boolean
    readonly lost: readonly string[]
    readonly ran: DesignSource
    readonly renamed: readonly string[]
  }>
  /** Records that a write to the files begins, which changes them from `before` to `after`. */
  willWrite(before: DesignSource, after: DesignSource): Promise<void>
  /** Records what the files contain after our own write. */
  wroteFiles(source: DesignSource): Promise<void>
  /** Calls `listener` after every change that did not come from files. Returns a function that stops this. */
  onRouteSave(listener: () => void): () => void
  /** Counts the players of staging whom the rules of its design would change, and how. */
  outOfLine(): Promise<Reevaluation>
}

/** A report about a design and its files. */
export type DesignReport =
  /**
   * Staging uses the files. `changes` describe the differences from what it used before, one per line. They can be
   * empty after a repair. `keptAside` names removed components that players may have something of, `renamed` describes
   * what players keep under a new name, one per line, and `lost` names the components that a route had changed and that
   * are now as in the files.
   */
  | {
      readonly type: 'changed'
      readonly isMended: boolean
      readonly changes: readonly string[]
      readonly keptAside: readonly string[]
      readonly renamed: readonly string[]
      readonly lost: readonly string[]
    }
  /** The rules that a runtime uses since its design changed would give some players other levels or achievements. */
  | { readonly type: 'out of line'; readonly counts: Reevaluation; readonly runtime: 'staging' | 'production' }
  /** The files are invalid, and the game keeps using what it has. */
  | { readonly type: 'broken'; readonly problems: readonly DesignFileProblem[] }
  /**
   * A change through a route was written to the files. `problems` are new problems that prevent the files from being
   * used, because a route can save references to missing components.
   */
  | {
      readonly type: 'written'
      readonly isMended: boolean
      readonly wrote: readonly string[]
      readonly removed: readonly string[]
      readonly problems: readonly DesignFileProblem[]
    }
  /** A change through a route is not in the files, because writing back is off. */
  | { readonly type: 'differing'; readonly changes: readonly string[] }
  /** A change through a route could not be written to the files. */
  | { readonly type: 'left'; readonly left: readonly UnwrittenComponent[] }

/** The options for keeping a design and a game in sync. */
export interface LiveDesignOptions {
  readonly files: FileSystem
  readonly reader: DesignReader
  /** What the game was given of the files. */
  readonly known: DesignReading
  readonly game: LiveGame
  readonly watch: 'events' | 'poll' | 'off'
  readonly writeBack: boolean
  /** Whether the start took new files, which may have put players out of line. */
  readonly hasTaken?: boolean
  readonly report: (added: DesignReport) => void
  readonly warn: (message: string) => void
}

/** Keeps a running game and the files of its design in sync. Spec 6.3. */
export class LiveDesign {
  readonly #options: LiveDesignOptions
  readonly #inTurn = turns(1)
  readonly #watch: DesignWatch<DesignReading> | undefined
  readonly #endListening: () => void
  #state: DesignState
  /** The components reported as left since the last save through a route, so that each is reported once. */
  readonly #reportedLeft = new Set<string>()
  /** The differences of the files that were reported last. */
  #reportedDifferences: readonly string[] = []
  /** The current count of players out of line. A later one replaces it. */
  #counting: symbol | undefined

  constructor(options: LiveDesignOptions) {
    this.#options = options
    const { reader, known, game, watch, writeBack, warn } = options
    this.#state = firstState(known)
    this.#endListening = game.onRouteSave(() => void this.#saved())
    const watching = {
      ...reader,
      names: designNames,
      known,
      poll: watch === 'poll',
      inTurn: this.#inTurn,
      onChange: (reading: DesignReading) => this.#changed(reading),
      warn,
    }
    this.#watch = watch === 'off' ? undefined : new DesignWatch(watching)
    // Changes through routes before the last stop may only be in the game.
    if (known.design || (known.isThere && writeBack)) void this.#saved()
    if (options.hasTaken) void this.#reportOutOfLine()
  }

  get state(): DesignState {
    return this.#state
  }

  /** Ends it when the current work is done. */
  async close(): Promise<void> {
    this.#endListening()
    this.#counting = undefined
    await this.#watch?.close()
    await this.#inTurn(async () => {})
  }

  /** Applies a change of the files. */
  async #changed(reading: DesignReading): Promise<void> {
    const { game, writeBack, report } = this.#options
    const { loaded, problems } = this.#state
    const wasBroken = problems.length > 0
    if (!reading.design) {
      this.#state = { loaded, problems: reading.problems }
      if (!isSameComponent(problems, reading.problems)) report({ type: 'broken', problems: reading.problems })
      return
    }
    const { changed, lost, ran, renamed } = await game.takeFromFiles(reading.design, writeBack)
    const changes = changed ? differences(ran, reading.design.source) : []
    const keptAside = changed ? removedOf(ran, reading.design.source) : []
    this.#state = { loaded: componentsIn(reading.read), problems: [] }
    if (changed || wasBroken)
      report({ type: 'changed', isMended: wasBroken, changes, keptAside, renamed, lost: writeBack ? [] : lost })
    if (changed && changesRules(ran, reading.design.source)) void this.#reportOutOfLine()
    if (!writeBack) return
    this.#reportLeft(lost.map((name) => ({ name, reason: CHANGED_MEANWHILE })))
    await this.#writeBack()
  }

  /** Reports how many players are out of line, if any. This can take long and blocks nothing. */
  async #reportOutOfLine(): Promise<void> {
    const { game, report, warn } = this.#options
    const counting = (this.#counting = Symbol('counting'))
    try {
      const counts = await game.outOfLine()
      if (this.#counting === counting && counts.players > 0) report({ type: 'out of line', counts, runtime: 'staging' })
    } catch (error) {
      if (this.#counting !== counting) return
      warn(
        `the players could not be compared with the new rules: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  /** Handles a change of the game. It uses what the game has now, because files may have been taken since. */
  #saved(): Promise<void> {
    const { writeBack, report, warn } = this.#options
    this.#reportedLeft.clear()
    return this.#inTurn(async () => {
      if (writeBack) return await this.#writeBack()
      const changes = await this.#missingInFiles()
      // A save during the start was reported with it.
      const isNew = changes.length > 0 && !isSameComponent(changes, this.#reportedDifferences)
      this.#reportedDifferences = changes
      if (isNew) report({ type: 'differing', changes })
    }).catch((error: unknown) => {
      warn(`the design could not be written back: ${error instanceof Error ? error.message : String(error)}`)
    })
  }

  /**
   * Returns what routes have changed and the files do not contain, one per line. The files can contain such a change
   * although it was not taken from them.
   */
  async #missingInFiles(): Promise<readonly string[]> {
    const { reader, game } = this.#options
    const base = await game.files()
    if (changesBetween(base, game.latest.source).length === 0) return []
    const { read } = await reader.read()
    const source = game.latest.source
    const differing = new Set(differencesOf(read.source, source).map(changedName))
    const held = changesBetween(base, source).filter((change) => !differing.has(changedName(change)))
    return differences(withChanges(base, held), source)
  }

  /** Writes to the files what only routes have changed. The watch handles what files have changed. */
  async #writeBack(): Promise<void> {
    const { files, reader, game, report } = this.#options
    if (!game.isWriting && changesBetween(await game.files(), game.latest.source).length === 0) return
    // The watch may have reported these very files before, and would not notice that a user has restored them.
    this.#watch?.forget()
    const reading = await reader.read()
    const base = await game.files(reading.read.source)
    const source = game.latest.source
    if (!isOurs(reading, base, source)) return this.#reportLeft(allLeft(base, source))
    const place = { files, directory: reader.directory, read: reading.read }
    const written = await writeDesign(place, base, source, (next) => game.willWrite(base, next))
    await game.wroteFiles(written.source)
    if (written.wrote.length + written.removed.length > 0) report(await this.#afterWriting(written))
    this.#reportLeft(written.left)
  }

  /**
   * Returns the report about files that we have written, so that the watch does not take them for a mistake of a user.
   */
  async #afterWriting({ wrote, removed, source }: WrittenDesign): Promise<DesignReport> {
    const { reader, game } = this.#options
    const added = { type: 'written', isMended: false, wrote, removed, problems: [] } as const
    const reading = await reader.read()
    // The watch handles what others have written in the meantime.
    if (!isKnown(reading, source, game.latest.source)) return added
    const before = this.#state.problems
    const { design, problems } = reading
    this.#state = { loaded: design ? componentsIn(reading.read) : this.#state.loaded, problems }
    const isMended = before.length > 0 && problems.length === 0
    return { ...added, isMended, problems: isSameComponent(before, problems) ? [] : problems }
  }

  #reportLeft(left: readonly UnwrittenComponent[]): void {
    const added = left.filter(({ name }) => !this.#reportedLeft.has(name))
    for (const { name } of added) this.#reportedLeft.add(name)
    if (added.length > 0) this.#options.report({ type: 'left', left: added })
  }
}

/** The kinds that players can have something of: scores, ranks, instances and memberships. */
const HELD: ReadonlySet<string> = new Set<Kind>(['metrics', 'leaderboards', 'teams', 'processes'])

/** Returns the components that the next design lacks and that players may have something of. */
const removedOf = (before: DesignSource, after: DesignSource): readonly string[] =>
  changesBetween(before, after)
    .filter((change) => change.after === undefined && HELD.has(change.kind))
    .map(changedName)

/** Whether two designs can differ in what their rules give players. */
const changesRules = (before: DesignSource, after: DesignSource): boolean =>
  changesBetween(before, after).some(({ kind }) => kind === 'rules' || kind === 'metrics')

/**
 * Whether files can be written: they are valid, or only what routes saved made them invalid, so that only routes can
 * repair them. A missing directory cannot be written.
 */
const isOurs = (reading: DesignReading, base: DesignSource, latest: DesignSource): boolean =>
  reading.design !== undefined || isKnown(reading, base, latest)

/** Whether files contain only what the game, or the files as the game knows them, contain. */
const isKnown = ({ read }: DesignReading, base: DesignSource, latest: DesignSource): boolean =>
  read.problems.length === 0 && changesBetween(mergeDesigns(base, read.source, latest), latest).length === 0

const allLeft = (base: DesignSource, latest: DesignSource): UnwrittenComponent[] =>
  changesBetween(base, latest).map((change) => ({
    name: changedName(change),
    reason: 'the design files are broken or missing; gamify writes once they are valid',
  }))
