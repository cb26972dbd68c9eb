import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type Cluster, type ClusterNode } from '../support/cluster.ts'
import { natsServer } from '../support/nats-servers.ts'

interface Trimmed {
  readonly start: number
  readonly messages: number
  readonly files: number
}

describe.skipIf(!natsServer)('a log that is trimmed', { timeout: 120_000 }, () => {
  let cluster: Cluster
  let first: ClusterNode
  let second: ClusterNode
  let third: ClusterNode
  beforeAll(async () => {
    cluster = await startCluster({ servers: 1, nodes: 3, isStarted: false })
    ;[first, second, third] = cluster.nodes as [ClusterNode, ClusterNode, ClusterNode]
    await first.start()
    await second.start()
    await gamify(first, 'player', 'create', 'neo', '--alias', 'Neo')
  }, 60_000)
  afterAll(() => cluster.close())

  const gamify = (node: ClusterNode, ...args: readonly string[]) => cluster.run(...args, '--url', node.url)
  const ofCluster = (...args: readonly string[]) => cluster.run('cluster', ...args, '--journal', cluster.nats.url)
  const trim = async (): Promise<Trimmed> => {
    const { code, output } = await ofCluster('trim', '--json')
    expect({ code, output }).toMatchObject({ code: 0 })
    return JSON.parse(output) as Trimmed
  }
  /** Returns what plays as Neo. */
  const player = async ({ url }: ClusterNode) => {
    const form = { grant_type: 'client_credentials', client_id: 'gamify-staging', client_secret: 'gamify-dev-secret' }
    const login = await fetch(`${url}/auth/token`, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token } = (await login.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    return async () => {
      const path = '/v2/runtime/actions/like/play?player_id=neo'
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' })
      await answer.text()
      return answer.status
    }
  }
  const xpOf = async (node: ClusterNode): Promise<number> =>
    Number(/XP +(\d+)/.exec((await gamify(node, 'player', 'show', 'neo')).output)?.[1])
  const stateOf = async (node: ClusterNode): Promise<string> => {
    const file = join(cluster.directory, `${node.name}.ndjson`)
    expect(await gamify(node, 'state', 'export', file)).toMatchObject({ code: 0 })
    // The first line has the time of the export, and the last one the checksum of all.
    return readFileSync(file, 'utf8').trim().split('\n').slice(1, -1).join('\n')
  }

  test('loses no play that comes in meanwhile, twice, and removes what it names no more', async () => {
    const play = await player(first)
    const before = await xpOf(first)
    let isOver = false
    let played = 0
    const playing = (async () => {
      while (!isOver) if ((await play()) === 200) played += 1
    })()
    const one = await trim()
    const two = await trim()
    isOver = true
    await playing
    expect(two.start).toBeGreaterThan(one.start)
    expect(one.messages).toBe(one.start - 1)
    expect(two.messages).toBe(two.start - one.start)
    expect(two.files).toBeGreaterThan(0)
    expect(played).toBeGreaterThan(0)
    expect(await xpOf(first)).toBe(before + played * 10)
    const { output } = await ofCluster('status', '--json')
    expect(JSON.parse(output)).toMatchObject({ log: { start: two.start } })
  })

  test('ends a node that was cut off for too long, which says what to do', async () => {
    const { process: cutOff } = second
    const ended = new Promise<number | null>((resolve) => cutOff?.once('exit', resolve))
    second.setPassage('broken')
    // Until it does not count as heard any more.
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    const play = await player(first)
    for (let i = 0; i < 20; i++) expect(await play()).toBe(200)
    await trim()
    second.setPassage('open')
    expect(await ended).toBe(2)
    expect(second.log).toContain('Delete its data directory and start it again')
    await expect(second.start()).rejects.toThrow('the node ended with 2')
  })

  test('lets a node without a directory join, which then has everything', async () => {
    const play = await player(first)
    for (let i = 0; i < 20; i++) expect(await play()).toBe(200)
    await third.start()
    await expect
      .poll(() => third.log, { timeout: 10_000 })
      .toMatch(/n3 begins with the game as it was at message \d+ of the log/)
    expect(await gamify(first, 'rewind', '--to', '15', '--yes')).toMatchObject({ code: 0 })
    expect(await play()).toBe(200)
    rmSync(second.data, { recursive: true })
    await second.start()
    const expected = await stateOf(first)
    for (const next of [third, second]) {
      expect(await ofCluster('hand-over', next.name)).toMatchObject({ code: 0 })
      expect(await stateOf(next)).toBe(expected)
    }
    expect(await trim()).toMatchObject({ files: expect.any(Number) as number })
    const copy = join(cluster.directory, 'copy')
    expect(await ofCluster('export', '--data', copy, '--replicas', '1')).toMatchObject({ code: 0 })
    const single = await cluster.alone(copy)
    expect(await stateOf(single)).toBe(expected)
  })
})
