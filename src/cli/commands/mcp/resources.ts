import { extname, join, sep } from 'node:path'
import { suggestion } from '../../../game/kernel/nearest.ts'
import { designNames } from '../../../project/design-reader.ts'
import { hasCode } from '../../../storage/storage-error.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { loadProject } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { packageRoot } from '../../package-root.ts'

/** A file that agents can read. */
export interface Resource {
  readonly uri: string
  readonly name: string
  readonly mimeType: string
}

/** A file with the path of it. */
interface FoundFile extends Resource {
  readonly path: string
}

/** A directory whose files are resources, by the word for it in their addresses. */
interface Root {
  readonly word: string
  readonly directory: string
  /** Only these names in it, if not all. */
  readonly names?: readonly string[]
}

/** The types of the files that are resources; others are left out. */
const mimeTypes: ReadonlyMap<string, string> = new Map([
  ['.json', 'application/json'],
  ['.md', 'text/markdown'],
])

/** What of a project is a resource, next to its design. The data directory has tokens and everything players entered. */
const PROJECT_NAMES = ['gamify.json', 'AGENTS.md', 'README.md', 'checks', 'scripts', 'seeds', 'simulations']

/** How deep files are: `scripts/found/x.json`. A link counts as what it leads to, so that a circle of them has an end. */
const MAX_DEPTH = 3
const MAX_BYTES = 1 << 20

/** The files on a page of the list. */
const PAGE = 1000

/** A page of the list of resources. */
export interface ResourcePage {
  readonly resources: readonly Resource[]
  /** Where the next page begins, if there is one. */
  readonly nextCursor?: string
}

/**
 * Lists the files of the project, the JSON Schemas of its files, and the documents of gamify, page by page. Throws a usage
 * error for a cursor that no page gave. Spec 6.9.
 */
export async function listResources(shell: Shell, cursor = '0'): Promise<ResourcePage> {
  const first = /^\d{1,9}$/.test(cursor) ? Number(cursor) : NaN
  if (first % PAGE !== 0) throw usageError(`'${cursor}' is not a cursor of the list of resources`, 'list them again')
  const found = await findFiles(shell)
  const next = first + PAGE
  return {
    resources: found.slice(first, next).map(({ uri, name, mimeType }) => ({ uri, name, mimeType })),
    ...(next < found.length && { nextCursor: String(next) }),
  }
}

/** Reads a resource. Only what is listed can be read. Throws a usage error that says what is wrong. */
export async function readResource(shell: Shell, uri: string): Promise<Resource & { readonly text: string }> {
  const found = await findFiles(shell)
  const resource = found.find((each) => each.uri === uri)
  if (!resource) {
    const like = suggestion(
      uri,
      found.map((each) => each.uri),
    )
    throw usageError(`there is no resource '${uri}'${like}`, 'list the resources to see what there is')
  }
  const { path, name, mimeType } = resource
  try {
    const text = (await shell.io.files.readFile(path, MAX_BYTES))?.toString()
    if (text !== undefined) return { uri, name, mimeType, text }
  } catch (error) {
    throw usageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw usageError(`${path} was deleted`, 'list the resources to see what there is')
}

async function findFiles(shell: Shell): Promise<readonly FoundFile[]> {
  const { directory, design, data } = await loadProject(shell)
  const roots: readonly Root[] = [
    { word: 'project', directory, names: PROJECT_NAMES },
    { word: 'design', directory: design, names: designNames },
    { word: 'schemas', directory: join(packageRoot, 'schemas') },
    { word: 'docs', directory: join(packageRoot, 'docs') },
  ]
  const found: FoundFile[] = []
  const { files } = shell.io
  const hidden = (await files.realPath(data).catch(() => undefined)) ?? data
  for (const root of roots)
    for await (const file of filesOf(shell, root)) {
      // A link can lead to the data.
      const real = await files.realPath(file.path).catch(() => undefined)
      if (real?.startsWith(hidden + sep) !== true) found.push(file)
    }
  return found
}

async function* filesOf(shell: Shell, { word, directory, names }: Root): AsyncGenerator<FoundFile> {
  for (const name of await namesIn(shell, directory))
    if (!names || names.includes(name)) yield* filesBelow(shell, word, directory, [name])
}

async function* filesBelow(
  shell: Shell,
  word: string,
  directory: string,
  steps: readonly string[],
): AsyncGenerator<FoundFile> {
  const path = join(directory, ...steps)
  const mimeType = mimeTypes.get(extname(path))
  if (mimeType !== undefined) {
    const uri = `gamify://${word}/${steps.map(encodeURIComponent).join('/')}`
    yield { uri, name: `${word}/${steps.join('/')}`, mimeType, path }
  } else if (steps.length < MAX_DEPTH)
    for (const name of await namesIn(shell, path)) yield* filesBelow(shell, word, directory, [...steps, name])
}

/** Returns the names in a directory, without hidden ones; none if it is a file, or cannot be read. */
async function namesIn({ io }: Shell, path: string): Promise<readonly string[]> {
  try {
    return (await io.files.list(path)).filter((name) => !name.startsWith('.'))
  } catch (error) {
    // What cannot be read is not a resource.
    if (['ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].some((code) => hasCode(error, code))) return []
    throw error
  }
}
