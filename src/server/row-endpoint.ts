import type { Auth } from '../auth/auth.ts'
import type { Permission } from '../auth/clients.ts'
import type { Grant } from '../auth/grant.ts'
import type { Fault } from '../game/kernel/fault.ts'
import { fault, isFault } from '../game/kernel/fault.ts'
import type { Caller } from '../game/kernel/operation.ts'
import type { Answer } from './answer.ts'
import { faultAnswer, jsonAnswer } from './answer.ts'
import { answerProblem } from './answer-check.ts'
import type { Call, Endpoint } from './call.ts'
import { readInput } from './input.ts'
import type { Fields } from './query.ts'
import { parseFields } from './query.ts'
import type { Row } from './row.ts'
import type { ServedGame, ServedRuntime } from './served-game.ts'

/** What the rows are answered from. */
export interface RowContext {
  readonly game: ServedGame
  readonly auth: Auth
  /** Holds every answer against its row's output schema, and fails where they differ. */
  readonly checkAnswers: boolean
}

/** The endpoint of a row: looks at token, scope, player and input, in this order, then runs the operation. Spec 5.2. */
export function rowEndpoint(row: Row, context: RowContext): Endpoint {
  const { game, auth, checkAnswers } = context
  const permission: Permission = `${row.resource}:${row.method === 'GET' ? 'r' : 'w'}`
  return async (call) => {
    if (game.state === 'starting') return faultAnswer(fault('temporary_failure'))
    const fields = parseFields(call.search)
    const grant = auth.authenticate({ query: fields, authorization: call.header('authorization') })
    if (isFault(grant)) return faultAnswer(grant)
    if (!mayCall(grant, permission, row)) return faultAnswer(notAllowed)
    const runtime = game.runtime(grant.client.runtime)
    const caller = callerOf(row, grant, fields, runtime)
    if (isFault(caller)) return faultAnswer(caller)
    const answer = await run(row, call, fields, runtime, caller)
    if (checkAnswers && answer.error === undefined) assertAnswer(row, answer)
    return answer
  }
}

/** What a call is told that its client has no permission for. Spec 5.1. */
export const notAllowed = fault('access_denied', { message: 'You are not allowed to access this api route' })

function mayCall({ permissions }: Grant, permission: Permission, { scopes }: Row): boolean {
  return permissions.has(permission) && (scopes === undefined || scopes.some((scope) => permissions.has(scope)))
}

/** Whom a call acts as: the token's own player, else the one that the query names. Spec 5.1. */
function callerOf(row: Row, grant: Grant, fields: Fields, runtime: ServedRuntime): Fault | Caller {
  const client = grant.client.client_id
  if (row.caller === 'operator') return { client }
  const player = grant.player ?? fields['player_id']
  if (player === undefined) return fault('invalid_player')
  return runtime.standing(player) ?? { client, player }
}

async function run(row: Row, call: Call, fields: Fields, runtime: ServedRuntime, caller: Caller): Promise<Answer> {
  const input = await readInput(row, call, fields)
  if (isFault(input)) return faultAnswer(input)
  const { params, query, body } = input
  const request = { params: params.value, query: query.value, body: body.value }
  const result = await runtime.execute(row.op, row.input(request as never) as never, caller)
  return isFault(result) ? faultAnswer(result) : jsonAnswer(200, row.present(result as never))
}

function assertAnswer(row: Row, { body }: Answer): void {
  const problem = answerProblem(row, body as string)
  if (problem !== undefined) throw new Error(`${row.method} /${row.api}${row.path} answered ${String(body)}: ${problem}`)
}
