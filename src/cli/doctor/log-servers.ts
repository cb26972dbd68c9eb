import { counted } from '../../sentences/quantities.ts'
import { parseServers } from '../../storage/log/nats-address.ts'
import type { Shell } from '../../terminal/shell.ts'
import { withLog } from '../commands/cluster/with-log.ts'
import { failed, finding, type Finding } from './finding.ts'

/** The port at which a log server tells about itself by default. */
const MONITOR_PORT = 8222

const MONITOR_MS = 1_000

/** Checks the log servers and the nodes of a game on several machines. Spec 9.3. */
export async function checkLog(shell: Shell, journal: string): Promise<readonly Finding[]> {
  try {
    const { clusterStatus } = await import('../../cluster/cluster-status.ts')
    const { log, nodes, problems } = await withLog(journal, shell, (opened, game) => clusterStatus(opened, game))
    const servers = `version ${log.version}, ${counted(log.replicas, 'copy', 'copies')}`
    return [
      finding('log servers', 'ok', `they answer: ${servers}`),
      await checkSyncs(journal),
      ...problems.map(({ message, advice }) => finding('several machines', 'problem', message, advice)),
      ...(problems.length === 0
        ? [finding('several machines', 'ok', `${counted(nodes.length, 'node', 'nodes')} in step`)]
        : []),
    ]
  } catch (error) {
    return [failed('log servers', error)]
  }
}

/** Looks whether the servers write each message to disk before they acknowledge it. Only their monitoring port tells. */
async function checkSyncs(journal: string): Promise<Finding> {
  const hosts = parseServers(journal).servers.map((server) => server.replace(/:\d+$/, ''))
  const told = await Promise.all(hosts.map(syncsAlways))
  if (told.includes(false))
    return finding(
      'log servers',
      'problem',
      'a log server acknowledges messages that are not on disk yet, so a power failure can lose answered plays',
      'set "sync_interval: always" in the "jetstream" section of each server',
    )
  if (told.every((each) => each === true))
    return finding('log servers', 'ok', 'they write each message to disk before they acknowledge it')
  return finding(
    'log servers',
    'note',
    'whether they write each message to disk before they acknowledge it cannot be seen',
    `make sure that each has "sync_interval: always", or open their monitoring port (http_port: ${MONITOR_PORT})`,
  )
}

async function syncsAlways(host: string): Promise<boolean | undefined> {
  try {
    const answer = await fetch(`http://${host}:${MONITOR_PORT}/varz`, { signal: AbortSignal.timeout(MONITOR_MS) })
    const { jetstream } = (await answer.json()) as { jetstream?: { config?: { sync_always?: boolean } } }
    return jetstream?.config === undefined ? undefined : jetstream.config.sync_always === true
  } catch {
    return undefined
  }
}
