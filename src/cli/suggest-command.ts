import { nearest } from '../game/kernel/nearest.ts'
import { commandTree } from './command-tree.ts'
import { isGroup, shownCommands, type Group, type Leaf } from './command.ts'

/** A command with the line that leads to it, such as `gamify design validate`. */
interface Reachable {
  readonly node: Leaf | Group
  readonly path: string
}

/**
 * What a word means that is not a command of `group`: what the group calls so, else commands of that name elsewhere, or the
 * one that other programs call so; else the nearest name in the group, else what the group does with an id, else the nearest
 * name anywhere. The result has whole lines.
 */
export function meantCommands(word: string, group: Group): readonly string[] {
  const all = [...reachableFrom(commandTree)]
  const inGroup = all.filter(({ node }) => group.commands.includes(node))
  const isNamed = ({ node }: Reachable): boolean => node.name === word
  const isCalled = ({ node }: Reachable): boolean => !isGroup(node) && node.alsoCalled?.includes(word) === true
  const same = [inGroup.filter(isCalled), all.filter(isNamed), all.filter(isCalled)].find(({ length }) => length > 0)
  if (same !== undefined) return same.map(({ path }) => path)
  const ofId = inGroup.filter(({ node }) => node.name === group.usualOfId).map(({ path }) => `${path} ${word}`)
  return nearestOf(word, inGroup) ?? (ofId.length > 0 ? ofId : nearestOf(word, all)) ?? []
}

const STOPPING = "press ctrl+c in the terminal of 'gamify serve' to stop the emulator"
const RULES =
  "the rules are in the design: 'gamify design graph --economy' draws them, and 'gamify play rule ID' evaluates a custom rule"

/** What no command does, in a sentence that says how to do it. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ...['stop', 'quit', 'exit', 'kill', 'shutdown'].map((word) => [word, STOPPING] as const),
  ...['rule', 'rules'].map((word) => [word, RULES] as const),
])

/** What to do instead of a command that the program does not have; undefined where it has one that may be meant. */
export function insteadOf(word: string, group: Group): string | undefined {
  return group === commandTree ? INSTEAD.get(word) : undefined
}

/** The commands with the nearest name. */
function nearestOf(word: string, commands: readonly Reachable[]): readonly string[] | undefined {
  const meant = nearest(
    word,
    commands.map(({ node }) => node.name),
  )
  return meant === undefined ? undefined : commands.flatMap(({ node, path }) => (node.name === meant ? [path] : []))
}

/** ` (did you mean 'gamify design validate'?)`; nothing where nothing is meant. */
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
