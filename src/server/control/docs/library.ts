import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kept, type Kept } from '../../kept-answer.ts'
import { SCRIPT_TYPE } from './page-script.ts'

/** The file of the library, as the build has it. */
const LIBRARY = 'redoc.standalone.js'

/**
 * What the library does that the policy of the page refuses, or that leads elsewhere, and what it does instead. It takes
 * the nonce for its styles only when it starts, and has made the first ones by then; it loads a logo from its makers; and
 * it names a source map that nobody serves.
 */
const changes = [
  ['.nc=void 0', '.nc=document.currentScript.nonce'],
  ['https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,'],
  ['//# sourceMappingURL=redoc.standalone.js.map', ''],
] as const

/** Reads the library: beside the bundle where there is one, else where it is installed. Rejects where it cannot be read. */
export async function readLibrary(): Promise<Kept> {
  const built = await readFile(join(import.meta.dirname, LIBRARY), 'utf8').catch(() => undefined)
  const library =
    built ?? (await readFile(fileURLToPath(import.meta.resolve('redoc/bundles/redoc.standalone.js')), 'utf8'))
  const changed = changes.reduce((text, [from, to]) => text.replaceAll(from, () => to), library)
  return kept(SCRIPT_TYPE, Buffer.from(changed))
}
