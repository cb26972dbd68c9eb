import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { meetsGoal, threeDigits, type Figure, type Row } from './figure.ts'
import { describeMachine, type Machine } from './machine.ts'

const path = new URL('./results.json', import.meta.url)

/** What `bench/results.json` holds: of each figure the last full run. */
export interface Results {
  readonly about: string
  readonly figures: Readonly<Record<string, FigureResult>>
}

/** What was found of a figure, and when and on what. */
export interface FigureResult {
  readonly title: string
  /** The day of the run. */
  readonly date: string
  readonly machine: Machine
  readonly rows: readonly Row[]
}

const ABOUT =
  'Made by `npm run bench`. Ratios (x) are medians of paired bursts in one run; everything else depends on the machine and on what else it did.'

/** Shows the rows of a figure. */
export function printFigure({ title }: Figure, rows: readonly Row[]): void {
  console.log(`\n${title}`)
  for (const row of rows) console.log(rowText(row))
}

function rowText(row: Row): string {
  const notes = Object.entries(row.notes ?? {}).map(([name, value]) => `${name} ${value}`)
  const note = notes.length > 0 ? `\n${' '.repeat(16)}${notes.join(', ')}` : ''
  return `  ${`${threeDigits(row.value)} ${row.unit}`.padStart(10)}  ${row.what}${goalText(row)}${note}`
}

function goalText(row: Row): string {
  const { goal, unit } = row
  if (!goal) return ''
  const asked = 'least' in goal ? `at least ${goal.least}` : `at most ${goal.most}`
  return ` (${asked} ${unit}: ${meetsGoal(row) ? 'met' : 'MISSED'})`
}

/** Puts the rows of a figure into the results, in the place of those of an earlier run. */
export function keepFigure({ name, title }: Figure, rows: readonly Row[]): void {
  const date = new Date().toISOString().slice(0, 10)
  const rounded = rows.map((row) => ({
    ...row,
    value: threeDigits(row.value),
    middleHalf: row.middleHalf && ([threeDigits(row.middleHalf[0]), threeDigits(row.middleHalf[1])] as const),
  }))
  const results: Results = {
    about: ABOUT,
    figures: { ...earlier(), [name]: { title, date, machine: describeMachine(), rows: rounded } },
  }
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
}

/** Returns the rows of a figure in the results; none if it was not measured yet. */
export function keptRows({ name }: Figure): readonly Row[] {
  return earlier()[name]?.rows ?? []
}

function earlier(): Results['figures'] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results).figures : {}
}
