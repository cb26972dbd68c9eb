import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const KILLS = 20
const CALLERS = 8

const root = fileURLToPath(new URL('../..', import.meta.url))
const directory = await mkdtemp(join(tmpdir(), 'gamify-kill-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

interface Served {
  readonly process: ChildProcess
  readonly url: string
}

/** Starts the real program on the sample game, and waits until it tells where it serves. */
async function serve(): Promise<Served> {
  const flags = [
    '--config',
    'templates/starter/gamify.json',
    '--data',
    directory,
    '--port',
    '0',
    '--no-auth',
    '--print-env',
  ]
  const served = spawn(process.execPath, ['bin/gamify.js', 'serve', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  let complaint = ''
  served.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  for await (const text of served.stdout) {
    told += String(text)
    const url = /^GAMIFY_URL=(\S+)\n/m.exec(told)?.[1]
    if (url !== undefined) return { process: served, url }
  }
  throw new Error(`serve ended before it served: ${complaint}`)
}

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

/** Plays until the server is gone; notes the event of each answer. */
async function playOn(url: string, player: string, answered: string[]): Promise<void> {
  for (;;) {
    try {
      const response = await post(`${url}/v2/admin/rules/welcome`, {
        data: [{ player_ids: [player], variables: { gift: 1 } }],
      })
      const [[evaluation]] = (await response.json()) as [[{ events: { local: [{ id: string }] } }]]
      answered.push(evaluation.events.local[0].id)
    } catch {
      return
    }
  }
}

async function feedOf(url: string, player: string): Promise<Set<string>> {
  const response = await fetch(`${url}/v2/admin/players/${player}/activity?start=0`)
  return new Set(((await response.json()) as { id: string }[]).map(({ id }) => id))
}

test(`${KILLS} times killed under load, nothing that was answered is lost`, { timeout: 180_000 }, async () => {
  const answered = Array.from({ length: CALLERS }, (_, i) => ({ player: `caller${i}`, events: [] as string[] }))
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const { process: served, url } = await serve()
    for (const { player, events } of answered) {
      if (kill === 0) await post(`${url}/v2/admin/players`, { id: player })
      const feed = await feedOf(url, player)
      expect(events.filter((id) => !feed.has(id))).toEqual([])
    }
    const playing = answered.map(({ player, events }) => playOn(url, player, events))
    setTimeout(() => served.kill('SIGKILL'), 60 + 13 * kill)
    await once(served, 'exit')
    await Promise.all(playing)
  }
  expect(answered.every(({ events }) => events.length > KILLS)).toBe(true)
})
