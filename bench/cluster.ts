import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { natsServer, startNatsServers } from '../test/support/nats-servers.ts'
import { accessToken } from './access-token.ts'
import { compareSubjects, type Subject } from './compare-calls.ts'
import type { Effort, Figure, Goal, Row } from './figure.ts'
import { benchSource, playerId } from './game.ts'
import { playRequests } from './http-play.ts'
import { Job } from './job.ts'
import { requestText } from './request-text.ts'
import { serveGame, serveProject, writePlayers, writeProject } from './served.ts'
import type { Spawned } from './spawned.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const PLAYERS = 1000

/** What a read carries that may be old. */
const EVENTUAL = '\r\ngamify-consistency: eventual'

/** A game on several machines beside one on a single one, all on this machine, with the servers of the log. */
export const cluster: Figure = {
  name: 'cluster',
  title: 'A game on several machines',
  missing: () => (natsServer === undefined ? 'nats-server 2.12 or newer, in PATH or named by NATS_SERVER' : undefined),
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure(effort: Effort, directory: string): Promise<readonly Row[]> {
  const nats = await startNatsServers(3)
  const running: Spawned[] = []
  const load = new Job('load')
  try {
    const single = join(directory, 'single')
    mkdirSync(single)
    const one = await serveGame(single, 'batch', PLAYERS)
    running.push(one)
    const project = join(directory, 'project')
    mkdirSync(project)
    writeProject(project, benchSource)
    writePlayers(project, PLAYERS)
    const startNode = async (name: string, ...flags: readonly string[]): Promise<Spawned> => {
      const node = await serveProject(
        project,
        '--journal',
        nats.url,
        '--node',
        name,
        '--data',
        join(directory, name),
        ...flags,
      )
      running.push(node)
      return node
    }
    const writer = await startNode('n1', '--seed', 'players.json')
    const alone = await playsOf('one process', one)
    const node = await playsOf('a node', writer)
    const compare = (subject: Subject, peer: Subject, connections: number, goal?: Goal): Promise<Row> =>
      compareSubjects(load, effort, subject, peer, connections, goal)
    const rows = [
      await compare(node, alone, 1),
      await compare(node, alone, 32),
      await compare(node, alone, 128, { least: 0.5 }),
    ]
    const follower = await startNode('n2')
    await startNode('n3')
    const names = { name: 'a node with two followers' }
    rows.push(await compare({ ...node, ...names }, alone, 32), await compare({ ...node, ...names }, alone, 128))
    const forwarded = await playsOf('plays through a follower', follower)
    rows.push(await compare(forwarded, { ...node, name: 'those of the writer' }, 32))
    const reads = (name: string, { port }: Spawned, headers = ''): Subject => ({
      name,
      port,
      requests: profiles(node, headers),
    })
    const ofWriter = reads('those of the writer', writer)
    rows.push(
      await compare(reads('reads of a follower', follower), ofWriter, 32, { least: 0.55 }),
      await compare(reads('eventual reads of a follower', follower, EVENTUAL), ofWriter, 32, { least: 0.9 }),
    )
    return rows
  } finally {
    await load.stop()
    for (const each of running) await each.stop()
    await nats.close()
  }
}

async function playsOf(name: string, { port }: Spawned): Promise<Subject> {
  return { name, port, requests: playRequests(await accessToken(port), PLAYERS) }
}

/** Returns the requests of a player's profile, with the token of the plays. */
function profiles({ requests: [first = ''] }: Subject, headers: string): readonly string[] {
  const [, token = ''] = /authorization: (.*)\r\n/.exec(first) ?? []
  const authorization = `${token}${headers}`
  return Array.from({ length: PLAYERS }, (_, i) =>
    requestText('GET', `/v2/runtime/player?player_id=${playerId(i)}`, authorization, ''),
  )
}
