import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runFaults } from '../../cluster-faults/faults.ts'
import { program, startCluster, type Cluster, type ClusterNode } from '../support/cluster.ts'
import { natsServer, startNatsServers } from '../support/nats-servers.ts'
import { noSmallDisks } from '../support/small-disk.ts'

interface Health {
  readonly node: { readonly name: string; readonly role: 'writer' | 'follower'; readonly position: number }
}

/** What a call of a test carries. */
interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

const healthOf = async ({ url }: ClusterNode): Promise<Health> =>
  (await (await fetch(`${url}/_gamify/health`)).json()) as Health

describe.skipIf(!natsServer)('a game on several machines', { timeout: 60_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ servers: 3, nodes: 2 })
  }, 60_000)
  afterAll(() => cluster.close())

  const nodesByRole = async () => {
    const healths = await Promise.all(cluster.nodes.map(healthOf))
    const of = (role: string) => cluster.nodes.find((_, i) => healths[i]?.node.role === role)
    return { writer: of('writer'), follower: of('follower') }
  }
  /** Returns what calls nodes with a token of the staging client. */
  const staging = async (node: ClusterNode | undefined) => {
    const form = { grant_type: 'client_credentials', client_id: 'gamify-staging', client_secret: 'gamify-dev-secret' }
    const login = await fetch(`${node?.url}/auth/token`, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token } = (await login.json()) as { access_token: string }
    return (to: ClusterNode | undefined, method: string, path: string, { headers = {}, body, signal }: Sent = {}) => {
      const content = body === undefined ? {} : { 'content-type': 'application/json' }
      const all = { authorization: `Bearer ${access_token}`, ...content, ...headers }
      return fetch(`${to?.url}${path}`, {
        method,
        headers: all,
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      })
    }
  }
  const gamify = (node: ClusterNode | undefined, ...args: readonly string[]) =>
    cluster.run(...args, '--url', node?.url ?? '')
  const ofCluster = (...args: readonly string[]) => cluster.run('cluster', ...args, '--journal', cluster.nats.url)

  test('every node takes every call', async () => {
    const { writer, follower } = await nodesByRole()
    expect([writer, follower]).not.toContain(undefined)
    expect(await gamify(follower, 'player', 'create', 'neo', '--alias', 'Neo')).toMatchObject({ code: 0 })
    expect((await gamify(follower, 'play', 'action', 'like', '--as', 'neo')).output).toContain('XP 0 -> 10')
    expect((await gamify(writer, 'player', 'show', 'neo')).output).toMatch(/XP +10/)
    expect((await fetch(`${follower?.url}/_gamify/ready`)).status).toBe(200)
  })

  test('a stream through a follower is that of the writer', async () => {
    const { follower } = await nodesByRole()
    const call = await staging(follower)
    const ending = new AbortController()
    const stream = await call(follower, 'GET', '/_gamify/journal?follow=true', { signal: ending.signal })
    const seen = (async () => {
      let all = ''
      for await (const piece of stream.body?.pipeThrough(new TextDecoderStream()) ?? [])
        if ((all += piece).includes('"id":"visit"')) return true
      return false
    })()
    await gamify(follower, 'player', 'create', 'morpheus', '--alias', 'Morpheus')
    await gamify(follower, 'play', 'action', 'visit', '--as', 'morpheus')
    expect(await seen).toBe(true)
    ending.abort()
  })

  test('a change tells its position, and a read after it sees it on every node', async () => {
    const { writer, follower } = await nodesByRole()
    const call = await staging(writer)
    const like = await call(follower, 'POST', '/v2/runtime/actions/like/play?player_id=neo', { body: '{}' })
    const position = like.headers.get('gamify-position') ?? ''
    expect(Number(position)).toBeGreaterThan(0)
    const profile = '/v2/runtime/player?player_id=neo'
    const asked = await Promise.all([
      call(follower, 'GET', profile, { headers: { 'gamify-after': position } }),
      call(follower, 'GET', profile),
      call(writer, 'GET', profile),
    ])
    const texts = await Promise.all(asked.map((answer) => answer.text()))
    expect(new Set(texts).size).toBe(1)
    expect((await call(follower, 'GET', profile, { headers: { 'gamify-after': 'x' } })).status).toBe(400)
  })

  test('a follower answers eventual reads while the writer is frozen, and tells how old they can be', async () => {
    const { writer, follower } = await nodesByRole()
    const call = await staging(writer)
    const eventual = { headers: { 'gamify-consistency': 'eventual' } }
    const read = () => call(follower, 'GET', '/v2/runtime/player?player_id=neo', eventual)
    expect(Number((await read()).headers.get('gamify-lag'))).toBeLessThan(5_000)
    writer?.process?.kill('SIGSTOP')
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const answer = await read()
      expect(answer.status).toBe(200)
      expect(Number(answer.headers.get('gamify-lag'))).toBeGreaterThanOrEqual(500)
    } finally {
      writer?.process?.kill('SIGCONT')
    }
    // The other node may have taken over meanwhile.
    await expect.poll(async () => (await call(follower, 'GET', '/v2/runtime/player?player_id=neo')).status).toBe(200)
  })

  test('status shows the nodes and what is wrong', async () => {
    const { code, output } = await ofCluster('status')
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(output).toMatch(/n1 +(writer|follower) /)
    expect(output).toMatch(/n2 +(writer|follower) /)
    expect(output).toMatch(/log: \d+ messages \(1 to \d+\), /)
    const { output: json } = await ofCluster('status', '--json')
    expect(JSON.parse(json)).toMatchObject({
      game: 'project',
      nodes: [{ role: 'writer' }, { role: 'follower' }],
      problems: [],
    })
  })

  test('doctor finds the nodes in step, and says what it cannot see', async () => {
    const { output } = await cluster.run('doctor', '--journal', cluster.nats.url)
    expect(output).toContain('several machines: 2 nodes in step')
    expect(output).toContain('whether they write each message to disk')
  })

  test('hand-over makes the other node the writer, with everything that was played', async () => {
    const before = await nodesByRole()
    expect(await ofCluster('hand-over')).toMatchObject({
      code: 0,
      output: `${before.follower?.name} is the writer now\n`,
    })
    const after = await nodesByRole()
    expect(after).toMatchObject({ writer: before.follower, follower: before.writer })
    expect((await gamify(after.follower, 'play', 'action', 'like', '--as', 'neo')).output).toMatch(/XP \d+ -> \d+/)
    expect(await ofCluster('hand-over', 'nobody')).toMatchObject({
      code: 1,
      output: expect.stringContaining("no other node with the name 'nobody'") as string,
    })
  })

  test('the metrics of a node have its role, its place in the log and what it has counted', async () => {
    const { writer } = await nodesByRole()
    const { node } = await healthOf(writer as ClusterNode)
    const text = await (await fetch(`${writer?.url}/_gamify/metrics`)).text()
    const value = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length),
      )
    expect(value('gamify_node_role{role="writer"}')).toBe(1)
    expect(value('gamify_node_log_position')).toBeGreaterThanOrEqual(node.position)
    expect(value('gamify_node_claims_total')).toBeGreaterThanOrEqual(1)
    // A hand-over replaces nobody without notice.
    expect(value('gamify_node_replaced_total')).toBe(0)
    expect(value('gamify_node_log_connected')).toBe(1)
    expect(value('gamify_node_log_lag_messages')).toBe(0)
  })

  test('a rewind, a snapshot and a restored game are those of all nodes', async () => {
    const { writer } = await nodesByRole()
    expect(await gamify(writer, 'snapshot', 'save', 'one')).toMatchObject({ code: 0 })
    await gamify(writer, 'play', 'action', 'answer', '--as', 'neo')
    expect(await gamify(writer, 'rewind', '--to', '2', '--yes')).toMatchObject({ code: 0 })
    await ofCluster('hand-over')
    const { writer: next } = await nodesByRole()
    expect((await gamify(next, 'player', 'show', 'neo')).output).not.toMatch(/XP +10/)
    expect((await gamify(next, 'snapshot', 'list')).output).toContain('one')
    expect(await gamify(next, 'snapshot', 'restore', 'one', '--yes')).toMatchObject({ code: 0 })
    expect((await gamify(next, 'player', 'show', 'neo')).output).toMatch(/XP +\d+/)
  })

  test('a node that is killed is replaced, and comes back', async () => {
    const { writer, follower } = await nodesByRole()
    await writer?.stop('SIGKILL')
    const { output } = await gamify(follower, 'play', 'action', 'like', '--as', 'neo')
    expect(output).toMatch(/XP \d+ -> \d+/)
    await writer?.start()
    expect(await healthOf(writer as ClusterNode)).toMatchObject({ node: { role: 'follower' } })
  })

  test('a second node of a name does not start', async () => {
    const data = join(cluster.directory, 'twin')
    const { code, output } = await cluster.run(
      'serve',
      '--journal',
      cluster.nats.url,
      '--node',
      'n1',
      '--port',
      '0',
      '--data',
      data,
    )
    expect({ code, output }).toMatchObject({
      code: 2,
      output: expect.stringContaining("A node with the name 'n1' already runs at") as string,
    })
  })

  test('an exported game is the game of the nodes', async () => {
    const data = join(cluster.directory, 'copy')
    expect(await ofCluster('export', '--data', data)).toMatchObject({ code: 0 })
    expect(await ofCluster('export', '--data', data)).toMatchObject({
      code: 2,
      output: expect.stringContaining('is not empty') as string,
    })
    const { secret } = JSON.parse(readFileSync(join(data, 'game.json'), 'utf8')) as { secret: string }
    const { writer } = await nodesByRole()
    const own = JSON.parse(readFileSync(join(writer?.data ?? '', 'game.json'), 'utf8')) as { secret: string }
    expect(secret).toBe(own.secret)
    expect(await ofCluster('adopt', '--data', data)).toMatchObject({
      code: 2,
      output: expect.stringContaining("The log has the game 'project' already") as string,
    })
  })

  test('log servers that are away for a while lose nothing, and plays wait for them', async () => {
    const { writer } = await nodesByRole()
    const [one, two] = cluster.nats.servers
    await Promise.all([one?.stop('SIGKILL'), two?.stop('SIGKILL')])
    const waiting = gamify(writer, 'play', 'action', 'like', '--as', 'neo')
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const metrics = await fetch(`${writer?.url}/_gamify/metrics`, { signal: AbortSignal.timeout(4_000) })
    expect(await metrics.text()).toContain('gamify_')
    await Promise.all([one?.start(), two?.start()])
    expect((await waiting).output).toMatch(/XP \d+ -> \d+/)
  })
})

describe.skipIf(!natsServer)('a game that moves', { timeout: 60_000 }, () => {
  test('from a directory to a log and back is the same, to the last byte', async () => {
    const cluster = await startCluster({ servers: 1, nodes: 0 })
    const inGame = (data: string, ...args: readonly string[]) =>
      cluster.run(
        'exec',
        '--data',
        data,
        '--freeze',
        '--now',
        '2030-01-01T12:00:00Z',
        '--no-watch',
        '--',
        process.execPath,
        program,
        ...args,
      )
    const moving = ['--journal', cluster.nats.url, '--replicas', '1']
    try {
      const [one, two] = [join(cluster.directory, 'one'), join(cluster.directory, 'two')]
      for (const command of [
        'seed',
        'snapshot save start',
        'play action like --as neo',
        'rewind --to 5 --yes',
        'play action answer --as neo',
      ])
        expect(await inGame(one, ...command.split(' '))).toMatchObject({ code: 0 })
      await inGame(one, 'state', 'export', join(cluster.directory, 'one.ndjson'))
      expect(await cluster.run('cluster', 'adopt', '--data', one, ...moving)).toMatchObject({ code: 0 })
      expect(await cluster.run('cluster', 'export', '--data', two, ...moving)).toMatchObject({ code: 0 })
      await inGame(two, 'state', 'export', join(cluster.directory, 'two.ndjson'))
      const [before, after] = ['one.ndjson', 'two.ndjson'].map((name) =>
        readFileSync(join(cluster.directory, name), 'utf8'),
      )
      expect(after).toBe(before)
      expect((await inGame(two, 'snapshot', 'list')).output).toContain('start')
    } finally {
      await cluster.close()
    }
  })
})

describe.skipIf(!natsServer)('faults under load', { timeout: 120_000 }, () => {
  test('lose no play, and count none twice', async () => {
    const kinds = ['kill writer', 'kill follower', 'restart writer', 'kill log follower']
    const report = await runFaults({ seed: 7, until: { faults: 4 }, callers: 8, kinds, say: () => {} })
    expect(report).toMatchObject({ lost: 0, twice: 0, isSameEverywhere: true })
    expect(report.plays).toBeGreaterThan(0)
  })
})

describe.skipIf(!natsServer || noSmallDisks() !== undefined)('disks under load', { timeout: 120_000 }, () => {
  test('that are full or broken end their nodes, and lose no play', async () => {
    const kinds = ['full disk of follower', 'broken disk of writer', 'full disk of writer']
    const report = await runFaults({ seed: 7, until: { faults: 3 }, callers: 4, kinds, say: () => {} })
    expect(report).toMatchObject({ lost: 0, twice: 0, isSameEverywhere: true })
    expect(report.problems.filter((problem) => problem.includes('still runs'))).toEqual([])
  })
})

describe.skipIf(!natsServer)('a start', { timeout: 60_000 }, () => {
  test('with the wrong credentials says which ones are needed, and shows none', async () => {
    const nats = await startNatsServers(1, 'authorization { user: "a", password: "b" }')
    const cluster = await startCluster({ servers: 1, nodes: 0 })
    try {
      const journal = nats.url.replace('nats://', 'nats://a:hunter2@')
      const { code, output } = await cluster.run(
        'serve',
        '--journal',
        journal,
        '--replicas',
        '1',
        '--port',
        '0',
        '--data',
        join(cluster.directory, 'x'),
      )
      expect({ code, output }).toMatchObject({
        code: 2,
        output: expect.stringContaining('refuse the credentials') as string,
      })
      expect(output).not.toContain('hunter2')
    } finally {
      await cluster.close()
      await nats.close()
    }
  })
})
