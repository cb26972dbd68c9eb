import type { Results } from '../../bench/report.ts'
import { table } from './markdown.ts'
import { benchFigures, machineText } from './results.ts'

/** What the README tells of a figure: which row of `bench/results.json`, and what it says. */
interface Shown {
  readonly figure: string
  readonly row: string
  readonly says: string
}

const shown: readonly Shown[] = [
  {
    figure: 'http-play',
    row: 'gamify / fastify-sqlite, 128 connections',
    says: 'plays a second, each on disk, against a Fastify server with one SQLite transaction a play',
  },
  {
    figure: 'http-play',
    row: 'gamify / raw-http, 128 connections',
    says: 'the same, against a bare `node:http` server that sends the same bytes and keeps nothing',
  },
  {
    figure: 'start-up',
    row: 'empty serve to first answer / bare node:http server',
    says: 'from start to first answer, against a bare `node:http` server',
  },
  {
    figure: 'hot-reload',
    row: 'from the save of a file to the first play by the new rules, median',
    says: 'from the save of a design file to the first play by it',
  },
  { figure: 'start-game', row: 'each further one', says: 'a further game inside of a test' },
  { figure: 'million-players', row: 'memory of a player', says: 'memory of a player with three scores, of a million' },
]

const begin = '<!-- figures: made by `npm run docs` from bench/results.json -->'
const end = '<!-- end of the figures -->'

/** A text with the figures of the last bench between its two marks. */
export function withFigures(text: string): string {
  const [before, rest] = text.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`README.md has lost the marks ${begin} and ${end}`)
  return `${before}${begin}\n${figuresText()}\n${end}${after}`
}

function figuresText(): string {
  const figures = benchFigures()
  const rows = shown.map(({ figure, row, says }) => {
    const { value, unit } = figures[figure]?.rows.find(({ what }) => what === row) ?? {}
    if (value === undefined) throw new Error(`bench/results.json has no '${row}' in ${figure}`)
    return [says, `${value} ${unit}`]
  })
  return `${table(['Measured', ''], rows)}\n\nMeasured on ${machinesText(figures)}; \`x\` is a ratio within one run, the rest depends on the machine.`
}

/** The machines that were measured on, each once. */
function machinesText(figures: Results['figures']): string {
  const measured = shown.flatMap(({ figure }) => figures[figure] ?? [])
  return [...new Set(measured.map(machineText))].join(', and ')
}
