import { resolve } from 'node:path'
import { compileDesign, type Design } from '../game/design/design.ts'
import type { DesignProblem, emptyDesign } from '../game/design/source.ts'
import { shortName } from '../game/kernel/message-text.ts'
import { moreProblems } from '../game/kernel/problem-list.ts'
import { messageAt } from '../game/kernel/schema-problems.ts'
import type { DesignFiles } from '../project/design-files.ts'
import { isThere } from '../project/directory.ts'
import { findDesign as findDesignFiles } from '../project/load-design.ts'
import { problemText } from '../project/problem.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { noJson, refused } from './options.ts'

/** The design of a game, with its directory and files, if it has them. */
export interface FoundDesign {
  readonly design: Design
  readonly directory?: string
  readonly read?: DesignFiles
}

/**
 * Finds the design that a test passes: its directory, relative to the working directory, or its parts. Throws StartRefused
 * with every location if it is broken.
 */
export async function findDesign(value: string | typeof emptyDesign): Promise<FoundDesign> {
  return typeof value === 'string' ? loadDirectory(resolve(value)) : { design: compileParts(value) }
}

async function loadDirectory(directory: string): Promise<FoundDesign> {
  const files = nodeFileSystem()
  if (!(await isThere(files, directory))) throw refused('The design directory does not exist', [directory])
  const { design, read, problems } = await findDesignFiles(files, directory)
  if (design) return { design, directory, read }
  throw broken(problems.map((problem) => problemText(problem, process.cwd())))
}

function compileParts(parts: typeof emptyDesign): Design {
  const compiled = compileDesign(copyOf(parts))
  if ('source' in compiled) return compiled
  const { problems, more } = compiled
  throw broken([...problems.map(formatProblem), ...(more > 0 ? [moreProblems(more)] : [])])
}

/** Returns a copy, as if the parts came from files. The caller can change its own objects later. */
function copyOf(parts: typeof emptyDesign): typeof emptyDesign {
  try {
    return JSON.parse(JSON.stringify(parts)) as typeof emptyDesign
  } catch (error) {
    throw broken([noJson(error)])
  }
}

const broken = (problems: readonly string[]) => refused('The design is broken', problems)

/**
 * Formats a problem with its location: `metrics/xp type: expected …`. A component without an id is named by its index.
 */
function formatProblem({ kind, id, index, path, message }: DesignProblem): string {
  const component = kind === 'bootstrap' ? kind : `${kind}/${id === undefined ? index : shortName(id)}`
  return `${component} ${messageAt({ path, message })}`
}
