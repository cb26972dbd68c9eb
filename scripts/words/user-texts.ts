import { parseSync } from '@swc/core'
import type { UserText } from './phrases.ts'

/**
 * Returns the prose of a document. Line numbers stay the same. Code blocks, inline code and the titles of tests are
 * left out, because their words come from elsewhere.
 */
export function proseOf(markdown: string): readonly UserText[] {
  const text = markdown
    .replaceAll(/^ *```[^]*?^ *```$/gm, blank)
    .replaceAll(/`[^`]*\.test\.ts`,\s+"[^"]*"/g, blank)
    .replaceAll(/`[^`]*`/g, blank)
  return [{ line: 1, text }]
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, '_')

/** The fields of a node of the syntax tree that are read here. */
interface Node {
  readonly type: string
  readonly span: { readonly start: number }
  readonly value?: unknown
  readonly source?: unknown
  readonly quasis?: readonly { readonly cooked?: string; readonly raw: string }[]
}

/**
 * Positions in the tree continue from those of earlier parses, so this first statement marks where the source begins.
 */
const FIRST = '0;'

/**
 * Returns the strings, templates and JSX texts of a source, but not its imports and comments. A placeholder of a
 * template becomes `…`.
 */
export function stringsOf(source: string, { tsx = false } = {}): readonly UserText[] {
  const code = Buffer.from(FIRST + source.replace(/^#!/, '//'))
  const { body } = parseSync(code.toString(), { syntax: 'typescript', tsx })
  const base = body[0]?.span.start ?? 0
  const lineAt = (place: number): number =>
    code
      .subarray(0, place - base)
      .toString()
      .split('\n').length
  return textsOf(body).map(({ place, text }) => ({ line: lineAt(place), text }))
}

interface PlacedText {
  readonly place: number
  readonly text: string
}

function textsOf(node: unknown): readonly PlacedText[] {
  if (typeof node !== 'object' || node === null) return []
  const text = 'type' in node && 'span' in node ? textOf(node as Node) : undefined
  const own = text === undefined ? [] : [{ place: (node as Node).span.start, text }]
  const parts = Object.entries(node).flatMap(([key, part]: [string, unknown]) => (key === 'source' ? [] : [part]))
  return [...own, ...parts.flatMap(textsOf)]
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'StringLiteral' || type === 'JSXText') return String(value)
  return type === 'TemplateLiteral' ? quasis?.map(({ cooked, raw }) => cooked ?? raw).join('…') : undefined
}
