import { createHash } from 'node:crypto'
import { playerId } from '../../bench/game.ts'
import { counted, type Check, type LoadCase } from '../load-case.ts'
import type { Service } from '../service.ts'
import { leaveAll, openWires, type Wire } from '../wire.ts'

/** So many of each kind at a time, at most. */
const MOST_AT_A_TIME = 50
const IMAGE_BYTES = 4 * 2 ** 20

/** Bodies that end in the middle, with their connections. */
export const cutUploads: LoadCase = {
  name: 'cut-uploads',
  title: 'Images, imports, commands and plays that break off in the middle',
  run: async ({ service, connections }) => {
    const before = await stateOf(service)
    const kinds: readonly (readonly [target: string, type: string, body: Buffer])[] = [
      ['POST /v2/design/images', 'multipart/form-data; boundary=b', imageForm()],
      ['PUT /_gamify/state', 'application/x-ndjson', Buffer.from(before.text)],
      // A line that has not come whole is no command, whatever it would have been.
      ['POST /_gamify/commands', 'application/x-ndjson', Buffer.from(`{"as":"${playerId(0)}","action":"like"   }`)],
      ['POST /v2/runtime/actions/like/play?player_id=player_0', 'application/json', Buffer.from('{"query":false}')],
    ]
    const checks: Check[] = []
    for (const [target, type, body] of kinds) {
      const wires = await openWires(service.port, Math.min(MOST_AT_A_TIME, Math.ceil(connections / 5)))
      await Promise.all(wires.map((wire, i) => sendHalf(wire, service, { target, type, body, half: i % 2 })))
      leaveAll(wires)
      const { status } = await fetch(`http://127.0.0.1:${service.port}/_gamify/health`)
      checks.push({ what: `${target} cut off leaves the service well`, seen: `${status}`, holds: status === 200 })
    }
    const after = await stateOf(service)
    return [
      ...checks,
      counted('images that are there afterwards', await imagesOf(service), 0),
      {
        what: 'the game is what it was, to the byte',
        seen: after.hash.slice(0, 12),
        holds: after.hash === before.hash,
      },
    ]
  },
}

interface Upload {
  readonly target: string
  readonly type: string
  readonly body: Buffer
  /** Whether the length is told beforehand, or the body comes in chunks. */
  readonly half: number
}

async function sendHalf(wire: Wire, { authorization }: Service, { target, type, body, half }: Upload): Promise<void> {
  const part = body.subarray(0, Math.floor(body.length * 0.6))
  const length = half === 0 ? `content-length: ${body.length}` : 'transfer-encoding: chunked'
  const head = `${target} HTTP/1.1\r\nHost: localhost\r\nauthorization: ${authorization}\r\ncontent-type: ${type}\r\n${length}\r\n\r\n`
  wire.send(head)
  if (half === 1) wire.send(`${body.length.toString(16)}\r\n`)
  const PATIENCE_MS = 2_000
  await Promise.race([wire.sendWhole(part), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

function imageForm(): Buffer {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n\x89PNG\r\n\x1a\n'
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(IMAGE_BYTES), Buffer.from('\r\n--b--\r\n')])
}

async function stateOf(service: Service): Promise<{ readonly text: string; readonly hash: string }> {
  const { port, authorization } = service
  const answer = await fetch(`http://127.0.0.1:${port}/_gamify/state`, { headers: { authorization } })
  const text = await answer.text()
  // The first line tells the game's time, which goes on, and the last one the sum of all.
  const timeless = text.split('\n').slice(1, -2).join('\n')
  return { text, hash: createHash('sha256').update(timeless).digest('hex') }
}

async function imagesOf({ port, authorization }: Service): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/v2/design/images?limit=1000`, { headers: { authorization } })
  return ((await answer.json()) as readonly unknown[]).length
}
