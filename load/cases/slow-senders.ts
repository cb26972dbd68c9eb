import { CONNECTION_BYTES, counted, grewAtMost, type LoadCase } from '../load-case.ts'
import { playedWell, playOn } from '../playing.ts'
import { leaveAll, openWires } from '../wire.ts'

const CALLERS = 8
/** Letters that each of those who send their heads slowly sends while others play. */
const LETTERS = 20
const PAUSE_MS = 50
/** A body just within what is taken, of which the end never comes. */
const BODY_BYTES = 1024 * 1024 - 1
/** So many bodies are read at a time; of the others nothing may be taken but what came with the head. */
const READ_AT_A_TIME = 64
const UNREAD_BYTES = 128 * 1024
/** Well over those that are read: were all of them taken, it would show. */
const LEAST_BODIES = 250

const head = (length: number): string =>
  `POST /auth/token HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** Heads that come letter by letter, and bodies that never come whole. */
export const slowSenders: LoadCase = {
  name: 'slow-senders',
  title: 'Heads that come letter by letter, large bodies that never come whole, and plays meanwhile',
  run: async ({ service, ledger, connections, plays }) => {
    const before = service.memory()
    const heads = await openWires(service.port, Math.floor(connections / 2))
    const bodies = await openWires(service.port, Math.max(LEAST_BODIES, Math.floor(connections / 5)))
    const body = Buffer.alloc(BODY_BYTES - 1, ' ')
    const [dripped] = await Promise.all([drip(heads, head(2)), Promise.all(bodies.map((wire) => sendPart(wire, body)))])
    const played = await playOn(service, ledger, CALLERS, plays)
    const after = service.memory()
    leaveAll([...heads, ...bodies])
    return [
      counted('slow heads that are waited for', dripped, heads.length),
      playedWell(played, plays),
      grewAtMost(
        `${bodies.length} bodies of ${BODY_BYTES} bytes without an end`,
        after - before,
        heads.length * CONNECTION_BYTES + bodies.length * UNREAD_BYTES + READ_AT_A_TIME * BODY_BYTES,
      ),
    ]
  },
}

async function drip(wires: Awaited<ReturnType<typeof openWires>>, text: string): Promise<number> {
  for (const letter of text.slice(0, LETTERS)) {
    for (const wire of wires) wire.send(letter)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return wires.filter(({ isOver }) => !isOver).length
}

/** The service need not take it all: who is told to wait waits. */
async function sendPart(wire: Awaited<ReturnType<typeof openWires>>[number], body: Uint8Array): Promise<void> {
  wire.send(head(BODY_BYTES))
  const PATIENCE_MS = 3_000
  await Promise.race([wire.sendWhole(body), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}
