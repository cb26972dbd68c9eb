import { toNodeHandler } from 'h3'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import { createApp, overNode } from '../../src/server/app.ts'
import type { Endpoint, MountedEndpoint } from '../../src/server/call.ts'
import { endpointIndex } from '../../src/server/path-index.ts'
import { listen } from '../../src/server/server.ts'

const asItIs = (endpoint: Endpoint): Endpoint => endpoint

/** Serves endpoints by h3 alone, without the shorter ways, until the test is over; gives their address. */
export async function h3Server(endpoints: readonly MountedEndpoint[]): Promise<string> {
  const { signal } = new AbortController()
  const http = createServer(
    toNodeHandler(createApp({ paths: endpointIndex(endpoints, asItIs), wrap: asItIs }, overNode(signal))),
  )
  const port = await listen(http, '127.0.0.1', 0)
  onTestFinished(() => {
    http.close()
    http.closeAllConnections()
  })
  return `http://127.0.0.1:${port}`
}
