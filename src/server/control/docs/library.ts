import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kept, type Kept } from '../../kept-answer.ts'
import { SCRIPT_TYPE } from './page-script.ts'

/** The file of the library, as the build has it. */
const LIBRARY = 'redoc.standalone.js'

/** Reads the library: beside the bundle where there is one, else where it is installed. Rejects where it cannot be read. */
export async function readLibrary(): Promise<Kept> {
  const built = await readFile(join(import.meta.dirname, LIBRARY)).catch(() => undefined)
  return kept(
    SCRIPT_TYPE,
    built ?? (await readFile(fileURLToPath(import.meta.resolve('redoc/bundles/redoc.standalone.js')))),
  )
}
