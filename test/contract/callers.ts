import type { TokenAnswer } from '../../src/auth/access-tokens.ts'
import { createAuth } from '../../src/auth/auth.ts'
import type { ApiClient, ClientScope } from '../../src/auth/clients.ts'
import { signJwt } from '../../src/auth/player-jwt.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import type { Ask, TestGame } from '../support/http.ts'
import { sorts, type Sort } from './sort-of-call.ts'

/** A kind of caller: what it calls with, and what documents 2 and 5.1 let it call. */
export interface KindOfCaller {
  readonly who: string
  /** Sorts of calls that it may make; none where what it calls with is good for nothing. */
  readonly may: readonly Sort[] | 'nothing, for its token'
  /** The player it acts as, where it makes calls for one. */
  readonly player: 'named' | 'not named' | 'disabled'
  readonly ask: (game: TestGame) => Ask | Promise<Ask>
}

const runtimeSorts: readonly Sort[] = ['runtime reads', 'runtime writes']
const REDIRECT = 'https://app.example/back'

/** Scopes of clients, and what each set of them allows. 5.1, document 2 "Authentication", 6.6. */
const ofScopes: readonly { readonly scopes?: readonly ClientScope[]; readonly may: readonly Sort[] }[] = [
  { scopes: [], may: [] },
  { scopes: ['game'], may: [] },
  { scopes: ['debug'], may: ['control'] },
  { scopes: ['runtime:r'], may: ['runtime reads'] },
  { scopes: ['runtime:w'], may: ['runtime writes'] },
  { scopes: ['runtime:rw'], may: runtimeSorts },
  { scopes: ['admin:r'], may: ['admin reads'] },
  { scopes: ['admin:w'], may: ['admin writes'] },
  { scopes: ['admin:rw'], may: ['admin reads', 'admin writes'] },
  { scopes: ['design:r'], may: ['design reads'] },
  { scopes: ['design:w'], may: ['design writes'] },
  { scopes: ['design:rw'], may: ['design reads', 'design writes'] },
  { scopes: ['runtime:r', 'admin:r', 'design:r'], may: ['runtime reads', 'admin reads', 'design reads'] },
  { scopes: ['game', 'runtime:rw'], may: runtimeSorts },
  { scopes: ['game', 'admin:r'], may: ['admin reads', 'gated reads'] },
  { scopes: ['game', 'admin:w'], may: ['admin writes', 'gated writes'] },
  { scopes: ['debug', 'admin:r'], may: ['admin reads', 'gated reads', 'control'] },
  {
    scopes: ['debug', 'admin:rw'],
    may: ['admin reads', 'admin writes', 'gated reads', 'gated writes', 'control'],
  },
  { may: sorts },
]

const scopesText = (scopes: readonly ClientScope[] | undefined): string =>
  scopes ? scopes.join(' ') || 'no scopes' : 'all scopes'

const client = (client_id: string, type: ApiClient['type'], scopes?: readonly ClientScope[]): ApiClient => ({
  client_id,
  client_secret: `secret of ${client_id}`,
  runtime: 'staging',
  type,
  ...(type === 'client' ? {} : { redirect_uris: [REDIRECT] }),
  ...(scopes ? { scopes } : {}),
})

const everything = client('everything', 'client')
const reader = client('reader', 'client', ['runtime:r', 'admin:r', 'design:r'])
const coder = client('coder', 'code')
const timid = client('timid', 'code', ['runtime:rw'])
const page = client('page', 'implicit')

/** The clients of the kinds of callers. */
export const callerClients: readonly ApiClient[] = [
  ...ofScopes.map(({ scopes }) => client(scopesText(scopes), 'client', scopes)),
  everything,
  reader,
  coder,
  timid,
  page,
]

const authOf = ({ emulator: { settings, secret } }: TestGame) => createAuth({ clients: settings.clients, secret })

/** What somebody's browser is sent back with who chose a player. 5.1 `GET /auth`. */
function signedIn(auth: ReturnType<typeof authOf>, { client_id, type }: ApiClient, player: string): URLSearchParams {
  const response_type = type === 'code' ? 'code' : 'token'
  const asked = auth.signIn({ client_id, response_type, redirect_uri: REDIRECT })
  if ('refused' in asked) throw new Error(asked.refused)
  const { search, hash } = new URL(asked.redirectFor(player))
  return new URLSearchParams((search || hash).slice(1))
}

/** What a client of the code flow gets for a player. */
async function exchanged(game: TestGame, of: ApiClient, player: string): Promise<TokenAnswer> {
  const auth = authOf(game)
  const code = signedIn(auth, of, player).get('code')
  const { client_id, client_secret } = of
  const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
  const answer = await auth.token({ client_id, client_secret, ...grant })
  if (isFault(answer)) throw new Error(`the code of a test was refused: ${JSON.stringify(answer)}`)
  return answer
}

const bearing = (access_token: string | null | undefined): Ask => ({
  client: null,
  query: { access_token: access_token ?? '' },
})

/** The `jwt` of a query, of a client for a player. 5.1. */
function jwtOf({ client_id, client_secret }: ApiClient, player_id: string, scopes: readonly string[]): string {
  return `${client_id}:${signJwt({ player_id, scopes, exp: Date.now() / 1000 + 3600 }, client_secret)}`
}

/** Makes a call with such a JWT in place of a client's token. */
export const withJwt =
  (of: ApiClient, player: string, ...scopes: readonly string[]) =>
  (ask: Ask = {}): Ask => ({
    ...ask,
    client: null,
    query: { ...ask.query, jwt: jwtOf(of, player, scopes) },
  })

const byCode = (of: ApiClient, player: string) => async (game: TestGame) =>
  bearing((await exchanged(game, of, player)).access_token)

const READ = 'player.runtime.read'
const WRITE = 'player.runtime.write'

/** A call with something that is no access token of anybody. */
const useless = (who: string, ask: KindOfCaller['ask']): KindOfCaller => ({
  who,
  may: 'nothing, for its token',
  player: 'named',
  ask,
})

/** Every kind of caller that the interface tells apart. 5.1. */
export const kindsOfCaller: readonly KindOfCaller[] = [
  useless('nobody: no token at all', () => ({ client: null, as: 'neo' })),
  useless("a player's token for a stream, as access token", async ({ request }) => {
    const { body } = await request('GET', '/v2/runtime/notifications/token', { as: 'trinity' })
    return bearing(body.token)
  }),
  useless('a refresh token, as access token', async (game) =>
    bearing((await exchanged(game, coder, 'neo')).refresh_token),
  ),
  useless('a code, as access token', (game) => bearing(signedIn(authOf(game), coder, 'neo').get('code'))),
  useless('a JWT, as access token', () => bearing(jwtOf(everything, 'neo', []))),
  ...ofScopes.map(({ scopes, may }): KindOfCaller => {
    const who = scopesText(scopes)
    return { who: `client: ${who}`, may, player: 'named', ask: () => ({ client: who, as: 'neo' }) }
  }),
  { who: 'client: all scopes, no player', may: sorts, player: 'not named', ask: () => ({ client: 'everything' }) },
  {
    who: 'client: all scopes, a disabled player',
    may: sorts,
    player: 'disabled',
    ask: () => ({ client: 'everything', as: 'smith' }),
  },
  { who: 'code flow: all scopes', may: sorts, player: 'named', ask: byCode(coder, 'neo') },
  { who: 'code flow: runtime:rw', may: runtimeSorts, player: 'named', ask: byCode(timid, 'neo') },
  { who: 'code flow: a disabled player', may: sorts, player: 'disabled', ask: byCode(coder, 'smith') },
  {
    who: 'implicit flow: all scopes',
    may: sorts,
    player: 'named',
    ask: (game) => bearing(signedIn(authOf(game), page, 'neo').get('access_token')),
  },
  { who: 'JWT: no scopes named', may: runtimeSorts, player: 'named', ask: () => withJwt(everything, 'neo')() },
  { who: 'JWT: read', may: ['runtime reads'], player: 'named', ask: () => withJwt(everything, 'neo', READ)() },
  { who: 'JWT: write', may: ['runtime writes'], player: 'named', ask: () => withJwt(everything, 'neo', WRITE)() },
  { who: 'JWT: read, write', may: runtimeSorts, player: 'named', ask: () => withJwt(everything, 'neo', READ, WRITE)() },
  {
    who: 'JWT: read, write, of a client that reads',
    may: ['runtime reads'],
    player: 'named',
    ask: () => withJwt(reader, 'neo', READ, WRITE)(),
  },
  {
    who: 'JWT: scopes of clients, which are none of a JWT',
    may: [],
    player: 'named',
    ask: () => withJwt(everything, 'neo', 'game', 'debug', 'admin:rw', 'design:rw', 'runtime:rw')(),
  },
  { who: 'JWT: a disabled player', may: runtimeSorts, player: 'disabled', ask: () => withJwt(everything, 'smith')() },
]
