import { resolve } from 'node:path'
import type { EmulatorSettings } from '../../../emulator/settings.ts'
import { parseInstant } from '../../../game/kernel/instant.ts'
import { isThere } from '../../../project/directory.ts'
import { isBroken, loadDesign } from '../../../project/load-design.ts'
import type { Problem } from '../../../project/problem.ts'
import { servesOpenSecret, type Project } from '../../../project/project.ts'
import type { SeedPlayer } from '../../../scripts/seed-file.ts'
import { parseDuration } from '../../../server/control/duration.ts'
import { isLoopback } from '../../../server/loopback.ts'
import { usageError } from '../../cli-error.ts'
import { loadProject } from '../../load-project.ts'
import { programVersion } from '../../package-root.ts'
import { readSeeds } from '../../read-seeds.ts'
import type { Shell } from '../../shell.ts'

/** What the flags of `gamify serve` were. */
export interface ServeFlags {
  readonly port: number | undefined
  readonly host: string | undefined
  readonly data: string | undefined
  readonly memory: boolean
  readonly design: string | undefined
  readonly seeds: readonly string[]
  readonly now: string | undefined
  readonly freeze: boolean
  readonly randomSeed: string | undefined
  readonly noAuth: boolean
  readonly allowedHosts: readonly string[]
  readonly keep: string | undefined
  readonly durability: 'batch' | 'always' | 'off' | undefined
  readonly log: 'pretty' | 'json' | 'silent' | undefined
  readonly printEnv: boolean
}

/** What is going to be served: all that flags, environment and files say, looked at before anything is opened. */
export interface ServePlan extends Pick<ServeFlags, 'noAuth' | 'allowedHosts' | 'printEnv'> {
  readonly project: Project
  readonly host: string
  readonly port: number
  /** Absolute; undefined keeps nothing on disk. */
  readonly data: string | undefined
  readonly design: string
  /** What is wrong with the design files; then the game goes on with its last design. */
  readonly problems: readonly Problem[]
  readonly settings: EmulatorSettings
  readonly seeds: readonly SeedPlayer[]
  readonly log: 'pretty' | 'json' | 'silent'
}

/** Puts together what is going to be served, or refuses it with words. Spec 6.1, 6.3. */
export async function planServe(flags: ServeFlags, shell: Shell): Promise<ServePlan> {
  const { io } = shell
  const project = await loadProject(shell)
  const host = flags.host ?? project.host
  refuseOpenDoors(host, flags, project)
  if (flags.memory && flags.data !== undefined) throw usageError('--memory keeps nothing on disk, so --data has no place with it')
  const data = flags.memory ? undefined : flags.data === undefined ? project.data : resolve(io.cwd, flags.data)
  const design = flags.design === undefined ? project.design : resolve(io.cwd, flags.design)
  const loaded = await loadDesignIn(design, flags.design !== undefined, shell)
  return {
    project,
    host,
    port: flags.port ?? project.port,
    data,
    design,
    problems: isBroken(loaded) ? loaded : [],
    settings: {
      game: project.game,
      clients: project.clients,
      program: programVersion(),
      data: data === undefined ? undefined : { files: io.files, directory: data },
      design: isBroken(loaded) ? undefined : loaded,
      durability: flags.durability,
      randomSeed: flags.randomSeed,
      now: instantOf(flags.now),
      freeze: flags.freeze || undefined,
      keepMs: durationOf(flags.keep),
    },
    seeds: flags.seeds.length === 0 ? [] : await readSeeds(shell, flags.seeds),
    log: flags.log ?? 'pretty',
    noAuth: flags.noAuth,
    allowedHosts: flags.allowedHosts,
    printEnv: flags.printEnv,
  }
}

/** Beyond this machine nobody is served without a secret, nor by one that everybody knows. Spec 6.1, 6.3. */
function refuseOpenDoors(host: string, { noAuth }: ServeFlags, project: Project): void {
  if (isLoopback(host) || host === '::1') return
  if (noAuth) throw usageError(`--no-auth would let everybody in who reaches ${host}`, 'leave out --no-auth, or --host')
  if (!servesOpenSecret(project)) return
  throw usageError(
    `the development clients have a secret that everybody knows, so they are not served on ${host}`,
    'give them another secret in the environment, as GAMIFY_CLIENT_SECRET,',
    'or list clients of your own in gamify.json and add "dev_clients": false',
  )
}

/** An absent directory leaves the game with the design that it has, but one that was asked for must be there. */
async function loadDesignIn(directory: string, asked: boolean, { io }: Shell): ReturnType<typeof loadDesign> {
  if (asked && !(await isThere(io.files, directory))) throw usageError(`there is no design directory ${directory}`)
  return loadDesign(io.files, directory)
}

function instantOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = parseInstant(text)
  if (at === undefined) throw usageError(`--now ${text} is no time`, 'expected one such as 2026-01-31T12:00:00Z, 2026-01-31, or UNIX seconds')
  return at
}

function durationOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = parseDuration(text)
  if (ms === undefined) throw usageError(`--keep ${text} is no duration`, 'expected one such as 90m, 30d or P1M')
  return ms
}
