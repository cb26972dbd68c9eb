import { openGate } from '../../async/gate.ts'
import { turns } from '../../async/turns.ts'
import { upgradeDesign } from '../../game/design/deployment.ts'
import { compileDesign, type Design } from '../../game/design/design.ts'
import { designChanges, differences, differencesOf, type Difference } from '../../game/design/differences.ts'
import { renameSentence } from '../../game/design/incompatibilities.ts'
import type { Deployed } from '../../game/design/issue.ts'
import { changesBetween, lostChanges, mergeDesigns, partlyChanged } from '../../game/design/merge.ts'
import { emptyDesign, type DesignProblem, type DesignSource } from '../../game/design/source.ts'
import type { DesignDeployment, DesignEdit, DesignOperation, DesignView } from '../../game/game-operation.ts'
import type { RuntimeName } from '../../game/game-state.ts'
import { fault, invalid, isFault, type Fault, type InputProblem } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { Caller } from '../../game/kernel/operation.ts'
import type { Reevaluation } from '../../game/kernel/reevaluation-answer.ts'
import { pathText } from '../../game/kernel/schema-problems.ts'
import { LATEST, type VersionChoice } from '../../game/kernel/version-operation.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { designHash, type Designs } from '../../storage/designs.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { GameFile } from '../game-document.ts'
import type { Runtime } from '../runtime.ts'
import { emulatorCaller } from '../session/timeline.ts'
import { designsIn, labelOf, nextLabel, withRun, withRunning, type DesignRecord } from './design-record.ts'

/** The outcome of a deployment, and the label that the design has or would have had. */
interface Run extends Deployed {
  readonly hash: string
  readonly label: string
}

/** A stored design. */
export interface KeptSource {
  readonly hash: string
  readonly source: DesignSource
}

/** The result of reading a design from its files. */
export interface TakenFiles {
  /** Whether the files contain anything that the game did not have. */
  readonly changed: boolean
  /** The names of what routes had changed and the working design no longer contains, such as `metrics/xp`. */
  readonly lost: readonly string[]
  /** The design of staging before. */
  readonly ran: DesignSource
  /** What players keep under a new name, one sentence each. */
  readonly renamed: readonly string[]
}

/** The maximum number of versions that are listed. */
const MAX_LISTED = 100

const runtimeNames: readonly RuntimeName[] = ['staging', 'production']

/** A version, and the game time of its first deployment. */
interface VersionAt {
  readonly version: string
  readonly hash: string
  readonly at?: number | undefined
}

/** Called with the working design after each change through a route. */
export type SaveListener = (source: DesignSource) => void

/** What the versions of a game need. */
export interface DesignVersionsParts {
  /** The record of game.json, which is already stored there. */
  readonly record: DesignRecord
  readonly latest: KeptSource
  readonly file: Pick<GameFile, 'keepDesign'>
  readonly designs: Designs
  readonly runtimes: Readonly<Record<RuntimeName, Runtime>>
}

/**
 * The versions of a game's design, and their deployment to the runtimes. game.json is written after what it names: the
 * files of designs exist before, and a label is recorded once its design is deployed to a runtime. Spec 4.13.
 */
export class DesignVersions {
  readonly #parts: DesignVersionsParts
  readonly #inTurn = turns(1)
  readonly #gate = openGate()
  readonly #listeners = new Set<SaveListener>()
  #record: DesignRecord
  #latest: KeptSource
  /** Set if game.json could not be written. Memory and disk may then differ, so no further change is accepted. */
  #failure: StorageError | undefined

  constructor(parts: DesignVersionsParts) {
    this.#parts = parts
    this.#record = parts.record
    this.#latest = parts.latest
  }

  /** The working design. */
  get latest(): KeptSource {
    return this.#latest
  }

  /**
   * Returns the changes in the working design that a runtime does not have: a restore may have deployed an older one,
   * and production keeps a version until another is deployed. Empty if the runtime has no design, or if a route has
   * only saved the changes so far.
   */
  undeployedDifferences(runtime: RuntimeName): readonly Difference[] {
    const { design, state } = this.#parts.runtimes[runtime]
    const isSavedAlone = runtime === 'staging' && this.#record.stash !== null
    const isBehind = !isSavedAlone && state.design !== '' && state.design !== this.#latest.hash
    return isBehind ? differencesOf(design.source, this.#latest.source) : []
  }

  /** Returns the differences between the working design and the one of staging, a line each. */
  undeployed(): readonly string[] {
    const { design, state } = this.#parts.runtimes.staging
    return state.design === this.#latest.hash ? [] : differences(design.source, this.#latest.source)
  }

  /**
   * Returns the newest frozen versions, oldest first, and `latest`, each with its changes since the previous one. Spec
   * 6.6.
   */
  async versions(): Promise<ControlAnswer<'GET /_gamify/design/versions'>> {
    const { versions, latest } = this.#record
    const all = [
      ...versions.map(({ label, ...version }) => ({ version: label, ...version })),
      { version: LATEST, hash: latest },
    ]
    // Reads one more than it lists, to compare the first one with it.
    const read = all.slice(-MAX_LISTED - 1)
    const sources = await Promise.all(read.map(async ({ hash }) => (await this.#read(hash)).source))
    const data = read.map(({ version, hash, at }: VersionAt, i) => ({
      version,
      hash,
      deployed_at: at === undefined ? null : toIso(at),
      runtimes: runtimeNames.filter((name) => this.#parts.runtimes[name].state.design === hash),
      changes: designChanges(sources[i - 1] ?? emptyDesign, sources[i] ?? emptyDesign),
    }))
    return { data: data.slice(-MAX_LISTED), total: all.length }
  }

  /** Whether changes can no longer be stored. */
  get failed(): boolean {
    return this.#failure !== undefined
  }

  /**
   * Runs an operation on a version. Changes and deployments run one after the other, in the order of their arrival.
   * `runtime` is the caller's. Resolves when everything in the answer is stored; rejects with a StorageError if that is
   * not possible.
   */
  execute<I, R>(op: DesignOperation<I, R>, input: I, caller: Caller, runtime: RuntimeName): Promise<Fault | R> {
    switch (op.kind) {
      case 'version-view':
        return this.#gate.enter(() => this.#view(op, input))
      case 'version-edit':
        return this.#change(() => this.#edit(op, input))
      case 'version-deployment':
        return this.#change(() => this.#deploy(op, input, caller, this.#parts.runtimes[runtime]))
    }
  }

  /** Whether the end of a write to the design files was not recorded: it is still running, or was interrupted. */
  get isWriting(): boolean {
    return this.#record.writing !== null
  }

  /**
   * Returns the content of the design files as far as the game knows: what was last read from them or written to them.
   * With `found`, their present content, it includes what an interrupted write has left there.
   */
  files(found?: DesignSource): Promise<DesignSource> {
    return this.#gate.enter(() => this.#inTurn(() => this.#files(found)))
  }

  /**
   * Makes the design of the files the working design and deploys it to staging, without a label or a stash. Does
   * nothing if the files contain what was last read from or written to them, so that changes through routes since then
   * stay. With `keepsRoutes` (`--write-back`), the working design keeps changes through routes to what the files did
   * not change, and files that only caught up with it count as unchanged. `keptAs` is the hash of the design if it is
   * already stored, permanently if it is to be deployed. Rejects with a StorageError.
   */
  takeFromFiles(design: Design, keepsRoutes = false, keptAs?: string): Promise<TakenFiles> {
    return this.#change(async () => {
      const { designs, runtimes } = this.#parts
      const ran = runtimes.staging.design.source
      const text = JSON.stringify(design.source)
      const files = keptAs ?? designHash(text)
      const same = { changed: false, lost: [], ran, renamed: [] }
      if (files === this.#record.files && !this.isWriting) return same
      const [base, before] = [await this.#files(design.source), this.#latest]
      const isOurs = this.isWriting && changesBetween(base, design.source).length === 0
      const source = keepsRoutes ? mergeDesigns(base, design.source, before.source) : design.source
      const hash = keepsRoutes ? await designs.writeDraft(JSON.stringify(source)) : files
      if (isOurs || (keepsRoutes && hash === before.hash)) {
        if (keptAs === undefined) await designs.writeDraft(text)
        await this.#recordFiles(files)
        return same
      }
      const label = labelOf(this.#record, files) ?? null
      const run = await runtimes.staging.deploy(design, keptAs ?? (await designs.write(text)), label)
      if (isFault(run)) throw new Error(`staging rejects the design in the files: ${run.fault}`)
      await this.#keep({ ...withRun(this.#record, files, label), latest: hash, files, writing: null }, { hash, source })
      const renamed = run.issues.flatMap((issue) => renameSentence(issue) ?? [])
      return { changed: true, lost: lostChanges(base, before.source, source), ran, renamed }
    })
  }

  /**
   * Records that the files, which contain `before`, are about to be written (`--write-back`) until they contain
   * `after`. Reading what a crash leaves of that then counts as no change.
   */
  willWrite(before: DesignSource, after: DesignSource): Promise<void> {
    return this.#change(async () => {
      const { designs } = this.#parts
      const files = await designs.writeDraft(JSON.stringify(before))
      const writing = await designs.writeDraft(JSON.stringify(after))
      await this.#keep({ ...this.#record, files, writing })
    })
  }

  /**
   * Records that gamify wrote this design to the files (`--write-back`). Reading it from them then counts as no change.
   */
  wroteFiles(source: DesignSource): Promise<void> {
    return this.#change(async () => this.#recordFiles(await this.#parts.designs.writeDraft(JSON.stringify(source))))
  }

  /** Counts the players of staging that the rules of its design would change, and how. Spec 4.13. */
  async outOfLine(): Promise<Reevaluation> {
    const counts = await this.#parts.runtimes.staging.reevaluate({ caller: emulatorCaller, isDryRun: true })
    if (isFault(counts)) throw new Error(`staging rejects a dry run: ${counts.fault}`)
    return counts
  }

  /** Calls `listener` after each change through a route is stored. Returns a function that removes it. */
  onRouteSave(listener: SaveListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Runs a task during which no other design is deployed, and then records the designs of the runtimes. The task
   * receives a function that returns the label of a design. Rejects if the task does.
   */
  withoutDeployments<T>(task: (labelFor: (hash: string) => string) => Promise<T>): Promise<T> {
    return this.#change(async () => {
      const done = await task((hash) => this.#labelFor(hash))
      const { staging, production } = this.#parts.runtimes
      const record = withRunning(this.#record, [staging.state, production.state])
      if (record !== this.#record) await this.#keep(record)
      return done
    })
  }

  /** Rejects all further work with `why`. Resolves when the running work is done. */
  close(why: Error): Promise<void> {
    return this.#gate.close(why)
  }

  /** Runs one task after the other, as long as changes can be stored. */
  #change<T>(task: () => Promise<T>): Promise<T> {
    return this.#gate.enter(() =>
      this.#inTurn(() => {
        this.#assertHealthy()
        return task()
      }),
    )
  }

  async #view<I, R>(op: DesignView<I, R>, input: I): Promise<Fault | R> {
    this.#assertHealthy()
    const choice = op.versionOf(input)
    const kept = await (this.#isInFile(choice) ? this.#inTurn(() => this.#find(choice)) : this.#find(choice))
    return isFault(kept) ? kept : op.view(kept.source, input)
  }

  async #edit<I, R>(op: DesignEdit<I, R>, input: I): Promise<Fault | R> {
    const { version } = op.versionOf(input)
    const kept = await this.#find({ version })
    if (isFault(kept)) return kept
    if (version !== LATEST) return op.findMissing?.(kept.source, input) ?? fault('version_frozen', { version })
    const edited = op.edit(kept.source, input)
    if (isFault(edited)) return edited
    const { content: source, answer } = edited
    const hash = await this.#parts.designs.writeDraft(JSON.stringify(source))
    if (hash === this.#latest.hash) return answer
    await this.#keep({ ...this.#record, latest: hash, stash: hash }, { hash, source })
    for (const listener of this.#listeners) listener(source)
    return answer
  }

  async #deploy<I, R>(op: DesignDeployment<I, R>, input: I, caller: Caller, runtime: Runtime): Promise<Fault | R> {
    const version = op.deploys(input)
    const run = await (version === undefined ? this.#upgrade(runtime, caller) : this.#run(version, runtime, caller))
    if (isFault(run)) return run
    const { hash, label, status, issues } = run
    if (status === 'issues') return op.answer({ status, version: labelOf(this.#record, hash) ?? LATEST, issues })
    const record = withRun(this.#record, hash, label, runtime.state.at)
    if (record !== this.#record) await this.#keep(record)
    return op.answer({ status, version: label, issues })
  }

  /** Deploys a version to a runtime. */
  async #run(version: string, runtime: Runtime, caller: Caller): Promise<Fault | Run> {
    const kept = await this.#find({ version })
    if (isFault(kept)) return kept
    const design = compileDesign(kept.source)
    if (!('source' in design)) return invalid(design.problems.map(problemText), design.more)
    const { designs } = this.#parts
    const hash = await designs.write(JSON.stringify(kept.source))
    const label = this.#labelFor(hash)
    const deployed = await runtime.deploy(design, hash, label, caller)
    return isFault(deployed) ? deployed : { ...deployed, hash, label }
  }

  /** Deploys the design that waits for a runtime, if there is one. */
  async #upgrade(runtime: Runtime, caller: Caller): Promise<Fault | Run> {
    const hash = runtime.state.deployment.pending?.hash ?? ''
    const label = this.#labelFor(hash)
    const deployed = await runtime.execute(upgradeDesign, { label }, caller)
    return isFault(deployed) ? deployed : { ...deployed, hash, label }
  }

  /**
   * Whether the choice is a stash with a file of its own. The next save removes that file, so no save may run
   * meanwhile.
   */
  #isInFile({ version, source }: VersionChoice): boolean {
    const { stash } = this.#record
    return version === LATEST && source === 'stash' && stash !== null && stash !== this.#latest.hash
  }

  async #find({ version, source }: VersionChoice): Promise<Fault | KeptSource> {
    if (version === LATEST)
      return source === 'stash' ? this.#read(this.#record.stash ?? this.#latest.hash) : this.#latest
    const frozen = this.#record.versions.find(({ label }) => label === version)
    return frozen ? this.#read(frozen.hash) : fault('version_not_found', { version })
  }

  async #files(found?: DesignSource): Promise<DesignSource> {
    const { files, writing } = this.#record
    const known = files === null ? emptyDesign : (await this.#read(files)).source
    return found && writing !== null ? partlyChanged(known, (await this.#read(writing)).source, found) : known
  }

  /** Records the content of the files, a stored design, and that nothing is being written to them. */
  async #recordFiles(files: string): Promise<void> {
    if (files !== this.#record.files || this.isWriting) await this.#keep({ ...this.#record, files, writing: null })
  }

  async #read(hash: string): Promise<KeptSource> {
    if (hash === this.#latest.hash) return this.#latest
    return { hash, source: JSON.parse(await this.#parts.designs.read(hash)) as DesignSource }
  }

  /** Returns the label of a design: its own, or the next one. */
  #labelFor(hash: string): string {
    return labelOf(this.#record, hash) ?? nextLabel(this.#record)
  }

  async #keep(record: DesignRecord, latest = this.#latest): Promise<void> {
    try {
      await this.#parts.file.keepDesign(record)
    } catch (error) {
      if (error instanceof StorageError) this.#failure = error
      throw error
    }
    this.#record = record
    this.#latest = latest
    await this.forgetDrafts()
  }

  /** Removes stored designs that the record no longer names and that have never been deployed. */
  async forgetDrafts(): Promise<void> {
    const named = designsIn(this.#record).map(({ hash }) => hash)
    await this.#parts.designs.forgetDrafts(new Set(named))
  }

  #assertHealthy(): void {
    if (this.#failure) throw this.#failure
  }
}

const problemText = ({ kind, id, path, message }: DesignProblem): InputProblem => ({
  kind,
  ...(id === undefined ? {} : { id }),
  path: pathText(path),
  message,
})
