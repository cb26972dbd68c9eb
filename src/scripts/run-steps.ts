import { control } from '../client/control.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'
import type { Client } from '../client/client.ts'
import { OverdueError } from '../client/overdue-error.ts'
import { ServiceError } from '../client/service-error.ts'
import { UnreachableError } from '../client/unreachable-error.ts'
import { untilAborted } from '../client/until-aborted.ts'
import { answerDifferences, type StepAnswer } from './answer-check.ts'
import { withAdvice, type Difference } from './difference.ts'
import { stateDifferences } from './state-check.ts'
import { suggestionFor } from './suggestions.ts'
import type { ReadStep } from './script-file.ts'
import { callsOf, resolvePending, type PendingPage, type StepCall } from './step-call.ts'
import type { Step } from './step.ts'

/** What came of a step. */
export interface StepResult {
  /** Counted from 0. */
  readonly place: number
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** How it was not as expected; none of a step that did not fail. */
  readonly differences: readonly Difference[]
}

/** How steps are run, where not all of them without a word. */
export interface RunOptions {
  /** Leaves out what follows the first that fails. */
  readonly bail?: boolean
  /**
   * Aborted when no further step is to begin, and one that waits for an answer is given up; it throws the reason then.
   */
  readonly signal?: AbortSignal | undefined
  /** How long the answer to a call is waited for, to its end. */
  readonly patienceMs?: number
  /** Told what came of the steps, in their order, of those that went in one call together. */
  readonly onResults?: (results: readonly StepResult[]) => void
}

/** No call of a step takes longer to be answered. */
const PATIENCE_MS = 30_000

/** Steps that go in one call. */
const MAX_BATCH = 1000

/** Refusals of steps that went together for which it is looked up what was meant. */
const MAX_ADVISED = 20

/** Runs steps in their order, and tells what came of each. Spec 6.4. */
export async function runSteps(
  client: Client,
  steps: readonly ReadStep[],
  { bail = false, signal, patienceMs = PATIENCE_MS, onResults }: RunOptions = {},
): Promise<readonly StepResult[]> {
  const ended = (base: Client): Client => (signal ? untilAborted(base, signal) : base)
  const [abortable, limited] = [ended(client), ended(withTimeout(client, patienceMs))]
  // A snapshot that is being saved is waited for: who removes it has to know that it is there.
  const clientFor = ({ step }: ReadStep): Client => (step.kind === 'snapshot' ? client : limited)
  const runAlone = (step: ReadStep): Promise<readonly Difference[]> =>
    runStep(clientFor(step), step).catch((error: unknown) => noAnswerDifference(error, abortable))
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
    report(batch > 1 ? await runBatch(client, next) : [await runAlone(first)])
  }
  while (results.length < steps.length) add([{ outcome: 'skipped', differences: [] }])
  return results
}

/** How many steps from one on, of which nothing is expected, can go in one call. */
function batchLength(steps: readonly ReadStep[], first: number): number {
  let next = first
  while (next < first + MAX_BATCH && canBatch(steps[next]?.step)) next += 1
  return next - first
}

/** A request may be to any route, and others than those of the game are not for lines of commands. */
const canBatch = (step: Step | undefined): boolean =>
  step !== undefined && step.kind !== 'request' && step.given.expect === undefined

type FailedLines = ControlAnswer<'POST /_gamify/commands'>['failed']

/**
 * Once sent they are all done, whether or not their answer is waited for: so it is, for what comes next must find them
 * done.
 */
async function runBatch(client: Client, steps: readonly ReadStep[]): Promise<readonly (readonly Difference[])[]> {
  const failed = await sendCommands(
    client,
    steps.map(({ value }) => value),
  )
  const found: (readonly Difference[])[] = steps.map(() => [])
  for (const [i, { line, error, error_description: description }] of failed.entries()) {
    const difference = { path: 'error', wanted: undefined, got: `${error}: ${description}` }
    const refusal = { code: error, description }
    const advice = i < MAX_ADVISED ? await suggestionFor(refusal, client, playerOf(steps[line - 1])) : undefined
    found[line - 1] = withAdvice([difference], advice)
  }
  return found
}

/** Who a step is by. */
const playerOf = (read: ReadStep | undefined): string | undefined =>
  read && 'as' in read.step.given ? read.step.given.as : undefined

/** Sends steps as lines of commands; gives those that failed. Spec 6.6 `POST /commands`. */
export async function sendCommands(client: Client, steps: readonly unknown[]): Promise<FailedLines> {
  const pieces = async function* () {
    yield steps.map((step) => `${JSON.stringify(step)}\n`).join('')
  }
  const { body } = await control(client, 'POST /_gamify/commands', {
    stream: { type: 'application/x-ndjson', pieces },
  })
  return body.failed
}

async function runStep(client: Client, read: ReadStep): Promise<readonly Difference[]> {
  const { step } = read
  if (step.kind === 'expect') return stateDifferences(client, step.given.expect)
  const answer = await answerTo(client, callsOf(step))
  const found = answerDifferences(answer, step.given.expect)
  if (found.length === 0 || !answer.error) return found
  return withAdvice(found, await suggestionFor(answer.error, client, playerOf(read)))
}

/**
 * That no answer has come, of a service that is there and will be asked on; throws where it is not, or it was not that.
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

/** The answer to the last call, or to the first that is refused. */
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

/** The same client, each of whose calls rejects with OverdueError where its answer has not come, to its end, in so long. */
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
