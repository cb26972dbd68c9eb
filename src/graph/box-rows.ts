import { CAPTION, captions, FACT, PADDING, TITLE, TRIGGER } from './node-size.ts'
import type { PlacedNode, Point } from './placed.ts'

/** What a row of a box says. */
export type RowKind = 'caption' | 'title' | 'trigger' | 'fact'

/** A line of text in a box. `y` is its baseline, `colour` the class that colours it. */
export interface BoxRow extends Point {
  readonly kind: RowKind
  readonly text: string
  readonly colour: string
}

/** The distance from the top of a row to its baseline. */
const BASELINE: Readonly<Record<RowKind, number>> = { caption: 9, title: 13, trigger: 12, fact: 11 }

const HEIGHT: Readonly<Record<RowKind, number>> = {
  caption: CAPTION.line,
  title: TITLE.line,
  trigger: TRIGGER.line,
  fact: FACT.line,
}

/** Returns the lines of text in a box, from top to bottom. */
export function boxRows({ node: { kind, trigger }, size, x, y }: PlacedNode): readonly BoxRow[] {
  const caption = captions[kind]
  const rows: readonly (readonly [RowKind, string, string])[] = [
    ...(caption === undefined ? [] : [['caption', caption, `t-${kind}`] as const]),
    ...size.title.map((line) => ['title', line, 'ink'] as const),
    ...(trigger === undefined ? [] : [['trigger', trigger, `t-${kind}`] as const]),
    ...size.facts.map((line) => ['fact', line, 'soft'] as const),
  ]
  let top = y - size.height / 2 + PADDING
  let hasFact = false
  return rows.map(([row, text, colour]) => {
    // Facts are set apart from what is above them.
    if (row === 'fact' && !hasFact) top += 4
    hasFact ||= row === 'fact'
    const baseline = top + BASELINE[row]
    top += HEIGHT[row]
    return { kind: row, text, colour, x: x - size.width / 2 + PADDING, y: baseline }
  })
}
