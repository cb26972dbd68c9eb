import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { Box, Text, useInput, usePaste } from 'ink'
import { createElement as h, useSyncExternalStore, type ReactNode } from 'react'
import { cut } from '../../terminal/render/table.ts'
import { keyNames } from '../key-name.ts'
import type { Panel } from '../panels.ts'
import type { Session } from '../session.ts'

/** Draws the picture of a session, and passes keys and pastes to it. */
export function Screen({ session }: { readonly session: Session }): ReactNode {
  const { size, above, panels, below } = useSyncExternalStore(session.subscribe, session.frame)
  useInput((input, key) => {
    for (const name of keyNames(input, key)) session.tell({ kind: 'key', name })
  })
  usePaste((text) => session.tell({ kind: 'paste', text }))
  const { columns: width, rows: height } = size
  return h(
    Box,
    { flexDirection: 'column', width, height, overflow: 'hidden' },
    ...above.map(line),
    h(Box, { key: 'panels' }, ...panels.map(panelBox)),
    ...below.map((text, i) => line(text, above.length + i)),
  )
}

/** One line, cut at the end of the screen; an empty one still takes a line. */
function line(text: string, i: number): ReactNode {
  return h(Box, { key: i, height: 1, flexShrink: 0 }, h(Text, { wrap: 'truncate-end' }, text === '' ? ' ' : text))
}

function panelBox(panel: Panel, i: number): ReactNode {
  const { lines, width, height, isFocused, unicode } = panel
  const borderStyle = unicode ? (isFocused ? 'bold' : 'round') : 'classic'
  return h(
    Box,
    { key: i, flexDirection: 'column', width, height, flexShrink: 0 },
    h(Text, { wrap: 'truncate-end', bold: isFocused }, topBorder(panel)),
    h(
      Box,
      { flexDirection: 'column', borderStyle, borderTop: false, paddingX: 1, height: height - 1, overflow: 'hidden' },
      ...lines.slice(0, height - 2).map(line),
    ),
  )
}

const CORNERS = {
  bold: ['┏', '━', '┓'],
  round: ['╭', '─', '╮'],
  classic: ['+', '-', '+'],
} as const

/** The upper border of a panel, with its title and its note as far as they fit. */
function topBorder({ title, note, width, isFocused, unicode }: Panel): string {
  const [left, bar, right] = CORNERS[unicode ? (isFocused ? 'bold' : 'round') : 'classic']
  const room = width - 4
  const told = note === '' ? '' : cut(` ${note} `, Math.max(0, room), unicode)
  const name = title === '' ? '' : fitting(` ${title} `, Math.max(0, room - stringWidth(told)), unicode)
  return `${left}${bar}${name}${bar.repeat(Math.max(0, room - stringWidth(name) - stringWidth(told)))}${told}${bar}${right}`
}

/** A title that fits; one that is too long loses its colours before it is cut. */
function fitting(title: string, width: number, unicode: boolean): string {
  return stringWidth(title) <= width ? title : cut(stripVTControlCharacters(title), width, unicode)
}
