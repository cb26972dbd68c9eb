import { DEVELOPMENT_SECRET, type ApiClient } from '../src/auth/clients.ts'
import { isFault } from '../src/game/kernel/fault.ts'
import { routes } from '../src/game/routes.ts'
import { TOKEN_PATH } from '../src/interface/addresses.ts'
import { CONTROL_PATH } from '../src/server/control/control-endpoint.ts'
import type { ServedLab } from '../src/server/control/lab.ts'
import type { Defect } from '../src/server/defect.ts'
import { createFetch } from '../src/server/fetch.ts'
import { createHandler } from '../src/server/handler.ts'
import type { Row } from '../src/server/row.ts'
import { openWorld } from '../test/contract/world.ts'
import { knownOf, type Known } from './known.ts'

/** A game that requests are sent to, in which there is something of everything; its clock stands still. */
export interface FuzzedGame {
  /** Where a request goes that is answered without a socket. */
  readonly url: string
  readonly fetch: (request: Request) => Promise<Response>
  /** Where it is served over a socket. */
  readonly port: number
  readonly known: Known
  /** The token of a client; undefined where it has none. */
  readonly token: (client: string | null) => Promise<string | undefined>
  /** Tokens may be ended by what is sent: the next is another one. */
  readonly forgetTokens: () => void
  /** Takes back the faults on demand that were asked for, which would hit every other request. */
  readonly endFaults: () => Promise<void>
  /** Makes staging what it was when the game was opened: what was deleted is there again. */
  readonly heal: () => Promise<void>
  /** What changes with everything that is decided: cheap, asked around each request. */
  readonly mark: () => string
  /** What changes with anything that is kept. */
  readonly print: () => Promise<string>
  /** Errors of the server since it was asked last. */
  readonly takeDefects: () => readonly Defect[]
  readonly stop: () => Promise<void>
}

/** Who signs people in by a page. */
const pageClient: ApiClient = {
  client_id: 'page',
  client_secret: 'secret of page',
  runtime: 'staging',
  type: 'code',
  redirect_uris: ['http://localhost/back'],
}

/** A point of the game that no request names. */
const BEGINNING = 'kept-by-who-sends'

/** A lab without files, whose jobs end at once: what counts is how its routes take their input. */
const idleLab: ServedLab = {
  files: async () => ({ simulations: [], checks: [] }),
  async *run() {
    yield { kind: 'report' as const, text: `{"report":[]}` }
  },
}

/** A name that leads nowhere but here. */
const HOST = '127.0.0.1'

/** Opens a game, the same each time but for its tokens; `rows` are answered over those of the table. */
export async function openFuzzedGame(rows: readonly Row[] = routes): Promise<FuzzedGame> {
  const world = await openWorld('in memory', [pageClient])
  const { emulator } = world
  const defects: Defect[] = []
  const stopping = new AbortController()
  const handler = createHandler(
    {
      emulator,
      routes: rows,
      version: 'fuzz',
      checkAnswers: true,
      onDefect: (defect) => void defects.push(defect),
      lab: idleLab,
    },
    { host: HOST, secure: false, stopping: stopping.signal },
  )
  const { fetch, answered } = createFetch(handler)
  const url = `http://${HOST}`
  const tokens = new Map<string, string>()
  const [staging, production] = [emulator.runtime('staging'), emulator.runtime('production')]
  await staging.snapshots.save(BEGINNING)
  const token = async (client: string | null): Promise<string | undefined> => {
    if (client === null) return undefined
    const given = tokens.get(client) ?? (await tokenOf(fetch, url, client))
    tokens.set(client, given)
    return given
  }
  const authorization = `Bearer ${await token('gamify-staging')}`
  const exported = await fetch(new Request(`${url}${CONTROL_PATH}/state`, { headers: { authorization } }))
  const known = knownOf(world.facts, await exported.text())
  return {
    url,
    fetch,
    port: Number(new URL(world.url).port),
    known,
    token,
    forgetTokens: () => tokens.clear(),
    endFaults: async () => {
      for (const client of ['gamify-staging', 'gamify-production']) {
        const headers = { authorization: `Bearer ${await token(client)}` }
        await fetch(new Request(`${url}${CONTROL_PATH}/faults`, { method: 'DELETE', headers }))
      }
    },
    heal: async () => {
      const restored = await staging.snapshots.restore(BEGINNING)
      if (isFault(restored)) throw new Error(`the game cannot be what it was: ${JSON.stringify(restored)}`)
    },
    mark: () => [staging.state.seq, production.state.seq, emulator.designs.latest.hash].join(' '),
    print: () => world.stateprint(),
    takeDefects: () => [...world.defects.splice(0), ...defects.splice(0)],
    stop: async () => {
      stopping.abort()
      await answered()
      await world.stop()
    },
  }
}

async function tokenOf(fetch: FuzzedGame['fetch'], url: string, client: string): Promise<string> {
  const secret = client.startsWith('gamify-') ? DEVELOPMENT_SECRET : `secret of ${client}`
  const body = JSON.stringify({ client_id: client, client_secret: secret, grant_type: 'client_credentials' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(new Request(url + TOKEN_PATH, { method: 'POST', headers, body }))
  const { access_token } = (await answer.json()) as { readonly access_token?: string }
  if (access_token === undefined) throw new Error(`the client ${client} was given no token`)
  return access_token
}
