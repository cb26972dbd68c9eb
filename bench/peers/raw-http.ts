import { createServer } from 'node:http'
import { listenOnFreePort } from './listen.ts'
import type { PeerReady, PeerStart } from './peer.ts'

/** Node's own server: reads the body of a play, and sends the bytes of an answer to one. The ceiling. */
export async function run({ answer }: PeerStart): Promise<PeerReady> {
  const length = Buffer.byteLength(answer)
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString())
      res.writeHead(200, ['content-type', 'application/json; charset=utf-8', 'content-length', length])
      res.end(answer)
    })
  })
  return { port: await listenOnFreePort(server) }
}
