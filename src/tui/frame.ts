import { wrap } from '../terminal/render/wrap.ts'
import { bindingsIn, keyLabelOf } from './bindings.ts'
import { isLargeEnough, messageLines, MIN_MESSAGE_LINES, MIN_SIZE } from './geometry.ts'
import { header } from './header.ts'
import { fit, type Theme } from './layout.ts'
import { type Model, type Overlay, type PaneName, paneNames, type Size } from './model.ts'
import { isFullWidth, overlayPanel } from './overlay-panel.ts'
import type { Ui } from './pane.ts'
import { detailPanel, listPanel, type Panel } from './panels.ts'
import type { ReadResource } from './resource.ts'

/** What the terminal shows: lines above and below two panels, or only lines if the terminal is too small. */
export interface Frame {
  readonly size: Size
  readonly above: readonly string[]
  readonly panels: readonly Panel[]
  readonly below: readonly string[]
}

/** Draws the model. Everything that the frame shows of the game is read with `read`. */
export function drawFrame(ui: Ui, model: Model, read: ReadResource): Frame {
  const { size } = model
  if (!isLargeEnough(size)) return { size, above: sizeLines(size), panels: [], below: [] }
  return {
    size,
    above: [header(ui, model, read), tabs(ui, model)],
    panels: panelsOf(ui, model, read),
    below: [...message(ui, model), footer(ui, model)],
  }
}

const sizeLines = ({ columns, rows }: Size): readonly string[] =>
  wrap(
    `${columns}x${rows} is too small. The inspector needs at least ${MIN_SIZE.columns}x${MIN_SIZE.rows}.`,
    columns,
  ).slice(0, rows)

function panelsOf(ui: Ui, model: Model, read: ReadResource): readonly Panel[] {
  const { overlay } = model
  const panel = overlay && overlayPanel(ui, model, overlay, read)
  if (overlay && panel && isFullWidth(overlay)) return [panel]
  return [listPanel(ui, model, read), panel ?? detailPanel(ui, model, read)]
}

function tabs({ theme, panes }: Ui, { pane }: Model): string {
  const tab = (name: PaneName, i: number): string => {
    const text = ` ${i + 1} ${panes[name].title} `
    return name === pane ? theme.selected(text) : text
  }
  return paneNames.map(tab).join('')
}

/** Lays out the message. It takes a fixed number of lines even if there is none, so that the panels keep their height. */
function message({ theme }: Ui, { message: current, size: { columns } }: Model): readonly string[] {
  const { text, commandLine } = messageLines(current, columns)
  const { good, bad } = theme.paint
  const colour = { good, bad, plain: (line: string): string => line }[current?.tone ?? 'plain']
  const lines = [
    ...text.map((line) => colour(fit(line, columns, theme))),
    ...commandLine.map((line) => fit(line, columns, theme)),
  ]
  return [...lines, ...Array.from({ length: Math.max(0, MIN_MESSAGE_LINES - lines.length) }, () => '')]
}

/** A key and what it does, as the footer shows them. */
type KeyHint = readonly [keyLabel: string, footerLabel: string]

/** Lists the keys that work now, as many as fit. Help lists all of them. */
function footer(ui: Ui, model: Model): string {
  const { theme } = ui
  if (model.isOtherGame) return hintsText(OTHER_GAME_KEYS, theme)
  if (model.overlay !== undefined) return hintsText(fitting(overlayKeys(model.overlay), model.size.columns), theme)
  const keys = bindingsIn(ui, model)
    .filter(({ disabledReason }) => disabledReason?.(ui, model) === undefined)
    .flatMap((binding): readonly KeyHint[] =>
      binding.footerLabel === undefined ? [] : [[keyLabelOf(binding), binding.footerLabel]],
    )
    .filter(([keyLabel]) => !LAST_KEYS.some(([last]) => last === keyLabel))
  return hintsText([...fitting(keys, model.size.columns - widthOf(LAST_KEYS)), ...LAST_KEYS], theme)
}

const hintsText = (hints: readonly KeyHint[], { paint }: Theme): string =>
  hints.map(([keyLabel, footerLabel]) => ` ${paint.strong(keyLabel)} ${footerLabel} `).join('')

const fitting = (hints: readonly KeyHint[], width: number): readonly KeyHint[] =>
  hints.filter((_, i) => widthOf(hints.slice(0, i + 1)) <= width)

const widthOf = (hints: readonly KeyHint[]): number =>
  hints.reduce((sum, [keyLabel, footerLabel]) => sum + keyLabel.length + footerLabel.length + 3, 0)

const OTHER_GAME_KEYS: readonly KeyHint[] = [
  ['y', 'inspect that game'],
  ['q', 'quit'],
]

/** The keys that the footer always shows, at its end. */
const LAST_KEYS: readonly KeyHint[] = [
  ['/', 'filter'],
  [':', 'command'],
  ['?', 'help'],
  ['q', 'quit'],
]

const CHOICE_KEYS: readonly KeyHint[] = [
  ['enter', 'select'],
  ['up down', 'move'],
  ['esc', 'cancel'],
]

const OVERLAY_KEYS: Readonly<Record<Overlay['kind'], readonly KeyHint[]>> = {
  ask: [
    ['enter', 'accept'],
    ['esc', 'cancel'],
  ],
  choose: CHOICE_KEYS,
  help: CHOICE_KEYS,
  command: [['tab', 'complete'], ...CHOICE_KEYS],
  filter: [
    ['enter', 'apply'],
    ['esc', 'cancel'],
  ],
}

/** The keys that act on a selected text. */
const SELECTION_KEYS: readonly KeyHint[] = [
  ['type', 'to replace'],
  ['arrows', 'edit'],
  ['backspace', 'clear'],
]

function overlayKeys({ kind, field }: Overlay): readonly KeyHint[] {
  const keys = OVERLAY_KEYS[kind]
  return field.isSelected ? [...keys.slice(0, 1), ...SELECTION_KEYS, ...keys.slice(1)] : keys
}
