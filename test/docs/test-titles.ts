import { parseSync } from '@swc/core'

const MAKERS = new Set(['test', 'it', 'describe'])
const NEVER_RUN = new Set(['skip', 'todo'])

/** The titles of the tests and suites of a test file, without those that are never run. A blank of a template is `…`. */
export function titlesIn(text: string): readonly string[] {
  return titlesOf(parseSync(text, { syntax: 'typescript' }))
}

/** What this reads of a node of the syntax tree. */
interface Node {
  readonly type: string
  readonly value?: unknown
  readonly callee?: Node
  readonly tag?: Node
  readonly object?: Node
  readonly property?: Node
  readonly arguments?: readonly { readonly expression: Node }[]
  readonly quasis?: readonly { readonly cooked?: string }[]
}

function titlesOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const [maker = '', ...modifiers] = 'callee' in node ? wordsOf(node as Node) : []
  if (MAKERS.has(maker) && modifiers.some((word) => NEVER_RUN.has(word))) return []
  const title = MAKERS.has(maker) ? titleOf(node as Node) : undefined
  return [...(title === undefined ? [] : [title]), ...Object.values(node).flatMap(titlesOf)]
}

/** `test`, `skipIf`, `each` of `test.skipIf(x).each([])('title')`. */
function wordsOf({ type, value, callee, tag, object, property }: Node): readonly string[] {
  if (type === 'Identifier') return [String(value)]
  if (object && property) return [...wordsOf(object), ...wordsOf(property)]
  const made = callee ?? tag
  return made ? wordsOf(made) : []
}

function titleOf({ arguments: [first] = [] }: Node): string | undefined {
  if (first === undefined) return undefined
  const { type, value, quasis } = first.expression
  if (type === 'StringLiteral') return String(value)
  return type === 'TemplateLiteral' ? quasis?.map(({ cooked }) => cooked).join('…') : undefined
}
