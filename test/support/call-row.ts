import type { Runtime } from '../../src/emulator/runtime.ts'
import type { GameOperation } from '../../src/game/game-operation.ts'
import { isFault, type Fault } from '../../src/game/kernel/fault.ts'
import { memoize } from '../../src/game/kernel/memoize.ts'
import { routes } from '../../src/game/routes.ts'
import { answerProblem } from '../../src/server/answer-check.ts'
import { inputReader, type InputReader } from '../../src/server/input.ts'
import { presentedBy, type JsonRow, type Row } from '../../src/server/row.ts'

/** A call without the wire: the row's own schemas read the input, its operation runs, its presenter answers. */
export interface RowCall {
  /** `POST /v2/admin/players` */
  readonly route: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The player that the call acts as. */
  readonly as?: string
}

/** The answer's bytes, or why it was refused. */
type RowAnswer = { readonly fault: Fault } | { readonly json: string }

/** All rows by name. */
export const rows: ReadonlyMap<string, Row> = new Map(
  (routes as readonly Row[]).map((row) => [`${row.method} /${row.api}${row.path}`, row]),
)

/** Calls and answers that are remembered of each row: games are asked the same again and again. */
const MAX_REMEMBERED = 300

/** A row as it is called here: how it reads input follows from the input alone, and how right an answer is from its text. */
interface CalledRow {
  readonly row: Row
  /** Of the JSON of `[params, query, body as it is sent]`. */
  readonly read: (asked: string) => ReturnType<InputReader>
  /** Of an answer of JSON: nothing but '' where it is right. */
  readonly problem: (json: string) => string
}

function calledRow(row: Row): CalledRow {
  const read = inputReader(row)
  return {
    row,
    read: memoize((asked) => read(...(JSON.parse(asked) as Parameters<InputReader>)), { max: MAX_REMEMBERED }),
    problem: memoize((json) => answerProblem(row as JsonRow, json) ?? '', { max: MAX_REMEMBERED }),
  }
}

const calledRows: ReadonlyMap<string, CalledRow> = new Map(
  rows.entries().map(([name, row]) => [name, calledRow(row)] as const),
)

/** Makes a call; throws where the answer is not what the row's output schema says. */
export async function callRow(
  runtime: Runtime,
  { route, params = {}, query = {}, body, as }: RowCall,
): Promise<RowAnswer> {
  const called = calledRows.get(route)
  if (!called) throw new Error(`there is no route ${route}`)
  const { row } = called
  const standing = row.caller === 'player' ? await runtime.whyCannotAct(as ?? '') : undefined
  if (standing) return { fault: standing }
  const read = called.read(JSON.stringify([params, query, body === undefined ? '' : JSON.stringify(body)]))
  if ('fault' in read) return { fault: read }
  const request = { params: read.params.value, query: read.query.value, body: read.body.value, image: '' }
  const op = row.op as unknown as GameOperation<unknown, unknown>
  const result = await runtime.execute(op, row.input(request as never), callerOf(as))
  if (isFault(result)) return { fault: result }
  if (row.out === 'image') return { json: JSON.stringify(result) }
  const json = JSON.stringify(presentedBy(row, result))
  const problem = called.problem(json)
  if (problem !== '') throw new Error(`${route} answered ${json}: ${problem}`)
  return { json }
}

const callerOf = (as: string | undefined) => (as === undefined ? { client: 'test' } : { client: 'test', player: as })
