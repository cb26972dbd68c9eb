import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from './markdown.ts'

const results = join(import.meta.dirname, '../../bench/results.json')

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

/** What of the results is read here. */
interface Results {
  readonly figures: Readonly<
    Record<
      string,
      {
        readonly machine: {
          readonly cpu: string
          readonly cores: number
          readonly memoryGiB: number
          readonly node: string
        }
        readonly rows: readonly { readonly what: string; readonly value: number; readonly unit: string }[]
      }
    >
  >
}

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
  const { figures } = JSON.parse(readFileSync(results, 'utf8')) as Results
  const rows = shown.map(({ figure, row, says }) => {
    const { value, unit } = figures[figure]?.rows.find(({ what }) => what === row) ?? {}
    if (value === undefined) throw new Error(`bench/results.json has no '${row}' in ${figure}`)
    return [says, `${value} ${unit}`]
  })
  return `${table(['Measured', ''], rows)}\n\nMeasured on ${machineText(figures)}; \`x\` is a ratio within one run, the rest depends on the machine.`
}

/** The machines that were measured on, each once. */
function machineText(figures: Results['figures']): string {
  const machines = shown.flatMap(({ figure }) => figures[figure]?.machine ?? [])
  return [
    ...new Set(
      machines.map(
        ({ cpu, cores, memoryGiB, node }) => `${cores} cores of an ${cpu} with ${memoryGiB} GiB, Node ${node}`,
      ),
    ),
  ].join(', and ')
}
