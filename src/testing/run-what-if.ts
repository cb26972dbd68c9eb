import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { programVersion } from '../cli/package-root.ts'
import type { Design } from '../game/design/design.ts'
import { messageAt } from '../game/kernel/schema-problems.ts'
import { labZone } from '../lab/lab-zone.ts'
import type { EndExpectation } from '../lab/simulate/report.ts'
import { parseEndExpectations } from '../lab/what-if/end-expectations.ts'
import { isBadHistory, readHistory, type Bytes } from '../lab/what-if/recorded-history.ts'
import type { WhatIfReport } from '../lab/what-if/report.ts'
import { hasGame, storedHistory } from '../lab/what-if/stored-history.ts'
import { whatIf } from '../lab/what-if/what-if.ts'
import { gameSchema } from '../project/config.ts'
import type { Project } from '../project/project.ts'
import { StorageError } from '../storage/storage-error.ts'
import { findDesign } from './find-design.ts'
import type { Game } from './game.ts'
import type { WhatIfOptions } from './history.ts'
import { instant, readOptions, refused } from './options.ts'
import { findProject, gameWith, signalSchema } from './run-simulation.ts'
import { exportOf } from './running-game.ts'

const historySchema = z.custom<Game | string>(
  (value) =>
    typeof value === 'string'
      ? value !== ''
      : typeof value === 'object' && value !== null && exportOf(value) !== undefined,
  'expected a game that startGame started, the path of an exported file, or a data directory',
)

const fields = {
  history: historySchema,
  project: z.string().min(1).optional(),
  game: gameSchema.optional(),
  runtime: z.enum(['staging', 'production']).default('staging'),
  since: z.union([z.int().min(1), instant]).optional(),
  expect: z.unknown().optional(),
  signal: signalSchema.optional(),
}

/** Decides a history again as a test asks for it. Throws StartRefused with everything that is wrong. Spec 7.6. */
export async function runWhatIf(options: WhatIfOptions | null): Promise<WhatIfReport> {
  const { history, since, signal, runtime, ...checked } = readOptions('whatIf', fields, options)
  const project = await findProject(checked.project)
  const { design } = await findDesign(checked.design ?? project.design)
  const expect = checked.expect === undefined ? [] : expectationsIn(checked.expect, design)
  const game = gameWith(project, checked.game)
  // A number that names a time is far larger than any entry.
  const from = typeof options?.since === 'number' || since === undefined ? { seq: since ?? 1 } : { at: since }
  return withHistory(history, { game, runtime }, async (bytes, id) => {
    const recorded = await readHistory(bytes, id)
    return whatIf({
      ...recorded,
      entries: recorded.entries(),
      runtime: recorded.header.runtime,
      design,
      game,
      zoneOffset: labZone(game.timezone),
      since: from,
      expect,
      signal,
    })
  })
}

function expectationsIn(value: unknown, design: Design): readonly EndExpectation[] {
  const parsed = parseEndExpectations(value, design)
  if ('expect' in parsed) return parsed.expect
  throw refused('The expectations are broken', parsed.problems.map(messageAt))
}

interface StoredWhere {
  readonly game: Project['game']
  readonly runtime: NonNullable<WhatIfOptions['runtime']>
}

/** Calls `use` with the bytes of a history and the id of its game. Throws StartRefused if it cannot be used. */
async function withHistory<T>(
  history: Game | string,
  { game, runtime }: StoredWhere,
  use: (bytes: Bytes, game: string) => Promise<T>,
): Promise<T> {
  try {
    if (typeof history !== 'string') return await useText(await exported(history), use)
    const path = resolve(history)
    if ((await stat(path).catch(() => undefined))?.isDirectory() !== true) return await use(bytesOf(path), game.id)
    if (!(await hasGame(path))) throw refused('The data directory has no game', [path])
    const temporary = await mkdtemp(join(tmpdir(), 'gamify-what-if-'))
    try {
      const [copy, file] = [join(temporary, 'copy'), join(temporary, 'history.ndjson')]
      const texts = storedHistory({ directory: path, copy, runtime, game, program: programVersion() })
      await pipeline(Readable.from(texts), createWriteStream(file))
      return await use(bytesOf(file), game.id)
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  } catch (error) {
    if (!isBadHistory(error) && !(error instanceof StorageError) && !isUnread(error)) throw error
    throw refused('The history cannot be used', [error.message])
  }
}

const bytesOf =
  (path: string): Bytes =>
  () =>
    createReadStream(path)

/** Whether a file cannot be read. */
const isUnread = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && ['open', 'read'].includes(String(error.syscall))

/** Returns the state of a running game with its history. */
async function exported(game: Game): Promise<string> {
  return (await Array.fromAsync(exportOf(game)?.() ?? [])).join('')
}

/** A running game is its own, whatever the project is called. */
async function useText<T>(text: string, use: (bytes: Bytes, game: string) => Promise<T>): Promise<T> {
  const { game } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { readonly game: string }
  return use(() => Readable.from([Buffer.from(text)]), game)
}
