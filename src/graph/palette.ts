import type { EdgeKind, NodeKind } from './graph.ts'

/** Colours in light and dark mode. */
interface Hue {
  readonly fill: string
  readonly line: string
  readonly darkFill: string
  readonly darkLine: string
}

const hue = (fill: string, line: string, darkFill: string, darkLine: string): Hue => ({
  fill,
  line,
  darkFill,
  darkLine,
})

const blue = hue('#eef2ff', '#4f46e5', '#252b5c', '#a5b4fc')
const green = hue('#ecfdf5', '#059669', '#0d3b33', '#6ee7b7')
const amber = hue('#fffbeb', '#d97706', '#40310f', '#fcd34d')
const rose = hue('#fdf2f8', '#db2777', '#46193a', '#f9a8d4')
const cyan = hue('#ecfeff', '#0891b2', '#0f3a46', '#67e8f9')
const violet = hue('#f5f3ff', '#7c3aed', '#33245c', '#c4b5fd')
const slate = hue('#f8fafc', '#64748b', '#1c2740', '#94a3b8')
const red = hue('#fef2f2', '#dc2626', '#451a1a', '#fca5a5')

/** The colours of each kind of node. */
export const nodeColours: Readonly<Record<NodeKind, Hue>> = {
  start: green,
  end: red,
  task: blue,
  sub_process: slate,
  parallel: amber,
  exclusive: amber,
  newcomer: slate,
  action: blue,
  process: cyan,
  custom: blue,
  level: violet,
  achievement: violet,
  point: green,
  set: amber,
  state: rose,
  compound: cyan,
  leaderboard: slate,
}

const edgeColours: Readonly<Record<EdgeKind, Hue>> = {
  flow: hue('', '#64748b', '', '#94a3b8'),
  retry: amber,
  gives: green,
  takes: red,
  reads: hue('', '#64748b', '', '#94a3b8'),
  needs: violet,
}

/** The kinds of arrows that are dashed. */
const dashed: readonly EdgeKind[] = ['retry', 'reads', 'needs']

/** The colours of the background, texts and lanes, in light and dark mode. */
const rules: readonly (readonly [selector: string, property: string, light: string, dark: string])[] = [
  ['.paper', 'fill', '#ffffff', '#0f172a'],
  ['.ink', 'fill', '#0f172a', '#e2e8f0'],
  ['.soft', 'fill', '#475569', '#a9b6c9'],
  ['.lane', 'fill', '#f8fafc', '#131c31'],
  ['.lane.odd', 'fill', '#ffffff', '#0f172a'],
  ['.lane', 'stroke', '#dbe2ea', '#2b3a55'],
  ['.sign', 'stroke', amber.line, amber.darkLine],
  ['.head', 'fill', '#eef2f6', '#1b263f'],
  ['.head', 'stroke', '#dbe2ea', '#2b3a55'],
]

/**
 * Returns the style sheet of a drawing. It begins with plain rules for light mode, because some viewers support neither
 * variables nor dark mode.
 */
export function styleSheet(): string {
  return `${rulesFor('light')}@media(prefers-color-scheme:dark){${rulesFor('dark')}}`
}

/** Returns the rules of a drawing in light or dark mode. */
export function rulesFor(mode: 'light' | 'dark'): string {
  const isLight = mode === 'light'
  return [
    ...rules.map(([selector, property, light, dark]) => `${selector}{${property}:${isLight ? light : dark}}`),
    ...Object.entries(nodeColours).map(([kind, { fill, line, darkFill, darkLine }]) =>
      isLight ? nodeRules(kind, fill, line) : nodeRules(kind, darkFill, darkLine),
    ),
    ...Object.entries(edgeColours).map(([kind, { line, darkLine }]) => edgeRules(kind, isLight ? line : darkLine)),
    ...(isLight ? dashed.map((kind) => `.e-${kind}{stroke-dasharray:5 4}`) : []),
  ].join('')
}

function nodeRules(kind: string, fill: string, line: string): string {
  return `.n-${kind}{fill:${fill};stroke:${line}}.t-${kind}{fill:${line}}`
}

function edgeRules(kind: string, line: string): string {
  return `.e-${kind}{stroke:${line}}.a-${kind}{fill:${line}}`
}
