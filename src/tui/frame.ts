import stringWidth from 'string-width'
import { cut } from '../terminal/render/table.ts'
import { printable } from '../terminal/render/printable.ts'
import { bindingsIn } from './bindings.ts'
import { clockResource, clockText } from './clock.ts'
import { gameResource } from './game.ts'
import { isLargeEnough, LEAST } from './geometry.ts'
import type { Look } from './look.ts'
import { type Model, paneNames, type Size } from './model.ts'
import { isWide, overlayPanel } from './overlay-panel.ts'
import { detailPanel, listPanel, type Panel } from './panels.ts'
import type { See } from './resource.ts'
import { LEAST_SAID, saidLines } from './said-lines.ts'
import type { Stage } from './stage.ts'
import { wrapped } from './wrapped.ts'

/** A picture: lines above and below two panels side by side, or only text if the terminal is too small. */
export interface Frame {
  readonly size: Size
  readonly above: readonly string[]
  readonly panels: readonly Panel[]
  readonly below: readonly string[]
}

/** Draws the model. It gets everything that it shows of the game through `see`. */
export function drawFrame(stage: Stage, model: Model, see: See): Frame {
  const { size } = model
  if (!isLargeEnough(size)) return { size, above: tooSmall(size), panels: [], below: [] }
  return {
    size,
    above: [header(stage, model, see), tabs(stage, model)],
    panels: panelsOf(stage, model, see),
    below: [...said(stage, model), keys(stage, model)],
  }
}

function panelsOf(stage: Stage, model: Model, see: See): readonly Panel[] {
  const { overlay } = model
  const asked = overlay && overlayPanel(stage, model, overlay)
  if (overlay && asked && isWide(overlay)) return [asked]
  return [listPanel(stage, model, see), asked ?? detailPanel(stage, model, see)]
}

const tooSmall = ({ columns, rows }: Size): readonly string[] =>
  wrapped(
    `${columns}x${rows} is too small. The inspector needs at least ${LEAST.columns}x${LEAST.rows}.`,
    columns,
  ).slice(0, rows)

/** A line with a left and a right end; the left one is cut if they do not fit. */
function ends(left: string, right: string, { columns }: Size, { unicode }: Look): string {
  const room = columns - stringWidth(right) - 1
  const shown = cut(left, Math.max(0, room), unicode)
  return `${shown}${' '.repeat(Math.max(1, columns - stringWidth(shown) - stringWidth(right)))}${right}`
}

function header({ look }: Stage, { place, isLost, isOther, size, machineMs }: Model, see: See): string {
  const clock = see(clockResource)
  const time = clock.kind === 'here' ? clockText(clock.value, machineMs) : ''
  const game = see(gameResource)
  const title = game.kind === 'here' ? game.value : 'gamify'
  const state = isOther ? 'ANOTHER GAME ' : isLost ? 'DISCONNECTED ' : `${time} `
  const line = ends(` ${printable(title)}  ${printable(place)}`, state, size, look)
  return isOther || isLost ? look.paint.bad(line) : look.paint.strong(line)
}

function tabs({ look, panes }: Stage, { pane }: Model): string {
  const tab = (name: (typeof paneNames)[number], i: number): string => {
    const text = ` ${i + 1} ${panes[name].title} `
    return name === pane ? look.chosen(text) : text
  }
  return paneNames.map(tab).join('')
}

/** The message, cut if it is too long. */
function said({ look: { paint, unicode } }: Stage, { said: told, size: { columns } }: Model): readonly string[] {
  const { text, command } = saidLines(told, columns)
  const tone = told?.tone
  const colour = tone === 'good' ? paint.good : tone === 'bad' ? paint.bad : (plain: string): string => plain
  const lines = [
    ...text.map((line) => colour(cut(line, columns, unicode))),
    ...command.map((line) => cut(line, columns, unicode)),
  ]
  return [...lines, ...Array.from({ length: Math.max(0, LEAST_SAID - lines.length) }, () => '')]
}

/** The keys that work now, as many as fit; help lists them all. */
function keys(stage: Stage, model: Model): string {
  const { look } = stage
  if (model.isOther) return keyTexts(OTHER_GAME_KEYS, look)
  const all =
    model.overlay === undefined
      ? bindingsIn(stage, model)
          .filter(({ brief, whyNot }) => brief !== undefined && whyNot?.(stage, model) === undefined)
          .map(({ shown, brief = '' }) => [shown, brief] as const)
      : overlayKeys(model.overlay)
  const last = model.overlay === undefined ? LAST_KEYS : []
  const first = all.filter(([shown]) => !last.some(([other]) => other === shown))
  const room = model.size.columns - widthOf(last)
  const fitting = first.filter((_, i) => widthOf(first.slice(0, i + 1)) <= room)
  return keyTexts([...fitting, ...last], look)
}

const keyTexts = (keys: readonly ShownKey[], { paint }: Look): string =>
  keys.map(([shown, brief]) => ` ${paint.strong(shown)} ${brief} `).join('')

const OTHER_GAME_KEYS: readonly ShownKey[] = [
  ['y', 'inspect that game'],
  ['q', 'quit'],
]

type ShownKey = readonly [shown: string, brief: string]

const widthOf = (some: readonly ShownKey[]): number =>
  some.reduce((sum, [shown, brief]) => sum + shown.length + brief.length + 3, 0)

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
