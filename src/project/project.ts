import { basename, dirname, resolve } from 'node:path'
import { DEVELOPMENT_SECRET, knownClients, type ApiClient } from '../auth/clients.ts'
import type { GameInfo } from '../game/kernel/game-info.ts'
import { DEFAULT_DIALECT, type Dialect } from '../interface/dialect.ts'
import type { FileSystem } from '../storage/fs.ts'
import type { Config } from './config.ts'
import { CONFIG_NAME, findConfig } from './find-config.ts'
import { isProblem, readJsonFile } from './json-file.ts'
import { fileStart, type Problem } from './problem.ts'

/** A project on disk, or the default one: settings from the environment, the file and defaults. */
export interface Project {
  /** The absolute path of its gamify.json, if it has one. */
  readonly file?: string
  /** The directory of the gamify.json, or else the working directory. All paths here are absolute. */
  readonly directory: string
  /** The settings of the game, without the time of its creation. */
  readonly game: Omit<GameInfo, 'created'>
  /** The dialect of answers. Spec 5.6. */
  readonly dialect: Dialect
  readonly host: string
  readonly port: number
  readonly data: string
  readonly design: string
  readonly clients: readonly ApiClient[]
  /** What the lints of designs do not report. Spec 7.3 "Lints". */
  readonly ignoredLints: readonly string[]
}

/** The sources of settings other than flags. */
export interface ProjectSources {
  readonly files: FileSystem
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The value of `--config`. */
  readonly config?: string | undefined
}

const MISNAMED = `gamify does not read this file; rename it to ${CONFIG_NAME}, which can have comments`

const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_PORT = 4040

/** The settings of a game without a gamify.json. */
const defaultGame: Project['game'] = {
  id: 'game',
  title: 'Game',
  description: '',
  type: 'game',
  listed: false,
  access: 'PUBLIC',
  timezone: 'UTC',
  image: 'default-game',
}

/** Reads the project of the working directory, or returns the problems of its gamify.json. Spec 6.1. */
export async function readProject({ files, env, cwd, config }: ProjectSources): Promise<Project | readonly Problem[]> {
  const file = config === undefined ? await findConfig(files, cwd) : resolve(cwd, config)
  if (file === undefined) return projectOf({}, { directory: cwd }, env, cwd)
  if (config === undefined && basename(file) !== CONFIG_NAME) return [{ file, ...fileStart, message: MISNAMED }]
  const read = await readJsonFile(files, file)
  if (read === undefined) return [{ file, ...fileStart, message: 'no such file; expected a gamify.json' }]
  if (isProblem(read)) return [read]
  const { parseConfig } = await import('./config.ts')
  const parsed = parseConfig(read)
  return isConfig(parsed) ? projectOf(parsed, { file, directory: dirname(file) }, env, cwd) : parsed
}

/** Whether the result is a project rather than problems. */
export function isProject(read: Project | readonly Problem[]): read is Project {
  return !Array.isArray(read)
}

/** Whether a client can call this game with the public development secret. Spec 6.1. */
export function servesOpenSecret({ clients }: Project): boolean {
  return clients.some((client) => client.client_secret === DEVELOPMENT_SECRET)
}

function isConfig(parsed: Config | readonly Problem[]): parsed is Config {
  return !Array.isArray(parsed)
}

function projectOf(
  config: Config,
  location: Pick<Project, 'file' | 'directory'>,
  env: ProjectSources['env'],
  cwd: string,
): Project {
  const data = env.GAMIFY_DATA ? resolve(cwd, env.GAMIFY_DATA) : resolve(location.directory, config.data ?? '.gamify')
  return {
    ...location,
    game: gameOf(config),
    dialect: config.dialect ?? DEFAULT_DIALECT,
    host: config.host ?? DEFAULT_HOST,
    port: config.port ?? DEFAULT_PORT,
    data,
    design: resolve(location.directory, config.design ?? 'design'),
    clients: clientsOf(config, env),
    ignoredLints: config.lint?.ignore ?? [],
  }
}

/** Completes the settings of a game with defaults. */
export function gameOf({ game = {} }: Pick<Config, 'game'>): Project['game'] {
  const given = Object.fromEntries(Object.entries(game).filter(([, value]) => value !== undefined))
  return { ...defaultGame, ...(game.id === undefined ? {} : { title: game.id }), ...given }
}

/**
 * Returns the listed clients and the development clients, whose secret can come from the environment. Spec 5.1, 6.1.
 */
function clientsOf(config: Config, env: ProjectSources['env']): readonly ApiClient[] {
  const listed = config.clients ?? []
  const added = knownClients([], config.dev_clients ?? true).filter((client) =>
    listed.every((other) => other.client_id !== client.client_id),
  )
  return [
    ...added.map((client) => ({ ...client, client_secret: env.GAMIFY_CLIENT_SECRET || client.client_secret })),
    ...listed,
  ]
}
