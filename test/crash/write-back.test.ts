import { watch } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { endAll, serve, type Serving } from '../cli/spawned.ts'
import { isLongWalk } from './fault-walk.ts'

const KILLS = isLongWalk ? 10 : 5
const METRICS = 8

const starter = join(import.meta.dirname, '../../templates/starter')
const project = await mkdtemp(join(tmpdir(), 'gamify-write-back-'))
const metrics = join(project, 'design/metrics')
afterAll(() => rm(project, { recursive: true, force: true }))
afterEach(endAll)

/** Long enough that a file written in place would be found half written. */
const FILLING = 'x'.repeat(4000)

const ids = Array.from({ length: METRICS }, (_, i) => `m${i}`)
const metric = (id: string, save: number) => ({ id, name: id, type: 'point', description: `${save} ${FILLING}` })

/** What a component of the files says it is: the save that wrote it. */
function saveOf(component: unknown, id: string): number {
  const save = Number.parseInt((component as { description: string }).description)
  expect(component).toEqual(metric(id, save))
  return save
}

/** Half of the metrics have a file each, the others share one. */
async function savesInFiles(): Promise<ReadonlyMap<string, number>> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(metrics, name), 'utf8'))
  const shared = (await read('shared.json')) as unknown[]
  const found = await Promise.all(
    ids.map(async (id, i) => [id, saveOf(i % 2 === 0 ? await read(`${id}.json`) : shared[(i - 1) / 2], id)] as const),
  )
  return new Map(found)
}

/** Saves one metric after the other until the server is gone; notes the last save of each that was sent. */
async function saveOn(url: string, first: number, sent: Map<string, number>): Promise<number> {
  for (let save = first; ; save += 1) {
    const id = ids[save % METRICS] ?? ''
    sent.set(id, save)
    const body = JSON.stringify({ description: metric(id, save).description })
    const headers = { 'content-type': 'application/json' }
    const path = `${url}/v2/design/versions/latest/metrics/${id}`
    const answer = await fetch(path, { method: 'PATCH', body, headers }).catch(() => undefined)
    if (!answer) return save + 1
    expect(answer.status).toBe(200)
  }
}

const isUnfinished = (name: string | null): boolean => name?.endsWith('.tmp') ?? false
const unfinished = async () => (await readdir(metrics)).filter(isUnfinished)

/** Kills it as soon as a file is being written, after a while. */
async function killWhileWriting(served: Serving, afterMs: number): Promise<void> {
  await sleep(afterMs)
  await new Promise<void>((resolve) => {
    const watcher = watch(metrics, (_, name) => {
      if (!isUnfinished(name)) return
      served.kill('SIGKILL')
      watcher.close()
      resolve()
    })
  })
}

test(`${KILLS} times killed while it writes files back, each is whole, old or new`, { timeout: 180_000 }, async () => {
  await cp(starter, project, { recursive: true })
  const write = (name: string, content: unknown) => writeFile(join(metrics, name), JSON.stringify(content))
  for (const id of ids.filter((_, i) => i % 2 === 0)) await write(`${id}.json`, metric(id, 0))
  await write(
    'shared.json',
    ids.filter((_, i) => i % 2 === 1).map((id) => metric(id, 0)),
  )
  const sent = new Map(ids.map((id) => [id, 0]))
  let before = await savesInFiles()
  let next = 1
  let leftBehind = 0
  // A kill may come just after a file was renamed, so more follow until one has left an unfinished file.
  for (let kill = 0; kill < KILLS || (leftBehind === 0 && kill < 5 * KILLS); kill += 1) {
    const served = await serve(['--data', join(project, 'data'), '--no-auth', '--write-back'], { cwd: project })
    const saving = saveOn(served.url, next, sent)
    await killWhileWriting(served, (20 * 10 * (kill % KILLS)) / KILLS)
    next = await saving
    const { stderr } = await served.ended
    leftBehind += (await unfinished()).length
    expect(stderr).not.toMatch(/warning/)
    const after = await savesInFiles()
    for (const id of ids) {
      expect(after.get(id), id).toBeGreaterThanOrEqual(before.get(id) ?? 0)
      expect(after.get(id), id).toBeLessThanOrEqual(sent.get(id) ?? 0)
    }
    before = after
  }
  // Killed in the middle indeed; the starts between have removed what the kills before them left.
  expect(leftBehind).toBeGreaterThan(0)
  // Nothing that was answered is lost: the next start brings into the files what is only in the game.
  const served = await serve(['--data', join(project, 'data'), '--no-auth', '--write-back'], { cwd: project })
  const latest = await fetch(`${served.url}/v2/design/versions/latest/metrics`)
  const components = (await latest.json()) as { id: string; description: string }[]
  const inGame = new Map(
    ids.map((id) => [
      id,
      saveOf(
        components.find((each) => each.id === id),
        id,
      ),
    ]),
  )
  await expect.poll(savesInFiles, { timeout: 10_000 }).toEqual(inGame)
  expect(await unfinished()).toEqual([])
  served.kill('SIGTERM')
  await served.ended
})
