import type { Row } from '../../bench/figure.ts'
import type { Results } from '../../bench/report.ts'
import { targets } from '../binary/targets.ts'
import { code, table } from './markdown.ts'
import { benchFigures, machineText } from './results.ts'

/** A figure of the README: its row of `bench/results.json`, and its text. */
interface Shown {
  readonly figure: string
  readonly row: string
  readonly says: string
}

const shown: readonly Shown[] = [
  {
    figure: 'http-play',
    row: 'gamify / fastify-sqlite, 128 connections',
    says: 'durable plays per second, compared with a Fastify server that runs one SQLite transaction per play',
  },
  {
    figure: 'http-play',
    row: 'gamify / raw-http, 128 connections',
    says: 'the same, compared with a bare `node:http` server that sends the same bytes and stores nothing',
  },
  {
    figure: 'start-up',
    row: 'empty serve to first answer / bare node:http server',
    says: 'time from start to first answer, compared with a bare `node:http` server',
  },
  {
    figure: 'hot-reload',
    row: 'from the save of a file to the first play by the new rules, median',
    says: 'time from saving a design file to the first play that uses it',
  },
  { figure: 'start-game', row: 'each further one', says: 'time to start another game inside a test' },
  {
    figure: 'million-players',
    row: 'memory of a player',
    says: 'memory per player, with a million players, three scores each and three leaderboards',
  },
]

/** The documents that show figures of the last benchmark, each with a function for the text between its marks. */
const documents: Readonly<Record<string, (figures: Results['figures']) => string>> = {
  'README.md': measured,
  'docs/guides/installing.md': oneFile,
}

/** The paths of the documents that show figures. */
export const documentsWithFigures = Object.keys(documents)

const begin = '<!-- figures: made by `npm run docs` from bench/results.json -->'
const end = '<!-- end of the figures -->'

/** Returns the text of such a document with the figures of the last benchmark between its two marks. */
export function withFigures(path: string, text: string): string {
  const [before, rest] = text.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`${path} has lost the marks ${begin} and ${end}`)
  return `${before}${begin}\n${documents[path]?.(benchFigures())}\n${end}${after}`
}

function measured(figures: Results['figures']): string {
  const rows = shown.map(({ figure, row, says }) => {
    const { value, unit } = rowOf(figures, figure, row)
    return [says, `${value} ${unit}`]
  })
  return `${table(['Measured', ''], rows)}\n\nMeasured on ${machinesText(figures)}; \`x\` is a ratio within one run, everything else depends on the machine.`
}

/** Returns the sizes of the executables of a release, and the start time of the one for the measured machine. */
function oneFile(figures: Results['figures']): string {
  const files = targets.map(({ name, system, file }) => {
    const { value } = rowOf(figures, 'binary', `size for ${name}`)
    return [system, code(file), `${value / 1e6} MB`]
  })
  const first = rowOf(figures, 'binary', 'the first --version, which unpacks the package')
  const later = rowOf(figures, 'binary', '--version / node -e 0')
  const machine = figures['binary'] && machineText(figures['binary'])
  return `${table(['system', 'file', 'size'], files)}\n\n\`gamify --version\` takes ${first.value} ${first.unit} on the first start and ${later.notes?.['ms']} ms on later ones, measured on ${machine}.`
}

function rowOf(figures: Results['figures'], figure: string, row: string): Row {
  const found = figures[figure]?.rows.find(({ what }) => what === row)
  if (found === undefined) throw new Error(`bench/results.json has no '${row}' in ${figure}`)
  return found
}

/** Returns the machines of the measurements, each once. */
function machinesText(figures: Results['figures']): string {
  const measured = shown.flatMap(({ figure }) => figures[figure] ?? [])
  return [...new Set(measured.map(machineText))].join(', and ')
}
