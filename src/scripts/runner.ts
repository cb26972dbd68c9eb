import type { Client } from '../client/client.ts'
import { runSteps, sendCommands, type StepResult } from './run-steps.ts'
import type { ReadStep } from './script-file.ts'

/** A step with its place in a file. */
export interface PlacedStep extends ReadStep {
  readonly line: number
  readonly column: number
}

/** A script that can be run. */
export interface Script {
  /** As people are told of it. */
  readonly file: string
  readonly name: string
  readonly players: readonly string[]
  readonly steps: readonly PlacedStep[]
}

/** A step with what came of it, and how long that took. */
export interface TimedResult extends StepResult {
  readonly elapsedMs: number
  /** Several steps went in one call, and this is an equal share of its time. */
  readonly isShare: boolean
}

/** What came of a script; `results` are those of its steps, in their order. */
export interface ScriptResult {
  readonly script: Script
  readonly results: readonly TimedResult[]
}

/** Is told how scripts go. What is left out is not asked for. */
export interface Reporter {
  readonly begin?: (script: Script) => void
  readonly step?: (script: Script, result: TimedResult) => void
  /** All that were asked for; those that were left out have no step that was run. */
  readonly end: (results: readonly ScriptResult[]) => void | Promise<void>
}

/** How scripts are run. */
export interface RunnerOptions {
  /** Leaves out all that follows the first step that fails. */
  readonly bail: boolean
  /** Leaves the game as the last script left it. */
  readonly keep: boolean
  /**
   * A name that no snapshot of the game has, nor the beginning of one: the game as it was is kept under it, and the
   * snapshots of the scripts are named from it on. When it is over, none of them is there.
   */
  readonly snapshotPrefix: string
  /** Aborted when no further step is to begin, and one that waits for an answer is given up. */
  readonly signal: AbortSignal
  /** The machine's clock, in ms. */
  readonly now: () => number
  readonly reporter: Reporter
  /** Told where the game could not be put back, or its snapshot not be removed: that is left under `room`. */
  readonly onNotRestored?: () => void
}

/**
 * Runs scripts one after the other, each on the game as it was before the first; so the game is left, unless it is to
 * be kept. Rejects with the reason of `signal` where that is aborted, once the game is as it was. Spec 6.4.
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

/** Whether anything in scripts is not as expected. */
export function hasFailed(results: readonly ScriptResult[]): boolean {
  return results.some((script) => script.results.some(({ outcome }) => outcome === 'failed'))
}

/** Has the game be as it was when `use` is over, however it ends, unless it is to be kept. */
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
    // What went wrong first is what there is to tell.
    await cleanUp().catch(() => {})
    throw error
  }
  await cleanUp()
}

async function runScript(client: Client, script: Script, options: RunnerOptions): Promise<ScriptResult> {
  const { bail, snapshotPrefix, signal, now, reporter } = options
  reporter.begin?.(script)
  signal.throwIfAborted()
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
    await runSteps(client, steps, { bail, signal, onResults })
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

/** Makes the players that there are not. */
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

/** A snapshot that was not saved is not there to be removed. */
async function removeSnapshot(client: Client, name: string): Promise<void> {
  await client.request('DELETE', '/_gamify/snapshots/:name', { params: { name } }).catch(() => {})
}

/** Steps whose snapshots are the script's own, and the names of those. */
interface OwnSnapshots<T extends ReadStep> {
  readonly steps: readonly T[]
  readonly names: readonly string[]
}

/**
 * The same steps with snapshots of other names, which begin with `room`: what a script saves neither meets a snapshot
 * of the game nor can it be taken for one. A step that goes back to a snapshot which no step before it saves means one
 * of the game's. Spec 6.4.
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

/** A step that says something else, and what it would have been read from. */
function withChange({ kind, given }: ReadStep['step'], change: object): ReadStep {
  const value = { ...given, ...change }
  return { value, step: { kind, given: value } as ReadStep['step'] }
}

/** How many steps came to what. */
type Counts = Readonly<Record<TimedResult['outcome'], number>>

/** Counts what came of steps. */
export function countsOf(results: readonly TimedResult[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return counts
}
