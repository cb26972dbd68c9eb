import * as z from 'zod'
import { strictObject } from '../game/kernel/schema.ts'
import { documentContent, type LogContent } from '../storage/log/log-message.ts'
import { StorageError } from '../storage/storage-error.ts'

/** The runtimes of a game, in the order in which they are stored. */
export const RUNTIMES = ['staging', 'production'] as const

/** A file of the data directory, and the blob that has its content; null for a file that was removed. */
const sharedFile = strictObject({
  path: z
    .string()
    .regex(/^(?:staging|production)\/(?:(?:journal|snapshots|points)\/[a-z0-9=._-]+|boards\/[A-Za-z0-9_.-]+)$/),
  blob: z.string().nullable(),
})

export type SharedFile = z.output<typeof sharedFile>

const sharedRuntime = strictObject({ generation: z.int().min(1), files: z.array(sharedFile).readonly() })

/** A file of a base: with the SHA-256 of its content, so that the next base need not store it again. */
const baseFile = sharedFile.extend({ blob: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

export type BaseFile = z.output<typeof baseFile>

const baseRuntime = strictObject({ generation: z.int().min(1), files: z.array(baseFile).readonly() })

/** What a game has besides the files of its runtimes. */
const gameFacts = {
  game: z.string(),
  created: z.int().min(0),
  secret: z.string().min(32),
  design: z.unknown(),
  images: z.unknown(),
  revoked: z.array(z.unknown()),
}

/** The documents of a log, by name. The first one begins the game, and has all of it. */
const documents = {
  game: strictObject({
    ...gameFacts,
    runtimes: strictObject({ staging: sharedRuntime, production: sharedRuntime }),
    files: z.array(sharedFile).readonly(),
  }),
  /** All of the game once more, so that a node can begin here and the log before it can be trimmed. */
  base: strictObject({
    ...gameFacts,
    runtimes: strictObject({ staging: baseRuntime, production: baseRuntime }),
    files: z.array(baseFile).readonly(),
    /** It has everything of the log up to this position, and perhaps more. */
    from: z.int().min(1),
    /** The writer at that position. */
    writer: z.string(),
    /** When it was made, in ms since 1970. */
    made: z.int().min(0),
  }),
  live: strictObject({
    runtime: z.enum(RUNTIMES),
    generation: z.int().min(1),
    files: z.array(sharedFile).readonly(),
  }),
  design: z.record(z.string(), z.unknown()),
  images: z.record(z.string(), z.unknown()),
  revoked: z.record(z.string(), z.unknown()),
  file: sharedFile,
  /** The checksum of the state after an entry, as the writer has it. */
  sum: strictObject({
    runtime: z.enum(RUNTIMES),
    generation: z.int().min(1),
    seq: z.int().min(1),
    sum: z.int().min(0),
  }),
  /** The writer has ended, and names the node that is to follow it; empty if any can. */
  end: strictObject({ successor: z.string() }),
} as const

/** The value of a document of a log. */
export type DocumentValue<Name extends keyof typeof documents> = z.output<(typeof documents)[Name]>

/** The name of a document of a log. */
export type DocumentName = keyof typeof documents

/** Returns the content that replaces a document of a log. */
export const logDocument = <Name extends DocumentName>(name: Name, value: DocumentValue<Name>): LogContent =>
  documentContent(name, value)

/** What to do with each document of a log. */
export type DocumentTakers = { readonly [Name in DocumentName]: (value: DocumentValue<Name>) => Promise<void> }

/** Checks a document of a log, and gives it to its taker. Throws StorageError if it is not valid. */
export async function takeDocument(name: string, value: unknown, takers: DocumentTakers): Promise<void> {
  if (!isDocumentName(name)) throw unusable(name, 'this version of gamify does not know it. Use a newer version')
  await (takers[name] as (value: unknown) => Promise<void>)(parseDocument(name, value))
}

/** Checks a document of a log. Throws StorageError if it is not valid. */
export function parseDocument<Name extends DocumentName>(name: Name, value: unknown): DocumentValue<Name> {
  const parsed = documents[name].safeParse(value)
  if (!parsed.success) throw unusable(name, parsed.error.issues.map(({ message }) => message).join('; '))
  return parsed.data as DocumentValue<Name>
}

const unusable = (name: string, why: string): StorageError =>
  new StorageError(`The document '${name}' of the log is not valid: ${why}`)

const isDocumentName = (name: string): name is DocumentName => Object.hasOwn(documents, name)
