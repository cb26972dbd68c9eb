import { stagingClient } from '../src/auth/clients.ts'
import type { GameOperation } from '../src/game/game-operation.ts'
import type { RuntimeName } from '../src/game/game-state.ts'
import { fault, isFault, type Fault } from '../src/game/kernel/fault.ts'
import type { Caller } from '../src/game/kernel/operation.ts'
import { isVersionOperation } from '../src/game/kernel/version-operation.ts'
import { answerProblem } from '../src/server/answer-check.ts'
import { presentedBy } from '../src/server/row.ts'
import { addressOf, type Call } from './call.ts'
import type { World } from './world.ts'

/** What a call came to: its answer, or the code of its error. */
export type Outcome =
  | { readonly answer: unknown; readonly fault?: never }
  | { readonly fault: string; readonly answer?: never }

/** An answer that its row does not describe, or that is a defect of the program. */
class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer'
}

/** The client that calls a runtime, with all scopes. */
export const clientOf = (runtime: RuntimeName): string =>
  runtime === 'staging' ? stagingClient.client_id : 'gamify-production'

/** Rows that only the wire can call. */
export function isForWire({ row: { row } }: Pick<Call, 'row'>): boolean {
  return row.upload !== undefined || row.op.kind === 'token' || row.op.kind === 'logout'
}

/** Calls a row without the wire: its schemas read the input, its operation runs, its presenter answers. */
export async function callDirectly(world: World, call: Call): Promise<Outcome> {
  const { as, params = {}, query = {}, body, row: called } = call
  const { row } = called
  const runtime = world.runtime(call.runtime)
  if (row.caller === 'player') {
    const standing = as === undefined ? fault('invalid_player') : await runtime.whyCannotAct(as)
    if (standing) return { fault: standing.fault }
  }
  const read = called.read(params, query, body)
  if ('fault' in read) return { fault: read.fault }
  const request = { params: read.params.value, query: read.query.value, body: read.body.value, image: '' }
  const result = await run(world, call, row.input(request as never) as never)
  if (isFault(result)) return { fault: result.fault }
  return { answer: row.out === 'image' ? result : presented(call, presentedBy(row, result), runtime.state.seq) }
}

function run(world: World, { row: { row }, runtime, as }: Call, input: never): unknown {
  const { op } = row
  const client = clientOf(runtime)
  const caller: Caller = row.caller === 'player' && as !== undefined ? { client, player: as } : { client }
  if (op.kind === 'gallery') return op.use(world.emulator.images as never, input)
  if (isVersionOperation(op)) return world.emulator.designs.execute(op as never, input, caller, runtime)
  return world.runtime(runtime).execute(op as unknown as GameOperation<never, Fault>, input, caller)
}

/** An answer as JSON gives it, held against the schema of its row. */
function presented({ row: called }: Call, answer: unknown, seq: number): unknown {
  const { row } = called
  if (row.out === 'image') return answer
  const json = JSON.stringify(answer)
  const problem = isHeld(called, seq) ? answerProblem(row, json) : undefined
  if (problem !== undefined) throw new WrongAnswer(`${json.slice(0, 2000)}: ${problem}`)
  return JSON.parse(json)
}

/** Plays are most of all calls: of those that go without the wire one in so many is held against its schema. */
const ONE_PLAY_IN = 4

const plays: ReadonlySet<string> = new Set(['actions.play', 'processes.play'])

const isHeld = ({ op }: Call['row'], seq: number): boolean => !plays.has(op) || seq % ONE_PLAY_IN === 0

/** Calls a row through the whole of the server, which holds its answer against the schema. */
export async function callOverWire(world: World, call: Call): Promise<Outcome> {
  const { row, runtime, body, file } = call
  const { status, text } = await world.send(row.row.method, addressOf(call), { client: clientOf(runtime), body, file })
  return wireOutcome(world, status, text)
}

/** What an answer over the wire comes to; a 500 is a defect. */
export function wireOutcome(world: World, status: number, text: string): Outcome {
  if (status >= 500 && status !== 503) {
    const error = world.defects.at(-1)?.error
    throw new WrongAnswer(
      `${status} ${text}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }
  if (status < 400) return { answer: text.startsWith('{') || text.startsWith('[') ? jsonIn(text) : text }
  const { error } = jsonIn(text) as { error?: string }
  if (typeof error !== 'string') throw new WrongAnswer(`${status} without a code: ${text.slice(0, 500)}`)
  return { fault: error }
}

/** NDJSON and pages are left as they are. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
