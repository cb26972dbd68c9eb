import { join } from 'node:path'
import { kinds } from '../game/design/source.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { nearest } from '../game/kernel/nearest.ts'
import type { FileSystem } from '../storage/fs.ts'
import { isThere, deadLink, namesIn } from './directory.ts'
import { type Problem, problemAt } from './problem.ts'

/** Everything that gamify reads in a design directory. */
const KNOWN_NAMES: readonly string[] = [...kinds, 'bootstrap.json', 'images']

/** Common terms that are not names of directories, and where such components belong. Spec 4.2, 4.7, 4.9. */
const MISPLACED_TERMS: Readonly<Record<string, string>> = {
  quests: "quests are processes; put them into 'processes'",
  badges:
    "badges are items of a set metric in 'metrics'; a rule of the type 'achievement' in 'rules', or a reward, gives them",
  levels: "levels are states of a state metric in 'metrics'; a rule of the type 'level' in 'rules' sets them",
}

/** Files that only the root directory of a project contains. */
const PROJECT_FILES = /^(?:gamify|package(?:-lock)?|tsconfig)\.json$/

/** Returns problems for names in a design directory that gamify does not read, and for broken links. Spec 6.1. */
export async function unreadNames(files: FileSystem, directory: string): Promise<readonly Problem[]> {
  const names = await namesIn(files, directory)
  if ('message' in names) return [names]
  const isShared = names.some((name) => PROJECT_FILES.test(name))
  const problems = names.map(async (name) => {
    if (KNOWN_NAMES.includes(name)) return deadLink(files, directory, name)
    const meant = nearest(name, [...KNOWN_NAMES, ...Object.keys(MISPLACED_TERMS)])
    // A project can keep its design in its root directory, next to its other files.
    if (meant === undefined && isShared && (PROJECT_FILES.test(name) || !/\.js\w*$/i.test(name))) return undefined
    const isStray = meant === undefined && /\.jsonc?$/i.test(name)
    const words = isStray ? await strayWords(files, join(directory, name)) : wordsFor(meant)
    return unreadProblem(files, directory, name, words)
  })
  return (await Promise.all(problems)).filter((problem) => problem !== undefined)
}

/** The largest stray file that is read to find out where it belongs. */
const MAX_STRAY_BYTES = 1024 * 1024

/** For each kind, a field that distinguishes its components from those of the kinds after it. */
const MARKS: readonly (readonly [directory: string, mark: RegExp])[] = [
  ['processes', /"activities"\s*:/],
  ['leaderboards', /"entity_type"\s*:/],
  ['teams', /"permissions"\s*:/],
  ['rules', /"type"\s*:\s*"(?:level|achievement|custom)"/],
  ['actions', /"rules"\s*:/],
  ['metrics', /"type"\s*:\s*"(?:point|set|state|compound)"/],
]

/** Suggests the directory of a stray file by its fields, or else lists all directories. */
async function strayWords(files: FileSystem, path: string): Promise<string> {
  const text = (await files.readFile(path, MAX_STRAY_BYTES).catch(() => undefined))?.toString() ?? ''
  const directory = MARKS.find(([, mark]) => mark.test(text))?.[0]
  if (directory !== undefined) return `; move it to '${directory}', where files like this one belong`
  return `; move it to the directory of its kind: ${kinds.join(', ')}`
}

/**
 * Returns the problem of a file or directory that gamify does not read, or undefined if it no longer exists. `words`
 * say what it should be.
 */
export async function unreadProblem(
  files: FileSystem,
  directory: string,
  name: string,
  words: string,
): Promise<Problem | undefined> {
  const path = join(directory, name)
  if (!(await isThere(files, path))) return deadLink(files, directory, name)
  const isDirectory = await files.list(path).then(
    () => true,
    () => false,
  )
  return problemAt(path, `unknown ${isDirectory ? 'directory' : 'file'} ${quoted(name)}${words}`)
}

function wordsFor(meant: string | undefined): string {
  if (meant === undefined) return `; expected one of ${KNOWN_NAMES.join(', ')}`
  return meant in MISPLACED_TERMS ? `: ${MISPLACED_TERMS[meant]}` : ` (did you mean '${meant}'?)`
}
