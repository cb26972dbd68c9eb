import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import type { RuntimeName } from '../game/game-state.ts'
import { strictObject, problemsOf, messageAt } from '../game/kernel/schema.ts'
import { openDocument } from '../storage/documents.ts'
import type { FileSystem } from '../storage/fs.ts'
import { StorageError } from '../storage/storage-error.ts'
import { designRecordSchema, type DesignRecord } from './designs/design-record.ts'
const FORMAT = 1

const runtimeSchema = strictObject({ generation: z.int().min(1) })

const gameDocument = strictObject({
  format: z.literal(FORMAT),
  /** When the game was made, in ms since 1970. */
  created: z.int().min(0),
  /** Signs tokens, so that they survive a restart. */
  secret: z.string().min(32),
  /** The live generation of each runtime's journal, which is there before this names it. */
  runtimes: strictObject({ staging: runtimeSchema, production: runtimeSchema }),
  /** Missing until a design is kept. */
  design: designRecordSchema.optional(),
})

type GameDocument = z.output<typeof gameDocument>

/** What a data directory says of itself, in `game.json`. */
export interface GameFile extends Pick<GameDocument, 'created' | 'secret'> {
  /** As it was found; undefined where no design was kept yet. */
  readonly design: DesignRecord | undefined
  /** Undefined in a new game, and in one that has lost its file. */
  readonly runtimes: GameDocument['runtimes'] | undefined
  /** Writes the file, once all that it is to name is on disk. Throws StorageError. */
  readonly begin: (runtimes: GameDocument['runtimes']) => Promise<void>
  /** Names the live generation of a runtime, which is on disk. Throws StorageError: it is not known then which is named. */
  readonly keepGeneration: (runtime: RuntimeName, generation: number) => Promise<void>
  /** Keeps what there is of versions, whose designs are on disk. Throws StorageError. */
  readonly keepDesign: (design: DesignRecord) => Promise<void>
}

const ADVICE =
  'Restore it from a backup; or delete it; gamify then creates it again, and earlier tokens are no longer valid'

const newSecret = (): string => randomBytes(32).toString('base64url')

/** That of a game in memory. */
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

function parseGame(value: unknown, path: string): GameDocument {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
  if (typeof format === 'number' && format > FORMAT)
    throw new StorageError(
      `${path} has format ${format}, this version of gamify reads format ${FORMAT}: use a newer one`,
    )
  return parseDocument(gameDocument, value)
}

/** What a schema reads in a document of ours; throws, in words, all that is wrong with it. */
export function parseDocument<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new Error(problemsOf(parsed.error).map(messageAt).join('; '))
}
