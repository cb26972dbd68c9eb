import type { Auth } from '../../auth/auth.ts'
import { permissionsOf } from '../../auth/clients.ts'
import type { Grant } from '../../auth/grant.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { runtimeOf } from '../runtime-choice.ts'
import type { ServedGame, ServedNotices } from '../served-game.ts'
import type { AuthResponse } from './auth-response.ts'

/** What streams are opened from. */
export interface StreamContext {
  readonly game: ServedGame
  readonly auth: Auth
}

/** Who may have a stream, and where it comes from. */
export interface Admitted {
  readonly player: string
  readonly notices: ServedNotices
}

/** What a stream token grants, which it does once; undefined where it is not good. Spec 5.4. */
export function takeStreamToken({ game, auth }: StreamContext, token: string): Required<Grant> | undefined {
  const owner = auth.takeStreamToken(token)
  const client = game.settings.clients.find(({ client_id: id }) => id === owner?.client)
  return owner && client && { client, permissions: permissionsOf(client), player: owner.player }
}

/** The notices of the player of a grant, who must be able to act. */
export async function noticesFor(game: ServedGame, { client, player }: Required<Grant>): Promise<Fault | Admitted> {
  const runtime = runtimeOf(game, { client })
  if (isFault(runtime)) return runtime
  const standing = await runtime.standing(player)
  return standing ?? { player, notices: runtime.notices }
}

/** Looks at the answer to a challenge, which uses its token up. Rejects where the game would not answer. Spec 5.4. */
export async function admit(context: StreamContext, answer: AuthResponse): Promise<Fault | Admitted> {
  const { game } = context
  if (game.state === 'starting') await game.ready
  const grant = takeStreamToken(context, answer.token)
  if (!grant) return refused('The token is unknown, expired, or has been used before')
  const { client, player } = grant
  if (answer.environment !== client.runtime)
    return refused(`The token is of the environment '${client.runtime}', not '${answer.environment}'`)
  if (answer.gameId !== game.settings.game.id) return refused(`There is no game '${answer.gameId}' here`)
  if (answer.playerId !== player) return refused(`The token is not that of the player '${answer.playerId}'`)
  return noticesFor(game, grant)
}

const refused = (message: string): Fault => fault('access_denied', { message })
