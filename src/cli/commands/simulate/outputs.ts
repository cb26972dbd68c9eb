import { join, resolve } from 'node:path'
import type { RepeatedReport } from '../../../lab/simulate/repeated.ts'
import type { SimulationReport } from '../../../lab/simulate/report.ts'
import { printable } from '../../../sentences/printable.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { checkOutput, checkOutputDirectory, makeOutputDirectory, writeOutput } from '../../write-file.ts'
import type { Finished } from './runs.ts'

/** The flags that name files to write. */
export interface OutputFlags {
  readonly out: string | undefined
  readonly csv: string | undefined
  readonly html: string | undefined
}

/** Returns the JSON document of the only report, or of an array of reports. Spec 7.1. */
export function documentOf(finished: readonly Finished[], isOnly: boolean): string {
  const documents = finished.map(({ report, compared }) => compared ?? report)
  return JSON.stringify(isOnly ? documents[0] : documents)
}

/**
 * Checks that all outputs can be written, before anything is played. Throws a usage error that names the first that
 * cannot, or that is one of the files, or in one of the directories, that the command reads.
 */
export async function checkOutputs(
  shell: Shell,
  { out, csv, html }: OutputFlags,
  read: readonly string[] = [],
): Promise<void> {
  const { cwd } = shell.io
  if (out !== undefined && html !== undefined && resolve(cwd, out) === resolve(cwd, html))
    throw usageError('--out and --html name the same file', 'name two files')
  for (const file of [out, html]) if (file !== undefined) await checkOutput(shell, file, read)
  if (csv === undefined) return
  const { tableNames } = await import('../../../lab/simulate/csv.ts')
  await checkOutputDirectory(shell, csv, tableNames, read)
}

/** Writes the report, tables and page that flags ask for. */
export async function writeFiles(
  shell: Shell,
  finished: readonly Finished[],
  { out, csv, html }: OutputFlags,
  { orders, isOnly }: { readonly orders: Readonly<Record<string, readonly string[]>>; readonly isOnly: boolean },
): Promise<void> {
  const reports = finished.map(({ report }) => report) as SimulationReport[] | RepeatedReport[]
  await writeEach([
    async () => {
      if (out !== undefined) await writeNoted(shell, out, `${documentOf(finished, isOnly)}\n`)
    },
    async () => {
      if (csv !== undefined) await writeTables(shell, csv, reports)
    },
    async () => {
      if (html === undefined) return
      const [{ simulationPage }, { readPageScript }] = await Promise.all([
        import('../../../lab/page/simulation-page.ts'),
        import('../../../lab/page/page-script.ts'),
      ])
      const names = Object.fromEntries(finished.map(({ simulation: { id, name = id } }) => [id, name]))
      await writeNoted(shell, html, simulationPage(reports, { script: await readPageScript(), names, orders }))
    },
  ])
}

/** Writes one output after the other, also if one of them fails, and then throws the first error. */
export async function writeEach(writes: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const write of writes) await write().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** Writes an output, and says so. */
export async function writeNoted(shell: Shell, path: string, text: string): Promise<void> {
  await writeOutput(shell, path, text)
  noteWritten(shell, path)
}

function noteWritten(shell: Shell, path: string): void {
  shell.note(`wrote ${printable(path)}`)
}

async function writeTables(
  shell: Shell,
  csv: string,
  reports: readonly SimulationReport[] | readonly RepeatedReport[],
): Promise<void> {
  const { csvTables } = await import('../../../lab/simulate/csv.ts')
  await makeOutputDirectory(shell, csv)
  for (const [name, text] of Object.entries(csvTables(reports))) await writeOutput(shell, join(csv, name), text)
  noteWritten(shell, csv)
}
