import type { Node } from 'jsonc-parser'
import { positionsOf } from './json-positions.ts'
import type { Problem } from './problem.ts'

/** How many keys stand in a JSON text; more than its value has, where one stands twice in an object. */
export function keysIn(text: string): number {
  let keys = 0
  for (let start = text.indexOf('"'); start >= 0;) {
    let next = endOfString(text, start) + 1
    while (isSpace(text.charCodeAt(next))) next += 1
    if (text.charCodeAt(next) === COLON) keys += 1
    start = text.indexOf('"', next)
  }
  return keys
}

/** How many keys there are in a value of JSON, not nested too deep. */
export function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: unknown[] = Object.values(value)
  return parts.reduce<number>((sum, part) => sum + keysOf(part), Array.isArray(value) ? 0 : parts.length)
}

/** The first field that stands twice in one object of a JSON text, at its second place. */
export async function repeatedField(text: string): Promise<Omit<Problem, 'file'> | undefined> {
  const { parseTree } = await import('jsonc-parser')
  const root = parseTree(text)
  const repeated = root && firstRepeated(root)
  if (!repeated) return undefined
  const name = String(repeated.value).replaceAll('\n', '\\n')
  return { ...positionsOf(text)(repeated.offset), message: `field '${name}' stands twice, expected it once` }
}

function firstRepeated(node: Node): Node | undefined {
  const seen = new Set<unknown>()
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined
    if (key && seen.has(key.value)) return key
    if (key) seen.add(key.value)
    const within = firstRepeated(child)
    if (within) return within
  }
  return undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

function endOfString(text: string, start: number): number {
  for (let i = start + 1; ; i += 1) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i
    if (code === BACKSLASH) i += 1
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
