import type { BuildOptions } from 'esbuild'
import { join } from 'node:path'

/** The name of the script's file in a build. */
export const SCRIPT_FILE = 'lab-page.js'

/** What a script of pages is built with. Names stay only where the page shows none. */
const options = {
  bundle: true,
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
  charset: 'ascii',
  minify: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
  banner: { js: '/* Draws with Apache ECharts and ZRender: Apache License 2.0 and BSD 3-Clause License. */' },
} as const satisfies BuildOptions

/**
 * Builds the script of pages from the sources below `root`. Resolves to its text, and to the paths of everything that went
 * into it, relative to `root`. It needs esbuild, which only a checkout has.
 */
export async function bundleScript(
  root: string,
): Promise<{ readonly code: string; readonly inputs: readonly string[] }> {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: [join(root, 'src/lab/page/browser/page.ts')],
    outfile: SCRIPT_FILE,
  })
  return { code: outputFiles.map(({ text }) => text).join(''), inputs: Object.keys(metafile.inputs) }
}
