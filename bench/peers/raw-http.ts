import { createServer } from 'node:http'
import { listenOnFreePort } from './listen.ts'
import type { PeerReady, PeerStart } from './peer.ts'

const CORS = ['access-control-allow-origin', '*'] as const

/** Node's own server: takes in the body of a play, and sends head and body of an answer to one. The ceiling. */
export async function run({ answer }: PeerStart): Promise<PeerReady> {
  const length = Buffer.byteLength(answer)
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      res.writeHead(200, [...CORS, 'content-type', 'application/json; charset=utf-8', 'content-length', length])
      res.end(answer)
    })
  })
  return { port: await listenOnFreePort(server) }
}
