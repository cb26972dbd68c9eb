import { expect, test } from 'vitest'
import { paintFor } from '../terminal/render/paint.ts'
import type { Effect } from './bindings.ts'
import { paragraphs } from './blocks.ts'
import { fieldOf, suggestedField } from './field.ts'
import { drawFrame, type Frame } from './frame.ts'
import { createTheme } from './layout.ts'
import { listingOf, pagedListing } from './listing.ts'
import { initialModel, type Model, type Overlay, type PaneName, paneNames, type Size } from './model.ts'
import { definePane, type Pane, type Ui } from './pane.ts'
import { reduce, type ModelEvent } from './reduce.ts'
import { resourceReader } from './resource.ts'

const theme = createTheme(paintFor({ write: () => {}, isTerminal: false }, {}, true), true)

const many = Array.from({ length: 1_000 }, (_, i) => `row${i}`)

/** Creates a pane of rows in memory, with a filter. The pane of the teams is empty, and that of the processes never loads. */
const paneOf = (name: PaneName): Pane =>
  definePane<string>({
    name,
    title: name,
    headings: ['ROW'],
    listShare: 0.4,
    listing: ({ filter }) =>
      name === 'processes'
        ? pagedListing(name, () => new Promise(() => {}))
        : listingOf(name, name === 'teams' ? [] : many.filter((row) => row.includes(filter))),
    cells: (row) => [row],
    idOf: (row) => row,
    emptyText: () => 'there are none',
    views: [
      {
        kind: 'text',
        name: 'long',
        content: (row) => paragraphs(...Array.from({ length: 100 }, (_, i) => `${row} line${i}`)),
      },
      { kind: 'text', name: 'short', content: (row) => paragraphs(row) },
    ],
    commands: [
      {
        key: 'p',
        name: 'play action',
        parameters: '[action]',
        description: 'plays',
        disabledReason: (row) => (row === undefined ? 'no row is chosen' : undefined),
        run: async () => ({ tone: 'plain', text: '' }),
      },
    ],
  })

const ui: Ui = {
  theme,
  panes: Object.fromEntries(paneNames.map((name) => [name, paneOf(name)])) as unknown as Ui['panes'],
  commands: [],
}

/** A model to which a test applies events, and the side effects so far. */
class Walk {
  model: Model
  readonly effects: Effect[] = []

  constructor(size: Size = { columns: 80, rows: 24 }) {
    this.model = initialModel(size, 'http://game', 0)
  }

  is(event: ModelEvent): this {
    const { model, effects = [] } = reduce(ui, this.model, event)
    this.model = model
    this.effects.push(...effects)
    return this
  }

  keys(...names: readonly string[]): this {
    for (const name of names) this.is({ kind: 'key', name })
    return this
  }

  get frame(): Frame {
    return drawFrame(ui, this.model, resourceReader(this.model.cache))
  }

  get list() {
    return this.model.panes[this.model.pane].list
  }
}

/** The rows of a list in 24 lines: five lines are outside of the panels, two are borders, and one has the headings. */
const HEIGHT = 16

test.each([
  [['j', 'j', 'k'], 1, 0],
  [['k'], 0, 0],
  [['G'], 999, 1000 - HEIGHT],
  [['G', 'j'], 999, 1000 - HEIGHT],
  [['G', 'g'], 0, 0],
  [['pagedown'], HEIGHT, 1],
  [['pagedown', 'pageup', 'pageup'], 0, 0],
  [['end', 'up'], 998, 1000 - HEIGHT],
])('the keys %j lead to row %i, the first shown being %i', (keys, cursor, top) => {
  expect(new Walk().keys(...keys).list).toEqual({ cursor, top })
})

test('another size keeps the chosen row in view', () => {
  const walk = new Walk().keys('pagedown').is({ kind: 'resized', size: { columns: 60, rows: 12 } })
  expect(walk.frame.panels[0]?.lines).toContainEqual(expect.stringContaining('> row16'))
  walk.is({ kind: 'resized', size: { columns: 20, rows: 5 } })
  expect(walk.frame.panels).toEqual([])
})

test('tab and digits go from pane to pane, each where one was in it', () => {
  const walk = new Walk().keys('j', 'tab')
  expect([walk.model.pane, walk.list.cursor]).toEqual(['boards', 0])
  expect(walk.keys('6', 'tab').model.pane).toBe('players')
  expect(walk.list.cursor).toBe(1)
  expect(walk.keys('shift+tab').model.pane).toBe('log')
})

test('a view is scrolled no further than it goes, and begins at its top for another row', () => {
  const walk = new Walk().keys('l', 'G')
  expect(walk.model.panes.players.detail.top).toBe(100 - HEIGHT - 1)
  expect(walk.keys(']').model.panes.players).toMatchObject({ view: 1, detail: { top: 0 } })
  expect(walk.keys('[', 'G', 'esc', 'j').model.panes.players.detail.top).toBe(0)
  expect(walk.model.focus).toBe('list')
})

test('a filter narrows as it is typed; esc takes it back, enter keeps it until the next esc', () => {
  const walk = new Walk().keys('G', '/', '9', '9')
  expect(walk.model.panes.players).toMatchObject({ filter: '99', list: { cursor: 0 } })
  expect(walk.frame.panels[0]?.title).toBe('players /99_')
  expect(walk.keys('esc').model.panes.players.filter).toBe('')
  expect(walk.keys('/', '7', 'enter', 'q').effects).toEqual([{ kind: 'quit' }])
  expect(walk.model.panes.players.filter).toBe('7')
  expect(walk.keys('esc').model.panes.players.filter).toBe('')
})

test('a key that does nothing now says why', () => {
  const walk = new Walk().keys('4', 'p')
  expect([walk.model.message?.text, walk.effects]).toEqual(['p: no row is chosen', []])
  expect(walk.frame.below.at(-1)).not.toContain('play action')
  expect(walk.keys('1').is({ kind: 'disconnected' }).keys('p').model.message?.text).toBe(
    'p: there is no connection to the emulator',
  )
})

test('a key for a row that is still to come says so', () => {
  expect(new Walk().keys('3', 'p').model.message?.text).toBe('p: the rows are still loading')
  expect(new Walk().keys('3', 'enter').model.message?.text).toBe('enter l: the rows are still loading')
})

test('a message that is too long for a line goes on in the next, above its command line', () => {
  const walk = new Walk().is({ kind: 'message', message: { tone: 'bad', text: 'a reason '.repeat(15).trim() } })
  expect(
    walk.frame.below
      .slice(0, 2)
      .join('')
      .match(/reason/g),
  ).toHaveLength(15)
  walk.is({ kind: 'message', message: { tone: 'good', text: 'long '.repeat(30), commandLine: 'gamify x' } })
  expect(walk.frame.below.at(-2)).toBe(' $ gamify x')
  expect(walk.frame.below.join('').match(/long/g)).toHaveLength(30)
})

test('a question that is too long for the border stands below it', () => {
  const field = { characters: [], cursor: 0 }
  const title = 'Restore one, and lose all that has happened in the game since then?'
  const frame = new Walk().is({
    kind: 'overlay',
    overlay: { kind: 'ask', title, hints: [], isOptional: false, field },
  }).frame
  expect(frame.panels[1]?.title).toBe('')
  expect(frame.panels[1]?.lines.slice(0, 2).join(' ')).toBe(title)
  const choose = { kind: 'choose', title, choices: [{ value: 'no', label: 'no' }], field, cursor: 0 } as const
  const small = new Walk({ columns: 60, rows: 12 }).is({ kind: 'overlay', overlay: choose }).frame.panels[1]
  expect(small?.lines.slice(0, (small?.height ?? 0) - 2)).toContainEqual(expect.stringContaining('> no'))
})

test('what is wrong with an answer is below it until it is edited', () => {
  const overlay = { kind: 'ask', title: 'How long?', hints: ['1d'], isOptional: false, field: fieldOf('1x') } as const
  const walk = new Walk().is({ kind: 'overlay', overlay: { ...overlay, problem: "'1x' is\u001b[2J wrong" } })
  expect(walk.frame.panels[1]?.lines.slice(1, 4)).toEqual([
    expect.stringContaining("'1x' is\\u{1b}[2J wrong"),
    '',
    '1d',
  ])
  expect(walk.keys('d').frame.panels[1]?.lines.slice(1, 3)).toEqual(['', '1d'])
  expect(walk.keys('enter').effects).toEqual([{ kind: 'answer', text: '1xd' }])
})

test('commands go by name, with what stands behind them; tab completes', () => {
  const typing = (text: string): readonly string[] => [':', ...text]
  expect(new Walk().keys(...typing('play action like 3 "a b"'), 'enter').effects).toMatchObject([
    { kind: 'start', item: 'row0', args: ['like', '3', 'a b'] },
  ])
  expect(new Walk().keys(...typing('pl'), 'tab', ...'like', 'enter').effects).toMatchObject([{ args: ['like'] }])
  expect(new Walk().keys(...typing('desi'), 'enter').model.pane).toBe('design')
  expect(new Walk().keys(...typing('dance'), 'enter').model.message?.text).toBe(
    "unknown command 'dance'; press ? to list all commands",
  )
  expect(new Walk().keys(...typing('help me'), 'enter').model.message?.text).toBe("command 'help' takes no arguments")
  expect(new Walk().keys(...typing('qui'), 'enter').effects).toEqual([{ kind: 'quit' }])
})

test('ctrl+r and its command load everything in view again', () => {
  expect(new Walk().keys('ctrl+r').effects).toEqual([{ kind: 'refresh' }])
  expect(new Walk().keys(':', ...'refresh', 'enter').effects).toEqual([{ kind: 'refresh' }])
})

test('help is searched, and does what is chosen there', () => {
  const walk = new Walk().keys('?', ...'last row')
  expect(walk.frame.panels[0]?.lines.filter((line) => line.includes('row'))).toHaveLength(2)
  expect(walk.keys('enter').list.cursor).toBe(999)
  expect(walk.model.overlay).toBeUndefined()
})

test('a question takes all keys, and is answered by the line, by what is chosen, or not at all', () => {
  const field = { characters: [], cursor: 0 }
  const ask = { kind: 'ask', title: 'How many?', hints: [], isOptional: false, field } as const
  const choices = ['like', 'dislike', 'share'].map((value) => ({ value, label: value }))
  const choose = { kind: 'choose', title: 'Which?', choices, field, cursor: 0 } as const
  const answers = (overlay: typeof ask | typeof choose, ...keys: readonly string[]) =>
    new Walk().is({ kind: 'overlay', overlay }).keys(...keys).effects
  expect(answers(ask, 'q', '1', 'enter')).toEqual([{ kind: 'answer', text: 'q1' }])
  expect(answers(ask, 'esc')).toEqual([{ kind: 'dismiss' }])
  expect(answers(choose, 'down', 'enter')).toEqual([{ kind: 'answer', text: 'dislike' }])
  expect(answers(choose, 's', 'h', 'enter')).toEqual([{ kind: 'answer', text: 'share' }])
  expect(answers(choose, 'z', 'enter')).toEqual([])
  expect(answers({ ...choose, choices: undefined } as never, 'enter', 'ctrl+c')).toEqual([{ kind: 'dismiss' }])
})

test('a suggested answer is taken by enter, and replaced by what is typed or pasted', () => {
  const ask = { kind: 'ask', title: 'How long?', hints: [], isOptional: false, field: suggestedField('1d') } as const
  const asked = () => new Walk().is({ kind: 'overlay', overlay: ask })
  expect(asked().frame.below.at(-1)).toContain('type to replace  arrows edit  backspace clear')
  expect(asked().keys('3').frame.below.at(-1)).not.toContain('replace')
  expect(asked().keys('enter').effects).toEqual([{ kind: 'answer', text: '1d' }])
  expect(asked().keys('1', 'd', 'enter').effects).toEqual([{ kind: 'answer', text: '1d' }])
  expect(asked().is({ kind: 'paste', text: '90m' }).keys('enter').effects).toEqual([{ kind: 'answer', text: '90m' }])
  expect(asked().keys('left', '2', 'enter').effects).toEqual([{ kind: 'answer', text: '12d' }])
})

test('an empty line is an answer only where it can be left out', () => {
  const ask = { kind: 'ask', title: 'Who?', hints: [], isOptional: false, field: suggestedField('neo') } as const
  const cleared = (overlay: Overlay) => new Walk().is({ kind: 'overlay', overlay }).keys('backspace', 'enter')
  expect(cleared(ask).effects).toEqual([])
  expect(cleared(ask).model).toMatchObject({
    overlay: { kind: 'ask', problem: expect.stringContaining('type an answer') },
  })
  expect(cleared({ ...ask, isOptional: true }).effects).toEqual([{ kind: 'answer', text: '' }])
})

test('a filter that is opened again is selected, so that another replaces it', () => {
  const walk = new Walk().keys('/', ...'row9', 'enter', '/')
  expect(walk.frame.panels[0]?.title).toContain(theme.selected('row9'))
  expect(walk.keys('7').model.panes.players.filter).toBe('7')
  expect(walk.keys('esc').model.panes.players.filter).toBe('row9')
})

test('the log keeps the newest, and who reads an older line stays with it', () => {
  const item = (id: number) => ({
    kind: 'request' as const,
    id,
    request: { number: 1, at: '', method: 'GET', path: '/', status: 200, ms: 1 },
  })
  const items = (from: number, count: number) => Array.from({ length: count }, (_, i) => item(from + i))
  const walk = new Walk().keys('6').is({ kind: 'logged', items: items(0, 900) })
  expect(walk.list.cursor).toBe(0)
  walk.keys('j', 'j').is({ kind: 'logged', items: items(900, 200) })
  expect(walk.model.log).toHaveLength(1_000)
  expect(walk.model.log[0]?.id).toBe(1_099)
  expect(walk.list.cursor).toBe(202)
})
