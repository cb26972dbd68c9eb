import { nearest } from '../game/kernel/nearest.ts'
import { commandTree } from './command-tree.ts'
import { isGroup, shownCommands, type Group, type Leaf } from './command.ts'

/** A command with the line that leads to it, such as `gamify design validate`. */
interface Reachable {
  readonly node: Leaf | Group
  readonly path: string
}

/**
 * What a word means that is not a command of `group`: commands of that name elsewhere, or the one that other programs call
 * so; else the nearest name in the group, else the nearest one anywhere. The result has whole lines.
 */
export function meantCommands(word: string, group: Group): readonly string[] {
  const all = [...reachableFrom(commandTree)]
  const same = all.filter(({ node }) => node.name === word || (!isGroup(node) && node.alsoCalled?.includes(word)))
  if (same.length > 0) return same.map(({ path }) => path)
  return (
    nearestOf(
      word,
      all.filter(({ node }) => group.commands.includes(node)),
    ) ??
    nearestOf(word, all) ??
    []
  )
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
