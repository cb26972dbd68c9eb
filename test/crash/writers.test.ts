import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What changes files, and the walks that let each of its operations go wrong. */
const walks: Readonly<Record<string, readonly string[]>> = {
  'cli/create-data-directory.ts': ['stores'],
  'cli/state-file.ts': ['stores'],
  'cli/write-file.ts': ['stores'],
  'cluster/moving.ts': ['nodes'],
  'cluster/node-store.ts': ['nodes'],
  'cluster/shared-files.ts': ['nodes'],
  'emulator/game-document.ts': ['every-operation', 'random-histories'],
  'emulator/revoked-tokens.ts': ['stores'],
  'project/change-file.ts': ['stores'],
  'project/directory.ts': ['stores'],
  'project/unfinished-files.ts': ['stores'],
  'project/write-design.ts': ['stores'],
  'secure/kept-authority.ts': ['stores'],
  'storage/board-archive.ts': ['stores', 'random-histories'],
  'storage/designs.ts': ['stores', 'storage', 'design-versions'],
  'storage/documents.ts': ['stores', 'storage'],
  'storage/durable-file.ts': ['stores', 'storage'],
  'storage/file-images.ts': ['stores', 'images'],
  'storage/file-journal.ts': ['storage', 'generations'],
  'storage/file-snapshots.ts': ['generations', 'time-travel'],
  'storage/kept-segments.ts': ['generations'],
  'storage/list-file.ts': ['stores'],
  'storage/lock.ts': ['every-operation', 'random-histories'],
  'storage/log/blobs.ts': ['nodes'],
  'storage/parts-file.ts': ['storage', 'generations'],
  'storage/snapshot-files.ts': ['generations', 'time-travel'],
  'storage/recovery.ts': ['storage', 'generations'],
  'storage/segment.ts': ['storage', 'generations'],
  'storage/checkpoint.ts': ['storage', 'generations'],
}

/** What has others of these change files, of which a walk is enough, and adds only words to what goes wrong. */
const callers: Readonly<Record<string, readonly string[]>> = {
  'cli/commands/check/found-files.ts': ['cli/write-file.ts'],
  'cli/commands/init.ts': ['cli/write-file.ts', 'project/directory.ts'],
  'cli/commands/serve/https.ts': ['cli/write-file.ts', 'secure/kept-authority.ts'],
}

/** The seam itself, and what stands in its place. */
const seams = new Set([
  'storage/fs.ts',
  'storage/simulated-fs.ts',
  'storage/simulated-disk.ts',
  'storage/read-only-fs.ts',
])

/** A call through the seam that changes something, or of what is made of such calls. */
const CHANGES =
  /\b(?:fs|files|handle)\.(?:mkdir|rename|replaceKnown|unlink|truncate|write)\(|\.open\([^)]*'(?:create|replace|write)'|\b(?:writeWhole|writeFile|writeFileBy|writeParts|replaceFile|prepareFile|openDocument|openListFile|makeDirectory|openDirectory)(?:<\w+>)?\(/

/** What changes files around the seam. */
const AROUND =
  /import [^\n]*\b(?:writeFile|appendFile|createWriteStream|mkdir|rename|unlink|rm|cp)(?:Sync)?\b[^\n]* from 'node:fs/

async function sources(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: root }))
    if (!/\.test\.tsx?$/.test(path)) found.set(relative('src', path), await readFile(join(root, path), 'utf8'))
  return found
}

/** What a module asks for of ours, types aside. */
const ASKS = /(?:^(?:import|export|\}) (?!type )[^'\n]*from |\bimport\()'(\.[^']+)'/gm

/** Adds a module and all that it leads to. */
async function reach(path: string, reached: Set<string>): Promise<Set<string>> {
  if (reached.has(path)) return reached
  reached.add(path)
  for (const [, asked = ''] of (await readFile(path, 'utf8')).matchAll(ASKS))
    await reach(join(dirname(path), asked), reached)
  return reached
}

test('whatever changes files has a walk, in which each of its operations goes wrong, or is made of what has', async () => {
  const found = await sources()
  const changing = [...found].flatMap(([path, text]) => (CHANGES.test(text) && !seams.has(path) ? [path] : []))
  expect(changing.toSorted()).toEqual([...Object.keys(walks), ...Object.keys(callers)].toSorted())
  for (const name of new Set(Object.values(walks).flat())) {
    const reached = await reach(join(import.meta.dirname, `${name}.test.ts`), new Set())
    const walked = Object.keys(walks).filter((path) => walks[path]?.includes(name))
    expect(
      walked.filter((path) => !reached.has(join(root, 'src', path))),
      name,
    ).toEqual([])
  }
  for (const [caller, called] of Object.entries(callers)) {
    const text = found.get(caller) ?? ''
    expect(
      called.filter((path) => !(path in walks && text.includes(`${path.replace(/^.*\//, '/')}'`))),
      caller,
    ).toEqual([])
  }
})

test('nothing changes files around the seam but for what may be lost', async () => {
  const around = [...(await sources())].flatMap(([path, text]) => (AROUND.test(text) ? [path] : []))
  expect(around.toSorted()).toEqual([
    // Unpacked again by the next start.
    'binary/unpack.ts',
    // Removed as the process ends, when there is no time for a promise.
    'cli/commands/serve/https.ts',
    // A history in a temporary directory, and a copy of a game beside it.
    'cli/commands/serve/lab.ts',
    'cli/commands/what-if.ts',
    // The summary of a job that is over.
    'cli/github-report.ts',
    'lab/what-if/stored-history.ts',
    'testing/run-what-if.ts',
  ])
})
