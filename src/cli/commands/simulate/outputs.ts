import { join } from 'node:path'
import type { RepeatedReport } from '../../../lab/simulate/repeated.ts'
import type { SimulationReport } from '../../../lab/simulate/report.ts'
import { printable } from '../../../terminal/render/printable.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { makeOutputDirectory, writeOutput } from '../../write-file.ts'
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

/** Writes the report, tables and page that flags ask for. */
export async function writeFiles(
  shell: Shell,
  finished: readonly Finished[],
  { out, csv, html }: OutputFlags,
  { orders, isOnly }: { readonly orders: Readonly<Record<string, readonly string[]>>; readonly isOnly: boolean },
): Promise<void> {
  if (out !== undefined) await writeNoted(shell, out, `${documentOf(finished, isOnly)}\n`)
  const reports = finished.map(({ report }) => report) as SimulationReport[] | RepeatedReport[]
  if (csv !== undefined) {
    const { csvTables } = await import('../../../lab/simulate/csv.ts')
    await makeOutputDirectory(shell, csv)
    for (const [name, text] of Object.entries(csvTables(reports))) await writeOutput(shell, join(csv, name), text)
    noteWritten(shell, csv)
  }
  if (html !== undefined) {
    const [{ simulationPage }, { readPageScript }] = await Promise.all([
      import('../../../lab/page/simulation-page.ts'),
      import('../../../lab/page/page-script.ts'),
    ])
    const names = Object.fromEntries(finished.map(({ simulation: { id, name = id } }) => [id, name]))
    await writeNoted(shell, html, simulationPage(reports, { script: await readPageScript(), names, orders }))
  }
}

/** Writes an output, and says so. */
export async function writeNoted(shell: Shell, path: string, text: string): Promise<void> {
  await writeOutput(shell, path, text)
  noteWritten(shell, path)
}

function noteWritten(shell: Shell, path: string): void {
  shell.note(`wrote ${printable(path)}`)
}
