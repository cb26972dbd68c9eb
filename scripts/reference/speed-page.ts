import { meetsGoal, type Row } from '../../bench/figure.ts'
import type { FigureResult, Results } from '../../bench/report.ts'
import { page, plain, table } from './markdown.ts'
import { machineText } from './results.ts'

/** Returns the page of the last benchmark: results, targets, and profiles. */
export function speedPage(figures: Results['figures']): string {
  return page([
    '# Speed',
    'The results of `npm run bench`, from `bench/results.json`. A ratio (`x`) is the median of the pairs of one run. Everything else depends on the machine. [Where the time goes](../explanation/speed.md) explains the missed goals.',
    ...Object.entries(figures).flatMap(([name, figure]) => figureParts(name, figure)),
  ])
}

function figureParts(name: string, figure: FigureResult): string[] {
  const { title, date, rows } = figure
  const values = rows.filter(({ unit }) => unit !== '%')
  return [
    `## ${title}`,
    table(['', 'Measured', 'Goal', '', 'Also measured'], values.map(cells)),
    ...profileTable(rows.filter(({ unit }) => unit === '%')),
    `\`npm run bench -- ${name}\`, ${date}, on ${machineText(figure)}.`,
  ]
}

function cells(row: Row): string[] {
  const { what, value, unit, goal, notes = {} } = row
  const asked = goal ? ('least' in goal ? `at least ${goal.least}` : `at most ${goal.most}`) : ''
  const met = meetsGoal(row)
  const extras = Object.entries(notes).map(([name, noted]) => (name === 'note' ? String(noted) : `${noted} ${name}`))
  const verdict = met === undefined ? '' : met ? 'met' : '**missed**'
  return [
    plain(what),
    `${value < 1000 ? value : value.toLocaleString('en')} ${unit}`,
    asked,
    verdict,
    plain(extras.join(', ')),
  ]
}

/** Returns a table of profiles, with a column for each. */
function profileTable(rows: readonly Row[]): string[] {
  if (rows.length === 0) return []
  const parts = rows.map(({ what, value }) => {
    const [of = '', where = ''] = what.replace(/^time of /, '').split(': ')
    return { of, where, value }
  })
  const columns = [...new Set(parts.map(({ of }) => of))]
  const places = [...new Set(parts.map(({ where }) => where))]
  const shareOf = (where: string, of: string): string => {
    const found = parts.find((part) => part.where === where && part.of === of)
    return found ? `${found.value} %` : ''
  }
  return [
    table(
      ['Where its time goes', ...columns],
      places.map((where) => [where, ...columns.map((of) => shareOf(where, of))]),
    ),
  ]
}
