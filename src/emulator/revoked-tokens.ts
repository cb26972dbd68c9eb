import { join } from 'node:path'
import * as z from 'zod'
import type { RevokedTokenStore } from '../auth/ended-logins.ts'
import { strictObject } from '../game/kernel/schema.ts'
import type { FileSystem } from '../storage/fs.ts'
import { openListFile } from '../storage/list-file.ts'
import { parseDocument } from './game-document.ts'

const FORMAT = 1

const seconds = z.number().min(0)
const family = z.templateLiteral([z.enum(['jwt', 'tokens']), ':', z.string()])

const endings = z.array(
  z.union([strictObject({ family, id: z.string(), untilS: seconds }), strictObject({ family, coveredToS: seconds })]),
)

const ADVICE =
  'Restore it from a backup; or delete it; tokens that were logged out and have not expired are then valid again'

/** Opens `revoked-tokens.jsonl`, which exists once a player has logged out. Spec 5.1. Throws StorageError. */
export function openRevokedTokens(fs: FileSystem, directory: string): Promise<RevokedTokenStore> {
  return openListFile({
    fs,
    path: join(directory, 'revoked-tokens.jsonl'),
    format: FORMAT,
    parse: (items) => parseDocument(endings, items),
    advice: ADVICE,
  })
}
