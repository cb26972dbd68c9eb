import type { Client } from '../client/client.ts'
import { entryBeforeChecks } from './checks-state.ts'
import { runSteps, sendCommands, type StepResult } from './run-steps.ts'
import type { ReadStep } from './script-file.ts'

/** A step with its location in a file. */
export interface PlacedStep extends ReadStep {
  readonly line: number
  readonly column: number
}

/** A script to run. */
export interface Script {
  /** The path that reports show. */
  readonly file: string
  readonly name: string
  readonly players: readonly string[]
  /** Whether steps that the service refuses are not judged. */
  readonly allowsRefusals?: boolean
  readonly steps: readonly PlacedStep[]
}

/** The result of a step, with its duration. */
export interface TimedResult extends StepResult {
  readonly elapsedMs: number
  /** Whether several steps were sent in one call; `elapsedMs` is then an equal share of its time. */
  readonly isShare: boolean
}

/** The result of a script; `results` are in the order of its steps. */
export interface ScriptResult {
  readonly script: Script
  readonly results: readonly TimedResult[]
}

/** Reports the progress of scripts. Each function is optional but `end`. */
export interface Reporter {
  readonly begin?: (script: Script) => void
  readonly step?: (script: Script, result: TimedResult) => void
  /** Called with the results of all scripts. All steps of a skipped script are skipped. */
  readonly end: (results: readonly ScriptResult[]) => void | Promise<void>
}

/** How to run scripts. */
export interface RunnerOptions {
  /** Skips everything after the first failed step. */
  readonly bail: boolean
  /** Keeps the changes of the last script. */
  readonly keep: boolean
  /**
   * A prefix that no snapshot of the game has. The initial game is saved under this name, and the snapshots of scripts
   * get names that begin with it. All of them are deleted at the end.
   */
  readonly snapshotPrefix: string
  /** Aborting it stops the run before the next step, and gives up the current call. */
  readonly signal: AbortSignal
  /** The machine's clock, in ms. */
  readonly now: () => number
  readonly reporter: Reporter
  /**
   * Called if the game could not be restored, or its snapshot could not be deleted; that snapshot is named
   * `snapshotPrefix`.
   */
  readonly onNotRestored?: () => void
}

/**
 * Runs scripts one after another. Each starts with the initial game, which is also restored at the end unless `keep` is
 * set. If `signal` is aborted, it rejects with the reason after restoring the game. Spec 6.4.
 */
export async function runScripts(
  client: Client,
  scripts: readonly Script[],
  options: RunnerOptions,
): Promise<readonly ScriptResult[]> {
  const { keep, reporter } = options
  const results: ScriptResult[] = []
  const run = async (restore: () => Promise<void>): Promise<void> => {
    for (const script of scripts) {
      const isSkipped = options.bail && hasFailed(results)
      if (results.length > 0 && !isSkipped) await restore()
      results.push(isSkipped ? skippedResult(script) : await runScript(client, script, options))
    }
  }
  if (keep && scripts.length === 1) await run(async () => {})
  else await restoreAfter(client, options, run)
  await reporter.end(results)
  return results
}

/** Whether any step of the scripts failed. */
export function hasFailed(results: readonly ScriptResult[]): boolean {
  return results.some((script) => script.results.some(({ outcome }) => outcome === 'failed'))
}

/** Saves the game, and restores it after `use` has ended in any way, unless `keep` is set. */
async function restoreAfter(
  client: Client,
  { keep, snapshotPrefix: name, onNotRestored }: RunnerOptions,
  use: (restore: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const params = { name }
  await client.request('POST', '/_gamify/snapshots', { body: params })
  const restore = async (): Promise<void> =>
    void (await client.request('POST', '/_gamify/snapshots/:name/restore', { params, query: { snapshot: 'false' } }))
  const cleanUp = async (): Promise<void> => {
    try {
      if (!keep) await restore()
      await client.request('DELETE', '/_gamify/snapshots/:name', { params })
    } catch (error) {
      onNotRestored?.()
      throw error
    }
  }
  try {
    await use(restore)
  } catch (error) {
    // The first error is the one to report.
    await cleanUp().catch(() => {})
    throw error
  }
  await cleanUp()
}

async function runScript(client: Client, script: Script, options: RunnerOptions): Promise<ScriptResult> {
  const { bail, snapshotPrefix, signal, now, reporter } = options
  reporter.begin?.(script)
  signal.throwIfAborted()
  const checksSince = await entryBeforeChecks(client, script.steps)
  await createPlayers(client, script.players)
  const { steps, names } = withOwnSnapshots(script.steps, snapshotPrefix)
  const results: TimedResult[] = []
  let before = now()
  const onResults = (together: readonly StepResult[]): void => {
    const after = now()
    const time = { elapsedMs: (after - before) / together.length, isShare: together.length > 1 }
    before = after
    for (const result of together) {
      const timed = { ...result, ...time }
      results.push(timed)
      reporter.step?.(script, timed)
    }
  }
  try {
    await runSteps(client, steps, { bail, signal, onResults, allowsRefusals: script.allowsRefusals, checksSince })
  } finally {
    for (const name of names) await removeSnapshot(client, name)
  }
  return { script, results }
}

function skippedResult(script: Script): ScriptResult {
  const results = script.steps.map(
    (_, place) => ({ place, outcome: 'skipped', differences: [], elapsedMs: 0, isShare: false }) as const,
  )
  return { script, results }
}

/** Creates the players that do not exist. */
async function createPlayers(client: Client, players: readonly string[]): Promise<void> {
  if (players.length === 0) return
  const failed = await sendCommands(
    client,
    players.map((id) => ({ request: 'POST /v2/admin/players', body: { id } })),
  )
  const refused = failed.find(({ error }) => error !== 'player_exists')
  if (refused === undefined) return
  const { line, error, error_description } = refused
  throw new Error(`the player '${players[line - 1]}' cannot be created: ${error}: ${error_description}`)
}

/** Deletes a snapshot. It may not exist, because the script may have ended before saving it. */
async function removeSnapshot(client: Client, name: string): Promise<void> {
  await client.request('DELETE', '/_gamify/snapshots/:name', { params: { name } }).catch(() => {})
}

/** Steps whose snapshots have names of their own, and these names. */
interface OwnSnapshots<T extends ReadStep> {
  readonly steps: readonly T[]
  readonly names: readonly string[]
}

/**
 * Renames the snapshots of a script so that their names begin with `snapshotPrefix` and cannot conflict with snapshots
 * of the game. If a step restores a snapshot that no earlier step saves, it means a snapshot of the game. Spec 6.4.
 */
function withOwnSnapshots<T extends ReadStep>(steps: readonly T[], snapshotPrefix: string): OwnSnapshots<T> {
  const names = new Map<string, string>()
  const renamed = steps.map((read) => {
    const { step } = read
    if (step.kind === 'snapshot') {
      const name = step.given.snapshot
      if (!names.has(name)) names.set(name, `${snapshotPrefix}-${names.size + 1}`)
      return { ...read, ...withChange(step, { snapshot: names.get(name) ?? name }) }
    }
    if (step.kind === 'restore') {
      const name = step.given.restore
      return { ...read, ...withChange(step, { restore: names.get(name) ?? name }) }
    }
    return read
  })
  return { steps: renamed, names: [...names.values()] }
}

/** Returns a changed step together with the value that it would have been parsed from. */
function withChange({ kind, given }: ReadStep['step'], change: object): ReadStep {
  const value = { ...given, ...change }
  return { value, step: { kind, given: value } as ReadStep['step'] }
}

/** The number of steps by outcome. */
type Counts = Readonly<Record<TimedResult['outcome'], number>>

/** Counts the outcomes of steps. */
export function countsOf(results: readonly TimedResult[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return counts
}
