import * as z from 'zod'
import { type ApiClient, DEVELOPMENT_SECRET, permissionsOf } from '../../auth/clients.ts'
import { fault, isFault } from '../../game/kernel/fault.ts'
import { SESSION_META, type StudioSession } from '../../interface/studio-session.ts'
import { type Answer, faultAnswer, jsonAnswer } from '../answer.ts'
import type { Call, Endpoint, MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { CONTROL_PATH, readBody } from '../control/control-endpoint.ts'
import { hostName, isLoopback, ownPages } from '../gates.ts'
import { html, pagePolicy } from '../html.ts'
import { assetAnswer, studioAssets } from './assets.ts'
import { StudioSessions } from './sessions.ts'

/** The path of the studio. Spec 8. */
const STUDIO_PATH = `${CONTROL_PATH}/studio`

const runtimes = ['staging', 'production'] as const

const credentials = () => z.object({ client_id: z.string(), client_secret: z.string() })
const chosenRuntime = () => z.object({ runtime: z.enum(runtimes) })

/**
 * The page of the studio with its scripts, and how it gets access: the page says who is signed in, `POST` and
 * `DELETE /studio/session` sign in and out, and `POST /studio/token` issues a token of a runtime. Spec 8.1.
 */
export function studioRoutes(context: ServerContext): readonly MountedEndpoint[] {
  const { game, auth, version, noAuth, secure } = context
  const { clients } = game.settings
  const sessions = new StudioSessions(secure)
  const developers = clients.filter((client) => client.client_secret === DEVELOPMENT_SECRET && isEnough(client))
  const isOpenTo = (call: Call): boolean => isLoopback(hostName(call.header('host') ?? ''))

  /** The clients that the studio can use for a call: the one that the person signed in with, or those of developers. */
  const usable = (call: Call, signedIn: ApiClient | undefined): readonly ApiClient[] =>
    signedIn ? [signedIn] : isOpenTo(call) ? developers : []
  const sessionFor = (call: Call, signedIn = sessions.of(call)): StudioSession => {
    const { id, title, timezone } = game.settings.game
    const clientsFor = usable(call, signedIn)
    const found = runtimes.filter((name) => clientsFor.some(({ runtime }) => runtime === name))
    return {
      game: { id, title, timezone },
      version,
      data: game.settings.data?.directory ?? null,
      client: signedIn?.client_id ?? null,
      runtimes: found.length === 0 && noAuth && isOpenTo(call) ? ['staging'] : found,
    }
  }
  const at = (method: MountedEndpoint['method'], path: string, endpoint: Endpoint): MountedEndpoint => ({
    method,
    path: `${STUDIO_PATH}${path}`,
    acceptsOtherSites: ownPages(secure),
    endpoint,
  })
  return [
    at('GET', '', (call) => page(sessionFor(call))),
    at('GET', '/:asked_path', (call) => page(sessionFor(call))),
    at(
      'GET',
      '/files/:file',
      async (call) => (await assetAnswer(call.params['file'] ?? '', call)) ?? faultAnswer(fault('route_not_found')),
    ),
    at('POST', '/session', async (call) => {
      const body = await readBody(call, credentials)
      if (!('value' in body)) return faultAnswer(body)
      const granted = await auth.token({ ...body.value, grant_type: 'client_credentials' })
      if (isFault(granted)) return faultAnswer(granted)
      const client = clients.find(({ client_id }) => client_id === body.value.client_id)
      if (!client || !isEnough(client)) return faultAnswer(fault('access_denied', { message: NEEDS_DEBUG }))
      return unkept(sessionFor(call, client), { 'set-cookie': sessions.begin(call, client) })
    }),
    at('DELETE', '/session', (call) => unkept({}, { 'set-cookie': sessions.end(call) })),
    at('POST', '/token', async (call) => {
      const body = await readBody(call, chosenRuntime)
      if (!('value' in body)) return faultAnswer(body)
      const client = usable(call, sessions.of(call)).find(({ runtime }) => runtime === body.value.runtime)
      // Calls need no token then.
      if (!client && noAuth && isOpenTo(call) && body.value.runtime === 'staging') return unkept({ access_token: '' })
      if (!client) return faultAnswer(fault('invalid_access_token'))
      const { client_id, client_secret } = client
      const granted = await auth.token({ client_id, client_secret, grant_type: 'client_credentials' })
      return isFault(granted) ? faultAnswer(granted) : unkept(granted)
    }),
  ]
}

const NEEDS_DEBUG = 'The studio needs a client with the scope debug'

const isEnough = (client: ApiClient): boolean => client.type === 'client' && permissionsOf(client).has('debug')

const unkept = (value: object, headers: Readonly<Record<string, string>> = {}): Answer =>
  jsonAnswer(200, value, { 'cache-control': 'no-store', ...headers })

/** Redirects a browser that asks for the root of the server to the studio; undefined for any other call. Spec 8. */
export function toStudio(call: Call): Answer | undefined {
  const isRead = call.method === 'GET' || call.method === 'HEAD'
  if (!isRead || call.path !== '/' || !call.header('accept')?.includes('text/html')) return undefined
  return { status: 302, type: 'text/plain', body: '', headers: { location: STUDIO_PATH, 'cache-control': 'no-store' } }
}

/**
 * Returns the page, which is the same at every address: its script shows what the address says. It comes with the session,
 * so that the script need not ask for it before it can show anything.
 */
async function page(session: StudioSession): Promise<Answer> {
  const { script, style } = await studioAssets()
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>gamify studio</title>
          <meta name="${SESSION_META}" content="${JSON.stringify(session)}" />
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="${STUDIO_PATH}/files/${style}" />
          <script type="module" src="${STUDIO_PATH}/files/${script}"></script>
        </head>
        <body>
          <div id="studio"></div>
          <noscript
            >The studio needs JavaScript. The command line does the same: run <code>gamify --help</code>.</noscript
          >
        </body>
      </html> `.markup,
    headers: {
      'content-security-policy': pagePolicy({
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self' data: blob:",
        'connect-src': "'self'",
      }),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  }
}
