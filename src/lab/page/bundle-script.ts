import type { BuildOptions } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The name of the script's file in a build. */
export const SCRIPT_FILE = 'lab-page.js'

/** The texts that the licences of the plot library require in every copy, and so in every page. */
const notices = ['echarts/NOTICE', 'echarts/licenses/LICENSE-d3', 'zrender/LICENSE']

/** Where the licence is that the first of them names. */
const APACHE = 'Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0'

/** What a script of pages is built with. */
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
} as const satisfies BuildOptions

/**
 * Builds the script of pages from the sources below `root`. Resolves to its text, and to the paths of everything that went
 * into it, relative to `root`. It needs esbuild, which only a checkout has.
 */
export async function bundleScript(
  root: string,
): Promise<{ readonly code: string; readonly inputs: readonly string[] }> {
  const { build } = await import('esbuild')
  const texts = await Promise.all(notices.map((path) => readFile(join(root, 'node_modules', path), 'utf8')))
  const { outputFiles, metafile } = await build({
    ...options,
    banner: { js: `/*\n${[texts[0], APACHE, ...texts.slice(1)].map((text) => text?.trim()).join('\n\n')}\n*/` },
    absWorkingDir: root,
    entryPoints: [join(root, 'src/lab/page/browser/page.ts')],
    outfile: SCRIPT_FILE,
  })
  return { code: outputFiles.map(({ text }) => text).join(''), inputs: Object.keys(metafile.inputs) }
}
