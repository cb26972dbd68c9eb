import { Box, Text, useInput, usePaste } from 'ink'
import { stripVTControlCharacters } from 'node:util'
import { createElement as h, useSyncExternalStore, type ReactNode } from 'react'
import { cut } from '../terminal/render/table.ts'
import { textWidth } from '../terminal/render/text-width.ts'
import { innerWidth } from './geometry.ts'
import { keyNames } from './key-names.ts'
import type { Panel } from './panels.ts'
import type { Session } from './session.ts'

/**
 * Draws the frame of a session, and passes keys and pastes to it. This is the only component of Ink: it draws the boxes
 * around lines that are already laid out, and cuts the lines that are too long.
 */
export function Screen({ session }: { readonly session: Session }): ReactNode {
  const { size, above, panels, below } = useSyncExternalStore(session.subscribe, session.frame)
  useInput((input, key) => {
    for (const name of keyNames(input, key)) session.dispatch({ kind: 'key', name })
  })
  usePaste((text) => session.dispatch({ kind: 'paste', text }))
  const { columns: width, rows: height } = size
  return h(
    Box,
    { flexDirection: 'column', width, height, overflow: 'hidden' },
    ...above.map(lineBox),
    h(Box, { key: 'panels' }, ...panels.map(panelBox)),
    ...below.map((text, i) => lineBox(text, above.length + i)),
  )
}

/** Draws one line. A space gives an empty line its height. */
function lineBox(text: string, i: number): ReactNode {
  return h(Box, { key: i, height: 1, flexShrink: 0 }, h(Text, { wrap: 'truncate-end' }, text === '' ? ' ' : text))
}

function panelBox(panel: Panel, i: number): ReactNode {
  const { lines, width, height, isFocused } = panel
  return h(
    Box,
    { key: i, flexDirection: 'column', width, height, flexShrink: 0 },
    h(Text, { wrap: 'truncate-end', bold: isFocused }, topBorder(panel)),
    h(
      Box,
      {
        flexDirection: 'column',
        borderStyle: borderStyle(panel),
        borderTop: false,
        paddingX: 1,
        height: height - 1,
        overflow: 'hidden',
      },
      ...lines.slice(0, height - 2).map(lineBox),
    ),
  )
}

const borderStyle = ({ isFocused, unicode }: Panel): keyof typeof TOP_BORDERS =>
  unicode ? (isFocused ? 'bold' : 'round') : 'classic'

const TOP_BORDERS = {
  bold: ['┏', '━', '┓'],
  round: ['╭', '─', '╮'],
  classic: ['+', '-', '+'],
} as const

/** Draws the upper border of a panel with its title and its note, as far as they fit. Ink has no titles in borders. */
function topBorder(panel: Panel): string {
  const { title, note, width, unicode } = panel
  const [left, bar, right] = TOP_BORDERS[borderStyle(panel)]
  const room = Math.max(0, innerWidth(width))
  const end = note === '' ? '' : cut(` ${note} `, room, unicode)
  const start = title === '' ? '' : cutTitle(` ${title} `, Math.max(0, room - textWidth(end)), unicode)
  const middle = bar.repeat(Math.max(0, room - textWidth(start) - textWidth(end)))
  return `${left}${bar}${start}${middle}${end}${bar}${right}`
}

/** Cuts a title that is too long. It loses its colours, because `cut` cannot keep them. */
function cutTitle(title: string, width: number, unicode: boolean): string {
  return textWidth(title) <= width ? title : cut(stripVTControlCharacters(title), width, unicode)
}
