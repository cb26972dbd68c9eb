import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Low } from 'lowdb'
import { z } from 'zod'
import { openDocument } from '../storage/documents.ts'
import type { FileSystem } from '../storage/fs.ts'

const FORMAT = 1

const runtimeSchema = z.strictObject({ generation: z.int().min(1) })

const gameDocument = z.strictObject({
  format: z.literal(FORMAT, { error: `this version of gamify reads format ${FORMAT} of data directories` }),
  /** When the game was made, in ms since 1970. */
  created: z.int().min(0),
  /** Signs tokens, so that they survive a restart. */
  secret: z.string().min(32),
  /** The live generation of each runtime's journal. */
  runtimes: z.strictObject({ staging: runtimeSchema, production: runtimeSchema }),
})

/** What a data directory says of itself, in `game.json`. */
export type GameDocument = z.output<typeof gameDocument>

/** What a new data directory says. */
export function newGameDocument(createdMs: number): GameDocument {
  const runtimes = { staging: { generation: 1 }, production: { generation: 1 } }
  return { format: FORMAT, created: createdMs, secret: randomBytes(32).toString('base64url'), runtimes }
}

/** Opens `game.json`, and writes it where there is none. Throws StorageError. */
export async function openGameDocument(files: FileSystem, directory: string, createdMs: number): Promise<GameDocument> {
  const initial = newGameDocument(createdMs)
  const document: Low<GameDocument> = await openDocument({
    fs: files,
    path: join(directory, 'game.json'),
    initial,
    parse: (value) => gameDocument.parse(value),
  })
  if (document.data === initial) await document.write()
  return document.data
}
