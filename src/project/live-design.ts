import { differences, differencesOf } from '../game/design/differences.ts'
import type { Design } from '../game/design/design.ts'
import { changedName, changesBetween, isSameComponent, mergeDesigns, withChanges } from '../game/design/merge.ts'
import type { DesignSource, Kind } from '../game/design/source.ts'
import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import { turns } from '../async/turns.ts'
import type { FileSystem } from '../storage/fs.ts'
import { designNames, type DesignLook, type DesignReader } from './design-reader.ts'
import { componentsIn, firstState, type DesignState } from './load-design.ts'
import { DesignWatch } from './design-watch.ts'
import type { DesignFileProblem } from './load-design.ts'
import { CHANGED_MEANWHILE } from './change-file.ts'
import { writeDesign, type LeftComponent, type WrittenDesign } from './write-design.ts'

/** The working design of a running game, as far as its files go. */
export interface LiveGame {
  readonly latest: { readonly source: DesignSource }
  /** Whether the end of a writing to the files has not been noted. */
  readonly isWriting: boolean
  /**
   * What the files hold as the game knows it: taken from them, or written by us; with what they are found to hold, what
   * a writing that was cut off has left there too.
   */
  files(found?: DesignSource): Promise<DesignSource>
  /**
   * Makes a design of the files the working one, and staging run it; nothing where it is what was taken last. With
   * `keepsRoutes` the working one keeps what only routes have changed. `lost` names what of theirs is gone, `ran` is what
   * staging ran before, `renamed` says what players keep under a new name.
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
  /** Notes that we are about to write to the files, which hold `before`, until they hold `after`. */
  willWrite(before: DesignSource, after: DesignSource): Promise<void>
  /** Notes what the files hold after our own writing. */
  wroteFiles(source: DesignSource): Promise<void>
  /** Tells of every change that did not come from files; gives what ends that. */
  onRouteSave(listener: () => void): () => void
  /** How many players of staging the rules of its design would change, and how. */
  outOfLine(): Promise<Reevaluation>
}

/** What there is to tell of a design and its files. */
export type DesignReport =
  /**
   * Staging plays by the files; `changes` say in what it played otherwise before, a line each, and may be none after a
   * repair. `keptAside` names removed components that players may have something of, `renamed` says what players keep under a new name, a line each, and `lost` names the components that a route had
   * changed and that are now as in the files.
   */
  | {
      readonly news: 'changed'
      readonly isMended: boolean
      readonly changes: readonly string[]
      readonly keptAside: readonly string[]
      readonly renamed: readonly string[]
      readonly lost: readonly string[]
    }
  /** The rules that a runtime plays by since its design changed would give some players other levels, or achievements. */
  | { readonly news: 'out of line'; readonly counts: Reevaluation; readonly runtime: 'staging' | 'production' }
  /** The files are broken, and the game goes on with what it has. */
  | { readonly news: 'broken'; readonly problems: readonly DesignFileProblem[] }
  /**
   * A change through a route has been written into the files. `problems` are what is new of what keeps them from being
   * played by: a route saves what others refer to in vain.
   */
  | {
      readonly news: 'written'
      readonly isMended: boolean
      readonly wrote: readonly string[]
      readonly removed: readonly string[]
      readonly problems: readonly DesignFileProblem[]
    }
  /** A change through a route is not in the files, since nobody asked for that. */
  | { readonly news: 'differing'; readonly changes: readonly string[] }
  /** A change through a route could not be written into the files. */
  | { readonly news: 'left'; readonly left: readonly LeftComponent[] }

/** What a design and a game are kept together with. */
export interface LiveDesignOptions {
  readonly files: FileSystem
  readonly reader: DesignReader
  /** What the game has been given of the files. */
  readonly known: DesignLook
  readonly game: LiveGame
  readonly watch: 'events' | 'poll' | 'off'
  readonly writeBack: boolean
  /** Whether the start took new files, which may have left players out of line. */
  readonly hasTaken?: boolean
  readonly report: (added: DesignReport) => void
  readonly warn: (message: string) => void
}

/** Keeps a running game and the files of its design together. Spec 6.3. */
export class LiveDesign {
  readonly #options: LiveDesignOptions
  readonly #inTurn = turns(1)
  readonly #watch: DesignWatch<DesignLook> | undefined
  readonly #endListening: () => void
  #state: DesignState
  /** What was told to be left since a route saved last, so that it is told once. */
  readonly #toldLeft = new Set<string>()
  /** How the files differed when that was looked at last. */
  #toldDiffering: readonly string[] = []
  /** The counting of players out of line that is to be told: a later one takes its place. */
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
      onChange: (look: DesignLook) => this.#changed(look),
      warn,
    }
    this.#watch = watch === 'off' ? undefined : new DesignWatch(watching)
    // What routes changed before the last stop is in the game, and maybe nowhere else.
    if (known.design || (known.isThere && writeBack)) void this.#saved()
    if (options.hasTaken) void this.#reportOutOfLine()
  }

  get state(): DesignState {
    return this.#state
  }

  /** Ends it, once what is under way is done. */
  async close(): Promise<void> {
    this.#endListening()
    this.#counting = undefined
    await this.#watch?.close()
    await this.#inTurn(async () => {})
  }

  /** The files have come to hold something else. */
  async #changed(look: DesignLook): Promise<void> {
    const { game, writeBack, report } = this.#options
    const { loaded, problems } = this.#state
    const wasBroken = problems.length > 0
    if (!look.design) {
      this.#state = { loaded, problems: look.problems }
      if (!isSameComponent(problems, look.problems)) report({ news: 'broken', problems: look.problems })
      return
    }
    const { changed, lost, ran, renamed } = await game.takeFromFiles(look.design, writeBack)
    const changes = changed ? differences(ran, look.design.source) : []
    const keptAside = changed ? removedOf(ran, look.design.source) : []
    this.#state = { loaded: componentsIn(look.read), problems: [] }
    if (changed || wasBroken)
      report({ news: 'changed', isMended: wasBroken, changes, keptAside, renamed, lost: writeBack ? [] : lost })
    if (changed && changesRules(ran, look.design.source)) void this.#reportOutOfLine()
    if (!writeBack) return
    this.#reportLeft(lost.map((name) => ({ name, reason: CHANGED_MEANWHILE })))
    await this.#writeBack()
  }

  /** Tells how many players are out of line, if any are; it may take long, and holds up nothing. */
  async #reportOutOfLine(): Promise<void> {
    const { game, report, warn } = this.#options
    const counting = (this.#counting = Symbol('counting'))
    try {
      const counts = await game.outOfLine()
      if (this.#counting === counting && counts.players > 0) report({ news: 'out of line', counts, runtime: 'staging' })
    } catch (error) {
      if (this.#counting !== counting) return
      warn(
        `the players could not be compared with the new rules: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  /** The game has come to hold something else: what it holds by now counts, for files may have been taken since. */
  #saved(): Promise<void> {
    const { writeBack, report, warn } = this.#options
    this.#toldLeft.clear()
    return this.#inTurn(async () => {
      if (writeBack) return await this.#writeBack()
      const changes = await this.#missingInFiles()
      // A save that came while the start was looking has been told with it.
      const isNews = changes.length > 0 && !isSameComponent(changes, this.#toldDiffering)
      this.#toldDiffering = changes
      if (isNews) report({ news: 'differing', changes })
    }).catch((error: unknown) => {
      warn(`the design could not be written back: ${error instanceof Error ? error.message : String(error)}`)
    })
  }

  /** What routes have changed and the files do not hold, a line each; they may hold it though nobody has taken them since. */
  async #missingInFiles(): Promise<readonly string[]> {
    const { reader, game } = this.#options
    const base = await game.files()
    if (changesBetween(base, game.latest.source).length === 0) return []
    const { read } = await reader.look()
    const source = game.latest.source
    const differing = new Set(differencesOf(read.source, source).map(changedName))
    const held = changesBetween(base, source).filter((change) => !differing.has(changedName(change)))
    return differences(withChanges(base, held), source)
  }

  /** Brings into the files what only routes have changed; what files have changed is left to the watch. */
  async #writeBack(): Promise<void> {
    const { files, reader, game, report } = this.#options
    if (!game.isWriting && changesBetween(await game.files(), game.latest.source).length === 0) return
    // The watch may have told of these very files before, and would not see that somebody has put them back.
    this.#watch?.forget()
    const look = await reader.look()
    const base = await game.files(look.read.source)
    const source = game.latest.source
    if (!isOurs(look, base, source)) return this.#reportLeft(allLeft(base, source))
    const place = { files, directory: reader.directory, read: look.read }
    const written = await writeDesign(place, base, source, (next) => game.willWrite(base, next))
    await game.wroteFiles(written.source)
    if (written.wrote.length + written.removed.length > 0) report(await this.#afterWriting(written))
    this.#reportLeft(written.left)
  }

  /** What there is to tell of files that we have written, so that the watch does not take it for somebody's mistake. */
  async #afterWriting({ wrote, removed, source }: WrittenDesign): Promise<DesignReport> {
    const { reader, game } = this.#options
    const added = { news: 'written', isMended: false, wrote, removed, problems: [] } as const
    const look = await reader.look()
    // What somebody else has written meanwhile is for the watch.
    if (!isKnown(look, source, game.latest.source)) return added
    const before = this.#state.problems
    const { design, problems } = look
    this.#state = { loaded: design ? componentsIn(look.read) : this.#state.loaded, problems }
    const isMended = before.length > 0 && problems.length === 0
    return { ...added, isMended, problems: isSameComponent(before, problems) ? [] : problems }
  }

  #reportLeft(left: readonly LeftComponent[]): void {
    const added = left.filter(({ name }) => !this.#toldLeft.has(name))
    for (const { name } of added) this.#toldLeft.add(name)
    if (added.length > 0) this.#options.report({ news: 'left', left: added })
  }
}

/** Kinds that players have something of: scores, ranks, what runs and who is in it. */
const HELD: ReadonlySet<string> = new Set<Kind>(['metrics', 'leaderboards', 'teams', 'processes'])

/** The components that the next design does not have, and that players may have something of. */
const removedOf = (before: DesignSource, after: DesignSource): readonly string[] =>
  changesBetween(before, after)
    .filter((change) => change.after === undefined && HELD.has(change.kind))
    .map(changedName)

/** Whether what a design gives players by itself may be otherwise in another one. */
const changesRules = (before: DesignSource, after: DesignSource): boolean =>
  changesBetween(before, after).some(({ kind }) => kind === 'rules' || kind === 'metrics')

/**
 * Whether files may be written to: they are good, or broken by what routes saved, and only what routes save next can mend
 * them; a directory that is gone is none of them.
 */
const isOurs = (look: DesignLook, base: DesignSource, latest: DesignSource): boolean =>
  look.design !== undefined || isKnown(look, base, latest)

/** Whether files hold nothing that game and files, as the game knows them, do not. */
const isKnown = ({ read }: DesignLook, base: DesignSource, latest: DesignSource): boolean =>
  read.problems.length === 0 && changesBetween(mergeDesigns(base, read.source, latest), latest).length === 0

const allLeft = (base: DesignSource, latest: DesignSource): LeftComponent[] =>
  changesBetween(base, latest).map((change) => ({
    name: changedName(change),
    reason: 'the design files are broken or missing; gamify writes once they are valid',
  }))
