import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { chromiumPath, openBrowser, skippedWithout } from './chromium.ts'
import { clientModule } from './client-bundle.ts'

/** A call through the client of apps, as a program and a page can be told of it. */
export interface Call {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Of the client; it is made once for each address. */
  readonly limits?: { readonly timeoutMs?: number; readonly retries?: number } | undefined
  readonly player: string | undefined
  readonly route: string
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | number>> | undefined
  readonly body?: unknown
  readonly file?: readonly number[] | undefined
}

/** What came of it; a picture is its bytes. */
export type Outcome =
  | { readonly answer: unknown; readonly picture?: readonly number[] }
  | {
      readonly status: number
      readonly code: string
      readonly description: string
      readonly data: unknown
      readonly isUncertain: boolean
    }

/** What the module of the client has. */
type Module = Pick<typeof import('../../src/client/app/app-client.ts'), 'createClient' | 'GamifyError'>

/** Makes a call with the module. It uses nothing around it, because it runs in pages too. */
async function callWith({ createClient, GamifyError }: Module, call: Call): Promise<Outcome> {
  const { url, clientId, clientSecret, limits, player, route, file, ...input } = call
  const store = globalThis as { clients?: Map<string, ReturnType<Module['createClient']>> }
  const clients = (store.clients ??= new Map())
  const known = clients.get(url + clientId) ?? createClient({ url, clientId, clientSecret, ...limits })
  clients.set(url + clientId, known)
  const client = player === undefined ? known : known.as(player)
  try {
    const sent = { ...input, ...(file && { file: new Uint8Array(file) }) }
    const answer: unknown = await client.call(route as 'GET /v2/admin', sent)
    return answer instanceof Uint8Array ? { answer: null, picture: [...answer] } : { answer }
  } catch (error) {
    if (!(error instanceof GamifyError)) throw error
    const { status, code, description, data, isUncertain } = error
    return { status, code, description, data, isUncertain }
  }
}

/** A place where the client runs. */
export interface Place {
  readonly call: (call: Call) => Promise<Outcome>
  readonly close: () => Promise<void>
}

async function inNode(): Promise<Place> {
  const module = (await import(`data:text/javascript,${encodeURIComponent(await clientModule())}`)) as Module
  return { call: (call) => callWith(module, call), close: async () => {} }
}

/** A page of another address than the game, as the page of an app is. */
async function inChromium(): Promise<Place> {
  const script = await clientModule()
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/client.js'
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? script : '<p>app')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser: Browser = await openBrowser()
  const page: Page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.evaluate(`(async () => {
    const module = await import('/client.js')
    window.callWith = async (call) => JSON.stringify(await (${callWith.toString()})(module, JSON.parse(call)))
  })()`)
  return {
    // As text, because what is handed to a page loses fields such as `__proto__`.
    call: async (call) =>
      JSON.parse(await page.evaluate(`callWith(${JSON.stringify(JSON.stringify(call))})`)) as Outcome,
    close: async () => {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The places in which the client of apps must do the same: its name, why it is skipped, whether it is there. */
export const places = [
  ['Node', '', true, inNode],
  ['Chromium', skippedWithout, chromiumPath !== undefined, inChromium],
] as const
