import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small app of another origin, to which signing in leads back. */
export interface CallbackApp {
  /** Its address under a name of this machine. */
  readonly origin: string
  /** The addresses that were asked for, in order. */
  readonly asked: string[]
  readonly stop: () => Promise<void>
}

/** Serves pages of an app by their paths; each path that has none is an empty page. */
export async function callbackApp(
  pages: Readonly<Record<string, RequestListener>> = {},
  host = '127.0.0.1',
): Promise<CallbackApp> {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(req.url ?? '')
    const { pathname } = new URL(req.url ?? '', 'http://app')
    const page = pages[pathname]
    res.setHeader('content-type', 'text/html; charset=utf-8')
    if (page) page(req, res)
    else res.end('<!doctype html><title>App</title><h1>The app</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${port}`,
    asked,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
