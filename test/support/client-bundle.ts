import { join } from 'node:path'
import { bundleClient } from '../../scripts/bundles.mjs'

const root = join(import.meta.dirname, '../..')

/** The client of apps as the build makes it, as a module. */
export async function clientModule(): Promise<string> {
  const { outputFiles } = await bundleClient(root, join(root, 'dist/client.js'), 'esm')
  return outputFiles.map(({ text }) => text).join('')
}
