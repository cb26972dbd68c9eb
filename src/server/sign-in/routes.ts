import assert from 'node:assert/strict'
import { stagingClient } from '../../auth/clients.ts'
import { isFault } from '../../game/kernel/fault.ts'
import type { Answer } from '../answer.ts'
import { faultAnswer } from '../answer.ts'
import type { Call, Endpoint, MountedEndpoint } from '../call.ts'
import type { DefectLogger } from '../defect.ts'
import { inputReader } from '../input.ts'
import { once } from '../once.ts'
import { closedToOtherSites } from '../origin-gate.ts'
import type { Row } from '../row.ts'
import { answerRow, type RowContext } from '../row-endpoint.ts'
import { runtimeOf } from '../runtime-choice.ts'
import { SIGN_IN_PATH } from '../../interface/addresses.ts'
import { PICTURE_PATH, SIGN_OUT_PATH } from './paths.ts'
import type { SignInPages } from './sign-in.ts'

/**
 * `GET` and `POST /auth`, `GET /logout`, and the picture that their pages show. The pages are loaded when first asked for.
 * `secure` where they are served over https; `faultFor` tells of what fails beneath them. Spec 5.1.
 */
export function signInRoutes(
  context: RowContext,
  rows: readonly Row[],
  { secure, faultFor }: { readonly secure: boolean; readonly faultFor: DefectLogger },
): readonly MountedEndpoint[] {
  const load = once(async () => (await import('./sign-in.ts')).signInPages({ ...context, secure, faultFor }))
  const page =
    (of: keyof SignInPages) =>
    async (call: Call): Promise<Answer> =>
      (await load())[of](call)
  return [
    { method: 'GET', path: SIGN_IN_PATH, endpoint: page('show') },
    { method: 'POST', path: SIGN_IN_PATH, endpoint: page('take') },
    { method: 'GET', path: SIGN_OUT_PATH, endpoint: page('end') },
    { method: 'GET', path: PICTURE_PATH, endpoint: closedToOtherSites(pictureEndpoint(rows, context)) },
  ]
}

/** The row that shows the picture of the game, for the pages, which have no token. The picture is the same in both runtimes. */
function pictureEndpoint(rows: readonly Row[], context: RowContext): Endpoint {
  const row = rows.find(({ api, path }) => api === 'v2' && path === '/runtime/assets/game')
  assert(row, 'a row shows the picture of the game')
  const read = inputReader(row)({}, { size: 'large' }, '')
  return async (call) => {
    if (context.game.state === 'starting') await context.game.ready
    const client = stagingClient
    const runtime = runtimeOf(context.game, { client })
    if (isFault(runtime)) return faultAnswer(runtime)
    const caller = { client: client.client_id }
    return answerRow(row, call, read, '', { ...context, runtime, caller, client })
  }
}
