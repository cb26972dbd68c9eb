import { createServer } from 'node:http'
import { toNodeHandler } from 'h3'
import { onTestFinished } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import type { MountedEndpoint } from '../../src/server/call.ts'
import { listen } from '../../src/server/listening.ts'

/** Serves endpoints by h3 alone, without the shorter ways, until the test is over; gives their address. */
export async function h3Server(endpoints: readonly MountedEndpoint[]): Promise<string> {
  const http = createServer(toNodeHandler(createApp(endpoints, (endpoint) => endpoint)))
  const port = await listen(http, '127.0.0.1', 0)
  onTestFinished(() => {
    http.close()
    http.closeAllConnections()
  })
  return `http://127.0.0.1:${port}`
}
