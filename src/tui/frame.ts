import stringWidth from 'string-width'
import { cut } from '../terminal/render/cut.ts'
import { printable } from '../terminal/render/printable.ts'
import { bindingsIn } from './bindings.ts'
import { clockResource, clockText } from './clock.ts'
import { gameResource } from './game.ts'
import { isLargeEnough, MIN_SIZE } from './geometry.ts'
import type { Theme } from './theme.ts'
import { type Model, paneNames, type Size } from './model.ts'
import { isFullWidth, overlayPanel } from './overlay-panel.ts'
import { detailPanel, listPanel, type Panel } from './panels.ts'
import type { ReadResource } from './resource.ts'
import { MIN_MESSAGE_LINES, messageLines } from './said-lines.ts'
import type { Ui } from './selectors.ts'
import { wrap } from './wrapped.ts'

/** A picture: lines above and below two panels side by side, or only text if the terminal is too small. */
export interface Frame {
  readonly size: Size
  readonly above: readonly string[]
  readonly panels: readonly Panel[]
  readonly below: readonly string[]
}

/** Draws the model. It gets everything that it shows of the game through `see`. */
export function drawFrame(ui: Ui, model: Model, read: ReadResource): Frame {
  const { size } = model
  if (!isLargeEnough(size)) return { size, above: tooSmall(size), panels: [], below: [] }
  return {
    size,
    above: [header(ui, model, read), tabs(ui, model)],
    panels: panelsOf(ui, model, read),
    below: [...message(ui, model), keys(ui, model)],
  }
}

function panelsOf(ui: Ui, model: Model, read: ReadResource): readonly Panel[] {
  const { overlay } = model
  const asked = overlay && overlayPanel(ui, model, overlay)
  if (overlay && asked && isFullWidth(overlay)) return [asked]
  return [listPanel(ui, model, read), asked ?? detailPanel(ui, model, read)]
}

const tooSmall = ({ columns, rows }: Size): readonly string[] =>
  wrap(
    `${columns}x${rows} is too small. The inspector needs at least ${MIN_SIZE.columns}x${MIN_SIZE.rows}.`,
    columns,
  ).slice(0, rows)

/** A line with a left and a right end; the left one is cut if they do not fit. */
function ends(left: string, right: string, { columns }: Size, { unicode }: Theme): string {
  const room = columns - stringWidth(right) - 1
  const keyLabel = cut(left, Math.max(0, room), unicode)
  return `${keyLabel}${' '.repeat(Math.max(1, columns - stringWidth(keyLabel) - stringWidth(right)))}${right}`
}

function header(
  { theme }: Ui,
  { address, isDisconnected, isOtherGame, size, nowMs }: Model,
  read: ReadResource,
): string {
  const clock = read(clockResource)
  const time = clock.kind === 'loaded' ? clockText(clock.value, nowMs) : ''
  const game = read(gameResource)
  const title = game.kind === 'loaded' ? game.value : 'gamify'
  const state = isOtherGame ? 'ANOTHER GAME ' : isDisconnected ? 'DISCONNECTED ' : `${time} `
  const line = ends(` ${printable(title)}  ${printable(address)}`, state, size, theme)
  return isOtherGame || isDisconnected ? theme.paint.bad(line) : theme.paint.strong(line)
}

function tabs({ theme, panes }: Ui, { pane }: Model): string {
  const tab = (name: (typeof paneNames)[number], i: number): string => {
    const text = ` ${i + 1} ${panes[name].title} `
    return name === pane ? theme.selected(text) : text
  }
  return paneNames.map(tab).join('')
}

/** The message, cut if it is too long. */
function message({ theme: { paint, unicode } }: Ui, { message: told, size: { columns } }: Model): readonly string[] {
  const { text, commandLine } = messageLines(told, columns)
  const tone = told?.tone
  const colour = tone === 'good' ? paint.good : tone === 'bad' ? paint.bad : (plain: string): string => plain
  const lines = [
    ...text.map((line) => colour(cut(line, columns, unicode))),
    ...commandLine.map((line) => cut(line, columns, unicode)),
  ]
  return [...lines, ...Array.from({ length: Math.max(0, MIN_MESSAGE_LINES - lines.length) }, () => '')]
}

/** The keys that work now, as many as fit; help lists them all. */
function keys(ui: Ui, model: Model): string {
  const { theme } = ui
  if (model.isOtherGame) return keyTexts(OTHER_GAME_KEYS, theme)
  const all =
    model.overlay === undefined
      ? bindingsIn(ui, model)
          .filter(
            ({ footerLabel, disabledReason }) => footerLabel !== undefined && disabledReason?.(ui, model) === undefined,
          )
          .map(({ keyLabel, footerLabel = '' }) => [keyLabel, footerLabel] as const)
      : overlayKeys(model.overlay)
  const last = model.overlay === undefined ? LAST_KEYS : []
  const first = all.filter(([keyLabel]) => !last.some(([other]) => other === keyLabel))
  const room = model.size.columns - widthOf(last)
  const fitting = first.filter((_, i) => widthOf(first.slice(0, i + 1)) <= room)
  return keyTexts([...fitting, ...last], theme)
}

const keyTexts = (keys: readonly ShownKey[], { paint }: Theme): string =>
  keys.map(([keyLabel, footerLabel]) => ` ${paint.strong(keyLabel)} ${footerLabel} `).join('')

const OTHER_GAME_KEYS: readonly ShownKey[] = [
  ['y', 'inspect that game'],
  ['q', 'quit'],
]

type ShownKey = readonly [keyLabel: string, footerLabel: string]

const widthOf = (some: readonly ShownKey[]): number =>
  some.reduce((sum, [keyLabel, footerLabel]) => sum + keyLabel.length + footerLabel.length + 3, 0)

/** Keys that are always shown. */
const LAST_KEYS: readonly ShownKey[] = [
  ['/', 'filter'],
  [':', 'command'],
  ['?', 'help'],
  ['q', 'quit'],
]

const CHOOSING: readonly ShownKey[] = [
  ['enter', 'select'],
  ['up down', 'move'],
  ['esc', 'cancel'],
]

const OVERLAY_KEYS: Readonly<Record<NonNullable<Model['overlay']>['kind'], readonly ShownKey[]>> = {
  ask: [
    ['enter', 'accept'],
    ['esc', 'cancel'],
  ],
  choose: CHOOSING,
  help: CHOOSING,
  command: [['tab', 'complete'], ...CHOOSING],
  filter: [
    ['enter', 'apply'],
    ['esc', 'cancel'],
  ],
}

/** What keys do to a selected text. */
const SELECTED_KEYS: readonly ShownKey[] = [
  ['type', 'to replace'],
  ['arrows', 'edit'],
  ['backspace', 'clear'],
]

function overlayKeys({ kind, field }: NonNullable<Model['overlay']>): readonly ShownKey[] {
  const all = OVERLAY_KEYS[kind]
  return field.isSelected ? [...all.slice(0, 1), ...SELECTED_KEYS, ...all.slice(1)] : all
}
