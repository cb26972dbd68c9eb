import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startCluster, type Cluster, type ClusterNode } from '../support/cluster.ts'
import { natsServer } from '../support/nats-servers.ts'

/** What lets a program see another time, where Debian's package libfaketime is installed. */
const [fakeTime] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

const HOUR_S = 3_600

const tokenOf = async ({ url }: ClusterNode): Promise<string> => {
  const form = { grant_type: 'client_credentials', client_id: 'gamify-staging', client_secret: 'gamify-dev-secret' }
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** The game times of the entries of the staging runtime, in their order. */
async function timesOf({ url }: ClusterNode): Promise<readonly number[]> {
  const answer = await fetch(`${url}/_gamify/journal`, {
    headers: { authorization: `Bearer ${await tokenOf({ url } as ClusterNode)}` },
  })
  const lines = (await answer.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => Date.parse((JSON.parse(line) as { at: string }).at))
}

async function play(cluster: Cluster, { url }: ClusterNode, player: string): Promise<string> {
  return (await cluster.run('play', 'action', 'like', '--as', player, '--url', url)).output
}

describe.skipIf(!natsServer || fakeTime === undefined)('a node whose clock is wrong', { timeout: 60_000 }, () => {
  test.each([
    ['ahead', HOUR_S],
    ['behind', -HOUR_S],
  ])('by an hour %s is found, loses nothing, and never turns game time back', async (which, seconds) => {
    const cluster = await startCluster({ servers: 1, nodes: 2 })
    const journal = ['--journal', cluster.nats.url]
    try {
      const [right, wrong] = cluster.nodes as [ClusterNode, ClusterNode]
      await wrong.stop()
      wrong.environment = {
        LD_PRELOAD: fakeTime ?? '',
        FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
      await wrong.start()
      for (const command of ['cluster status', 'doctor']) {
        const { output, code } = await cluster.run(...command.split(' '), ...journal)
        expect({ command, code, output }).toMatchObject({
          code: 1,
          output: expect.stringMatching(`the clock of n2 is 3[56]\\d\\d\\.\\d s ${which}`) as string,
        })
        expect(output).toContain('Let all machines set their clocks by NTP')
      }
      await cluster.run('player', 'create', 'neo', '--alias', 'Neo', '--url', right.url)
      expect(await play(cluster, right, 'neo')).toContain('XP 0 -> 10')
      expect(await cluster.run('cluster', 'hand-over', 'n2', ...journal)).toMatchObject({ code: 0 })
      const token = await tokenOf(wrong)
      expect(await play(cluster, wrong, 'neo')).toContain('XP 10 -> 20')
      expect(await play(cluster, right, 'neo')).toContain('XP 20 -> 30')
      await wrong.stop('SIGKILL')
      expect(await play(cluster, right, 'neo')).toContain('XP 30 -> 40')
      const profile = await fetch(`${right.url}/v2/admin/players/neo`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(profile.status).toBe(200)
      const times = await timesOf(right)
      expect(times.length).toBeGreaterThan(5)
      const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0)
      expect(spanMs > HOUR_S * 900).toBe(seconds > 0)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    } finally {
      await cluster.close()
    }
  })
})
