import { createAuth } from '../auth/auth.ts'
import { hasCredentials } from '../auth/credentials.ts'
import { DEFAULT_DIALECT, inDialect } from '../interface/dialect.ts'
import type { Answer } from './answer.ts'
import { CallCounts } from './call-counts.ts'
import type { Call, MountedEndpoint, Wrapper } from './call.ts'
import type { DesignFilesState, SeedsReader, ServerContext } from './context.ts'
import { changesRoute } from './control/changes.ts'
import { clockRoutes } from './control/clock.ts'
import { commandsRoute } from './control/commands.ts'
import { densityRoute } from './control/density.ts'
import { designRoutes } from './control/design.ts'
import { docsRoutes } from './control/docs.ts'
import { faultRoutes } from './control/faults.ts'
import { healthRoutes } from './control/health.ts'
import { journalRoute } from './control/journal.ts'
import { labRoutes, type ServedLab } from './control/lab.ts'
import { leaderboardRoutes } from './control/leaderboards.ts'
import { metricsRoute } from './control/metrics.ts'
import { openApiRoute } from './control/openapi.ts'
import { playerRoutes } from './control/players.ts'
import { processRoutes } from './control/processes.ts'
import { requestRoutes } from './control/requests.ts'
import { snapshotRoutes } from './control/snapshots.ts'
import { stateRoutes } from './control/state.ts'
import { thenRoute } from './control/then.ts'
import { whyRoutes } from './control/why.ts'
import { defectLogger, guarded, type Defect } from './defect.ts'
import type { applyFaultRules } from './faults/apply-rules.ts'
import { FaultRules } from './faults/fault-rules.ts'
import { hostGate, originGate, type HostGate } from './gates.ts'
import { RecentAnswers } from './idempotency.ts'
import { answersOnFollower, onNode, type CalledNode } from './node-headers.ts'
import { endpointIndex, type PathEndpoints, type PathIndex } from './path-index.ts'
import { KeptRequests, logged, type RequestRecord } from './request-log.ts'
import { isRead, rowEndpoint } from './row-endpoint.ts'
import type { Row } from './row.ts'
import type { ServedGame } from './served-game.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { mountStreams, type MountedStreams } from './stream/mount.ts'
import { studioRoutes, toStudio } from './studio/routes.ts'
import { tokenEndpoint } from './token-endpoint.ts'
import { traced, type CallTracer } from './traced.ts'
import { openUploads } from './upload.ts'

/** What is served, and to whom. */
export interface HandlerOptions {
  readonly emulator: ServedGame
  readonly routes: readonly Row[]
  /** The version of the program, which health reports. */
  readonly version: string
  /** Further names of this machine. Spec 6.3 `--allow-host`. */
  readonly allowedHosts?: readonly string[]
  /** Spec 6.3 `--no-auth`. */
  readonly noAuth?: boolean
  /** Whether the studio is served (default: true). Spec 6.3 `--no-studio`. */
  readonly hasStudio?: boolean
  /** Fails every answer that differs from its row's output schema. For tests. */
  readonly checkAnswers?: boolean
  /** Called with each answered request. */
  readonly onRequest?: (record: RequestRecord) => void
  /** Returns what is known about the files of the design. By default the design has no files. */
  readonly designFiles?: () => DesignFilesState
  /** Reads the seeds for a reset that asks for them. By default there are none. Spec 6.6 `DELETE /state`. */
  readonly seeds?: SeedsReader | undefined
  /** The lab beside the game. By default there is none. */
  readonly lab?: ServedLab | undefined
  /** Returns what health reports of this node, if the game is on several machines. Spec 9. */
  readonly node?: ServerContext['node']
  /** What callers see of this node, if the game is on several machines. A node that follows has only the endpoints that it can answer. */
  readonly calledNode?: CalledNode | undefined
  /** Follows every call, if traces are sent. */
  readonly tracer?: CallTracer | undefined
  /** Called with each defect that ended a call with a 500, and once with each failure of the storage. */
  readonly onDefect: (defect: Defect) => void
}

/** How callers reach what is served. */
export interface Reach {
  /** The name of the host that the server listens on. */
  readonly host: string
  /** Whether people reach the pages over https. */
  readonly secure: boolean
  /** Aborted when the server stops. Long answers end then. */
  readonly stopping: AbortSignal
  /** Aborted when no more of a body is waited for (default: `stopping`). */
  readonly bodiesUntil?: AbortSignal
}

/** Answers calls, however they arrive: a listener of Node's servers uses it, and so does a fetch. */
export interface Handler extends Required<Pick<Reach, 'bodiesUntil'>> {
  /** The endpoints by path and method, wrapped. */
  readonly paths: PathIndex<PathEndpoints>
  /** Adds what applies to every endpoint. The endpoints in `paths` already have it. */
  readonly wrap: Wrapper
  readonly foreignHost: HostGate
  /** Answers calls of paths that no endpoint has; undefined for those that are not found. */
  readonly atRoot?: ((call: Call) => Answer | undefined) | undefined
  readonly streams: MountedStreams
}

/** Creates the handler that answers the calls to a game. */
export function createHandler(options: HandlerOptions, reach: Reach): Handler {
  const context = contextOf(options, reach)
  const { counts, faultFor, requests, uploads } = context
  const { onRequest, tracer, allowedHosts = [], hasStudio = true, calledNode } = options
  // A call passes through them from the first to the last.
  const wrappers: readonly Wrapper[] = [
    ...(calledNode ? [onNode(calledNode)] : []),
    ...(tracer ? [traced(tracer, reach.secure ? 'https' : 'http')] : []),
    logged(counts, (record, call, answer) => {
      requests.add(record, call, answer)
      onRequest?.(record)
    }),
    guarded(faultFor),
    faultGate(context),
    originGate,
  ]
  const wrap: Wrapper = (endpoint, mounted) =>
    wrappers.reduceRight((inner, wrapper) => wrapper(inner, mounted), endpoint)
  const streams = mountStreams(context)
  const studio = hasStudio ? studioRoutes(context) : []
  const endpoints = [...endpointsOf(context, streams), ...studio]
  const foreignHost = hostGate([reach.host, ...allowedHosts])
  const paths = endpointIndex(calledNode?.follower ? endpoints.filter(answersOnFollower) : endpoints, wrap)
  const bodiesUntil = uploads.stopping
  return { paths, wrap, foreignHost, streams, bodiesUntil, atRoot: hasStudio ? toStudio : undefined }
}

function contextOf(options: HandlerOptions, { secure, stopping, bodiesUntil = stopping }: Reach): ServerContext {
  const { emulator: game, version, onDefect } = options
  const { noAuth = false, checkAnswers = false, designFiles = () => noFiles, seeds = noSeeds } = options
  const { secret, revoked, settings } = game
  const { clients, dialect = DEFAULT_DIALECT } = settings
  return {
    game,
    auth: createAuth({ clients, secret, revoked, noAuth }),
    rows: options.routes.map((row) => inDialect(dialect, row)),
    version,
    noAuth,
    secure,
    checkAnswers,
    stopping,
    faultFor: defectLogger(game, onDefect),
    uploads: openUploads(bodiesUntil),
    answers: new RecentAnswers(),
    faultRules: new FaultRules(),
    requests: new KeptRequests(),
    counts: new CallCounts(),
    designFiles,
    seeds,
    lab: options.lab,
    node: options.node,
  }
}

function endpointsOf(context: ServerContext, streams: MountedStreams): readonly MountedEndpoint[] {
  const { rows, auth } = context
  const service = [
    ...rows.map((row) => mountedRow(row, context)),
    tokenEndpoint(auth),
    ...signInRoutes(context),
    ...streams.endpoints,
  ].map((mounted): MountedEndpoint => ({ ...mounted, hasFaultRules: true }))
  const controls = [
    ...faultRoutes(context, service),
    ...healthRoutes(context),
    metricsRoute(context),
    openApiRoute(context),
    ...docsRoutes(),
    ...clockRoutes(context),
    journalRoute(context),
    densityRoute(context),
    changesRoute(context),
    ...requestRoutes(context),
    ...snapshotRoutes(context),
    ...whyRoutes(context),
    ...playerRoutes(context),
    ...designRoutes(context),
    ...leaderboardRoutes(context),
    ...processRoutes(context),
    ...stateRoutes(context),
    commandsRoute(context),
    ...labRoutes(context),
  ]
  return [...service, ...controls, thenRoute(context, [...service, ...controls])]
}

/** Applies the fault rules to a call before its endpoint answers it. Spec 6.6. */
function faultGate(context: ServerContext): Wrapper {
  const { faultRules } = context
  return (endpoint, mounted) => {
    if (!mounted?.hasFaultRules) return endpoint
    return (call) => (faultRules.all.length === 0 ? endpoint(call) : underRules(mounted, endpoint, call, context))
  }
}

/** Loads what applies the rules when a game has its first one. Most games never have any. */
const underRules: typeof applyFaultRules = async (...parameters) =>
  (await import('./faults/apply-rules.ts')).applyFaultRules(...parameters)

/**
 * A page of another site, which any browser on this machine could be made to open, needs a token, even where other
 * callers do not. Spec 6.3 `--no-auth`.
 */
function mountedRow(row: Row, context: ServerContext): MountedEndpoint {
  return {
    method: row.method,
    path: `/${row.api}${row.path}`,
    endpoint: rowEndpoint(row, context),
    isRead: isRead(row),
    // A node that follows does not know which images there are.
    ...(row.out === 'image' && { followerAnswers: () => false }),
    ...(context.noAuth && { acceptsOtherSites: hasCredentials }),
  }
}

const noSeeds: SeedsReader = async () => async () => {}

const noFiles: DesignFilesState = { directory: null, loaded: [], problems: [] }
