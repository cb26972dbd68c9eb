import * as z from 'zod'
import { strictObject } from '../game/kernel/schema.ts'
import { documentContent, type LogContent } from '../storage/log/log-message.ts'
import { StorageError } from '../storage/storage-error.ts'

/** The runtimes of a game, in the order in which they are stored. */
export const RUNTIMES = ['staging', 'production'] as const

/** A file of the data directory, and the blob that has its content; null for a file that was removed. */
const sharedFile = strictObject({
  path: z.string().regex(/^(?:staging|production)\/(?:journal|snapshots|points)\/[a-z0-9=._-]+$/),
  blob: z.string().nullable(),
})

export type SharedFile = z.output<typeof sharedFile>

const sharedRuntime = strictObject({ generation: z.int().min(1), files: z.array(sharedFile).readonly() })

/** The documents of a log, by name. The first one begins the game, and has all of it. */
const documents = {
  game: strictObject({
    game: z.string(),
    created: z.int().min(0),
    secret: z.string().min(32),
    runtimes: strictObject({ staging: sharedRuntime, production: sharedRuntime }),
    design: z.unknown(),
    images: z.unknown(),
    revoked: z.array(z.unknown()),
    files: z.array(sharedFile).readonly(),
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
  const unusable = (why: string): StorageError =>
    new StorageError(`The document '${name}' of the log is not valid: ${why}`)
  if (!isDocumentName(name)) throw unusable('this version of gamify does not know it. Use a newer version')
  const parsed = documents[name].safeParse(value)
  if (!parsed.success) throw unusable(parsed.error.issues.map(({ message }) => message).join('; '))
  await (takers[name] as (value: unknown) => Promise<void>)(parsed.data)
}

const isDocumentName = (name: string): name is DocumentName => Object.hasOwn(documents, name)
