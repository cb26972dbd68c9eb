import type { Auth, CallSession } from '../../auth/auth.ts'
import { permissionsOf } from '../../auth/clients.ts'
import type { Grant } from '../../auth/credentials.ts'
import type { Login } from '../../auth/ended-logins.ts'
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

/** Whose stream may be opened, as long as a login is not ended. */
export interface Opening extends CallSession {
  readonly grant: Required<Grant>
}

/** What a stream token grants, which it does once; undefined where it is not good. Spec 5.4. */
export function takeStreamToken({ game, auth }: StreamContext, token: string): Opening | undefined {
  const owner = auth.takeStreamToken(token)
  const client = game.settings.clients.find(({ client_id: id }) => id === owner?.client)
  if (!owner || !client) return undefined
  return { grant: { client, permissions: permissionsOf(client), player: owner.player }, login: owner.login }
}

/** The notices of the player of a grant, who must be able to act. Who listens to them hears no more once the login is ended. */
export async function noticesFor({ game, auth }: StreamContext, { grant, login }: Opening): Promise<Fault | Admitted> {
  const { client, player } = grant
  const runtime = runtimeOf(game, { client })
  if (isFault(runtime)) return runtime
  const standing = await runtime.whyCannotAct(player)
  return standing ?? { player, notices: untilLogout(runtime.notices, auth, login) }
}

function untilLogout(notices: ServedNotices, auth: Auth, login: Login | undefined): ServedNotices {
  return {
    listen(player, listener) {
      const seat = notices.listen(player, listener)
      const forget = auth.watch(login, () => {
        seat.leave()
        listener.end()
      })
      const leave = (): void => {
        forget()
        seat.leave()
      }
      return { ...seat, leave }
    },
  }
}

/** Looks at the answer to a challenge, which uses its token up. Rejects where the game would not answer. Spec 5.4. */
export async function admit(context: StreamContext, answer: AuthResponse): Promise<Fault | Admitted> {
  const { game } = context
  if (game.state === 'starting') await game.ready
  const opening = takeStreamToken(context, answer.token)
  if (!opening) return refused('The token is unknown, expired or already used')
  const { client, player } = opening.grant
  if (answer.environment !== client.runtime)
    return refused(`The token is for the environment '${client.runtime}', not '${answer.environment}'`)
  if (answer.gameId !== game.settings.game.id) return refused(`The game '${answer.gameId}' is not served here`)
  if (answer.playerId !== player) return refused(`The token does not belong to the player '${answer.playerId}'`)
  return noticesFor(context, opening)
}

const refused = (message: string): Fault => fault('access_denied', { message })
