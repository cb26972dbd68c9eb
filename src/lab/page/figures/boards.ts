import type { BoardPeriod } from '../../simulate/report.ts'
import { legendOf, lineSeries, overSteps, unmoved } from './axes.ts'
import { lineLook, patternLook } from './looks.ts'
import { amount, amountCell, daysLong, drawn, numberCell } from './numbers.ts'
import type { Plot, Section, Table } from './plot.ts'
import { personasOf, type Shown } from './report-facts.ts'
import { tableTip } from './table-tip.ts'

const PLACES = ['1', '10', '100'] as const

/** Shows what scores the places of boards need, and who has the first ten. */
export function boardsSection({ report }: Shown): Section {
  const boards = Object.entries(report.boards).flatMap(([board, periods]) =>
    [...new Set(periods.map(({ cycle }) => cycle))].map((cycle) => ({
      name: `${board}, ${cycle}`,
      periods: periods.filter((period) => period.cycle === cycle),
    })),
  )
  return {
    id: 'boards',
    title: 'Boards',
    lead: 'Boards rank all players together, so they are the same for every persona. Can a newcomer ever be seen on one?',
    plots: boards.flatMap(({ name, periods }) => [
      placesPlot(name, periods),
      firstTenPlot(name, periods, personasOf(report)),
      ...(periods.length > 1 ? [newcomersPlot(name, periods)] : []),
    ]),
    empty: 'The design has no boards of players.',
  }
}

/** A single period needs less room. */
const heightFor = (periods: readonly BoardPeriod[]): number => (periods.length > 1 ? 280 : 200)

const startOf = ({ start }: BoardPeriod): string => start ?? 'all time'

function placesPlot(name: string, periods: readonly BoardPeriod[]): Plot {
  const steps = periods.map(startOf)
  const lines = PLACES.map((place, i) => ({ place, name: `place ${place}`, look: lineLook(i) }))
  const table: Table = {
    caption: `Scores at the places of ${name}`,
    columns: [
      { title: 'Period from', kind: 'words' },
      ...lines.map((line) => ({ title: line.name, kind: 'figure' as const })),
    ],
    rows: periods.length,
    row: (i) => [{ text: steps[i] ?? '' }, ...PLACES.map((place) => amountCell(periods[i]?.scores[place]))],
  }
  return {
    id: `${name}/places`,
    title: `${name}: scores at places 1, 10 and 100`,
    takeaway: placesTakeaway(periods),
    legend: legendOf(lines.map((line) => [line.name, line.look])),
    heightPx: heightFor(periods),
    option: () =>
      overSteps(
        { name: 'Start of the period', steps },
        { name: 'Score' },
        lines.map((line) => ({
          ...lineSeries(
            line.name,
            line.look,
            periods.map(({ scores }) => drawn(scores[line.place])),
          ),
          symbolSize: 8,
        })),
      ),
    tip: tableTip(table),
    table,
  }
}

function placesTakeaway(periods: readonly BoardPeriod[]): string | undefined {
  const last = periods.findLast(({ scores }) => scores[1] !== null)
  if (last === undefined) return 'Nobody was on the board.'
  const { 1: first, 10: tenth } = last.scores
  const where = last.start === null ? 'At the end' : `In the period from ${last.start}`
  if (first === null) return undefined
  return tenth === null
    ? `${where}, the first has ${amount(first)}, and fewer than ten players are on the board.`
    : `${where}, the first has ${amount(first)}, and ${amount(tenth)} is enough for place 10.`
}

function firstTenPlot(name: string, periods: readonly BoardPeriod[], personas: readonly string[]): Plot {
  const steps = periods.map(startOf)
  const bars = personas.map((persona, i) => ({
    name: persona,
    look: patternLook(i),
    data: periods.map(({ first_ten }) => first_ten.personas[persona] ?? 0),
  }))
  const table: Table = {
    caption: `Who has the first ten places of ${name}`,
    columns: [
      { title: 'Period from', kind: 'words' },
      ...personas.map((persona) => ({ title: persona, kind: 'figure' as const })),
      { title: 'Days since they joined (mean)', kind: 'figure' },
    ],
    rows: periods.length,
    row: (i) => [
      { text: steps[i] ?? '' },
      ...personas.map((persona) => numberCell(periods[i]?.first_ten.personas[persona] ?? 0)),
      numberCell(periods[i]?.first_ten.joined_days_ago),
    ],
  }
  return {
    id: `${name}/first ten`,
    title: `${name}: the first ten`,
    takeaway: firstTenTakeaway(periods, personas),
    legend: legendOf(bars.map((bar) => [bar.name, bar.look])),
    heightPx: heightFor(periods),
    option: () =>
      overSteps(
        { name: 'Start of the period', steps, hasBars: true },
        { name: 'Players among the first ten', min: 0, max: 10, interval: 2 },
        bars.map((bar) => ({
          type: 'bar',
          name: bar.name,
          stack: 'first ten',
          data: bar.data,
          barMaxWidth: 44,
          ...unmoved,
          itemStyle: { color: bar.look.fill },
        })),
      ),
    tip: tableTip(table),
    table,
  }
}

function firstTenTakeaway(periods: readonly BoardPeriod[], personas: readonly string[]): string | undefined {
  const last = periods.findLast(({ first_ten }) => first_ten.joined_days_ago !== null)
  if (last === undefined) return undefined
  const { personas: counts, joined_days_ago: days } = last.first_ten
  const count = (persona: string): number => counts[persona] ?? 0
  const most = personas.toSorted((a, b) => count(b) - count(a))[0]
  const listed = personas.reduce((sum, persona) => sum + count(persona), 0)
  const joined = `they joined ${daysLong(days ?? 0)} before on average`
  return most === undefined || listed === 0
    ? `In the last period, ${joined}.`
    : `In the last period, ${count(most)} of the first ${listed} are players of the persona ${most}; ${joined}.`
}

function newcomersPlot(name: string, periods: readonly BoardPeriod[]): Plot {
  const steps = periods.map(startOf)
  const days = periods.map(({ first_ten }) => first_ten.joined_days_ago)
  const table: Table = {
    caption: `Days since the first ten of ${name} joined`,
    columns: [
      { title: 'Period from', kind: 'words' },
      { title: 'Days since they joined (mean)', kind: 'figure' },
    ],
    rows: periods.length,
    row: (i) => [{ text: steps[i] ?? '' }, numberCell(days[i])],
  }
  return {
    id: `${name}/newcomers`,
    title: `${name}: how long ago the first ten joined`,
    takeaway: newcomersTakeaway(periods),
    legend: [],
    isWide: true,
    heightPx: 200,
    option: () =>
      overSteps({ name: 'Start of the period', steps }, { name: 'Days since they joined (mean)', min: 0 }, [
        { ...lineSeries('days', lineLook(0), days), symbolSize: 8 },
      ]),
    tip: tableTip(table),
    table,
  }
}

function newcomersTakeaway(periods: readonly BoardPeriod[]): string | undefined {
  const known = periods.flatMap(({ start, first_ten: { joined_days_ago: days } }) =>
    days === null ? [] : [{ start, days }],
  )
  const [newest] = known.toSorted((a, b) => a.days - b.days)
  if (newest === undefined || known.length < 2) return undefined
  return `The first ten were newest in the period from ${newest.start ?? 'the beginning'}: they had joined ${daysLong(newest.days)} before on average.`
}
