import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { createClient } from '../client/create-client.ts'
import { inputProblems } from '../client/input-problems.ts'
import { ServiceError, UnreachableError } from '../client/service-error.ts'
import { suggestion } from '../game/kernel/nearest.ts'
import { addressOf } from '../interface/addresses.ts'
import type { Project } from '../project/project.ts'
import { suggestionFor } from '../scripts/suggestions.ts'
import { authorityFiles } from '../secure/authority-files.ts'
import { shellQuoted } from '../sentences/shell-quoted.ts'
import type { FileSystem } from '../storage/fs.ts'
import { inspectLock } from '../storage/lock.ts'
import { localProcesses } from '../storage/processes.ts'
import { LockHeld } from '../storage/storage-error.ts'
import { CliError, usageError } from './cli-error.ts'
import { exitCode } from './exit-code.ts'
import { healthOf } from './health.ts'
import { hint, type HintContext, invocationFrom } from './hint.ts'
import { loadProject } from './load-project.ts'
import { RefusedPlay } from './refused-play.ts'
import { showProgress } from './render/progress.ts'
import type { Shell } from './shell.ts'
import { unreachableError } from './unreachable.ts'

/** The size limit of the certificate of an authority. */
const MAX_AUTHORITY_BYTES = 64 * 1024

/** The service that a command calls. */
export interface Service {
  readonly client: Client
  /** Returns the address of the service. Of several, it is the one that answered last. */
  readonly address: () => string
  readonly project: Project
  /** The player who plays: `--as`, or else GAMIFY_PLAYER; undefined without either. */
  readonly player: string | undefined
}

/**
 * Opens the service for `use`, and shows progress. Throws a CliError for errors of the service or the connection. Spec
 * 6.1, 6.2.
 */
export async function withService<T>(
  shell: Shell,
  use: (service: Service) => Promise<T>,
  flags?: ParameterFlags,
): Promise<T> {
  return stayWithService(
    shell,
    (service) => showProgress(shell, `waiting for ${service.address()}`, use(service)),
    flags,
  )
}

/** Works like `withService`, but shows no progress, for commands that run until they are ended or show their own. */
export async function stayWithService<T>(
  shell: Shell,
  use: (service: Service) => Promise<T>,
  flags: ParameterFlags = NO_FLAGS,
): Promise<T> {
  const service = await openService(shell)
  try {
    if (service.isGuess) await requireOwnGame(service, shell)
    return await use(service)
  } catch (error) {
    throw await toCliError(error, service.client, { player: service.player, options: shell.options, flags })
  } finally {
    await service.client.close()
  }
}

/**
 * Rejects the emulator of another project at the default address of this one. Two projects from the same template can
 * have the same game id, so it compares data directories first. Spec 6.1.
 */
async function requireOwnGame({ client, address, project }: Service, { io }: Shell): Promise<void> {
  if (project.file === undefined) return
  const url = address()
  const { data, game: shownGame } = (await ifAllowed(healthOf(client))) ?? {}
  if (typeof data === 'string' && data !== project.data && (await isServedAt(io.files, data, url)))
    throw otherGameError(`${url} serves the data directory ${data}, not ${project.data} of this project`, url, io)
  // Earlier versions do not answer the game with their health.
  const game = typeof shownGame === 'string' ? shownGame : await servedGame(client)
  if (game === undefined || game === project.game.id) return
  throw otherGameError(`${url} serves the game '${game}', not '${project.game.id}' of this project`, url, io)
}

/**
 * Returns an answer; undefined if the service rejects the call, for example because the client lacks the right. The
 * command's own call then reports that.
 */
async function ifAllowed<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

function otherGameError(message: string, url: string, io: Shell['io']): CliError {
  return new CliError(message, {
    code: 'unreachable',
    exitCode: exitCode.unreachable,
    advice: [
      `Start this project on a port of its own: set "port" in gamify.json, or run '${invocationFrom(io, io.cwd)} serve --port 0'.`,
      `To use the other game, pass --url ${url}. For an emulator with --memory, set PORT or pass --url.`,
    ],
  })
}

/** Returns the id of the served game; undefined if the client has no right to read it. */
export async function servedGame(client: Client): Promise<string | undefined> {
  return (await ifAllowed(client.call('GET /v2/admin/', {})))?.body.game.id
}

/**
 * Whether a process of this machine serves a data directory at an address. It compares only the port, because a machine
 * has several names.
 */
async function isServedAt(files: FileSystem, directory: string, url: string): Promise<boolean> {
  const served = await servingAddress(files, directory)
  return served !== undefined && new URL(served).port === new URL(url).port
}

/** Returns the player that a command acts as. Throws a usage error without one. */
export function requirePlayer({ player }: Service): string {
  if (player !== undefined) return player
  throw usageError('the player to act as is missing', 'name one with --as PLAYER or GAMIFY_PLAYER')
}

/** Returns the client to call as: from flags, the environment, the project, or else a development client. */
export function accountOf({ io: { env }, options }: Shell, project: Project) {
  const clientId = clientIdOf(options.runtime, env.GAMIFY_CLIENT_ID, project)
  return { clientId, clientSecret: env.GAMIFY_CLIENT_SECRET || secretOf(clientId, project) }
}

/** The addresses of the service. `isGuess` means that it is only the default, where another game may be served. */
interface FoundAddresses {
  readonly urls: Addresses
  readonly isGuess: boolean
}

type Addresses = readonly [string, ...string[]]

/**
 * Finds the addresses of the service, without slashes at the end: `--url`, else GAMIFY_URL, else PORT, else where the
 * data directory of the project is served now, else the address in gamify.json. Spec 6.1.
 */
export async function findAddresses({ io, options }: Shell, project: Project): Promise<FoundAddresses> {
  const { env, files } = io
  const named = options.url || env.GAMIFY_URL
  if (named) return { urls: requireAddresses(named), isGuess: false }
  const configured = requireAddress(addressOf(project.host, project.port))
  if (env.PORT) return { urls: [configured], isGuess: false }
  const servedAt = await servingAddress(files, project.data)
  return servedAt === undefined ? { urls: [configured], isGuess: true } : { urls: [servedAt], isGuess: false }
}

/**
 * Returns the address where a process of this machine serves a data directory; undefined if none does, or its lock
 * cannot be read.
 */
async function servingAddress(files: FileSystem, directory: string): Promise<string | undefined> {
  const lock = await inspectLock({ fs: files, directory, processes: localProcesses() }).catch(() => undefined)
  return lock instanceof LockHeld ? lock.url : undefined
}

/** Reads addresses that are separated by commas. All of them belong to the nodes of one game. Spec 9.2. */
function requireAddresses(list: string): Addresses {
  const [first = '', ...others] = list.split(',').map((part) => part.trim())
  if ([first, ...others].includes(''))
    throw usageError(`an address is missing in '${list}'`, 'expected addresses that are separated by one comma each')
  const urls: Addresses = [requireAddress(first), ...others.map(requireAddress)]
  const parsed = urls.map((url) => new URL(url))
  const twice = urls.find((_, index) => parsed.findIndex(({ href }) => href === parsed[index]?.href) < index)
  if (twice !== undefined) throw usageError(`'${twice}' occurs twice in '${list}'`, 'name each node once')
  if (parsed.some(({ protocol }) => protocol !== parsed[0]?.protocol))
    throw usageError(`the addresses in '${list}' differ in their protocol`, 'use either http:// or https:// for all')
  return urls
}

function requireAddress(url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    const meant = /^[\w.-]+(:\d+)?(\/|$)/.test(url) ? `did you mean 'http://${url}'?` : undefined
    throw usageError(`'${url}' is not a valid address`, meant ?? 'expected one such as http://127.0.0.1:4040')
  }
  return url.replace(/\/+$/, '')
}

/** Returns the runtime that a command works on; staging if the project does not know the client. */
export function runtimeOf({ io: { env }, options }: Shell, project: Project): 'staging' | 'production' {
  const id = clientIdOf(options.runtime, env.GAMIFY_CLIENT_ID, project)
  return project.clients.find(({ client_id }) => client_id === id)?.runtime ?? 'staging'
}

function secretOf(clientId: string, { clients }: Project): string {
  const known = clients.find((client) => client.client_id === clientId)
  if (known !== undefined) return known.client_secret
  const ids = clients.map(({ client_id }) => client_id)
  throw usageError(
    `no secret for the client '${clientId}'${suggestion(clientId, ids)}`,
    'set GAMIFY_CLIENT_SECRET, or list the client in gamify.json',
  )
}

async function openService(shell: Shell): Promise<Service & Pick<FoundAddresses, 'isGuess'>> {
  const project = await loadProject(shell)
  const { urls, isGuess } = await findAddresses(shell, project)
  const account = { url: urls, ...accountOf(shell, project) }
  const player = shell.options.as || shell.io.env.GAMIFY_PLAYER || undefined
  const authority = /^https:/i.test(urls[0]) ? await ownAuthority(project, shell) : undefined
  const client = createClient({ ...account, player, authority, isForControl: true })
  return { client, address: client.address, project, player, isGuess }
}

/** Reads the certificate of the project's own authority, if it exists and is readable. Spec 6.3 `--https`. */
async function ownAuthority({ data }: Project, { io }: Shell): Promise<string | undefined> {
  const bytes = await io.files.readFile(authorityFiles(data).cert, MAX_AUTHORITY_BYTES).catch(() => undefined)
  return bytes?.toString()
}

function clientIdOf(
  runtime: Shell['options']['runtime'],
  fromEnvironment: string | undefined,
  { clients }: Project,
): string {
  if (runtime === undefined && fromEnvironment) return fromEnvironment
  const wanted = runtime ?? 'staging'
  return (
    clients.find((client) => client.runtime === wanted && client.type === 'client')?.client_id ?? `gamify-${wanted}`
  )
}

/**
 * Flags that set parameters of another name, by the names of the parameters. The value is the flag with its argument.
 */
export type ParameterFlags = ReadonlyMap<string, string>

const NO_FLAGS: ParameterFlags = new Map()

/** What advice about an error depends on. */
export interface ErrorContext extends HintContext {
  readonly player?: string | undefined
  readonly flags?: ParameterFlags
}

/** Converts an error of a call to a CliError with advice; returns other errors unchanged. */
export async function toCliError(error: unknown, client: Client, context: ErrorContext): Promise<unknown> {
  if (error instanceof UnreachableError) return unreachableError(error)
  // An error that says where it happened has the error of the service as its cause.
  const refusal = error instanceof Error && error.cause instanceof ServiceError ? error.cause : error
  if (!(refusal instanceof ServiceError)) return error
  const isPlay = error instanceof RefusedPlay
  const where = refusal === error || isPlay || !(error instanceof Error) ? '' : `${error.message}: `
  const next =
    (await suggestionFor(refusal, client, isPlay ? error.player : context.player)) ??
    (await newPlayerAdvice(refusal, client, context)) ??
    adviceFor(refusal, context)
  const whyAdvice = isPlay ? [`run ${hint(context, error.command)} to see why`] : []
  const files = await brokenFilesAdvice(refusal, client, context)
  return refusalError(refusal, where, [...(next === undefined ? [] : [next]), ...files, ...whyAdvice])
}

/** Advises to create a player that does not exist, if the player is the one who acts, or the game has no players. */
async function newPlayerAdvice(
  { code, description }: ServiceError,
  client: Client,
  { options, player }: ErrorContext,
): Promise<string | undefined> {
  const [, id] = /'(.*)'/.exec(description) ?? []
  if (code !== 'player_not_found' || id === undefined) return undefined
  const isEmpty = async () => (await client.call('GET /v2/admin/players', { query: { limit: '0' } })).body.total === 0
  if (id !== player && !(await isEmpty().catch(() => false))) return undefined
  const [list, create] = [hint({ options }, 'player list'), hint({ options }, `player create ${shellQuoted(id)}`)]
  return `run ${create} to create the player, or ${list} to list the players`
}

/** Errors about parts of the design that can be in files that the game does not run. */
const DESIGN_CODES: ReadonlySet<string> = new Set(['action_not_found', 'rule_not_found', 'metric_not_found'])

async function brokenFilesAdvice(
  { code }: ServiceError,
  client: Client,
  { options }: ErrorContext,
): Promise<readonly string[]> {
  if (!DESIGN_CODES.has(code) || !(await hasDesignProblems(client).catch(() => false))) return []
  return [
    `the design files have problems, so the game does not run them; run ${hint({ options }, 'design validate')} to see them`,
  ]
}

/**
 * Whether the design files that the emulator follows have problems, so that the game does not run them. Spec 6.6 `GET
 * /design`.
 */
export async function hasDesignProblems(client: Client): Promise<boolean> {
  return (await control(client, 'GET /_gamify/design')).body.problems.length > 0
}

function refusalError(error: ServiceError, where: string, advice: readonly string[]): CliError {
  const problems = inputProblems(error).map((problem) => `  ${problem}`)
  return new CliError([`${where}${error.code}: ${error.description}`, ...problems].join('\n'), {
    code: error.code,
    exitCode: exitCode.refused,
    advice,
    json: error.text,
    cause: error,
  })
}

function adviceFor(
  { code, description }: ServiceError,
  { options, flags = NO_FLAGS }: ErrorContext,
): string | undefined {
  const [, ...parameters] =
    /^The '(\w+)'(?: and '(\w+)')? parameters?(?: must not be after '(\w+)')?/.exec(description) ?? []
  const given = parameters.flatMap((parameter) => {
    const flag = flags.get(parameter ?? '')
    return flag === undefined ? [] : [`'${parameter}' with ${flag}`]
  })
  if (given.length > 0) return `set ${given.join(', ')}`
  const [listing, what] = listCommands.get(code) ?? []
  if (listing !== undefined) return `run ${hint({ options }, listing)} to list the ${what}`
  if (code !== 'unresolved_issues') return adviceByCode.get(code)
  const [list, fix] = [hint({ options }, 'design issues'), hint({ options }, 'design fix ISSUE')]
  return `run ${list} to list them, ${fix} to see the fixes of one`
}

/** The command that lists the things of which an error found none. */
const listCommands: ReadonlyMap<string, readonly [command: string, what: string]> = new Map([
  ['player_not_found', ['player list', 'players']],
  ['team_not_found', ['team list', 'teams']],
  ['process_not_found', ['process list', 'processes']],
  ['action_not_found', ['action list', 'actions']],
  ['snapshot_not_found', ['snapshot list', 'snapshots']],
  ['fault_not_found', ['fault list', 'fault rules']],
])

const adviceByCode: ReadonlyMap<string, string> = new Map([
  [
    'client_auth_fail',
    'set GAMIFY_CLIENT_ID and GAMIFY_CLIENT_SECRET to a client of this emulator, or list it in gamify.json',
  ],
  ['not_ready', "run 'gamify design validate' to see the problems; the emulator starts once you have fixed them"],
  ['invalid_player', 'name a player with --as PLAYER or GAMIFY_PLAYER'],
  ['invalid_answer', 'check that this is the address of an emulator; --url sets another'],
  ['invalid_date', 'a time is one such as 2026-01-31T12:00:00Z, 2026-01-31, or UNIX seconds'],
  ['version_not_found', "'latest' always exists; v1, v2 and so on exist once a deployment froze them"],
  ['route_not_found', 'check the address: --url takes one such as http://127.0.0.1:4040, without /v2'],
])
