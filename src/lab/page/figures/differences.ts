import type { MetricDifference, PlayerDifference, WhatIfReport } from '../../what-if/report.ts'
import { cellMap, mapHeightPx, shortNumber, type MapCell } from './heat-map.ts'
import { amount, amountCell, counted, drawn, number, numberCell, percent } from './numbers.ts'
import { tableTip, type Plot, type Section, type Table } from './plot.ts'
import { barsPlot, slopePlot, type Slope } from './slopes.ts'

/** Returns the plots of what differs for players under another design. Spec 7.5. */
export function differenceSections(report: WhatIfReport): readonly Section[] {
  return [pointsSection(report), statesSection(report), itemsSection(report), processesSection(report)]
}

/** The metrics with a kind of figures that differ for some player. */
const changedWith = ({ metrics }: WhatIfReport, field: keyof MetricDifference): [string, MetricDifference][] =>
  Object.entries(metrics).filter(([, metric]) => metric[field] !== undefined && metric.players_changed > 0)

/** Says how many players differ in a metric. */
const ofPlayers = (changed: number, players: number): string =>
  `${number(changed)} of ${counted(players, 'player')} (${percent(changed / players)})`

function pointsSection(report: WhatIfReport): Section {
  return {
    id: 'points',
    title: 'Points',
    lead: 'The scores of all players at the end, under the recorded designs and under the other one, and who gains and loses most. Metrics in which no player differs are left out.',
    plots: changedWith(report, 'figures').flatMap(([id, metric]) => {
      const [scores, most] = [scoresPlot(id, metric, report.players), mostPlot(id, metric)]
      // They are beside each other.
      return [{ ...scores, heightPx: Math.max(scores.heightPx, most.heightPx) }, most]
    }),
    empty: 'No player would have other points.',
  }
}

const scoreNames = [
  ['p95', '95th percentile'],
  ['p75', '75th percentile'],
  ['median', 'Median'],
  ['mean', 'Mean'],
  ['p25', '25th percentile'],
  ['p5', '5th percentile'],
] as const

function scoresPlot(id: string, { figures, total, players_changed }: MetricDifference, players: number): Plot {
  const slopes = scoreNames.map(([field, name]): Slope => {
    const [before, after] = [figures?.before?.[field] ?? null, figures?.after?.[field] ?? null]
    return {
      name,
      before: before === null ? null : Number(before),
      after: after === null ? null : Number(after),
      cells: [cellOf(before), cellOf(after)],
    }
  })
  const sum = total ? ` The total is ${amount(total.after)} instead of ${amount(total.before)}${inPercent(total)}.` : ''
  const [then, now] = [figures?.before?.gini ?? null, figures?.after?.gini ?? null]
  const gini = then === null || now === null ? '' : ` Gini ${number(now)} instead of ${number(then)}.`
  return slopePlot({
    id,
    title: id,
    takeaway: `${ofPlayers(players_changed, players)} have other points.${sum}${gini}`,
    what: 'Figure',
    slopes,
    axis: { name: 'Score' },
  })
}

const cellOf = (value: string | number | null) => (typeof value === 'number' ? numberCell(value) : amountCell(value))

/** Says by how many per cent a total differs, if that can be said. */
function inPercent({ before, after }: { readonly before: string; readonly after: string }): string {
  const [then, now] = [Number(before), Number(after)]
  if (then <= 0 || now === then) return ''
  return `, ${percent(Math.abs(now - then) / then)} ${now > then ? 'more' : 'less'}`
}

function mostPlot(id: string, { most_gained: gained = [], most_lost: lost = [] }: MetricDifference): Plot {
  // From the most gained down to the most lost.
  const rows = [...gained, ...lost.toReversed()]
  return barsPlot({
    id: `${id}/most`,
    title: `${id}: who gains and loses most`,
    takeaway: [firstOf(gained, 'gains'), firstOf(lost, 'loses')].filter((text) => text !== '').join(' '),
    bars: rows.map(({ player, before, after, by }) => ({
      name: player,
      value: drawn(by) ?? 0,
      cells: [amountCell(before), amountCell(after), amountCell(by)],
    })),
    columns: [
      { title: 'Player', kind: 'words' },
      { title: 'Before', kind: 'figure' },
      { title: 'After', kind: 'figure' },
      { title: 'Difference', kind: 'figure' },
    ],
    scale: `Difference in ${id}`,
  })
}

const firstOf = ([first]: readonly PlayerDifference[], verb: string): string =>
  first === undefined ? '' : `${first.player} ${verb} most: ${amount(first.by.replace('-', ''))}.`

function statesSection(report: WhatIfReport): Section {
  return {
    id: 'states',
    title: 'Levels and states',
    lead: 'How many players move from one state to another. A row is the state under the recorded designs, and a column the one under the other design. States have the order of the design, and levels run from the lowest to the highest.',
    plots: changedWith(report, 'states').map(([id, metric]) => movesPlot(id, metric, report.players)),
    empty: 'No player would have another level or state.',
  }
}

const NONE = 'none'

function movesPlot(id: string, { states = [], moves = [], players_changed }: MetricDifference, players: number): Plot {
  const inNone = players - states.reduce((sum, { before }) => sum + before, 0)
  const rows = [{ state: null, before: inNone }, ...states]
  const isUsed = (state: string | null): boolean =>
    state !== null || inNone > 0 || moves.some(({ from, to }) => from === null || to === null)
  const shown = rows.filter(({ state }) => isUsed(state))
  const names = shown.map(({ state }) => state ?? NONE)
  const moved = (from: string | null, to: string | null): number =>
    moves.find((move) => move.from === from && move.to === to)?.players ?? 0
  const leaving = (state: string | null): number =>
    moves.reduce((sum, { from, players: count }) => sum + (from === state ? count : 0), 0)
  const cells = shown.map((row) =>
    shown.map(({ state }) => (state === row.state ? row.before - leaving(state) : moved(row.state, state))),
  )
  const most = Math.max(1, ...cells.flat())
  const [up, down] = [-1, 1].map((side) =>
    cells.reduce(
      (all, row, y) => all + row.reduce((sum, each, x) => sum + (Math.sign(y - x) === side ? each : 0), 0),
      0,
    ),
  )
  const table: Table = {
    caption: `Players by their state of ${id}, before and after`,
    columns: [
      { title: 'Before', kind: 'words' },
      ...names.map((name) => ({ title: `${name} after`, kind: 'figure' as const })),
    ],
    rows: names.length,
    row: (i) => [{ text: names[i] ?? '' }, ...(cells[i] ?? []).map((each) => numberCell(each))],
  }
  const tips: Table = {
    ...table,
    columns: ['Players', 'Before', 'After'].map((title) => ({ title, kind: 'words' })),
    rows: names.length ** 2,
    row: (i) => {
      const [y, x] = [Math.floor(i / names.length), i % names.length]
      return [{ text: number(cells[y]?.[x] ?? 0) }, { text: names[y] ?? '' }, { text: names[x] ?? '' }]
    },
  }
  return {
    id,
    title: id,
    takeaway: `${ofPlayers(players_changed, players)} have another state: ${number(up ?? 0)} a later one, ${number(down ?? 0)} an earlier one.`,
    legend: (['same', 'later', 'earlier'] as const).map((move) => ({
      label: move === 'same' ? 'the same state' : `${move === 'later' ? 'a later' : 'an earlier'} state`,
      series: [],
      look: { kind: 'area', fill: fillOf(move, 1) },
    })),
    isWide: names.length > MANY_STATES,
    heightPx: mapHeightPx(names.length),
    option: (widthPx) =>
      cellMap(
        { name: 'After', values: names },
        // The first row is at the top.
        { name: 'Before', values: names.toReversed() },
        cells.flatMap((row, y) =>
          row.map((count, x): MapCell => ({
            x,
            y: names.length - 1 - y,
            fill: count === 0 ? 'var(--card)' : fillOf(x === y ? 'same' : x > y ? 'later' : 'earlier', count / most),
            texts: count === 0 ? ['·'] : [number(count), shortNumber(count)],
          })),
        ),
        widthPx,
      ),
    tip: tableTip(tips),
    table,
  }
}

/** A map with more states than these takes the whole width. */
const MANY_STATES = 7

const fills = { same: 'var(--muted)', later: 'var(--gain)', earlier: 'var(--loss)' }

/** Returns the colour of a cell with a share of the most players. Text is readable on all of them. */
function fillOf(move: keyof typeof fills, share: number): string {
  const strength = Math.round(12 + share * 28)
  return `color-mix(in oklab, ${fills[move]} ${strength}%, var(--card))`
}

function itemsSection(report: WhatIfReport): Section {
  return {
    id: 'items',
    title: 'Items',
    lead: 'How many players hold each item at the end. Sets in which no player differs are left out.',
    plots: changedWith(report, 'holders').map(([id, { holders = {}, players_changed }]) =>
      slopePlot({
        id,
        title: id,
        takeaway: `${ofPlayers(players_changed, report.players)} hold other items.`,
        what: 'Item',
        slopes: inOrderOfChange(countSlopes(Object.entries(holders))),
        axis: { name: 'Players who hold it', min: 0, isWhole: true },
      }),
    ),
    empty: 'No player would hold other items.',
  }
}

function processesSection({ processes }: WhatIfReport): Section {
  const slopes = countSlopes(Object.entries(processes).map(([id, { ended }]) => [id, ended]))
  const changed = slopes.filter(({ before, after }) => before !== after)
  return {
    id: 'processes',
    title: 'Processes',
    lead: 'How many processes of each definition have ended.',
    plots:
      changed.length === 0
        ? []
        : [
            slopePlot({
              id: 'ended',
              title: 'Ended processes',
              takeaway: changed
                .slice(0, 1)
                .map(
                  ({ name, before, after }) =>
                    `Of ${name}, ${number(after ?? 0)} end instead of ${number(before ?? 0)}.`,
                )
                .join(''),
              what: 'Definition',
              slopes: inOrderOfChange(slopes),
              axis: { name: 'Ended processes', min: 0, isWhole: true },
            }),
          ],
    empty: 'As many processes of each definition would end.',
  }
}

const countSlopes = (counts: readonly (readonly [string, { readonly before: number; readonly after: number }])[]) =>
  counts.map(([name, { before, after }]): Slope => ({
    name,
    before,
    after,
    cells: [numberCell(before), numberCell(after)],
  }))

/** Returns slopes with the largest change first, because not all are drawn. */
const inOrderOfChange = (slopes: readonly Slope[]): readonly Slope[] =>
  slopes.toSorted((a, b) => changeOf(b) - changeOf(a) || (a.name < b.name ? -1 : 1))

const changeOf = ({ before, after }: Slope): number => Math.abs((after ?? 0) - (before ?? 0))
