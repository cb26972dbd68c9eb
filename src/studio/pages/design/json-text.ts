import { findNodeAtLocation, parse, parseTree, type Node, type ParseError } from 'jsonc-parser'

/** The number of characters that a line can have before a list or an object is written over several lines. */
const WIDTH = 88

/** Writes a value as JSON for people: what fits on a line is on one. */
export function jsonText(value: unknown, indent = '', room = WIDTH): string {
  const flat = flatText(value)
  if (flat.length + indent.length <= room || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => `${inner}${jsonText(item, inner, room)}`)
    : Object.entries(value).map(([key, held]) => {
        const name = `${JSON.stringify(key)}: `
        return `${inner}${name}${jsonText(held, inner, room - name.length)}`
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return parts.length === 0 ? flat : `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

function flatText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([key, held]) => `${JSON.stringify(key)}: ${flatText(held)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** A part of a text with what is wrong with it. */
export interface TextProblem {
  readonly from: number
  readonly to: number
  readonly message: string
}

/** What is wrong with a value, at a path in it. */
export interface ValueProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** A text read as JSON: its value, or where it is not JSON. */
export type ReadJson =
  | { readonly value: unknown }
  /** `partial` is as much of the value as can be read. */
  | { readonly broken: TextProblem; readonly partial: unknown }

const STRICT = { disallowComments: true, allowTrailingComma: false }

/** Reads a text. What is wrong with it is said in words. */
export function readJson(text: string, words: Readonly<Record<number, string>>, fallback: string): ReadJson {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, STRICT)
  const [first] = errors
  if (!first && text.trim() !== '') return { value }
  const { error = 0, offset = 0, length = 0 } = first ?? {}
  const from = Math.min(offset, Math.max(0, text.length - 1))
  const to = Math.min(text.length, offset + Math.max(1, length))
  return { broken: { from, to, message: words[error] ?? fallback }, partial: value }
}

/** Returns the parts of a text that problems are about: the values at their paths, or what is nearest to them. */
export function placedProblems(text: string, problems: readonly ValueProblem[]): readonly TextProblem[] {
  const tree = parseTree(text)
  if (!tree) return []
  return problems.map(({ path, message }) => {
    const { offset, length } = nearestNode(tree, path)
    return { from: offset, to: offset + length, message }
  })
}

function nearestNode(tree: Node, path: readonly (string | number)[]): Pick<Node, 'offset' | 'length'> {
  for (let end = path.length; end >= 0; end -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, end))
    if (!node) continue
    const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
    // An object as a whole would mark many lines, so its name is marked, or the bracket with which it begins.
    if (node.type !== 'object' && node.type !== 'array') return node
    return key ?? { offset: node.offset, length: 1 }
  }
  return { offset: 0, length: 1 }
}

/** Parses a path as answers of the service contain it: `rewards.0.value`. */
export const pathIn = (text: string): readonly (string | number)[] =>
  text === '' ? [] : text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
