import { printable } from '../sentences/printable.ts'
import { textWidth } from '../terminal/render/text-width.ts'
import { wrap } from '../terminal/render/wrap.ts'
import { type Canvas, loading, paragraphs } from './blocks.ts'
import type { Field } from './field.ts'
import { innerWidth } from './geometry.ts'
import { fit, pad, rowLine } from './layout.ts'
import type { Model, Overlay } from './model.ts'
import { choicesIn } from './overlay.ts'
import type { Ui } from './pane.ts'
import type { Panel } from './panels.ts'
import type { ReadResource } from './resource.ts'
import { currentGeometry } from './selectors.ts'

/**
 * Lays out the panel of an overlay, which replaces the view of the selected row or both panels. Returns undefined for a
 * filter, which the title of the list shows.
 */
export function overlayPanel(ui: Ui, model: Model, overlay: Overlay, read: ReadResource): Panel | undefined {
  if (overlay.kind === 'filter') return undefined
  const { theme } = ui
  const { detailWidth, height, lines } = currentGeometry(ui, model)
  const width = isFullWidth(overlay) ? model.size.columns : detailWidth
  const canvas: Canvas = { read, theme, width: innerWidth(width) }
  const { title, titleLines } = fitTitle(titleOf(overlay), canvas.width, lines - MIN_LINES)
  const panel = { title, note: '', width, height, isFocused: true, unicode: theme.unicode }
  const input = inputLine(promptOf(overlay), overlay.field, canvas)
  if (overlay.kind === 'ask') {
    const { problem } = overlay
    const problemLines = problem === undefined ? [] : [theme.paint.bad(fit(printable(problem), canvas.width, theme))]
    return { ...panel, lines: [...titleLines, input, ...problemLines, '', ...paragraphs(...overlay.hints)(canvas)] }
  }
  const room = lines - titleLines.length - (MIN_LINES - 1)
  const { choices, note } = choiceLines(ui, model, overlay, room, canvas)
  return { ...panel, note, lines: [...titleLines, input, '', ...choices] }
}

/** Whether the panel of an overlay replaces the list, too. */
export const isFullWidth = ({ kind }: Overlay): boolean => kind === 'help' || kind === 'command'

type PanelOverlay = Exclude<Overlay, { readonly kind: 'filter' }>

function titleOf(overlay: PanelOverlay): string {
  if ('title' in overlay) return printable(overlay.title)
  return overlay.kind === 'help' ? 'Help: keys and commands' : 'Command'
}

const promptOf = ({ kind }: PanelOverlay): string => (kind === 'ask' ? '>' : kind === 'command' ? ':' : '/')

/** The number of lines that are always visible: the line of input, an empty line, and one choice. */
const MIN_LINES = 3

/** Puts a title into the border, or below it in at most `maxLines` lines if it is too long. */
function fitTitle(
  title: string,
  width: number,
  maxLines: number,
): { readonly title: string; readonly titleLines: readonly string[] } {
  // The border has a space on each side of the title.
  if (textWidth(title) <= width - 2) return { title, titleLines: [] }
  return { title: '', titleLines: [...wrap(title, width), ''].slice(0, maxLines) }
}

/** Lays out the choices around the cursor. */
function choiceLines(
  ui: Ui,
  model: Model,
  overlay: Exclude<PanelOverlay, { readonly kind: 'ask' }>,
  room: number,
  canvas: Canvas,
): { readonly choices: readonly string[]; readonly note: string } {
  const { theme, width } = canvas
  const { cursor, field } = overlay
  const all = choicesIn(ui, model, overlay)
  if (all.length === 0) {
    const isLoading = overlay.kind === 'choose' && overlay.choices === undefined
    const empty = field.characters.length > 0 ? 'No matches.' : 'There are none.'
    return { choices: (isLoading ? loading : paragraphs(empty))(canvas), note: '' }
  }
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), all.length - room))
  const longest = Math.max(...all.map(({ label }) => textWidth(printable(label))))
  const labelWidth = Math.min(longest, Math.floor(width / 2))
  const choices = all.slice(top, top + room).map(({ label, description = '' }, i) => {
    const text = `${pad(fit(printable(label), labelWidth, theme), labelWidth)}  ${printable(description)}`
    return rowLine(text, top + i === cursor ? '>' : ' ', true, width, theme)
  })
  return { choices, note: all.length > room ? `${cursor + 1} of ${all.length}` : '' }
}

/** Lays out the line of input: all of a selected text, else the part around the cursor that fits. */
function inputLine(prompt: string, { characters, cursor, isSelected }: Field, { theme, width }: Canvas): string {
  const mark = theme.paint.strong(prompt)
  if (isSelected) return `${mark} ${theme.selected(fit(printable(characters.join('')), width - 3, theme))}`
  const before: string[] = []
  let room = width - 4
  for (const character of characters.slice(0, cursor).toReversed()) {
    room -= textWidth(printable(character))
    if (room < 0) break
    before.unshift(printable(character))
  }
  const current = printable(characters[cursor] ?? ' ')
  const after = fit(printable(characters.slice(cursor + 1).join('')), room, theme)
  return `${mark} ${before.join('')}${theme.selected(current)}${after}`
}
