import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Project } from '../../../project/project.ts'
import { printable } from '../../../sentences/printable.ts'
import { isLoopback } from '../../../server/gates.ts'
import type { Consistency } from '../../../server/node-headers.ts'
import { parseServers, type NatsOptions } from '../../../storage/log/nats-address.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import type { Io } from '../../../terminal/io.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { blobsPlace, type BlobsPlace } from './blobs-place.ts'
import type { ServeFlags, ServePlan } from './plan.ts'

/** How a process is a node of a game on several machines. Spec 9. */
export interface NodePlan {
  readonly log: NatsOptions
  /** The name of the node, which no other node has. */
  readonly name: string
  /** The address at which the other nodes reach it; undefined for the one that it listens on. */
  readonly advertise: URL | undefined
  /** How many servers keep the log. */
  readonly replicas: number
  readonly blobs: BlobsPlace
  /** For how long it keeps history, as `--keep` says it, or `ever`. */
  readonly keep: string
  /** How old the answer to a read may be that does not say so. */
  readonly reads: Consistency
}

/** The number of copies without `--replicas`. */
export const DEFAULT_REPLICAS = 3

/** What is in every terminal, header and URL as it is. */
const NODE_NAME = /^[\w.-]{1,64}$/

/** Plans the node. Returns undefined without `--journal`. Throws a CliError if the flags do not allow it. Spec 9. */
export function planNode(flags: ServeFlags, project: Project, { io }: Shell): NodePlan | undefined {
  const { journal = io.env.GAMIFY_JOURNAL, advertise, node, replicas, blobs, reads } = flags
  if (journal === undefined || journal === '') {
    const given = Object.entries({ advertise, node, replicas, blobs, reads }).find(([, value]) => value !== undefined)
    if (given)
      throw usageError(`--${given[0]} is only used with --journal`, 'add --journal nats://HOST:4222, or remove it')
    return undefined
  }
  if (flags.memory)
    throw usageError(
      '--journal and --memory cannot be combined',
      'a node keeps the history in its data directory; remove one of the two',
    )
  if (flags.https)
    throw usageError(
      '--journal and --https cannot be combined',
      'let the proxy in front of the nodes end TLS; remove one of the two',
    )
  const url = advertise === undefined ? undefined : advertised(advertise)
  const host = flags.host ?? project.host
  if (url === undefined && !isLoopback(host) && host !== '::1')
    throw usageError(
      `the other nodes cannot reach this one at ${host}`,
      'pass --advertise http://ADDRESS:PORT, the address at which they can',
    )
  const name = node ?? io.env.GAMIFY_NODE ?? hostname()
  if (!NODE_NAME.test(name))
    throw usageError(
      `'${printable(name)}' cannot be the name of a node`,
      'pass --node with a name of 1 to 64 letters, digits, dots, hyphens and underscores',
    )
  return {
    log: logOptions(journal, project, io),
    name,
    advertise: url,
    replicas: replicas ?? DEFAULT_REPLICAS,
    blobs: blobsPlace(blobs, io),
    keep: flags.keep ?? 'ever',
    reads: reads ?? 'linearizable',
  }
}

/** Returns where the log of a game is, with the credentials that the environment names. Throws a CliError. */
export function logOptions(journal: string, { game }: Pick<Project, 'game'>, { env, cwd }: Io): NatsOptions {
  try {
    parseServers(journal)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw usageError('--journal is not valid', error.message)
  }
  const path = (name: 'GAMIFY_NATS_CREDS' | 'GAMIFY_NATS_CA' | 'GAMIFY_NATS_CERT' | 'GAMIFY_NATS_KEY') =>
    env[name] ? resolve(cwd, env[name]) : undefined
  return {
    servers: journal,
    game: game.id,
    credentials: path('GAMIFY_NATS_CREDS'),
    tls: { ca: path('GAMIFY_NATS_CA'), cert: path('GAMIFY_NATS_CERT'), key: path('GAMIFY_NATS_KEY') },
  }
}

function advertised(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' && url.pathname === '/' && url.username === '' && url.search === '') return url
  throw usageError(`--advertise '${text}' is not an address`, 'expected one such as http://10.0.0.5:4040')
}

/** The plan of a process that is a node. Its game is in a data directory. */
export type NodeServePlan = ServePlan & { readonly node: NodePlan; readonly data: string }

/** Whether a plan is that of a node. */
export const isNodePlan = (plan: ServePlan): plan is NodeServePlan => plan.node !== undefined && plan.data !== undefined
