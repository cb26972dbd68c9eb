import { H3, toNodeHandler } from 'h3'
import { createServer } from 'node:http'
import { listenOnFreePort } from './listen.ts'
import type { PeerReady, PeerStart } from './peer.ts'

/** h3 as its guide has it: one route, the body read as JSON, the bytes of an answer sent. */
export async function run({ answer }: PeerStart): Promise<PeerReady> {
  const app = new H3()
  app.post('/v2/runtime/actions/:action_id/play', async (event) => {
    await event.req.json()
    event.res.headers.set('content-type', 'application/json; charset=utf-8')
    event.res.headers.set('content-length', String(Buffer.byteLength(answer)))
    return answer
  })
  return { port: await listenOnFreePort(createServer(toNodeHandler(app))) }
}
