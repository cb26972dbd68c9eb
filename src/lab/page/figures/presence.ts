import type { GroupReport } from '../../simulate/report.ts'
import { legendOf, lineSeries, NARROW_PX, overSteps, shareAxis, unmoved, whiskers } from './axes.ts'
import { everyone, lineLook, patternLook } from './looks.ts'
import { compact, counted, number, numberCell, percent, shareCell } from './numbers.ts'
import { tableTip, type Plot, type Section, type Table } from './plot.ts'
import { groupOf, joinedSoFar, leftSoFar, personasOf, type Shown } from './report-facts.ts'

/** Shows who joins, comes and leaves, by day. */
export function presenceSection(shown: Shown): Section {
  const { group, report, persona, margins } = shown
  const days = group.days.length
  const isCompared = persona === undefined && personasOf(report).length > 1
  return {
    id: 'presence',
    title: 'Who stays',
    lead: 'A player is active on a day with a session. Those who left do not come after that day.',
    plots:
      days === 0
        ? []
        : [
            presencePlot(group, margins?.group),
            turnoverPlot(group, margins?.group),
            ...(isCompared ? [comparedPlot(shown)] : []),
          ],
    empty: 'The report has no days.',
  }
}

const ACTIVE = 'active that day'

function presencePlot(group: GroupReport, margins?: GroupReport): Plot {
  const joined = joinedSoFar(group)
  const left = leftSoFar(group)
  const here = joined.map((players, i) => players - (left[i] ?? 0))
  const steps = group.days.map(({ day }) => day)
  const lines = [
    {
      name: 'joined so far',
      look: { ...everyone, colour: 'var(--muted)', dash: [2, 3], symbol: 'none' },
      data: joined,
    },
    { name: 'not left for good', look: { ...lineLook(0), symbol: 'none' }, data: here },
    { name: ACTIVE, look: lineLook(1), data: group.days.map(({ active }) => active) },
  ] as const
  const table: Table = {
    caption: 'Players by day',
    columns: ['Day', 'Joined so far', 'Not left for good', 'Active that day', 'Plays that day'].map((title) => ({
      title,
      kind: 'figure',
    })),
    rows: steps.length,
    row: (i) => [
      { text: String(steps[i]) },
      numberCell(joined[i]),
      numberCell(here[i]),
      numberCell(group.days[i]?.active, margins?.days[i]?.active),
      numberCell(group.days[i]?.plays, margins?.days[i]?.plays),
    ],
  }
  return {
    id: 'players',
    title: 'Players by day',
    takeaway: takeawayOf(group, joined, here),
    legend: legendOf(lines.map(({ name, look }) => [name, look])),
    heightPx: 280,
    option: () =>
      overSteps({ name: 'Day', steps }, { name: 'Players', min: 0, isWhole: true }, [
        ...lines.map(({ name, look, data }) => ({
          ...lineSeries(name, look, data),
          ...(look.symbol === 'none' && { showSymbol: steps.length === 1, symbol: 'circle' }),
        })),
        ...whiskers(
          ACTIVE,
          lineLook(1),
          group.days.map(({ active }) => active),
          margins?.days.map(({ active }) => active),
        ),
      ]),
    tip: tableTip(table),
    table,
  }
}

function takeawayOf(group: GroupReport, joined: readonly number[], here: readonly number[]): string | undefined {
  const last = group.days.at(-1)
  const players = joined.at(-1) ?? 0
  if (last === undefined || players === 0) return undefined
  const stay = here.at(-1) ?? 0
  return `After day ${last.day}, ${number(stay)} of ${counted(players, 'player')} have not left for good (${percent(stay / players)}); ${number(last.active)} were active on that day (${percent(last.active / players)}).`
}

function turnoverPlot({ days }: GroupReport, margins?: GroupReport): Plot {
  const table: Table = {
    caption: 'Who joined and who left, by day',
    columns: ['Day', 'Joined', 'Left'].map((title) => ({ title, kind: 'figure' })),
    rows: days.length,
    row: (i) => [
      { text: String(days[i]?.day) },
      numberCell(days[i]?.joined, margins?.days[i]?.joined),
      numberCell(days[i]?.left, margins?.days[i]?.left),
    ],
  }
  const bars = [
    { name: 'joined', look: patternLook(2), data: days.map(({ joined }) => joined) },
    { name: 'left', look: patternLook(1), data: days.map(({ left }) => -left) },
  ]
  return {
    id: 'turnover',
    title: 'Joining and leaving',
    takeaway: mostLeft(days),
    legend: legendOf(bars.map(({ name, look }) => [name, look])),
    heightPx: 280,
    option: () =>
      overSteps(
        { name: 'Day', steps: days.map(({ day }) => day), hasBars: true },
        { name: 'Players: joined up, left down', write: (value) => compact(Math.abs(value)), isWhole: true },
        bars.map(({ name, look, data }) => ({
          type: 'bar',
          name,
          stack: 'turnover',
          data,
          barMaxWidth: 22,
          ...unmoved,
          itemStyle: { color: look.fill },
        })),
      ),
    tip: tableTip(table),
    table,
  }
}

/** Names the day on which most left, if it is one. */
function mostLeft(days: GroupReport['days']): string | undefined {
  const most = Math.max(...days.map(({ left }) => left))
  if (most === 0) return 'Nobody left.'
  const [day, another] = days.filter(({ left }) => left === most)
  if (day === undefined || another !== undefined) return undefined
  return `More players left on day ${day.day} than on any other: ${number(most)}.`
}

function comparedPlot({ report }: Shown): Plot {
  const personas = personasOf(report)
  const shares = personas.map((id) => {
    const group = groupOf(report, id)
    const joined = joinedSoFar(group)
    const left = leftSoFar(group)
    return joined.map((players, i) => (players === 0 ? null : (players - (left[i] ?? 0)) / players))
  })
  const steps = report.all.days.map(({ day }) => day)
  const table: Table = {
    caption: 'Share of those joined who have not left for good, by persona and day',
    columns: ['Day', ...personas].map((title) => ({ title, kind: 'figure' })),
    rows: steps.length,
    row: (i) => [{ text: String(steps[i]) }, ...shares.map((list) => shareCell(list[i] ?? undefined))],
  }
  const ranked = personas
    .map((name, i) => ({ name, share: shares[i]?.at(-1) ?? null }))
    .filter((one): one is { name: string; share: number } => one.share !== null)
    .toSorted((a, b) => b.share - a.share)
  const [best, worst] = [ranked[0], ranked.at(-1)]
  return {
    id: 'compared',
    title: 'Who stays, by persona',
    takeaway:
      best === undefined || worst === undefined || best.share === worst.share
        ? undefined
        : `${best.name} has the largest share who stay (${percent(best.share)}), and ${worst.name} the smallest (${percent(worst.share)}).`,
    legend: legendOf(personas.map((name, i) => [name, lineLook(i)])),
    isWide: true,
    heightPx: 280,
    option: (widthPx) =>
      overSteps(
        { name: 'Day', steps },
        shareAxis('Share not left for good'),
        personas.map((name, i) => ({
          ...lineSeries(name, lineLook(i), shares[i] ?? []),
          endLabel: {
            show: widthPx >= NARROW_PX && personas.length <= 8,
            formatter: '{a}',
            color: 'var(--text)',
            fontSize: 12,
          },
          labelLayout: { moveOverlap: 'shiftY' },
        })),
        widthPx >= NARROW_PX && personas.length <= 8 ? 110 : 16,
      ),
    tip: tableTip(table),
    table,
  }
}
