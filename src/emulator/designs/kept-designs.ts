import { join } from 'node:path'
import { compileDesign, type Design } from '../../game/design/design.ts'
import { emptyDesign, type DesignSource } from '../../game/design/source.ts'
import { firstFew } from '../../game/kernel/message-text.ts'
import { designHash, type Designs } from '../../storage/designs.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { designsIn, type DesignRecord } from './design-record.ts'

let hashOfEmpty: string | undefined

/** Returns the hash of the empty design, which is not stored if none was deployed. */
export function emptyHash(): string {
  return (hashOfEmpty ??= designHash(JSON.stringify(emptyDesign)))
}

/** Returns the design that is stored under a hash. Throws StorageError. */
export async function sourceOf(hash: string, designs: Designs): Promise<DesignSource> {
  return hash === emptyHash() ? emptyDesign : (JSON.parse(await designs.read(hash)) as DesignSource)
}

/**
 * Returns the compiled design that is stored under a hash; the empty one before the first deployment. Throws
 * StorageError.
 */
export async function designOf(hash: string, designs: Designs): Promise<Design> {
  const design = compileDesign(hash === '' ? emptyDesign : await sourceOf(hash, designs))
  if ('source' in design) return design
  throw new StorageError(
    `The design ${hash} was made by another version of gamify and does not work with this one: ${design.problems[0]?.message}`,
  )
}

/** The maximum number of missing files that are listed. */
const MAX_LISTED = 10

/** Ensures that all designs that the record of a data directory names exist. Throws StorageError. */
export async function requireKept(record: DesignRecord, designs: Designs, directory: string): Promise<void> {
  const named = designsIn(record).filter(({ hash }) => hash !== emptyHash())
  const missing = await designs.missing(named.map(({ hash }) => hash))
  const listed = named.flatMap(({ hash, what }) => {
    const path = missing.get(hash)
    return path === undefined ? [] : [`${path} (${what})`]
  })
  if (listed.length === 0) return
  const { few, more } = firstFew(listed, MAX_LISTED + 1)
  throw new StorageError(
    `${join(directory, 'game.json')} names designs that are missing: ${[...few, ...more].join(', ')}. ` +
      'Restore them from a backup; or delete game.json; gamify then creates it again, forgets all versions except the active ones, and earlier tokens are no longer valid',
  )
}
