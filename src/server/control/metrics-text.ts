import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type CallCounts, DURATION_BOUNDS } from '../call-counts.ts'
import type { ServerContext } from '../context.ts'
import type { NodeFacts } from '../node-facts.ts'

/** Memory, CPU time, garbage collection and the delay of the event loop, of the process, since they were first asked for. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/** The content type of the text. */
export const METRICS_TYPE = ofProcess.contentType

type Measured = Pick<ServerContext, 'counts' | 'game' | 'node' | 'version'>

/** Returns the metrics of a server, its game and its process, in the text format of Prometheus. Spec 6.6 `GET /metrics`. */
export async function metricsText({ game, counts, node, version }: Measured): Promise<string> {
  const register = new Registry()
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] })
  const isReady = game.state === 'ready'
  gauge('gamify_build_info', 'The version of gamify. The value is always 1.', ['version']).set({ version }, 1)
  gauge('gamify_ready', '1 if the game can answer plays, else 0.').set(Number(isReady))
  gauge('gamify_http_requests_in_progress', 'HTTP requests that are not answered yet.').set(counts.inProgress)
  addCalls(register, counts)
  if (node) addNode(register, node())
  if (!game.loading) addRuntimes(register, game)
  return `${await register.metrics()}\n${await ofProcess.metrics()}`
}

function addCalls(register: Registry, counts: CallCounts): void {
  const requests = new Counter({
    name: 'gamify_http_requests_total',
    help: 'Answered HTTP requests, by the pattern of their route and the status of the answer.',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  })
  for (const { method, route, byStatus } of counts.called())
    for (const [status, count] of byStatus) requests.inc({ method, route, status }, count)
  const name = 'gamify_http_request_duration_seconds'
  const help = 'How long the answer to an HTTP request took. For a stream, how long it took until it began.'
  const durations = new Histogram({ name, help, labelNames: ['method', 'route'], registers: [register] })
  const values = counts.called().flatMap(({ method, route, buckets, count, ms }) => {
    const labels = { method, route }
    let upTo = 0
    const counted = DURATION_BOUNDS.map((le, i) => [le, (upTo += buckets[i] ?? 0)] as const)
    return [
      ...[...counted, ['+Inf', count] as const].map(([le, value]) => ({
        labels: { ...labels, le },
        value,
        metricName: `${name}_bucket`,
      })),
      { labels, value: ms / 1000, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ]
  })
  // The library can only observe one duration at a time, so the text is made of what was counted.
  const counted = async () => ({ name, help, type: 'histogram', values, aggregator: 'sum' })
  Object.assign(durations, { get: counted, getForPromString: counted })
}

/** Adds what concerns the node of a game on several machines. Spec 9. */
function addNode(register: Registry, { name: node, role, position, figures }: NodeFacts): void {
  const registers = [register]
  const gauge = (name: string, help: string, value: number): void => new Gauge({ name, help, registers }).set(value)
  const counter = (name: string, help: string, value: number): void => new Counter({ name, help, registers }).inc(value)
  const about = (name: string, help: string, label: string) => ({ name, help, labelNames: [label], registers })
  new Gauge(about('gamify_node_info', 'The name of the node. The value is always 1.', 'node')).set({ node }, 1)
  const roles = new Gauge(about('gamify_node_role', '1 for the role that the node has, else 0.', 'role'))
  for (const each of ['writer', 'follower'] as const) roles.set({ role: each }, Number(each === role))
  gauge('gamify_node_log_position', 'The position up to which the node has the log.', position)
  gauge(
    'gamify_node_log_lag_messages',
    'Messages of the log that the writer has and the node does not have.',
    figures.lagMessages,
  )
  gauge(
    'gamify_node_log_lag_seconds',
    'For how long the writer has had the first message that the node does not have.',
    figures.lagMs / 1000,
  )
  gauge(
    'gamify_node_writer_silent_seconds',
    'How long ago the writer has last said that it is alive. 0 for the writer.',
    figures.writerSilentMs / 1000,
  )
  counter('gamify_node_claims_total', 'How often the node has become the writer.', figures.claims)
  counter(
    'gamify_node_replaced_total',
    'How often another node has become the writer in place of this one without a hand-over.',
    figures.replaced,
  )
  counter(
    'gamify_node_silent_publishes_total',
    'How often a message was sent again because the log servers did not answer.',
    figures.silentPublishes,
  )
  counter(
    'gamify_node_silent_seconds_total',
    'How long messages waited for log servers that did not answer.',
    figures.silentMs / 1000,
  )
  gauge('gamify_node_log_connected', '1 if the node is connected to a log server, else 0.', Number(figures.isConnected))
  counter(
    'gamify_node_log_disconnects_total',
    'How often the node has lost its connection to a log server.',
    figures.disconnects,
  )
}

function addRuntimes(register: Registry, game: Measured['game']): void {
  const about = (name: string, help: string) => ({ name, help, labelNames: ['runtime'], registers: [register] })
  const players = new Gauge(about('gamify_players', 'The players of the game.'))
  const lastEntry = new Gauge(about('gamify_last_entry', 'The number of the last entry of the history.'))
  const plays = new Counter(about('gamify_plays_total', 'Plays of actions and triggers.'))
  const waiting = new Gauge(about('gamify_journal_waiting_entries', 'Entries that are not on disk yet.'))
  const entries = new Counter(about('gamify_journal_entries_total', 'Entries that were written to the journal.'))
  const batches = new Counter(
    about('gamify_journal_batches_total', 'Writes to the journal, each of one or more entries.'),
  )
  const writing = new Counter(
    about('gamify_journal_write_seconds_total', 'How long writes to the journal took, until they were on disk.'),
  )
  const waits = new Counter(
    about('gamify_journal_wait_seconds_total', 'How long the first entries of writes waited, until they were on disk.'),
  )
  for (const runtime of ['staging', 'production'] as const) {
    const served = game.runtime(runtime)
    const look = served.look()
    players.set({ runtime }, look.players)
    lastEntry.set({ runtime }, look.seq)
    plays.inc({ runtime }, look.plays)
    const work = served.journalWork
    if (!work) continue
    waiting.set({ runtime }, work.waiting)
    entries.inc({ runtime }, work.entries)
    batches.inc({ runtime }, work.batches)
    writing.inc({ runtime }, work.writeMs / 1000)
    waits.inc({ runtime }, work.waitMs / 1000)
  }
}
