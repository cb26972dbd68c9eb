import type { Node } from 'jsonc-parser'
import { fileStart, type Position } from './problem.ts'

/** Leads from the whole of a JSON text to a value in it. */
type Path = readonly (string | number)[]

/**
 * Tells where in a JSON text the value at a path stands, or the last one on the way to it. The text is looked through
 * when that is first asked for, and never again.
 */
export function lazyPositions(text: string): (path: Path) => Promise<Position> {
  let positions: Promise<(path: Path) => Position> | undefined
  return async (path) => (await (positions ??= readPositions(text)))(path)
}

async function readPositions(text: string): Promise<(path: Path) => Position> {
  const { parseTree } = await import('jsonc-parser')
  const root = parseTree(text)
  if (root === undefined) return () => fileStart
  const positionAt = positionsOf(text)
  return (path) => positionAt(nodeAt(root, path).offset)
}

/** The node at a path, or the last one on the way to it. */
function nodeAt(root: Node, path: Path): Node {
  let node = root
  for (const step of path) {
    const next =
      node.type === 'array' && typeof step === 'number'
        ? node.children?.[step]
        : node.children?.find(({ children }) => children?.[0]?.value === step)?.children?.[1]
    if (next === undefined) return node
    node = next
  }
  return node
}

/** Tells line and column of an offset into a text. */
export function positionsOf(text: string): (offset: number) => Position {
  const lineStarts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lineStarts.push(end + 1)
  return (offset) => {
    const line = countUpTo(lineStarts, offset)
    return { line, column: offset - (lineStarts[line - 1] ?? 0) + 1 }
  }
}

/** How many of ascending numbers are not above a limit. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? limit) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
