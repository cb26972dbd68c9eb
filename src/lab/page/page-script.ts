import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleScript, SCRIPT_FILE } from './bundle-script.ts'

/**
 * Reads the script that pages contain: next to the bundle if there is one. In a checkout it is built from the sources.
 * Rejects if it can be neither read nor built.
 */
export async function readPageScript(): Promise<string> {
  const built = await readFile(join(import.meta.dirname, SCRIPT_FILE), 'utf8').catch(() => undefined)
  return built ?? (await bundleScript(join(import.meta.dirname, '../../..'))).code
}
