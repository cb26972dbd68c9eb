import { createAuth, type Auth } from '../auth/auth.ts'
import { DEFAULT_DIALECT, inDialect } from '../interface/dialect.ts'
import type { Endpoint, MountedEndpoint } from './call.ts'
import { clockRoutes } from './control/clock.ts'
import { commandsRoute } from './control/commands.ts'
import { coverageRoutes } from './control/coverage.ts'
import {
  deployedDesignRoute,
  designRoute,
  reevaluateRoute,
  versionsRoute,
  type DesignFilesState,
} from './control/design.ts'
import { docsRoutes } from './control/docs/routes.ts'
import { faultRoutes } from './control/faults.ts'
import { healthRoute } from './control/health.ts'
import { journalRoute } from './control/journal.ts'
import { requestsRoute } from './control/requests.ts'
import { rewindRoute } from './control/rewind.ts'
import { snapshotRoutes } from './control/snapshots.ts'
import { leaderboardRoutes } from './control/leaderboards.ts'
import { openApiRoute } from './control/openapi.ts'
import { stateRoutes, type SeedsReader } from './control/state.ts'
import { whyRoutes } from './control/why.ts'
import { actionsRoute } from './control/actions.ts'
import type { Defect } from './defect.ts'
import { createGuard, defectLogger, type DefectLogger } from './defect.ts'
import { endpointIndex, type PathEndpoints } from './endpoint-index.ts'
import { FaultRules } from './faults/fault-rules.ts'
import { faulty } from './faults/faulty.ts'
import { hostGate, type HostGate } from './host-gate.ts'
import { openToOurPages } from './origin-gate.ts'
import { KeptRequests } from './kept-requests.ts'
import type { PathIndex } from './path-index.ts'
import type { RequestRecord } from './request-log.ts'
import { logged } from './request-log.ts'
import type { Row } from './row.ts'
import type { RowContext } from './row-endpoint.ts'
import { rowEndpoint } from './row-endpoint.ts'
import type { ServedGame } from './served-game.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { mountStreams, type MountedStreams } from './stream/mount.ts'
import { tokenEndpoint } from './token-endpoint.ts'
import { openUploads } from './upload.ts'

/** What is served, and to whom. */
export interface HandlerOptions {
  readonly emulator: ServedGame
  readonly routes: readonly Row[]
  /** The program's, as health tells it. */
  readonly version: string
  /** Further names of this machine. Spec 6.3 `--allow-host`. */
  readonly allowedHosts?: readonly string[]
  /** Spec 6.3 `--no-auth`. */
  readonly noAuth?: boolean
  /** Fails every answer that its row's output schema does not describe to the last field. For tests. */
  readonly checkAnswers?: boolean
  readonly onRequest?: (record: RequestRecord) => void
  /** What is known of the files of the design, where there are any. */
  readonly designFiles?: () => DesignFilesState
  /** What a reset brings in where that is asked for; nothing unless told. Spec 6.6 `DELETE /state`. */
  readonly seeds?: SeedsReader | undefined
  /** Told of what became a 500, which has to be told somewhere. */
  readonly onDefect: (defect: Defect) => void
}

/** How what is served is reached. */
export interface Reach {
  /** The name that it listens by. */
  readonly host: string
  /** Whether people reach its pages over https. */
  readonly secure: boolean
  /** Aborted when it is served no longer: what goes on for long ends, and no more of a body is waited for. */
  readonly stopping: AbortSignal
}

/** What answers calls, by whatever way they come: a listener of Node's servers is made of it, or a fetch. */
export interface Handler extends Pick<Reach, 'stopping'> {
  /** Where each path leads. */
  readonly paths: PathIndex<PathEndpoints>
  /** What goes for every endpoint, those in `paths` have it. */
  readonly wrap: (endpoint: Endpoint) => Endpoint
  readonly foreignHost: HostGate
  readonly streams: MountedStreams
}

/** Makes a game answer calls. */
export function createHandler(options: HandlerOptions, reach: Reach): Handler {
  const { emulator, noAuth, onRequest, onDefect, allowedHosts = [] } = options
  const { stopping } = reach
  const faultFor = defectLogger(emulator, onDefect)
  const guarded = createGuard(faultFor)
  const requests = new KeptRequests()
  const wrap = (endpoint: Endpoint): Endpoint => {
    const safe = guarded(endpoint)
    return logged(safe, (record) => {
      requests.add(record)
      onRequest?.(record)
    })
  }
  const { secret, revoked } = emulator
  const auth = createAuth({ clients: emulator.settings.clients, secret, revoked, noAuth })
  const streams = mountStreams({ game: emulator, auth, noAuth, faultFor, stopping })
  const endpoints = endpointsOf(options, reach, auth, { faultFor, streams, requests })
  const foreignHost = hostGate([reach.host, ...allowedHosts])
  return { paths: endpointIndex(endpoints, wrap), wrap, foreignHost, streams, stopping }
}

/** What endpoints are made with besides. */
interface Inner {
  readonly faultFor: DefectLogger
  readonly streams: MountedStreams
  readonly requests: KeptRequests
}

function endpointsOf(
  options: HandlerOptions,
  { secure, stopping }: Reach,
  auth: Auth,
  { faultFor, streams, requests }: Inner,
): readonly MountedEndpoint[] {
  const {
    emulator: game,
    version,
    noAuth,
    checkAnswers = false,
    designFiles = () => noFiles,
    seeds = noSeeds,
  } = options
  const { dialect = DEFAULT_DIALECT } = game.settings
  const routes = options.routes.map((row) => inDialect(dialect, row))
  const context: RowContext = { game, auth, checkAnswers, uploads: openUploads(stopping) }
  const mounted = (row: Row): MountedEndpoint => {
    const endpoint = rowEndpoint(row, context)
    return {
      method: row.method,
      path: `/${row.api}${row.path}`,
      endpoint: noAuth ? openToOurPages(endpoint) : endpoint,
    }
  }
  const rules = new FaultRules()
  const open = [
    ...routes.map(mounted),
    tokenEndpoint(auth),
    ...signInRoutes(context, routes, { secure, faultFor }),
    ...streams.endpoints,
  ]
  return [
    ...open.map((each) => faulty(each, { game, auth, rules, stopping })),
    ...faultRoutes(context, rules, open),
    healthRoute(game, version, designFiles),
    openApiRoute(routes, version),
    ...docsRoutes(),
    ...clockRoutes(context),
    journalRoute(context, stopping),
    requestsRoute(context, requests, stopping),
    ...snapshotRoutes(context),
    rewindRoute(context),
    ...whyRoutes(context),
    actionsRoute(context),
    ...coverageRoutes(context),
    designRoute(context, designFiles),
    deployedDesignRoute(context),
    versionsRoute(context),
    reevaluateRoute(context),
    ...leaderboardRoutes(context, routes),
    ...stateRoutes(context, seeds),
    commandsRoute(context, routes),
  ]
}

const noSeeds: SeedsReader = async () => async () => {}

const noFiles: DesignFilesState = { directory: null, loaded: [], problems: [] }
