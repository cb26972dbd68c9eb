import { resolve } from 'node:path'
import type { GameStore } from '../../../emulator/game-store.ts'
import type { EmulatorSettings } from '../../../emulator/settings.ts'
import { parseDuration } from '../../../game/kernel/duration.ts'
import { parseInstant } from '../../../game/kernel/instant.ts'
import type { Dialect } from '../../../interface/dialect.ts'
import { designReader, type DesignReading, type DesignReader } from '../../../project/design-reader.ts'
import type { Problem } from '../../../project/problem.ts'
import { servesOpenSecret, type Project } from '../../../project/project.ts'
import { hostName } from '../../../secure/server-names.ts'
import { isLoopback } from '../../../server/gates.ts'
import type { Consistency } from '../../../server/node-headers.ts'
import type { Front, ServerOptions } from '../../../server/server.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { loadProject } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { programVersion } from '../../package-root.ts'
import { readSeeds, type ReadSeeds } from '../../read-seeds.ts'
import { checkTypesOutput } from '../../types-output.ts'
import { planHttps, type HttpsFlags, type HttpsPlan } from './https.ts'
import type { LogForm } from './log.ts'
import { planNode, type NodePlan } from './node-plan.ts'

/** The values of the flags of `gamify serve`. */
export interface ServeFlags extends HttpsFlags {
  readonly port: number | undefined
  readonly host: string | undefined
  readonly data: string | undefined
  readonly memory: boolean
  readonly design: string | undefined
  readonly noWatch: boolean
  readonly waitForDesign: boolean
  readonly types: string | undefined
  readonly poll: boolean
  readonly writeBack: boolean
  readonly seeds: readonly string[]
  readonly now: string | undefined
  readonly freeze: boolean
  readonly randomSeed: string | undefined
  readonly noAuth: boolean
  readonly noStudio: boolean
  readonly allowedHosts: readonly string[]
  readonly dialect: Dialect | undefined
  readonly keep: string | undefined
  readonly durability: 'batch' | 'always' | 'off' | undefined
  readonly log: LogForm | undefined
  readonly printEnv: boolean
  readonly journal?: string | undefined
  readonly advertise?: string | undefined
  readonly node?: string | undefined
  readonly replicas?: number | undefined
  readonly blobs?: string | undefined
  readonly reads?: Consistency | undefined
}

/** The design in files. If they do not exist or are broken, the game continues with its last design. */
interface PlannedDesign {
  readonly reader: DesignReader
  /** The state of the files before anything is opened. */
  readonly look: DesignReading
  /** Why the game cannot use the files; empty if there are no files. */
  readonly problems: readonly Problem[]
  readonly watch: 'events' | 'poll' | 'off'
  readonly writeBack: boolean
  /** Whether to wait for a valid design if the game has none. */
  readonly isAwaited: boolean
}

/** What to serve: the result of all flags, variables and files, before anything is opened. */
export interface ServePlan extends Pick<ServeFlags, 'noAuth' | 'noStudio' | 'allowedHosts' | 'printEnv'> {
  readonly project: Project
  readonly host: string
  readonly port: number
  /** Absolute; undefined keeps everything in memory. */
  readonly data: string | undefined
  readonly design: PlannedDesign
  readonly settings: EmulatorSettings
  /** Undefined means plain HTTP. */
  readonly https: HttpsPlan | undefined
  readonly seeds: ReadSeeds
  /** The files of `seeds`; empty without `--seed`. */
  readonly seedFiles: readonly string[]
  readonly log: LogForm
  /** The absolute path of the file of declarations to keep up to date, if any. */
  readonly types: string | undefined
  /** How this process is a node of a game on several machines, if it is one. */
  readonly node: NodePlan | undefined
  /** The address that is already listened on, if any. */
  readonly front?: Front | undefined
  /** Opens where the game is stored, if that is not the data directory alone. */
  readonly openStore?: (() => Promise<GameStore>) | undefined
  /** Returns what health reports of this node, if it is one. */
  readonly nodeFacts?: ServerOptions['node']
  /** What callers see of this node, if it is one. */
  readonly calledNode?: ServerOptions['calledNode']
  /** Follows the calls, if traces are sent. */
  readonly tracer?: ServerOptions['tracer']
}

/** Plans what to serve. Throws a CliError if the flags or files do not allow it. Spec 6.1, 6.3. */
export async function planServe(flags: ServeFlags, shell: Shell): Promise<ServePlan> {
  const { io } = shell
  const project = await loadProject(shell)
  const host = flags.host ?? project.host
  refuseOpenAccess(host, flags, project)
  const data = flags.memory ? undefined : flags.data === undefined ? project.data : resolve(io.cwd, flags.data)
  const design = await planDesign(flags, project, shell)
  const read = [design.reader.directory, ...(project.file === undefined ? [] : [project.file])]
  if (flags.types !== undefined) await checkTypesOutput(shell, flags.types, read)
  return {
    project,
    host,
    port: flags.port ?? project.port,
    data,
    design,
    settings: {
      game: project.game,
      clients: project.clients,
      dialect: flags.dialect ?? project.dialect,
      program: programVersion(),
      data: data === undefined ? undefined : { files: io.files, directory: data },
      design: design.look.design,
      keepsRoutes: design.writeBack,
      followsFiles: (design.look.isThere || design.isAwaited) && design.watch !== 'off',
      durability: flags.durability,
      randomSeed: flags.randomSeed,
      now: instantOf(flags.now),
      freeze: flags.freeze || undefined,
      keepMs: durationOf(flags.keep),
    },
    seeds: await readSeeds(shell, flags.seeds),
    seedFiles: flags.seeds,
    log: flags.log ?? 'pretty',
    types: flags.types === undefined ? undefined : resolve(io.cwd, flags.types),
    noAuth: flags.noAuth,
    noStudio: flags.noStudio,
    allowedHosts: flags.allowedHosts.map(allowedHostName),
    https: await planHttps(flags, shell),
    printEnv: flags.printEnv,
    node: planNode(flags, project, shell),
  }
}

/** Throws if the game would be reachable from other machines without a secret, or with a public one. Spec 6.1, 6.3. */
function refuseOpenAccess(host: string, { noAuth }: ServeFlags, project: Project): void {
  if (isLoopback(host) || host === '::1') return
  if (noAuth)
    throw usageError(`--no-auth would give full access to anyone who can reach ${host}`, 'remove --no-auth or --host')
  if (!servesOpenSecret(project)) return
  throw usageError(
    `the secret of the development clients is public, so gamify does not serve them on ${host}`,
    'set another secret with GAMIFY_CLIENT_SECRET,',
    'or list clients of your own in gamify.json and add "dev_clients": false',
  )
}

/** Returns a name in the form of the `Host` header. Throws a usage error if no header can have it. Spec 6.3. */
function allowedHostName(name: string): string {
  const host = hostName(name)
  if (host !== '') return host
  throw usageError(
    `--allow-host '${name}' is not a host name`,
    'expected a name such as game.test or 192.168.1.5, without http:// and port; repeat --allow-host for more',
  )
}

/** Plans the design. A directory that a flag names must exist, unless the game waits for a design. */
async function planDesign(flags: ServeFlags, project: Project, { io }: Shell): Promise<PlannedDesign> {
  const { noWatch, poll, writeBack, waitForDesign: isAwaited } = flags
  if (isAwaited && noWatch)
    throw usageError('--wait-for-design and --no-watch cannot be combined', 'remove one of the two')
  const reader = designReader(io.files, flags.design === undefined ? project.design : resolve(io.cwd, flags.design))
  const look = await reader.read()
  if (!look.isThere && flags.design !== undefined && !isAwaited)
    throw usageError(`no design directory ${reader.directory}`)
  return {
    reader,
    look,
    problems: look.isThere || isAwaited ? look.problems : [],
    watch: noWatch ? 'off' : poll ? 'poll' : 'events',
    writeBack,
    isAwaited,
  }
}

function instantOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = parseInstant(text)
  if (at === undefined)
    throw usageError(
      `--now ${text} is not a valid time`,
      'expected one such as 2026-01-31T12:00:00Z, 2026-01-31, or UNIX seconds',
    )
  return at
}

function durationOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = parseDuration(text)
  if (ms === undefined)
    throw usageError(`--keep ${text} is not a valid duration`, 'expected one such as 90m, 30d or P1M')
  return ms
}
