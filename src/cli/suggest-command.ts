import { nearest } from '../game/kernel/nearest.ts'
import { commandTree } from './command-tree.ts'
import { isGroup, shownCommands, type Group, type Leaf } from './command.ts'

/** A command, and the words that run it, such as `gamify design validate`. */
interface Reachable {
  readonly node: Leaf | Group
  readonly path: string
}

/**
 * Returns the command lines that a user may have meant by a word that is not a command of `group`. In this order: a
 * command of the group with that other name, commands of that name elsewhere, commands elsewhere with that other name,
 * the nearest name in the group, the group's command for an id, the nearest name anywhere.
 */
export function suggestCommands(word: string, group: Group): readonly string[] {
  const all = [...reachableFrom(commandTree)]
  const inGroup = all.filter(({ node }) => group.commands.includes(node))
  const isNamed = ({ node }: Reachable): boolean => node.name === word
  const isCalled = ({ node }: Reachable): boolean => !isGroup(node) && node.otherNames?.includes(word) === true
  const same = [inGroup.filter(isCalled), all.filter(isNamed), all.filter(isCalled)].find(({ length }) => length > 0)
  if (same !== undefined) return same.map(({ path }) => path)
  const ofId = inGroup.filter(({ node }) => node.name === group.defaultForId).map(({ path }) => `${path} ${word}`)
  return nearestCommands(word, inGroup) ?? (ofId.length > 0 ? ofId : nearestCommands(word, all)) ?? []
}

const STOPPING = "press ctrl+c in the terminal of 'gamify serve' to stop the emulator"
const RULES =
  "the rules are in the design: 'gamify design graph --economy' draws them, and 'gamify play rule ID' evaluates a custom rule"

/** What to do for words that no command matches. */
const ALTERNATIVES: ReadonlyMap<string, string> = new Map([
  ...['stop', 'quit', 'exit', 'kill', 'shutdown'].map((word) => [word, STOPPING] as const),
  ...['rule', 'rules'].map((word) => [word, RULES] as const),
])

/** Returns what to do instead of a command that the program does not have; undefined if a command may be meant. */
export function alternativeTo(word: string, group: Group): string | undefined {
  return group === commandTree ? ALTERNATIVES.get(word) : undefined
}

/** Returns the command lines with the nearest name. */
function nearestCommands(word: string, commands: readonly Reachable[]): readonly string[] | undefined {
  const meant = nearest(
    word,
    commands.map(({ node }) => node.name),
  )
  return meant === undefined ? undefined : commands.flatMap(({ node, path }) => (node.name === meant ? [path] : []))
}

/** Returns ` (did you mean 'gamify design validate'?)`, or an empty text if `meant` is empty. */
export function didYouMean(meant: readonly string[]): string {
  if (meant.length === 0) return ''
  return ` (did you mean ${meant.length > 1 ? 'one of ' : ''}${meant.map((each) => `'${each}'`).join(', ')}?)`
}

function* reachableFrom(group: Group, before = commandTree.name): Generator<Reachable> {
  for (const node of shownCommands(group)) {
    const path = `${before} ${node.name}`
    yield { node, path }
    if (isGroup(node)) yield* reachableFrom(node, path)
  }
}
