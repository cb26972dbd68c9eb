import type { ApiClient } from '../../auth/clients.ts'
import { parseDuration } from '../../game/kernel/duration.ts'
import { fault, invalid, isFault, type Fault } from '../../game/kernel/fault.ts'
import { parseInstant } from '../../game/kernel/instant.ts'
import type { Caller } from '../../game/kernel/operation.ts'
import { pathText } from '../../game/kernel/schema-problems.ts'
import { isVersionOperation } from '../../game/kernel/version-operation.ts'
import { callsOf, type PendingPage, type StepCall, resolvePending } from '../../scripts/step-call.ts'
import { parseStep, type Step } from '../../scripts/step.ts'
import { parseJsonBody } from '../json-body.ts'
import { presentedBy } from '../row.ts'
import type { ServedGame, ServedRuntime } from '../served-game.ts'
import type { FindRow, RowUse } from './step-rows.ts'

/**
 * The execution of a line. With `waits`, the line is decided and only waits for the disk, so the next one can follow.
 * With `alone`, it starts when everything before it is on disk.
 */
export type Execution =
  | { readonly waits: Fault | Promise<Fault | undefined> }
  | { readonly alone: () => Promise<Fault | undefined> }

/** The target of the lines, and the client that they run for. */
export interface LineContext {
  readonly game: ServedGame
  readonly runtime: ServedRuntime
  readonly client: ApiClient
  readonly find: FindRow
}

/** The target of a step: the runtime, or a game that will replace it. */
type StepTarget = Pick<ServedRuntime, 'execute' | 'whyCannotAct'>

/** The work of a step. If it is `timed`, it consists of commands of the game, which can have a time of their own. */
interface Work {
  readonly timed: boolean
  readonly execute: (target: StepTarget, atMs?: number) => Execution
}

/** Executes a line: a step, with an optional `at`. Spec 6.6. */
export function executeLine(context: LineContext, text: string): Execution {
  const body = parseJsonBody(text, 'line')
  if ('fault' in body) return { waits: body }
  const { at: given, ...value } = body.value
  const atMs = given === undefined ? undefined : instantIn(given)
  if (isFault(atMs)) return { waits: atMs }
  const step = stepIn(value)
  if (isFault(step)) return { waits: step }
  const work = workOf(context, step)
  if (atMs !== undefined) return executeAt(context.runtime, work, atMs)
  return isFault(work) ? { waits: work } : work.execute(context.runtime)
}

function executeAt(runtime: ServedRuntime, work: Fault | Work, atMs: number): Execution {
  const timed = !isFault(work) && work.timed
  if (timed && runtime.mayBeginAt(atMs)) return { alone: () => begin(runtime, work, atMs) }
  const tooEarly = runtime.tooEarly(atMs)
  if (tooEarly) return { waits: tooEarly }
  if (isFault(work)) return { waits: work }
  return timed ? work.execute(runtime, atMs) : { waits: untimed }
}

const untimed = fault('invalid_request', {
  message: "Only a step that changes the game can have an 'at'; put a step with 'now' before it",
})

function instantIn(given: unknown): Fault | number {
  const at = typeof given === 'string' || typeof given === 'number' ? parseInstant(String(given)) : undefined
  return at ?? fault('invalid_date', { name: 'at' })
}

function stepIn(value: Readonly<Record<string, unknown>>): Fault | Step {
  if ('expect' in value) return noExpectations
  const step = parseStep(value)
  if (!('problems' in step)) return step
  return invalid(step.problems.map(({ path, message }) => ({ path: pathText(path), message })))
}

const noExpectations = invalid([
  { path: 'expect', message: "command lines cannot have expectations; use 'gamify play script' to check answers" },
])

/** Starts an unused runtime at the time of the first step, unless the reset refuses. */
async function begin(runtime: ServedRuntime, work: Work, atMs: number): Promise<Fault | undefined> {
  const seed = async (begun: StepTarget): Promise<Fault | undefined> => {
    const execution = work.execute(begun, atMs)
    return 'alone' in execution ? execution.alone() : execution.waits
  }
  return faultIn(await runtime.reset({ atMs, seed }))
}

function workOf(context: LineContext, step: Step): Fault | Work {
  const ofRuntime = runtimeStep(context.runtime, step)
  if (ofRuntime) return { timed: false, execute: () => ({ alone: async () => faultIn(await ofRuntime()) }) }
  const [call, ...others] = callsOf(step)
  if (call === undefined) return noExpectations
  // All calls of a step change the game, or the step has only one call.
  const use = context.find(call)
  if (isFault(use)) return use
  const timed = use.row.op.kind === 'command'
  if (others.length === 0 && !call.pending)
    return { timed, execute: (target, atMs) => executeRow(context, use, target, atMs) }
  const calls = [call, ...others]
  return { timed, execute: (target, atMs) => ({ alone: () => callInTurn(context, calls, target, atMs) }) }
}

function executeRow(context: LineContext, use: RowUse, target: StepTarget, atMs: number | undefined): Execution {
  const run = (): Promise<unknown> => Promise.resolve(runRow(context, use, target, atMs))
  return isDecidedAtOnce(use) ? { waits: run().then(faultIn) } : { alone: async () => faultIn(await run()) }
}

/** Returns the work of a step that concerns the runtime and not the game. */
function runtimeStep({ clock, snapshots }: ServedRuntime, step: Step): (() => Promise<unknown>) | undefined {
  switch (step.kind) {
    case 'advance':
      return () => clock.change({ advanceMs: parseDuration(step.given.advance) })
    case 'now':
      return () => clock.change({ now: parseInstant(String(step.given.now)) })
    case 'snapshot':
      return () => snapshots.save(step.given.snapshot)
    case 'restore':
      return () => snapshots.restore(step.given.restore, { isSaved: false })
    default:
      return undefined
  }
}

/** A command that needs only the state is decided at once, so that others can follow before it is on disk. */
const isDecidedAtOnce = ({ row: { op } }: RowUse): boolean => op.kind === 'command' && !op.recalls && !op.next

async function callInTurn(
  context: LineContext,
  calls: readonly StepCall[],
  target: StepTarget,
  atMs: number | undefined,
): Promise<Fault | undefined> {
  for (const call of calls) {
    const use = context.find(await resolvePending(call, (list) => pageOf(context, list, target)))
    const result = isFault(use) ? use : await runRow(context, use, target, atMs)
    if (isFault(result)) return result
  }
  return undefined
}

async function pageOf(context: LineContext, list: StepCall, target: StepTarget): Promise<PendingPage | undefined> {
  const use = context.find(list)
  const result = isFault(use) ? use : await runRow(context, use, target, undefined)
  return isFault(use) || isFault(result) ? undefined : (presentedBy(use.row, result) as PendingPage)
}

/** Runs the row's operation as a call over HTTP does. Returns a fault or the result. */
function runRow({ game, client }: LineContext, use: RowUse, target: StepTarget, atMs: number | undefined): unknown {
  const { row, query, read } = use
  const caller = callerOf(use, client)
  if (isFault(caller)) return caller
  const refusal = caller.player === undefined ? undefined : target.whyCannotAct(caller.player)
  if (refusal) return refusal
  if ('fault' in read) return read
  const input = row.input({
    params: read.params.value,
    query: read.query.value ?? query,
    body: read.body.value,
    image: '',
  } as never) as never
  const { op } = row
  if (isVersionOperation(op)) return game.designs.execute(op, input, caller, client.runtime)
  return target.execute(op as never, input, caller, atMs)
}

function callerOf({ row, query }: RowUse, { client_id: client }: ApiClient): Fault | Caller {
  if (row.caller === 'operator') return { client }
  const player = query['player_id']
  return player === undefined ? fault('invalid_player') : { client, player }
}

const faultIn = (result: unknown): Fault | undefined => (isFault(result) ? result : undefined)
