import stringWidth from 'string-width'
import { printable } from '../terminal/render/printable.ts'
import { cut } from '../terminal/render/table.ts'
import { type Field } from './field.ts'
import { loadingText, type Look } from './look.ts'
import type { Choice, Model, Overlay } from './model.ts'
import { choicesIn } from './overlay.ts'
import type { Panel } from './panels.ts'
import { geometryIn, type Stage } from './stage.ts'
import { wrapped } from './wrapped.ts'

/**
 * The panel of an overlay, in place of the view of the selected row or of both panels. A filter has none, because the list
 * shows it.
 */
export function overlayPanel(stage: Stage, model: Model, overlay: Overlay): Panel | undefined {
  if (overlay.kind === 'filter') return undefined
  const { detailWidth, height, lines } = geometryIn(stage, model)
  const width = isWide(overlay) ? model.size.columns : detailWidth
  const room = width - 4
  const { look } = stage
  const panel = { note: '', width, height, isFocused: true, unicode: look.unicode }
  const { title, whole } = titled(titleOf(overlay), room, lines - LEAST_LINES)
  if (overlay.kind === 'ask') {
    const about = overlay.about.flatMap((text) => wrapped(printable(text), room))
    const { problem } = overlay
    const wrong = problem === undefined ? [] : [look.paint.bad(cut(printable(problem), room, look.unicode))]
    return {
      ...panel,
      title,
      lines: [...whole, fieldLine('>', overlay.field, room, look), ...wrong, '', ...about],
    }
  }
  const choices = choicesIn(stage, model, overlay)
  const isFetched = overlay.kind !== 'choose' || overlay.choices !== undefined
  const none = isFetched ? (overlay.field.letters.length > 0 ? 'No matches.' : 'There are none.') : loadingText(look)
  const rows = lines - 2 - whole.length
  const top = Math.max(0, Math.min(overlay.cursor - Math.floor(rows / 2), choices.length - rows))
  const widest = Math.max(0, ...choices.map(({ label }) => stringWidth(printable(label))))
  const drawn = choices
    .slice(top, top + rows)
    .map((choice, i) =>
      choiceLine(choice, Math.min(widest, Math.floor(room / 2)), top + i === overlay.cursor, room, look),
    )
  return {
    ...panel,
    title,
    note: choices.length > rows ? `${overlay.cursor + 1} of ${choices.length}` : '',
    lines: [
      ...whole,
      fieldLine(overlay.kind === 'command' ? ':' : '/', overlay.field, room, look),
      '',
      ...(drawn.length === 0 ? [none] : drawn),
    ],
  }
}

/** Whether it also replaces the rows. */
export const isWide = ({ kind }: Overlay): boolean => kind === 'help' || kind === 'command'

function titleOf(overlay: Exclude<Overlay, { readonly kind: 'filter' }>): string {
  if ('title' in overlay) return printable(overlay.title)
  return overlay.kind === 'help' ? 'Help: keys and commands' : 'Command'
}

/** The line of input, an empty line, and one choice. */
const LEAST_LINES = 3

/** A title in the border, or below it if it is too long, in at most `most` lines. */
function titled(
  title: string,
  room: number,
  most: number,
): { readonly title: string; readonly whole: readonly string[] } {
  // The border has a space on each side of the title.
  if (stringWidth(title) <= room - 2) return { title, whole: [] }
  return { title: '', whole: [...wrapped(title, room), ''].slice(0, most) }
}

function choiceLine(
  { label, about = '' }: Choice,
  widest: number,
  isChosen: boolean,
  width: number,
  look: Look,
): string {
  const { unicode } = look
  const name = cut(printable(label), widest, unicode)
  const line = `${isChosen ? '>' : ' '} ${name}${' '.repeat(Math.max(0, widest - stringWidth(name)))}  ${printable(about)}`
  const text = cut(line, width, unicode)
  return isChosen ? look.chosen(text + ' '.repeat(Math.max(0, width - stringWidth(text)))) : text
}

/** The line of input: a selected text as a whole, else the part around the cursor that fits. */
function fieldLine(prompt: string, { letters, at, isSelected }: Field, width: number, look: Look): string {
  const mark = look.paint.strong(prompt)
  if (isSelected) return `${mark} ${look.chosen(cut(printable(letters.join('')), width - 3, look.unicode))}`
  const before: string[] = []
  let room = width - 4
  for (const letter of letters.slice(0, at).toReversed()) {
    room -= stringWidth(printable(letter))
    if (room < 0) break
    before.unshift(printable(letter))
  }
  const under = printable(letters[at] ?? ' ')
  const after = cut(printable(letters.slice(at + 1).join('')), Math.max(0, room), look.unicode)
  return `${mark} ${before.join('')}${look.chosen(under)}${after}`
}
