import type { BuildOptions, Plugin } from 'esbuild'
import { basename } from 'node:path'
import { rulesFor } from '../graph/palette.ts'
import { darkColours, lightColours } from '../lab/page/colours.ts'

/** A file of the studio, with a name that changes with its content. */
interface StudioFile {
  readonly name: string
  readonly content: Uint8Array
}

/** The directory of the studio in a build, and the file there that names the others, which are compressed. */
export const STUDIO_DIRECTORY = 'studio'
export const STUDIO_MANIFEST = 'studio.json'

/** The names of the files of the studio: the two that its page names, and all. */
export interface StudioManifest {
  readonly script: string
  readonly style: string
  readonly files: readonly string[]
}

/** The files of the studio. */
interface StudioBundle extends Pick<StudioManifest, 'script' | 'style'> {
  readonly files: readonly StudioFile[]
  /** The paths of everything that went into it, relative to the root. */
  readonly inputs: readonly string[]
}

/** The colours of the house and of its plots and drawings as a stylesheet: those that the system prefers, unless the person chose a theme. */
const palette: Plugin = {
  name: 'palette',
  setup(bundler) {
    bundler.onResolve({ filter: /^palette\.css$/ }, ({ path }) => ({ path, namespace: 'palette' }))
    bundler.onLoad({ filter: /./, namespace: 'palette' }, () => ({
      loader: 'css',
      contents: `
        :root { color-scheme: light; ${lightColours} }
        @media (prefers-color-scheme: dark) { :root { color-scheme: dark; ${darkColours} } }
        :root[data-theme='light'] { color-scheme: light; ${lightColours} }
        :root[data-theme='dark'] { color-scheme: dark; ${darkColours} }
        .drawing { ${rulesFor('light')} }
        @media (prefers-color-scheme: dark) { .drawing { ${rulesFor('dark')} } }
        :root[data-theme='light'] .drawing { ${rulesFor('light')} }
        :root[data-theme='dark'] .drawing { ${rulesFor('dark')} }`,
    }))
  },
}

const options = {
  bundle: true,
  platform: 'browser',
  format: 'esm',
  splitting: true,
  target: 'es2022',
  charset: 'utf8',
  jsx: 'automatic',
  minify: true,
  legalComments: 'eof',
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  metafile: true,
  write: false,
  logLevel: 'warning',
  outdir: 'studio',
  plugins: [palette],
} as const satisfies BuildOptions

const MAIN = 'src/studio/main.tsx'

/** Builds the studio from the sources below `root`. It needs esbuild, which only a checkout has. Spec 8.3. */
export async function bundleStudio(root: string): Promise<StudioBundle> {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: [MAIN],
  })
  // The pages that are loaded on demand are entry points too.
  const [script, output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === MAIN) ?? []
  if (script === undefined || output?.cssBundle === undefined) throw new Error('the studio has no script or no style')
  return {
    script: basename(script),
    style: basename(output.cssBundle),
    files: outputFiles.map(({ path, contents }) => ({ name: basename(path), content: contents })),
    inputs: Object.keys(metafile.inputs),
  }
}
