import type { ApiClient } from '../auth/clients.ts'
import type { Grant } from '../auth/credentials.ts'
import type { AnsweredCall } from '../emulator/session/keyed-call.ts'
import type { ShownImage } from '../game/images/shown-image.ts'
import type { CallKey } from '../game/kernel/entry.ts'
import { type Fault, fault, isFault } from '../game/kernel/fault.ts'
import type { ImageAlbum } from '../game/kernel/image-album.ts'
import type { Caller, Bearer } from '../game/kernel/operation.ts'
import { bodyMethods, permissionFor } from '../game/kernel/route.ts'
import { isVersionOperation } from '../game/kernel/version-operation.ts'
import { answerProblem, checkedPicture } from './answer-check.ts'
import { type Answer, faultAnswer, resultAnswer } from './answer.ts'
import type { Call, Endpoint } from './call.ts'
import type { ServerContext } from './context.ts'
import { digestOf, idempotencyKey, keyedAnswer } from './idempotency.ts'
import { imageAnswer } from './image-answer.ts'
import { type RowInput, inputReader } from './input.ts'
import type { Fields } from './query.ts'
import { presentedBy, type JsonRow, type Row } from './row.ts'
import { runtimeOf, type ReadableRuntime } from './served-game.ts'

type RowContext = Pick<ServerContext, 'answers' | 'auth' | 'checkAnswers' | 'game' | 'uploads'>

/** One call of a row: the runtime that the operation runs in, and the caller that it runs for. */
export interface RowCall {
  readonly call: Call
  readonly runtime: ReadableRuntime
  readonly caller: Caller
  readonly client: ApiClient
}

/** Creates the endpoint of a row. It checks token, scope, player and input, in this order, and runs the operation. Spec 5.2. */
export function rowEndpoint(row: Row, context: RowContext): Endpoint {
  const { game, auth } = context
  const { caller: acts, scopes, upload } = row
  const permission = permissionFor(row.resource, row.method)
  const hasBody = bodyMethods.has(row.method)
  const readInput = inputReader(row)
  const answerRow = rowAnswerer(row, context)
  return async (call) => {
    if (game.loading === 'starting') await game.ready
    const grant = auth.authenticate(call)
    if (isFault(grant)) return faultAnswer(grant)
    const { client, permissions } = grant
    call.runtime = client.runtime
    if (!permissions.has(permission) || (scopes && !scopes.some((scope) => permissions.has(scope))))
      return faultAnswer(notAllowed)
    const runtime = call.past ?? runtimeOf(game, client)
    if (isFault(runtime)) return faultAnswer(runtime)
    const player = acts === 'operator' ? undefined : playerOf(grant, call.query)
    if (isFault(player)) return faultAnswer(player)
    if (player !== undefined) {
      const refusal = runtime.whyCannotAct(player)
      // Most players can act, and the answer to that needs no turn of the event loop.
      const refused = refusal && (await refusal)
      if (refused) return faultAnswer(refused)
    }
    // A body that the row does not use is read all the same, because it can be too large.
    const body = upload ? await keptUpload(call, context, upload) : hasBody ? await call.body() : ''
    if (isFault(body)) return faultAnswer(body)
    const [text, image] = typeof body === 'string' ? [body, ''] : ['', body.id]
    const caller = player === undefined ? { client: client.client_id } : { client: client.client_id, player }
    call.caller = caller
    return answerRow({ call, runtime, caller, client }, readInput(call.params, call.query, text), image)
  }
}

/** Whether a row only reads the game. What versions of the design it has now does not tell what it had before. */
export const isRead = ({ method, op }: Row): boolean => method === 'GET' && (op.kind === 'view' || op.kind === 'walk')

/** Answers a call of a row, of which `read` is the input and `image` the id of the uploaded image. */
type AnswerRow = (rowCall: RowCall, read: Fault | RowInput, image?: string) => Promise<Answer>

/** Creates what runs the operation of a row and answers with its result. */
export function rowAnswerer(row: Row, context: RowContext): AnswerRow {
  const run = operationRunner(row.op, context)
  const changes = row.method !== 'GET'
  return async (rowCall, read, image = '') => {
    if ('fault' in read) return faultAnswer(read)
    const request = { params: read.params.value, query: read.query.value, body: read.body.value, image }
    const input = row.input(request as never) as never
    const key = changes ? idempotencyKey(rowCall.call) : undefined
    if (isFault(key)) return faultAnswer(key)
    if (key !== undefined && row.out !== 'image') {
      const asked = { key, digest: digestOf([row.method, row.api, row.path, request]) }
      return keyedAnswer(await runOnce(row, asked, { run, input, rowCall }, context), asked)
    }
    const result = await run(input, rowCall)
    return isFault(result) ? faultAnswer(result) : answerOf(row, result, rowCall.call, context)
  }
}

/** One run of the operation of a row. */
interface RowRun {
  readonly run: ReturnType<typeof operationRunner>
  readonly input: never
  readonly rowCall: RowCall
}

/** Runs the operation of a row unless the same was asked for before with the same key. The history knows that of its commands. */
async function runOnce(
  row: JsonRow,
  asked: CallKey,
  { run, input, rowCall }: RowRun,
  { answers, checkAnswers, game }: RowContext,
): Promise<Fault | AnsweredCall> {
  const { op } = row
  const { call, caller, client } = rowCall
  const present = (result: unknown): unknown => {
    const presented = presentedBy(row, result)
    if (checkAnswers) assertAnswer(row, presented)
    return presented
  }
  if (op.kind !== 'command')
    return answers.once(JSON.stringify([client.runtime, caller]), asked, async () => {
      const result = await run(input, rowCall)
      return isFault(result) ? result : present(result)
    })
  const runtime = runtimeOf(game, client)
  return isFault(runtime)
    ? runtime
    : following(call, runtime, () => runtime.executeOnce(op, input, caller, { ...asked, present }))
}

/** The image is stored before anything refers to it. */
function keptUpload(
  call: Call,
  { game, uploads }: RowContext,
  album: ImageAlbum,
): Promise<Fault | { readonly id: string }> {
  return call.upload(uploads, (file) => game.images.add(album, file))
}

/** Returns what runs an operation: it gives a fault, or the result. */
function operationRunner(op: Row['op'], { game, auth }: RowContext): (input: never, rowCall: RowCall) => unknown {
  if (op.kind === 'gallery') return (input) => op.use(game.images as never, input)
  if (op.kind === 'token') {
    return async (_, { call, runtime, caller }) => {
      const found = (await runtime.execute(op.bearer as never, {} as never, caller)) as Fault | Bearer
      if (isFault(found)) return found
      const token = auth.streamToken(call, { client: caller.client, player: found.player })
      return isFault(token) ? token : op.answer(token)
    }
  }
  if (op.kind === 'logout') return async (_, { call }) => (await auth.logout(call)) ?? op.result
  if (isVersionOperation(op))
    return (input, { caller, client }) => game.designs.execute(op, input, caller, client.runtime)
  if (op.kind !== 'command') return (input, { runtime, caller }) => runtime.execute(op, input, caller)
  return (input, { call, runtime, caller }) => following(call, runtime, () => runtime.execute(op, input, caller))
}

/** Runs a command, and tells the call which entry it led to. */
function following<T>(call: Call, { state }: Pick<ReadableRuntime, 'state'>, run: () => T): T {
  const { seq } = state
  const result = run()
  // Most commands are decided at once. Those that wait for something are not followed.
  if (state.seq > seq) call.entry = seq + 1
  return result
}

function answerOf(row: Row, result: unknown, call: Call, { game, checkAnswers }: RowContext): Answer | Promise<Answer> {
  if (row.out === 'image') {
    const shown = result as ShownImage
    const answer = imageAnswer(game.images, shown, call.header('if-none-match'))
    return checkAnswers ? assertPicture(shown, answer) : answer
  }
  const presented = presentedBy(row, result)
  if (checkAnswers) assertAnswer(row, presented)
  return resultAnswer(presented)
}

/** The answer to a call whose client does not have the permission. Spec 5.1. */
export const notAllowed = fault('access_denied', { message: 'You are not allowed to access this api route' })

/** Returns the player that a call acts as: the player of the token, else the one that the query names. Spec 5.1. */
export function playerOf(grant: Grant, query: Fields): Fault | string {
  return grant.player ?? query['player_id'] ?? fault('invalid_player')
}

function assertAnswer(row: JsonRow, presented: unknown): void {
  const json = JSON.stringify(presented)
  const problem = answerProblem(row, json)
  if (problem !== undefined) throw new Error(`${row.method} /${row.api}${row.path} answered ${json}: ${problem}`)
}

async function assertPicture(shown: ShownImage, coming: Promise<Answer>): Promise<Answer> {
  const answer = await coming
  return answer.status === 200 ? checkedPicture(shown, answer) : answer
}
