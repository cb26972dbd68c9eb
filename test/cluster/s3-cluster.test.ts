import { readdirSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type Cluster, type ClusterNode } from '../support/cluster.ts'
import { redAndBlue } from '../support/images.ts'
import { natsServer, startNatsServers } from '../support/nats-servers.ts'
import { startS3Server, type S3Server } from '../support/s3-server.ts'

const PICTURE = '/v2/runtime/assets/players/neo?player_id=neo'

describe.skipIf(!natsServer)('a game whose blobs are in a bucket', { timeout: 60_000 }, () => {
  let store: S3Server
  let cluster: Cluster
  beforeAll(async () => {
    store = await startS3Server({ pageSize: 2 })
    cluster = await startCluster({ servers: 1, nodes: 3, blobs: `s3://${store.bucket}/quest`, env: store.env })
  }, 60_000)
  afterAll(async () => {
    await cluster.close()
    await store.close()
  })

  const node = (index: number): ClusterNode => {
    const found = cluster.nodes[index]
    if (!found) throw new Error(`there is no node ${index}`)
    return found
  }
  const gamify = (to: ClusterNode, ...args: readonly string[]) => cluster.run(...args, '--url', to.url)
  const moving = (command: string, journal: string, data: string, blobs: string) =>
    cluster.run('cluster', command, '--journal', journal, '--data', data, '--blobs', blobs, '--replicas', '1')
  const callAsStaging = async (to: ClusterNode, path: string, body?: FormData) => {
    const form = { grant_type: 'client_credentials', client_id: 'gamify-staging', client_secret: 'gamify-dev-secret' }
    const login = await fetch(`${to.url}/auth/token`, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token } = (await login.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    return fetch(`${to.url}${path}`, { headers, ...(body && { method: 'POST', body }) })
  }
  /** What is in a folder of the bucket. */
  const inBucket = (folder: string) => [...store.objects.keys()].filter((key) => key.startsWith(folder))

  test('goes on while the store is down, and a snapshot waits for it', async () => {
    // The nodes that follow have what was begun with.
    const designs = () => Promise.all(cluster.nodes.map(({ data }) => readdir(join(data, 'designs')).catch(() => [])))
    await expect.poll(async () => (await designs()).every(({ length }) => length > 0)).toBe(true)
    let refusals = 0
    store.misbehave = () => {
      refusals += 1
      return { status: 503, code: 'SlowDown' }
    }
    const saving = gamify(node(0), 'snapshot', 'save', 'early')
    try {
      await expect.poll(() => refusals).toBeGreaterThan(1)
      await gamify(node(1), 'player', 'create', 'trinity', '--alias', 'Trinity')
      expect((await gamify(node(1), 'play', 'action', 'like', '--as', 'trinity')).output).toContain('XP 0 -> 10')
    } finally {
      store.misbehave = undefined
    }
    expect(await saving).toMatchObject({ code: 0, output: expect.stringContaining('saved early') as string })
  })

  test('is whole on a node that joins with an empty directory', async () => {
    const [writer, joining] = [node(0), node(2)]
    await joining.stop()
    rmSync(joining.data, { recursive: true })
    expect(await gamify(writer, 'player', 'create', 'neo', '--alias', 'Neo')).toMatchObject({ code: 0 })
    await gamify(writer, 'play', 'action', 'like', '--as', 'neo')
    const form = new FormData()
    const png = await redAndBlue(40, 40).png().toBuffer()
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'neo.png')
    expect((await callAsStaging(writer, '/v2/runtime/player?player_id=neo', form)).status).toBe(200)
    expect(await gamify(writer, 'snapshot', 'save', 'one')).toMatchObject({ code: 0 })
    await gamify(writer, 'play', 'action', 'answer', '--as', 'neo')
    expect(await gamify(writer, 'rewind', '--to', '2', '--yes')).toMatchObject({ code: 0 })
    expect(await gamify(writer, 'snapshot', 'restore', 'one', '--yes')).toMatchObject({ code: 0 })
    const before = {
      player: (await gamify(writer, 'player', 'show', 'neo', '--json')).output,
      picture: Buffer.from(await (await callAsStaging(writer, PICTURE)).arrayBuffer()),
    }
    for (const folder of ['designs', 'files', 'images/players']) expect(inBucket(`quest/${folder}/`)).not.toEqual([])

    await joining.start()
    const handOver = () => cluster.run('cluster', 'hand-over', 'n3', '--journal', cluster.nats.url)
    await expect.poll(async () => (await handOver()).output).toContain('n3 is the writer now')
    await Promise.all([node(0), node(1)].map((each) => each.stop()))
    expect((await gamify(joining, 'player', 'show', 'neo', '--json')).output).toBe(before.player)
    expect((await gamify(joining, 'snapshot', 'list')).output).toContain('one')
    const picture = await callAsStaging(joining, PICTURE)
    expect(Buffer.from(await picture.arrayBuffer()).equals(before.picture)).toBe(true)
    expect((await gamify(joining, 'play', 'action', 'like', '--as', 'neo')).output).toMatch(/XP \d+ -> \d+/)
  })

  test('is trimmed: what nothing names is removed, and a node begins with what is left', async () => {
    const [empty, writer] = [node(0), node(2)]
    const trim = async () => {
      const { code, output } = await cluster.run('cluster', 'trim', '--journal', cluster.nats.url, '--json')
      expect({ code, output }).toMatchObject({ code: 0 })
      return JSON.parse(output) as { readonly files: number }
    }
    await trim()
    const first = inBucket('quest/files/')
    await gamify(writer, 'play', 'action', 'like', '--as', 'neo')
    const { files } = await trim()
    const second = inBucket('quest/files/')
    expect(files).toBeGreaterThan(0)
    expect(first.filter((key) => !second.includes(key))).toHaveLength(files)

    rmSync(empty.data, { recursive: true })
    await empty.start()
    await expect.poll(() => empty.log, { timeout: 10_000 }).toContain('n1 begins with the game as it was at message')
    const shown = (await gamify(writer, 'player', 'show', 'neo', '--json')).output
    const handOver = () => cluster.run('cluster', 'hand-over', 'n1', '--journal', cluster.nats.url)
    await expect.poll(async () => (await handOver()).output).toContain('n1 is the writer now')
    expect((await gamify(empty, 'player', 'show', 'neo', '--json')).output).toBe(shown)
    expect((await gamify(empty, 'snapshot', 'list')).output).toContain('one')
  })

  test('can be exported, and adopted into another prefix', async () => {
    const data = join(cluster.directory, 'copy')
    const blobs = `s3://${store.bucket}/quest`
    expect(await moving('export', cluster.nats.url, data, blobs)).toMatchObject({ code: 0 })
    const designs = readdirSync(join(data, 'designs')).map((name) => `quest/designs/${name.split('.')[0]}.json`)
    expect(inBucket('quest/designs/')).toEqual(expect.arrayContaining(designs))
    const nats = await startNatsServers(1)
    try {
      expect(await moving('adopt', nats.url, data, `s3://${store.bucket}/other`)).toMatchObject({ code: 0 })
      const all = inBucket('quest/images/').map((key) => key.replace('quest/', 'other/'))
      expect(inBucket('other/images/').toSorted()).toEqual(all.toSorted())
      expect(inBucket('other/files/')).not.toEqual([])
    } finally {
      await nats.close()
    }
  })

  test.each([
    ['s3://Games', 'The name of the bucket is not valid'],
    ['gs://games', '--blobs names no place'],
    ['s3://other', 'Create the bucket other, or name another one with --blobs'],
  ])('with %s does not start', async (blobs, message) => {
    const flags = ['--journal', cluster.nats.url, '--replicas', '1', '--node', 'n9', '--port', '0', '--blobs', blobs]
    const { code, output } = await cluster.run('serve', '--data', join(cluster.directory, 'n9'), ...flags)
    expect({ code, output }).toMatchObject({ code: 2, output: expect.stringContaining(message) as string })
    for (const name of ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) expect(output).not.toContain(store.env[name])
  })
})
