import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import type { RuntimeName } from '../game/game-state.ts'
import { messageAt, problemsOf } from '../game/kernel/schema-problems.ts'
import { strictObject } from '../game/kernel/schema.ts'
import { openDocument } from '../storage/documents.ts'
import type { FileSystem } from '../storage/fs.ts'
import { orStorageFailure, StorageError } from '../storage/storage-error.ts'
import { designRecordSchema, type DesignRecord } from './designs/design-record.ts'
const FORMAT = 1

const runtimeSchema = strictObject({ generation: z.int().min(1) })

const gameDocument = strictObject({
  format: z.literal(FORMAT),
  /** When the game was created, in ms since 1970. */
  created: z.int().min(0),
  /** The secret that signs tokens, so that they survive a restart. */
  secret: z.string().min(32),
  /** The live generation of each runtime's journal, which exists before it is named here. */
  runtimes: strictObject({ staging: runtimeSchema, production: runtimeSchema }),
  /** Absent until a design is stored. */
  design: designRecordSchema.optional(),
})

type GameDocument = z.output<typeof gameDocument>

/** The content of `game.json`, the file that describes a data directory. */
export interface GameFile extends Pick<GameDocument, 'created' | 'secret'> {
  /** The record that was found; undefined if no design was stored yet. */
  readonly design: DesignRecord | undefined
  /** Undefined in a new game, and in one that has lost its file. */
  readonly runtimes: GameDocument['runtimes'] | undefined
  /** Writes the file, once everything that it names is on disk. Throws StorageError. */
  readonly begin: (runtimes: GameDocument['runtimes']) => Promise<void>
  /**
   * Names the live generation of a runtime, which is on disk. Throws StorageError; then it is unknown which one is
   * named.
   */
  readonly keepGeneration: (runtime: RuntimeName, generation: number) => Promise<void>
  /** Stores the record of versions, whose designs are on disk. Throws StorageError. */
  readonly keepDesign: (design: DesignRecord) => Promise<void>
}

const ADVICE =
  'Restore it from a backup; or delete it; gamify then creates it again, and earlier tokens are no longer valid'

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Creates the game file of a game in memory. */
export function memoryGameFile(created: number): GameFile {
  return {
    created,
    secret: newSecret(),
    runtimes: undefined,
    design: undefined,
    begin: async () => {},
    keepGeneration: async () => {},
    keepDesign: async () => {},
  }
}

/** Opens `game.json`. Throws StorageError. */
export async function openGameFile(fs: FileSystem, directory: string, created: number): Promise<GameFile> {
  const path = join(directory, 'game.json')
  const first = { generation: 1 }
  const initial = { format: FORMAT, created, secret: newSecret(), runtimes: { staging: first, production: first } }
  const file = await openDocument<GameDocument>({
    fs,
    path,
    initial: initial as GameDocument,
    parse: (value) => parseGame(value, path),
    advice: ADVICE,
  })
  const isNew = file.data === initial
  return {
    created: file.data.created,
    secret: file.data.secret,
    runtimes: isNew ? undefined : file.data.runtimes,
    design: file.data.design,
    begin: (runtimes) => file.update((document) => void (document.runtimes = runtimes)),
    keepGeneration: (runtime, generation) =>
      file.update((document) => void (document.runtimes = { ...document.runtimes, [runtime]: { generation } })),
    keepDesign: (design) => file.update((document) => void (document.design = design)),
  }
}

/** Reads `game.json` of a game that is open. Throws StorageError if there is none, or if it is damaged. */
export async function readGameFile(fs: FileSystem, directory: string): Promise<GameDocument> {
  const path = join(directory, 'game.json')
  return orStorageFailure(`${path} cannot be read`, async () => {
    const bytes = await fs.readFile(path)
    if (!bytes) throw new StorageError(`${path} is missing`)
    return parseGame(JSON.parse(bytes.toString()), path)
  })
}

/** Creates `game.json` for a game that began elsewhere. Everything that it names is on disk. Throws StorageError. */
export async function createGameFile(
  fs: FileSystem,
  directory: string,
  content: Omit<GameDocument, 'format'>,
): Promise<void> {
  const path = join(directory, 'game.json')
  const document = await openDocument<GameDocument>({
    fs,
    path,
    initial: { format: FORMAT, ...content },
    parse: (value) => parseGame(value, path),
    advice: ADVICE,
  })
  await document.write()
}

function parseGame(value: unknown, path: string): GameDocument {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
  if (typeof format === 'number' && format > FORMAT)
    throw new StorageError(
      `${path} has format ${format}, this version of gamify reads format ${FORMAT}: use a newer one`,
    )
  return parseDocument(gameDocument, value)
}

/** Parses the content of one of gamify's own files. Throws an error that lists everything that is wrong with it. */
export function parseDocument<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new Error(problemsOf(parsed.error).map(messageAt).join('; '))
}
