import { oddNames, oddTree } from '../odd.ts'
import type { Random } from '../random.ts'
import { changedAt, list, object, scalar, sizeOf, treeOf, written, type Entry, type Tree } from '../tree.ts'
import type { Mutation, Mutations } from './mutation.ts'

type Change = (tree: Tree, random: Random) => Tree

/** So many values are tried, until there is one that the change is for. */
const TRIES = 6

/** Changes one value of the body, any of them that it fits. */
const ofAny =
  (change: Change): Mutation =>
  (draft, random) => {
    const { body } = draft
    if (!body || draft.target.sentAs === 'image') return undefined
    const size = sizeOf(body)
    for (let i = 0; i < TRIES; i += 1) {
      let fits = false
      const changed = changedAt(body, random.below(size), (tree) => {
        const instead = change(tree, random)
        fits = instead !== tree
        return instead
      })
      if (fits) return { ...draft, body: changed }
    }
    return undefined
  }

const without = <T>(items: readonly T[], random: Random): readonly T[] => {
  const gone = random.below(items.length)
  return items.filter((_, i) => i !== gone)
}

/** Something of another type. */
const retyped: Change = (tree, random) => {
  const others = [
    scalar('neo'),
    scalar(7),
    scalar(true),
    scalar(null),
    list([]),
    object([]),
    list([tree]),
    treeOf({ 0: 1 }),
  ]
  return random.pick(others)
}

const missing: Change = (tree, random) => {
  if (tree.kind === 'list') return list(without(tree.items, random))
  return tree.kind === 'object' ? object(without(tree.entries, random)) : written('null')
}

const extra: Change = (tree, random) => {
  const entry: Entry = [random.pick(oddNames), random.oneIn(2) ? oddTree(random) : treeOf({ id: 'neo', count: 5 })]
  if (tree.kind === 'object') return object(random.oneIn(2) ? [...tree.entries, entry] : [entry, ...tree.entries])
  return tree.kind === 'list' ? list([...tree.items, oddTree(random)]) : tree
}

/** The same name twice, or the same item so many times. */
const repeated: Change = (tree, random) => {
  if (tree.kind === 'object') return object([...tree.entries, ...tree.entries])
  const items = tree.kind === 'list' && tree.items.length > 0 ? tree.items : [tree]
  const times = Math.ceil(random.pick([2, 101, 1001, 5000]) / sizeOf(list(items)))
  return list(Array.from({ length: Math.max(2, times) }, () => items).flat())
}

const nested: Change = (tree, random) => {
  const depth = random.pick([2, 31, 33, 100, 5000])
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"id":', '}'],
  ] as const)
  if (depth > 100) return written(open.repeat(depth) + 1 + close.repeat(depth))
  let deep = tree
  for (let i = 0; i < depth; i += 1) deep = open === '[' ? list([deep]) : object([[open.slice(2, -2), deep]])
  return deep
}

const renamed: Change = (tree, random) => {
  if (tree.kind !== 'object' || tree.entries.length === 0) return tree
  const which = random.below(tree.entries.length)
  const name = random.pick(oddNames)
  return object(tree.entries.map(([old, value], i) => [i === which ? name : old, value]))
}

/** Damages to a body that leave it JSON, mostly. */
export const bodyMutations: Mutations = {
  'an odd value': ofAny((_, random) => oddTree(random)),
  'another odd value': ofAny((tree, random) => (tree.kind === 'text' ? oddTree(random) : tree)),
  'another type': ofAny(retyped),
  'something missing': ofAny(missing),
  'something extra': ofAny(extra),
  'something repeated': ofAny(repeated),
  'something nested': ofAny(nested),
  'another name': ofAny(renamed),
  'another id': (draft, random, known) =>
    ofAny((tree) => (tree.kind === 'text' ? scalar(known.anyId(random)) : tree))(draft, random, known),
  'a body that is odd as a whole': (draft, random) =>
    draft.body && draft.target.sentAs !== 'image' ? { ...draft, body: oddTree(random) } : undefined,
  'a body where none is wanted': (draft, random) => (draft.body ? undefined : { ...draft, body: oddTree(random) }),
}
