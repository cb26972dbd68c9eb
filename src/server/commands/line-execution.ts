import { parseDuration } from '../../game/kernel/duration.ts'
import { fault, invalid, isFault, type Fault } from '../../game/kernel/fault.ts'
import { parseInstant } from '../../game/kernel/instant.ts'
import type { Caller } from '../../game/kernel/operation.ts'
import { pathText } from '../../game/kernel/schema.ts'
import { isOfVersions } from '../../game/kernel/version-operation.ts'
import { callsOf, resolvePending, type PendingPage, type StepCall } from '../../scripts/step-call.ts'
import { parseStep, type Step } from '../../scripts/step.ts'
import type { ApiClient } from '../../auth/clients.ts'
import { parseJsonBody } from '../json-body.ts'
import type { ServedGame, ServedRuntime } from '../served-game.ts'
import type { FindRow, RowUse } from './step-rows.ts'

/**
 * What comes of a line. What `waits` does so for the disk alone: it has been decided, and the next one may be. What has to
 * go `alone` is begun when all before it is kept.
 */
export type Execution =
  | { readonly waits: Fault | Promise<Fault | undefined> }
  | { readonly alone: () => Promise<Fault | undefined> }

/** What lines act on, and for whom. */
export interface CommandSite {
  readonly game: ServedGame
  readonly runtime: ServedRuntime
  readonly client: ApiClient
  readonly find: FindRow
}

/** Where a step is done: in the runtime, or in one that is to take its place. */
type Place = Pick<ServedRuntime, 'execute' | 'whyCannotAct'>

/** What a step comes to. One that is `timed` does nothing but commands of the game, which may have a time of their own. */
interface Work {
  readonly timed: boolean
  readonly execute: (place: Place, atMs?: number) => Execution
}

/** Executes a line: a step, with an optional `at`. Spec 6.6. */
export function executeLine(site: CommandSite, text: string): Execution {
  const body = parseJsonBody(text, 'line')
  if ('fault' in body) return { waits: body }
  const { at: given, ...value } = body.value
  const atMs = given === undefined ? undefined : instantIn(given)
  if (isFault(atMs)) return { waits: atMs }
  const step = stepIn(value)
  if (isFault(step)) return { waits: step }
  const work = workOf(site, step)
  if (atMs !== undefined) return executeAt(site.runtime, work, atMs)
  return isFault(work) ? { waits: work } : work.execute(site.runtime)
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

/** A runtime into which nobody has ever come begins at the time of the first step, where that is not refused. */
async function begin(runtime: ServedRuntime, work: Work, atMs: number): Promise<Fault | undefined> {
  const seed = async (begun: Place): Promise<Fault | undefined> => {
    const execution = work.execute(begun, atMs)
    return 'alone' in execution ? execution.alone() : execution.waits
  }
  return faultIn(await runtime.reset({ atMs, seed }))
}

function workOf(site: CommandSite, step: Step): Fault | Work {
  const ofRuntime = runtimeStep(site.runtime, step)
  if (ofRuntime) return { timed: false, execute: () => ({ alone: async () => faultIn(await ofRuntime()) }) }
  const [call, ...others] = callsOf(step)
  if (call === undefined) return noExpectations
  // All calls of a step change the game, or it has but one.
  const use = site.find(call)
  if (isFault(use)) return use
  const timed = use.row.op.kind === 'command'
  if (others.length === 0 && !call.pending)
    return { timed, execute: (place, atMs) => executeRow(site, use, place, atMs) }
  const calls = [call, ...others]
  return { timed, execute: (place, atMs) => ({ alone: () => callInTurn(site, calls, place, atMs) }) }
}

function executeRow(site: CommandSite, use: RowUse, place: Place, atMs: number | undefined): Execution {
  const run = (): Promise<unknown> => Promise.resolve(runRow(site, use, place, atMs))
  return isDecidedAtOnce(use) ? { waits: run().then(faultIn) } : { alone: async () => faultIn(await run()) }
}

/** What a step does that is about the runtime and not about the game. */
function runtimeStep({ clock, snapshots: points }: ServedRuntime, step: Step): (() => Promise<unknown>) | undefined {
  switch (step.kind) {
    case 'advance':
      return () => clock.change({ advanceMs: parseDuration(step.given.advance) })
    case 'now':
      return () => clock.change({ now: parseInstant(String(step.given.now)) })
    case 'snapshot':
      return () => points.save(step.given.snapshot)
    case 'restore':
      return () => points.restore(step.given.restore, { isSaved: false })
    default:
      return undefined
  }
}

/** A command that needs nothing but the state is decided when it is given, so that others may follow before it is kept. */
const isDecidedAtOnce = ({ row: { op } }: RowUse): boolean => op.kind === 'command' && !op.recalls && !op.next

async function callInTurn(
  site: CommandSite,
  calls: readonly StepCall[],
  place: Place,
  atMs: number | undefined,
): Promise<Fault | undefined> {
  for (const call of calls) {
    const use = site.find(await resolvePending(call, (list) => pageOf(site, list, place)))
    const result = isFault(use) ? use : await runRow(site, use, place, atMs)
    if (isFault(result)) return result
  }
  return undefined
}

async function pageOf(site: CommandSite, list: StepCall, place: Place): Promise<PendingPage | undefined> {
  const use = site.find(list)
  const result = isFault(use) ? use : await runRow(site, use, place, undefined)
  return isFault(use) || isFault(result) ? undefined : (use.row.present(result as never) as PendingPage)
}

/** A fault, or the result of the row's operation, as for a call over HTTP. */
function runRow({ game, client }: CommandSite, use: RowUse, place: Place, atMs: number | undefined): unknown {
  const { row, query, read } = use
  const caller = callerOf(use, client)
  if (isFault(caller)) return caller
  const refusal = caller.player === undefined ? undefined : place.whyCannotAct(caller.player)
  if (refusal) return refusal
  if ('fault' in read) return read
  const input = row.input({
    params: read.params.value,
    query: read.query.value ?? query,
    body: read.body.value,
    image: '',
  } as never) as never
  const { op } = row
  if (isOfVersions(op)) return game.designs.execute(op, input, caller, client.runtime)
  return place.execute(op as never, input, caller, atMs)
}

function callerOf({ row, query }: RowUse, { client_id: client }: ApiClient): Fault | Caller {
  if (row.caller === 'operator') return { client }
  const player = query['player_id']
  return player === undefined ? fault('invalid_player') : { client, player }
}

const faultIn = (result: unknown): Fault | undefined => (isFault(result) ? result : undefined)
