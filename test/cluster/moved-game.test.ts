import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textHash } from '../support/canonical-hash.ts'
import { program, startCluster, type Cluster, type ClusterNode } from '../support/cluster.ts'
import { natsServer } from '../support/nats-servers.ts'

interface Call {
  readonly path: string
  readonly key: string
  readonly body?: object
}

/** The same calls in the same order, whoever takes them: plays, repeats of them, a player, and a refusal. */
const calls: readonly Call[] = [
  ...Array.from({ length: 20 }, (_, i) => ({
    path: `/v2/runtime/actions/${['like', 'visit', 'answer'][i % 3]}/play?player_id=${['neo', 'trinity'][i % 2]}`,
    key: i % 7 === 6 ? `key-${i - 6}` : `key-${i}`,
  })),
  { path: '/v2/admin/players', key: 'smith', body: { id: 'smith', alias: 'Smith' } },
  { path: '/v2/runtime/actions/like/play?player_id=smith', key: 'first' },
  { path: '/v2/runtime/actions/like/play?player_id=nobody', key: 'nobody' },
]

async function answerOf(url: string, { path, key, body = {} }: Call): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: 'gamify-staging', client_secret: 'gamify-dev-secret' }
  const login = await fetch(`${url}/auth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await login.json()) as { access_token: string }
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  return `${answer.status} ${await answer.text()}`
}

/** Runs a command in a game on one machine. */
const alone = (cluster: Cluster, data: string, ...args: readonly string[]) =>
  cluster.run('exec', '--data', data, '--no-watch', '--', process.execPath, program, ...args)

async function exported(cluster: Cluster, data: string): Promise<string> {
  const file = `${data}.ndjson`
  expect(await alone(cluster, data, 'state', 'export', file)).toMatchObject({ code: 0 })
  return readFileSync(file, 'utf8')
}

describe.skipIf(!natsServer)('a game that is adopted, played on nodes and exported', { timeout: 120_000 }, () => {
  test('is the game that the same plays make on one machine', async () => {
    const cluster = await startCluster({ servers: 3, nodes: 3, isStarted: false })
    const inCluster = (...args: readonly string[]) => cluster.run('cluster', ...args, '--journal', cluster.nats.url)
    try {
      const [first] = cluster.nodes as [ClusterNode]
      const [one, copy] = [join(cluster.directory, 'one'), join(cluster.directory, 'copy')]
      const clock = ['--freeze', '--now', '2030-01-01T12:00:00Z', '--random-seed', 'moved']
      const seeded = await cluster.run(
        'exec',
        '--data',
        one,
        '--no-watch',
        ...clock,
        '--',
        process.execPath,
        program,
        'seed',
      )
      expect(seeded).toMatchObject({ code: 0 })
      cpSync(one, first.data, { recursive: true })
      expect(await inCluster('adopt', '--data', first.data)).toMatchObject({ code: 0 })

      const single = await cluster.alone(one)
      const expected: string[] = []
      for (const each of calls) expected.push(await answerOf(single.url, each))
      await single.stop('SIGTERM')

      for (const node of cluster.nodes) await node.start()
      const answers: string[] = []
      for (const [i, each] of calls.entries()) {
        if (i === 7) expect(await inCluster('hand-over')).toMatchObject({ code: 0 })
        const node = cluster.nodes[i % cluster.nodes.length]
        answers.push(await answerOf(node?.url ?? '', each))
      }
      expect(answers).toEqual(expected)
      expect(await inCluster('export', '--data', copy)).toMatchObject({ code: 0 })
      const [before, after] = [await exported(cluster, one), await exported(cluster, copy)]
      expect(textHash([after])).toBe(textHash([before]))
    } finally {
      await cluster.close()
    }
  })
})
