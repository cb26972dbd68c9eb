import { untilAborted, type Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { ServiceError, OverdueError, UnreachableError } from '../client/service-error.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'
import { answerDifferences, type StepAnswer } from './answer-check.ts'
import { checkDifferences, entryBeforeChecks } from './checks-state.ts'
import { type Difference, withAdvice } from './difference.ts'
import type { ReadStep } from './script-file.ts'
import { stateDifferences } from './state-check.ts'
import { callsOf, type PendingPage, type StepCall, resolvePending } from './step-call.ts'
import type { Step } from './step.ts'
import { suggestionFor } from './suggestions.ts'

/** The result of a step. */
export interface StepResult {
  /** The index of the step, from 0. */
  readonly place: number
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** How the step differs from what was expected; empty unless it failed. */
  readonly differences: readonly Difference[]
}

/** How to run steps. */
export interface RunOptions {
  /** Skips all steps after the first failed one. */
  readonly bail?: boolean
  /** Aborting it stops the run before the next step, and gives up the current call. The run then throws the reason. */
  readonly signal?: AbortSignal | undefined
  /** Whether steps that the service refuses are not judged; only those that set the clock still are. */
  readonly allowsRefusals?: boolean | undefined
  /** The entry after which checks must hold (default: the last one now). */
  readonly checksSince?: number | undefined
  /** The time limit for the whole answer to a call, in ms. */
  readonly patienceMs?: number
  /** Called with the results in order; steps that were sent in one call are reported together. */
  readonly onResults?: (results: readonly StepResult[]) => void
}

/** The default time limit for the answer to a call. */
const PATIENCE_MS = 30_000

/** The number of steps that are sent in one call. */
const MAX_BATCH = 1000

/** The number of rejected steps of a batch that get a suggestion. */
const MAX_ADVISED = 20

/** Runs steps in their order, and returns the result of each. Spec 6.4. */
export async function runSteps(
  client: Client,
  steps: readonly ReadStep[],
  { bail = false, signal, patienceMs = PATIENCE_MS, onResults, allowsRefusals = false, checksSince }: RunOptions = {},
): Promise<readonly StepResult[]> {
  const ended = (base: Client): Client => (signal ? untilAborted(base, signal) : base)
  const [abortable, limited] = [ended(client), ended(withTimeout(client, patienceMs))]
  // A snapshot step has no time limit: the caller deletes the snapshots and must know that a snapshot exists.
  const clientFor = ({ step }: ReadStep): Client => (step.kind === 'snapshot' ? client : limited)
  const judging = { allowsRefusals, checksSince: checksSince ?? (await entryBeforeChecks(client, steps)) }
  const runAlone = (step: ReadStep): Promise<readonly Difference[]> =>
    runStep(clientFor(step), step, judging).catch((error: unknown) => noAnswerDifference(error, abortable))
  const results: StepResult[] = []
  const report = (found: readonly (readonly Difference[])[]): void => {
    add(found.map((differences) => ({ outcome: differences.length > 0 ? 'failed' : 'passed', differences })))
  }
  const add = (found: readonly Omit<StepResult, 'place'>[]): void => {
    const placed = found.map((result, i) => ({ place: results.length + i, ...result }))
    results.push(...placed)
    onResults?.(placed)
  }
  const isOver = (): boolean => bail && results.at(-1)?.outcome === 'failed'
  while (results.length < steps.length && !isOver()) {
    signal?.throwIfAborted()
    const batch = bail ? 0 : batchLength(steps, results.length)
    const next = steps.slice(results.length, results.length + Math.max(batch, 1))
    const first = next[0] as ReadStep
    report(batch > 1 ? await runBatch(client, next, judging) : [await runAlone(first)])
  }
  while (results.length < steps.length) add([{ outcome: 'skipped', differences: [] }])
  return results
}

/** Returns how many steps, from `first` on, can be sent in one call. A step with expectations cannot. */
function batchLength(steps: readonly ReadStep[], first: number): number {
  let next = first
  while (next < first + MAX_BATCH && canBatch(steps[next]?.step)) next += 1
  return next - first
}

/** A request step can go to any route, but a batch of commands only accepts the routes of the game. */
const canBatch = (step: Step | undefined): boolean =>
  step !== undefined && step.kind !== 'request' && step.given.expect === undefined

type FailedLines = ControlAnswer<'POST /_gamify/commands'>['failed']

/**
 * Sends steps in one call. It always waits for the answer, because the service performs all of them, and the next step
 * must find them done.
 */
async function runBatch(
  client: Client,
  steps: readonly ReadStep[],
  judging: Judging,
): Promise<readonly (readonly Difference[])[]> {
  const failed = await sendCommands(
    client,
    steps.map(({ value }) => value),
  )
  const found: (readonly Difference[])[] = steps.map(() => [])
  for (const [i, { line, error, error_description: description }] of failed.entries()) {
    if (isExcused(steps[line - 1]?.step, judging)) continue
    const difference = { path: 'error', wanted: undefined, got: `${error}: ${description}` }
    const refusal = { code: error, description }
    const advice = i < MAX_ADVISED ? await suggestionFor(refusal, client, playerOf(steps[line - 1])) : undefined
    found[line - 1] = withAdvice([difference], advice)
  }
  return found
}

/** Returns the player of a step. */
const playerOf = (read: ReadStep | undefined): string | undefined =>
  read && 'as' in read.step.given ? read.step.given.as : undefined

/** Sends steps as lines of commands, and returns those that failed. Spec 6.6 `POST /commands`. */
export async function sendCommands(client: Client, steps: readonly unknown[]): Promise<FailedLines> {
  const pieces = async function* () {
    yield steps.map((step) => `${JSON.stringify(step)}\n`).join('')
  }
  const { body } = await control(client, 'POST /_gamify/commands', {
    stream: { type: 'application/x-ndjson', pieces },
  })
  return body.failed
}

/** How refusals and checks are judged. */
interface Judging {
  readonly allowsRefusals: boolean
  /** The entry after which checks must hold. */
  readonly checksSince: number
}

/** Whether a step may be refused. A clock that shows another time would make all that follows meaningless. */
const isExcused = (step: Step | undefined, { allowsRefusals }: Judging): boolean =>
  allowsRefusals && step?.kind !== 'now' && step?.kind !== 'advance'

async function runStep(client: Client, read: ReadStep, judging: Judging): Promise<readonly Difference[]> {
  const { step } = read
  if (step.kind === 'expect') {
    const { expect } = step.given
    return 'checks' in expect
      ? checkDifferences(client, expect.checks, judging.checksSince)
      : stateDifferences(client, expect)
  }
  const answer = await answerTo(client, callsOf(step))
  if (answer.error && isExcused(step, judging)) return []
  const found = answerDifferences(answer, step.given.expect)
  if (found.length === 0 || !answer.error) return found
  return withAdvice(found, await suggestionFor(answer.error, client, playerOf(read)))
}

/**
 * Returns the difference for a call without an answer. Throws the error if the service does not answer at all, or if
 * the error has another cause.
 */
async function noAnswerDifference(error: unknown, client: Client): Promise<readonly Difference[]> {
  const isDropped = error instanceof UnreachableError
  if (!isDropped && !(error instanceof OverdueError)) throw error
  await client.request('GET', '/_gamify/health')
  const { message } = isDropped && error.cause instanceof Error ? error.cause : error
  return withAdvice(
    [{ path: 'answer', wanted: 'a whole answer', got: message }],
    isDropped ? CUT_OFF_ADVICE : undefined,
  )
}

const CUT_OFF_ADVICE = "a fault rule can cause this; run 'gamify fault list' to see the fault rules"

/** Returns the answer to the last call, or to the first rejected one. */
async function answerTo(client: Client, calls: readonly StepCall[]): Promise<StepAnswer> {
  let answer: StepAnswer = { status: 200, body: undefined }
  for (const call of calls) {
    answer = await send(client, await resolvePending(call, (list) => pageOf(client, list)))
    if (answer.error) return answer
  }
  return answer
}

async function send(
  client: Client,
  { method, path, params, query, body, isAnyRoute = false }: StepCall,
): Promise<StepAnswer> {
  try {
    const parts = { params, ...(query && { query }), body }
    return { status: 200, body: (await client.request(method, path, parts)).body }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { status: answered, text, received } = error
    if (isAnyRoute && answered >= 200 && answered <= 299) return { status: answered, body: received }
    return { status: answered, body: JSON.parse(text), error }
  }
}

async function pageOf(client: Client, list: StepCall): Promise<PendingPage | undefined> {
  const { body, error } = await send(client, list)
  return error ? undefined : (body as PendingPage)
}

/** Returns a client whose calls reject with OverdueError if the whole answer takes longer than `patienceMs`. */
function withTimeout(client: Client, patienceMs: number): Client {
  const limited = async <T>(given: AbortSignal | undefined, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new OverdueError(patienceMs)), patienceMs)
    try {
      return await call(given ? AbortSignal.any([given, limit.signal]) : limit.signal)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    ...client,
    request: (method, path, parts = {}) =>
      limited(parts.signal, (signal) => client.request(method, path, { ...parts, signal })),
    call: (name, input) => limited(input.signal, (signal) => client.call(name, { ...input, signal })),
  }
}
