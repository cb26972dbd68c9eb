import type { Auth } from '../auth/auth.ts'
import type { ApiClient, Permission } from '../auth/clients.ts'
import type { Grant } from '../auth/grant.ts'
import type { ShownImage } from '../game/images/shown-image.ts'
import type { Fault } from '../game/kernel/fault.ts'
import { fault, isFault } from '../game/kernel/fault.ts'
import type { ImageAlbum } from '../game/kernel/image-album.ts'
import type { Caller } from '../game/kernel/operation.ts'
import { bodyMethods, permissionFor } from '../game/kernel/route.ts'
import type { Bearer } from '../game/kernel/operation.ts'
import { isVersionOperation } from '../game/kernel/version-operation.ts'
import type { Answer } from './answer.ts'
import { faultAnswer, resultAnswer } from './answer.ts'
import { answerProblem, checkedPicture } from './answer-check.ts'
import type { Call, Endpoint } from './call.ts'
import { credentialsIn } from './credentials-in.ts'
import { imageAnswer } from './image-answer.ts'
import type { RowInput } from './input.ts'
import { inputReader } from './input.ts'
import type { Fields } from './query.ts'
import { parseFields } from './query.ts'
import type { JsonRow, Row } from './row.ts'
import { runtimeOf } from './runtime-choice.ts'
import type { ServedGame, ServedRuntime } from './served-game.ts'
import type { Uploads } from './upload.ts'

/** What the rows are answered from. */
export interface RowContext {
  readonly game: ServedGame
  readonly auth: Auth
  /** Holds every answer against its row's output schema, and fails where they differ. */
  readonly checkAnswers: boolean
  readonly uploads: Uploads
}

/** The endpoint of a row: looks at token, scope, player and input, in this order, then runs the operation. Spec 5.2. */
export function rowEndpoint(row: Row, context: RowContext): Endpoint {
  const { game, auth } = context
  const permission = permissionFor(row.resource, row.method)
  const hasBody = bodyMethods.has(row.method)
  const readInput = inputReader(row)
  return async (call) => {
    if (game.state === 'starting') await game.ready
    const query = parseFields(call.search)
    const grant = auth.authenticate({ query, authorization: call.header('authorization') })
    if (isFault(grant)) return faultAnswer(grant)
    call.runtime = grant.client.runtime
    if (!mayCall(grant, permission, row)) return faultAnswer(notAllowed)
    const runtime = runtimeOf(game, grant)
    if (isFault(runtime)) return faultAnswer(runtime)
    const caller = callerOf(row, grant, query)
    if (isFault(caller)) return faultAnswer(caller)
    const standing = caller.player === undefined ? undefined : runtime.whyCannotAct(caller.player)
    // Most players may act, and what is known needs no turn of the loop.
    const refusal = standing instanceof Promise ? await standing : standing
    if (refusal) return faultAnswer(refusal)
    // One that the row does not want is read all the same, for its size.
    const body = row.upload ? await keptUpload(call, context, row.upload) : hasBody ? await call.body() : ''
    if (isFault(body)) return faultAnswer(body)
    const [text, image] = typeof body === 'string' ? [body, ''] : ['', body.id]
    const read = readInput(call.params, query, text)
    return answerRow(row, call, read, image, { ...context, runtime, caller, client: grant.client })
  }
}

/** Runs the operation of a row with what was read from a call, and the id of the image that came with it. */
export async function answerRow(
  row: Row,
  call: Call,
  read: Fault | RowInput,
  image: string,
  running: Running,
): Promise<Answer> {
  const input = inputOf(row, read, image)
  if (isFault(input)) return faultAnswer(input)
  const result = await run(row, input.value, call, running)
  return isFault(result) ? faultAnswer(result) : answerOf(row, result, call, running)
}

/** What comes with a call is kept before anything names it. */
function keptUpload(
  call: Call,
  { game, uploads }: RowContext,
  album: ImageAlbum,
): Promise<Fault | { readonly id: string }> {
  return call.upload(uploads, (file) => game.images.add(album, file))
}

/** Where an operation runs, and for whom. */
export interface Running extends RowContext {
  readonly runtime: ServedRuntime
  readonly caller: Caller
  readonly client: ApiClient
}

/** A fault, or the result of the row's operation. */
function run({ op }: Row, input: never, call: Call, { game, auth, runtime, caller, client }: Running): unknown {
  if (op.kind === 'gallery') return op.use(game.images as never, input)
  if (op.kind === 'token') return tokenFor(op, auth, call, runtime, caller)
  if (op.kind === 'logout') return logOut(op, auth, call)
  if (isVersionOperation(op)) return game.designs.execute(op, input, caller, client.runtime)
  return runtime.execute(op, input, caller)
}

async function tokenFor(
  { bearer, answer }: Extract<Row['op'], { readonly kind: 'token' }>,
  auth: Auth,
  call: Call,
  runtime: ServedRuntime,
  caller: Caller,
): Promise<unknown> {
  const found = (await runtime.execute(bearer as never, {} as never, caller)) as Fault | Bearer
  if (isFault(found)) return found
  const token = auth.streamToken(credentialsIn(call), { client: caller.client, player: found.player })
  return isFault(token) ? token : answer(token)
}

async function logOut(
  { result }: Extract<Row['op'], { readonly kind: 'logout' }>,
  auth: Auth,
  call: Call,
): Promise<unknown> {
  return (await auth.logout(credentialsIn(call))) ?? result
}

function answerOf(row: Row, result: unknown, call: Call, { game, checkAnswers }: RowContext): Answer | Promise<Answer> {
  if (row.out === 'image') {
    const shown = result as ShownImage
    const answer = imageAnswer(game.images, shown, call.header('if-none-match'))
    return checkAnswers ? assertPicture(shown, answer) : answer
  }
  const presented = row.present(result as never)
  if (checkAnswers) assertAnswer(row, presented)
  return resultAnswer(presented)
}

/** What a call is told that its client has no permission for. Spec 5.1. */
export const notAllowed = fault('access_denied', { message: 'You are not allowed to access this api route' })

function mayCall({ permissions }: Grant, permission: Permission, { scopes }: Row): boolean {
  return permissions.has(permission) && (scopes === undefined || scopes.some((scope) => permissions.has(scope)))
}

function callerOf(row: Row, grant: Grant, fields: Fields): Fault | Caller {
  const client = grant.client.client_id
  if (row.caller === 'operator') return { client }
  const player = playerOf(grant, fields)
  return isFault(player) ? player : { client, player }
}

/** Whom a call acts as: the token's own player, else the one that the query names. Spec 5.1. */
export function playerOf(grant: Grant, fields: Fields): Fault | string {
  return grant.player ?? fields['player_id'] ?? fault('invalid_player')
}

/** What the operation gets, out of what the schemas have read. */
function inputOf(row: Row, read: Fault | RowInput, image: string): Fault | { readonly value: never } {
  if ('fault' in read) return read
  const request = { params: read.params.value, query: read.query.value, body: read.body.value, image }
  return { value: row.input(request as never) as never }
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
