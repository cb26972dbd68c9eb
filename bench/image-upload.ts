import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { stagingClient } from '../src/auth/clients.ts'
import type { Client } from '../src/client/client.ts'
import { createClient } from '../src/client/create-client.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { playerId } from './game.ts'
import { median } from './paired.ts'
import { serveGame } from './served.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

/** Players who play all the time, each the next play so long after the last answer. */
const PLAYERS = 4
const REST_MS = 2

/** Plays run so long before any counts. */
const WARM_MS = 1000

/** How long plays wait while somebody uploads a photo: the longest of them, beside as long a time without an upload. */
export const imageUpload: Figure = {
  name: 'image-upload',
  title: 'The longest play while a 12-megapixel JPEG is uploaded',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

/** What an upload, or a time without one, came to. */
interface Span {
  readonly tookMs: number
  readonly longestPlayMs: number
}

async function measure({ pairs }: Effort, directory: string): Promise<Row[]> {
  const photo = await photoOf12Megapixels()
  const { port, stop } = await serveGame(directory, 'batch', PLAYERS)
  const { client_id: clientId, client_secret: clientSecret } = stagingClient
  const client = createClient({ url: `http://127.0.0.1:${port}`, clientId, clientSecret })
  const playing = playOn(client)
  await sleep(WARM_MS)
  const upload = (turn: number): Promise<Span> => playing.during(() => putUp(client, photo, turn))
  // What works on images is loaded by the first.
  const first = await upload(0)
  const withUpload: Span[] = []
  const without: Span[] = []
  for (let turn = 1; turn <= pairs; turn += 1) {
    const span = await upload(turn)
    withUpload.push(span)
    without.push(await playing.during(() => sleep(span.tookMs)))
  }
  await playing.end()
  await client.close()
  await stop()
  const longest = (spans: readonly Span[]): number => Math.max(...spans.map(({ longestPlayMs }) => longestPlayMs))
  const typical = (spans: readonly Span[]): number => median(spans.map(({ longestPlayMs }) => longestPlayMs))
  const notes = {
    'ms without an upload': rounded(typical(without)),
    'ms longest of all': rounded(longest(withUpload)),
    'ms longest of all without an upload': rounded(longest(without)),
    'ms an upload': rounded(median(withUpload.map(({ tookMs }) => tookMs))),
  }
  return [
    {
      what: 'the longest play during an upload, median',
      value: typical(withUpload),
      unit: 'ms',
      goal: { most: 50 },
      notes,
    },
    { what: 'the longest play during the first upload', value: first.longestPlayMs, unit: 'ms', goal: { most: 50 } },
  ]
}

const rounded = (ms: number): number => Number(ms.toFixed(1))

/** With some noise in it, as a sensor has it: what is all even would be small and soon worked off. */
async function photoOf12Megapixels(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const create = { width: 4000, height: 3000, channels: 3, background: '#888', noise } as const
  return sharp({ create }).jpeg({ quality: 85 }).toBuffer()
}

/** Puts up a photo like no other before it. */
async function putUp(client: Client, photo: Buffer, turn: number): Promise<void> {
  const file = Buffer.concat([photo, Buffer.from(String(turn))])
  await client.call('POST /v2/runtime/player/image', { as: playerId(0), file })
}

/** Plays that go on until `end`; `during` tells the longest of those that were under way in a time. */
function playOn(client: Client) {
  const ended = new AbortController()
  let longest = 0
  const play = async (as: string): Promise<void> => {
    while (!ended.signal.aborted) {
      const start = performance.now()
      await client.call('POST /v2/runtime/actions/:action_id/play', {
        params: { action_id: 'like' },
        as,
        body: { query: false },
      })
      longest = Math.max(longest, performance.now() - start)
      await sleep(REST_MS)
    }
  }
  const players = Array.from({ length: PLAYERS }, (_, i) => play(playerId(i)))
  return {
    async during(work: () => Promise<unknown>): Promise<Span> {
      longest = 0
      const start = performance.now()
      await work()
      const tookMs = performance.now() - start
      // Those under way at the end count when they are answered.
      await sleep(REST_MS)
      return { tookMs, longestPlayMs: longest }
    },
    async end(): Promise<void> {
      ended.abort()
      await Promise.all(players)
    },
  }
}
