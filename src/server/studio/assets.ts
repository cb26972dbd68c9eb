import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { STUDIO_DIRECTORY, STUDIO_MANIFEST, type StudioManifest } from '../../studio/bundle.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'
import { once } from '../once.ts'

/** The files of the studio, compressed. */
interface Assets extends Pick<StudioManifest, 'script' | 'style'> {
  /** Returns a file as gzip; undefined if there is none with this name. */
  readonly gzipped: (name: string) => Promise<Buffer | undefined>
}

/** Loads the files of the studio when they are first asked for: those of the build, or else made from the sources. Spec 8.3. */
export const studioAssets = once(async (): Promise<Assets> => (await builtAssets()) ?? bundledAssets())

async function builtAssets(): Promise<Assets | undefined> {
  const directory = join(import.meta.dirname, STUDIO_DIRECTORY)
  const text = await readFile(join(directory, STUDIO_MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { script, style, files } = JSON.parse(text) as StudioManifest
  const known = new Map(files.map((name) => [name, once(() => readFile(join(directory, `${name}.gz`)))]))
  return { script, style, gzipped: async (name) => known.get(name)?.() }
}

async function bundledAssets(): Promise<Assets> {
  const { bundleStudio } = await import('../../studio/bundle.ts')
  const { script, style, files } = await bundleStudio(join(import.meta.dirname, '..', '..', '..'))
  const known = new Map(files.map(({ name, content }) => [name, once(() => promisify(gzip)(content))]))
  return { script, style, gzipped: async (name) => known.get(name)?.() }
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' }

/** How long browsers keep a file, whose name changes with its content: a year. */
const FOREVER = 'public, max-age=31536000, immutable'

/** Answers a file of the studio; undefined if there is none with this name. */
export async function assetAnswer(name: string, call: Call): Promise<Answer | undefined> {
  const { gzipped } = await studioAssets()
  const compressed = await gzipped(name)
  if (!compressed) return undefined
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(call.header('accept-encoding') ?? '')
  return {
    status: 200,
    type: `${TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'}; charset=utf-8`,
    body: takesGzip ? compressed : await promisify(gunzip)(compressed),
    headers: {
      'cache-control': FOREVER,
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      ...(takesGzip && { 'content-encoding': 'gzip' }),
    },
  }
}
