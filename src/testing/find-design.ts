import { resolve } from 'node:path'
import { compileDesign, type Design } from '../game/design/design.ts'
import { emptyDesign, type DesignProblem } from '../game/design/source.ts'
import { moreProblems } from '../game/kernel/problem-list.ts'
import { messageAt } from '../game/kernel/schema.ts'
import { shortName } from '../game/kernel/short-name.ts'
import { isThere } from '../project/directory.ts'
import { isBroken, loadDesign } from '../project/load-design.ts'
import { problemText } from '../project/problem.ts'
import type { FileSystem } from '../storage/fs.ts'
import { noJson } from './no-json.ts'
import { refused, type CheckedOptions } from './options.ts'

/** The design of a game, and the directory that it is from. */
export interface FoundDesign {
  readonly design: Design
  readonly directory?: string
}

/** Finds the design that a test program names; throws StartRefused where it is broken, telling each place. */
export async function findDesign(files: FileSystem, given: CheckedOptions['design']): Promise<FoundDesign> {
  return typeof given === 'string' ? inDirectory(files, resolve(given)) : { design: ofParts(given ?? emptyDesign) }
}

async function inDirectory(files: FileSystem, directory: string): Promise<FoundDesign> {
  if (!(await isThere(files, directory))) throw refused('The design directory does not exist', [directory])
  const loaded = await loadDesign(files, directory)
  if (!isBroken(loaded)) return { design: loaded, directory }
  throw broken(loaded.map((problem) => problemText(problem, process.cwd())))
}

function ofParts(parts: typeof emptyDesign): Design {
  const compiled = compileDesign(copyOf(parts))
  if ('source' in compiled) return compiled
  const { problems, more } = compiled
  throw broken([...problems.map(placed), ...(more > 0 ? [moreProblems(more)] : [])])
}

/** As it would have come from files: nothing of the caller's own, which may go on to change. */
function copyOf(parts: typeof emptyDesign): typeof emptyDesign {
  try {
    return JSON.parse(JSON.stringify(parts)) as typeof emptyDesign
  } catch (error) {
    throw broken([noJson(error)])
  }
}

const broken = (problems: readonly string[]) => refused('The design is broken', problems)

/** `metrics/xp type: expected …`, by its place in the list where a component has no id. */
function placed({ kind, id, index, path, message }: DesignProblem): string {
  const component = kind === 'bootstrap' ? kind : `${kind}/${id === undefined ? index : shortName(id)}`
  return `${component} ${messageAt({ path, message })}`
}
