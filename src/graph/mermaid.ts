import type { EdgeKind, Graph, GraphNode, NodeKind } from './graph.ts'
import { captions } from './node-size.ts'
import { nodeColours } from './palette.ts'

/** The brackets around a node's text, which decide its shape. */
const brackets: Readonly<Record<NodeKind, readonly [open: string, close: string]>> = {
  start: ['((', '))'],
  end: ['(((', ')))'],
  task: ['(', ')'],
  sub_process: ['[', ']'],
  parallel: ['{', '}'],
  exclusive: ['{', '}'],
  newcomer: ['(', ')'],
  action: ['(', ')'],
  process: ['[[', ']]'],
  custom: ['(', ')'],
  level: ['{{', '}}'],
  achievement: ['{{', '}}'],
  point: ['([', '])'],
  set: ['([', '])'],
  state: ['([', '])'],
  compound: ['([', '])'],
  leaderboard: ['[', ']'],
}

const arrows: Readonly<Record<EdgeKind, string>> = {
  flow: '-->',
  retry: '-.->',
  gives: '-->',
  takes: '--x',
  reads: '-.->',
  needs: '-.->',
}

/** Returns a graph as a Mermaid flowchart, for README files and wikis. */
export function mermaidOf(graph: Graph): string {
  const names = new Map<string, string>()
  nameNodes(graph, names)
  const kinds = [...kindsIn(graph)]
  return [
    '---',
    `title: ${JSON.stringify(withoutControls(graph.title))}`,
    '---',
    'flowchart LR',
    ...bodyOf(graph, names).map((line) => `  ${line}`),
    ...kinds.map((kind) => `  classDef ${classOf(kind)} ${styleOf(kind)}`),
    '',
  ].join('\n')
}

/** Gives each node a unique name that has no meaning in Mermaid. */
function nameNodes({ nodes }: Graph, names: Map<string, string>): void {
  const taken = new Set(names.values())
  for (const { id, kind, inner } of nodes) {
    const plain = `${classOf(kind)}_${id.replace(/[^A-Za-z0-9]+/g, '_')}`
    let name = plain
    for (let i = 2; taken.has(name); i += 1) name = `${plain}_${i}`
    taken.add(name)
    names.set(id, name)
    if (inner) nameNodes(inner, names)
  }
}

function kindsIn({ nodes }: Graph): ReadonlySet<NodeKind> {
  return new Set(nodes.flatMap(({ kind, inner }) => [kind, ...(inner ? kindsIn(inner) : [])]))
}

/** `end` is a reserved word in Mermaid. */
const classOf = (kind: NodeKind): string => (kind === 'end' ? 'stop' : kind)

function styleOf(kind: NodeKind): string {
  const { fill, line } = nodeColours[kind]
  return `fill:${fill},stroke:${line},color:#0f172a`
}

type Names = ReadonlyMap<string, string>

function bodyOf({ lanes, nodes, edges }: Graph, names: Names): string[] {
  const inLane = (lane: number): string[] => nodes.flatMap((node) => (node.lane === lane ? nodeLines(node, names) : []))
  const allNodeLines =
    lanes.length === 0
      ? nodes.flatMap((node) => nodeLines(node, names))
      : lanes.flatMap((lane, i) => block(`lane_${i}`, lane === '~' ? 'any lane' : lane, inLane(i)))
  const arrowLines = edges.map(({ from, to, kind, label }) => {
    const text = label === undefined ? '' : `|${quoted(label.join('\n'))}|`
    return `${names.get(from)} ${arrows[kind]}${text} ${names.get(to)}`
  })
  return [...allNodeLines, ...arrowLines]
}

function nodeLines(node: GraphNode, names: Names): string[] {
  const { id, kind, title, inner } = node
  const name = names.get(id) ?? ''
  if (inner && inner.nodes.length > 0)
    return [...block(name, title, bodyOf(inner, names)), `class ${name} ${classOf(kind)}`]
  const [open, close] = brackets[kind]
  return [`${name}${open}${quoted(textOf(node))}${close}:::${classOf(kind)}`]
}

function block(name: string, title: string, lines: readonly string[]): string[] {
  return [`subgraph ${name}[${quoted(title)}]`, ...lines.map((line) => `  ${line}`), 'end']
}

function textOf({ kind, title, trigger, facts }: GraphNode): string {
  const caption = captions[kind]
  const sign = kind === 'parallel' ? '⊕ ' : kind === 'exclusive' ? '⊗ ' : ''
  const lines = [
    ...(caption === undefined ? [] : [caption]),
    sign + title,
    ...(trigger === undefined ? [] : [trigger]),
    ...facts,
  ]
  return lines.join('\n') || ' '
}

const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

/** Characters with a meaning in Mermaid or HTML, and invisible ones. */
const SIGNS = /["#&<>`{}[\]|\\~^@]|\p{Cf}|\p{Zl}|\p{Zp}/gu

/** Quotes a text and escapes everything with a special meaning. */
function quoted(text: string): string {
  const lines = text
    .toWellFormed()
    .split('\n')
    .map((line) => withoutControls(line).replace(SIGNS, (sign) => `#${sign.codePointAt(0)};`))
  return `"${lines.join('<br/>')}"`
}
