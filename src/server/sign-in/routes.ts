import assert from 'node:assert/strict'
import { stagingClient } from '../../auth/clients.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { PICTURE_PATH, SIGN_OUT_PATH, SIGN_IN_PATH } from '../../interface/addresses.ts'
import { type Answer, faultAnswer } from '../answer.ts'
import type { Call, Endpoint, MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { noOtherSite } from '../gates.ts'
import { inputReader } from '../input.ts'
import { once } from '../once.ts'
import { rowAnswerer } from '../row-endpoint.ts'
import { runtimeOf } from '../served-game.ts'
import type { SignInPages } from './sign-in.ts'

/**
 * `GET` and `POST /auth`, `GET /logout`, and the picture that their pages show. The pages are loaded when they are first
 * requested. Spec 5.1.
 */
export function signInRoutes(context: ServerContext): readonly MountedEndpoint[] {
  const load = once(async () => (await import('./sign-in.ts')).signInPages(context))
  const page =
    (name: keyof SignInPages) =>
    async (call: Call): Promise<Answer> =>
      (await load())[name](call)
  return [
    { method: 'GET', path: SIGN_IN_PATH, endpoint: page('show') },
    { method: 'POST', path: SIGN_IN_PATH, endpoint: page('take') },
    { method: 'GET', path: SIGN_OUT_PATH, endpoint: page('end') },
    { method: 'GET', path: PICTURE_PATH, endpoint: pictureEndpoint(context), acceptsOtherSites: noOtherSite },
  ]
}

/** Answers the row of the game's picture for the pages, which have no token. The picture is the same in both runtimes. */
function pictureEndpoint(context: ServerContext): Endpoint {
  const { game } = context
  const row = context.rows.find(({ api, path }) => api === 'v2' && path === '/runtime/assets/game')
  assert(row, 'a row shows the picture of the game')
  const read = inputReader(row)({}, { size: 'large' }, '')
  const answerRow = rowAnswerer(row, context)
  const client = stagingClient
  const caller = { client: client.client_id }
  return async (call) => {
    if (game.loading === 'starting') await game.ready
    const runtime = runtimeOf(game, client)
    if (isFault(runtime)) return faultAnswer(runtime)
    return answerRow({ call, runtime, caller, client }, read)
  }
}
