import type { CallSession } from '../../auth/auth.ts'
import { permissionsOf } from '../../auth/clients.ts'
import type { Grant } from '../../auth/credentials.ts'
import type { Login } from '../../auth/ended-logins.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import type { ServerContext } from '../context.ts'
import { runtimeOf, type ServedRuntime } from '../served-game.ts'

type Notices = ServedRuntime['notices']

/** What the opening of a stream needs. */
type AdmissionContext = Pick<ServerContext, 'auth' | 'game'>

/** A player who can have a stream, and the notices for it. */
export interface Admitted {
  readonly player: string
  readonly notices: Notices
}

/** A grant that opens a stream, as long as its login is not ended. */
export interface Opening extends CallSession {
  readonly grant: Required<Grant>
}

/** Uses up a stream token, and returns what it grants, or undefined if it is not valid. Spec 5.4. */
export function takeStreamToken({ game, auth }: AdmissionContext, token: string): Opening | undefined {
  const owner = auth.takeStreamToken(token)
  const client = game.settings.clients.find(({ client_id: id }) => id === owner?.client)
  if (!owner || !client) return undefined
  return { grant: { client, permissions: permissionsOf(client), player: owner.player }, login: owner.login }
}

/** Returns the notices of the player of a grant, who must be able to act. They end when the login is ended. */
export async function noticesFor(
  { game, auth }: AdmissionContext,
  { grant, login }: Opening,
): Promise<Fault | Admitted> {
  const { client, player } = grant
  const runtime = runtimeOf(game, client)
  if (isFault(runtime)) return runtime
  const refused = await runtime.whyCannotAct(player)
  return refused ?? { player, notices: untilLogout(runtime.notices, auth, login) }
}

function untilLogout(notices: Notices, auth: ServerContext['auth'], login: Login | undefined): Notices {
  return {
    listen(player, listener) {
      const subscription = notices.listen(player, listener)
      const forget = auth.watch(login, () => {
        subscription.leave()
        listener.end()
      })
      const leave = (): void => {
        forget()
        subscription.leave()
      }
      return { ...subscription, leave }
    },
  }
}

/** Checks the answer to a challenge, and uses up its token. Rejects if the game would reject a call. Spec 5.4. */
export async function admit(context: AdmissionContext, answer: AuthResponse): Promise<Fault | Admitted> {
  const { game } = context
  if (game.loading === 'starting') await game.ready
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

/** The answer of a client to the challenge. Spec 5.4. */
export interface AuthResponse {
  readonly token: string
  readonly environment: string
  readonly gameId: string
  readonly playerId: string
}

/** Returns whether a message is an answer to the challenge, valid or not. */
export function isAuthResponse(message: unknown): message is string {
  return typeof message === 'string' && /^AUTH_RESPONSE\b/.test(message)
}

/** Parses `AUTH_RESPONSE <token> player <environment> <game_id> <player_id>`. Returns undefined for any other text. Spec 5.4. */
export function parseAuthResponse(message: string): AuthResponse | undefined {
  const words = message.split(' ')
  const [, token, role, environment, gameId, playerId] = words
  if (words.length !== 6 || role !== 'player') return undefined
  return token && environment && gameId && playerId ? { token, environment, gameId, playerId } : undefined
}
