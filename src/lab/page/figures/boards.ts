import type { BoardPeriod } from '../../simulate/report.ts'
import { legendOf, lineSeries, overSteps, unmoved, whiskers } from './axes.ts'
import { lineLook, patternLook } from './looks.ts'
import { amountCell, daysLong, drawn, number, numberCell } from './numbers.ts'
import { tableTip, type Look, type Mark, type Plot, type Section, type Table, type Tip } from './plot.ts'
import { personasOf, type Shown } from './report-facts.ts'

const PLACES = ['1', '10', '100'] as const

/** Shows what scores the places of boards need, and who has the first ten. */
export function boardsSection({ report, margins }: Shown): Section {
  const boards = Object.entries(report.boards).flatMap(([board, periods]) =>
    [...new Set(periods.map(({ cycle }) => cycle))].map((cycle) => ({
      name: `${board}, ${cycle === 'alltime' ? ALL_TIME : cycle}`,
      periods: periods.filter((period) => period.cycle === cycle),
      margins: margins?.report.boards[board]?.filter((period) => period.cycle === cycle),
    })),
  )
  return {
    id: 'boards',
    title: 'Boards',
    lead: 'Boards rank all players together, so they are the same for every persona. Can a newcomer ever be seen on one?',
    plots: boards.flatMap((board) => [
      placesPlot(board),
      firstTenPlot(board, personasOf(report)),
      ...(board.periods.length > 1 ? [newcomersPlot(board)] : []),
    ]),
    empty: 'The design has no boards of players.',
  }
}

/** A board in a cycle. */
interface Cycle {
  readonly name: string
  readonly periods: readonly BoardPeriod[]
  /** The margins of the means of several runs. */
  readonly margins: readonly BoardPeriod[] | undefined
}

const ALL_TIME = 'all time'

/** A single period needs less room. */
const heightFor = (periods: readonly BoardPeriod[]): number => (periods.length > 1 ? 280 : 200)

const startOf = ({ start }: BoardPeriod): string => start ?? ALL_TIME

/** Returns the scale of periods. A single one needs no dates. */
const scaleOf = (periods: readonly BoardPeriod[]) => ({
  name: periods.length > 1 ? 'Start of the period' : '',
  steps: periods.map(startOf),
})

function placesPlot({ name, periods, margins }: Cycle): Plot {
  const steps = periods.map(startOf)
  const lines = PLACES.map((place, i) => ({ place, name: `place ${place}`, look: lineLook(i) }))
  const only = periods.length === 1 ? periods[0] : undefined
  const seriesOf = ({ place, name: line, look }: (typeof lines)[number]): readonly object[] => {
    const scores = periods.map((period) => drawn(period.scores[place]))
    const spread = margins?.map((period) => drawn(period.scores[place]))
    return [{ ...lineSeries(line, look, scores), symbolSize: 8 }, ...whiskers(line, look, scores, spread)]
  }
  const placeTip = ({ index }: Mark): Tip | undefined => {
    const cell = table.row(0)[index + 1]
    return cell && { title: lines[index]?.name ?? '', rows: [['Score', cell.text]] }
  }
  const table: Table = {
    caption: `Scores at the places of ${name}`,
    columns: [
      { title: 'Period from', kind: 'words' },
      ...lines.map((line) => ({ title: line.name, kind: 'figure' as const })),
    ],
    rows: periods.length,
    row: (i) => [
      { text: steps[i] ?? '' },
      ...PLACES.map((place) => amountCell(periods[i]?.scores[place], margins?.[i]?.scores[place])),
    ],
  }
  return {
    id: `${name}/places`,
    title: `${name}: scores at places 1, 10 and 100`,
    takeaway: placesTakeaway(periods),
    legend: only === undefined ? legendOf(lines.map((line) => [line.name, line.look])) : [],
    heightPx: heightFor(periods),
    option: () =>
      only === undefined
        ? overSteps(scaleOf(periods), { name: 'Score' }, lines.flatMap(seriesOf))
        : overSteps({ name: '', steps: lines.map((line) => line.name), hasBars: true }, { name: 'Score' }, [
            { ...barSeries('score', patternLook(0)), data: PLACES.map((place) => drawn(only.scores[place])) },
          ]),
    tip: only === undefined ? tableTip(table) : placeTip,
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
    ? `${where}, the first has ${number(Number(first))}, and fewer than ten players are on the board.`
    : `${where}, the first has ${number(Number(first))}, and ${number(Number(tenth))} is enough for place 10.`
}

function firstTenPlot({ name, periods, margins }: Cycle, personas: readonly string[]): Plot {
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
      ...personas.map((persona) =>
        numberCell(periods[i]?.first_ten.personas[persona] ?? 0, margins?.[i]?.first_ten.personas[persona]),
      ),
      numberCell(periods[i]?.first_ten.joined_days_ago, margins?.[i]?.first_ten.joined_days_ago),
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
        { ...scaleOf(periods), hasBars: true },
        { name: 'Players among the first ten', min: 0, max: 10, interval: 2 },
        bars.map((bar) => ({ ...barSeries(bar.name, bar.look), stack: 'first ten', data: bar.data })),
      ),
    tip: tableTip(table),
    table,
  }
}

const barSeries = (name: string, look: Look & { kind: 'area' }): object => ({
  type: 'bar',
  name,
  barMaxWidth: 44,
  ...unmoved,
  itemStyle: { color: look.fill },
})

function firstTenTakeaway(periods: readonly BoardPeriod[], personas: readonly string[]): string | undefined {
  const last = periods.findLast(({ first_ten }) => first_ten.joined_days_ago !== null)
  if (last === undefined) return undefined
  const { personas: counts, joined_days_ago: days } = last.first_ten
  const count = (persona: string): number => counts[persona] ?? 0
  const most = personas.toSorted((a, b) => count(b) - count(a))[0]
  const listed = personas.reduce((sum, persona) => sum + count(persona), 0)
  const joined = `they joined ${daysLong(days ?? 0)} before, on average`
  const where = periods.length > 1 ? 'In the last period' : 'At the end'
  if (most === undefined || listed === 0) return `${where}, ${joined}.`
  const share =
    count(most) >= listed
      ? `all of the first ${number(listed)}`
      : `${number(count(most))} of the first ${number(listed)}`
  return `${where}, ${share} are players of the persona ${most}; ${joined}.`
}

function newcomersPlot({ name, periods, margins }: Cycle): Plot {
  const steps = periods.map(startOf)
  const days = periods.map(({ first_ten }) => first_ten.joined_days_ago)
  const spread = margins?.map(({ first_ten }) => first_ten.joined_days_ago)
  const table: Table = {
    caption: `Days since the first ten of ${name} joined`,
    columns: [
      { title: 'Period from', kind: 'words' },
      { title: 'Days since they joined (mean)', kind: 'figure' },
    ],
    rows: periods.length,
    row: (i) => [{ text: steps[i] ?? '' }, numberCell(days[i], spread?.[i])],
  }
  return {
    id: `${name}/newcomers`,
    title: `${name}: how long ago the first ten joined`,
    takeaway: newcomersTakeaway(periods),
    legend: [],
    isWide: true,
    heightPx: 200,
    option: () =>
      overSteps(scaleOf(periods), { name: 'Days since they joined (mean)', min: 0 }, [
        { ...lineSeries('days', lineLook(0), days), symbolSize: 8 },
        ...whiskers('days', lineLook(0), days, spread),
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
  return `The first ten were newest in the period from ${newest.start ?? 'the beginning'}: they had joined ${daysLong(newest.days)} before, on average.`
}
