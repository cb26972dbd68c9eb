import { resolve } from 'node:path'
import { compareReports, type ComparedReport } from '../../../lab/simulate/comparison.ts'
import { parseReport } from '../../../lab/simulate/parse-report.ts'
import type { SimulationReport } from '../../../lab/simulate/report.ts'
import { isProblem, problemsIn, readJsonFile } from '../../../project/json-file.ts'
import { fileStart } from '../../../project/problem.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { wrongConfiguration } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { Plan } from './plan.ts'

/** A report next to an earlier one. */
export type Compared = ComparedReport

/** Reports of a year with very many metrics are long. */
const reportLimits = { maxBytes: 256 * 1024 * 1024, maxNames: 10_000_000 }

/** Reads the earlier report of `--compare`. Returns what compares another one with it. */
export async function readComparison(
  { io }: Shell,
  { simulations }: Plan,
  path: string,
): Promise<(report: SimulationReport) => Compared> {
  const [only, ...others] = simulations
  if (!only || others.length > 0) throw usageError('--compare needs one simulation', 'name the file of one simulation')
  const file = resolve(io.cwd, path)
  const read = await readJsonFile(io.files, file, reportLimits)
  if (read === undefined)
    throw wrongConfiguration([{ file, ...fileStart, message: 'no such file; expected a report' }], io.cwd)
  if (isProblem(read)) throw wrongConfiguration([read], io.cwd)
  const parsed = parseReport(read.value, only.simulation.id)
  if ('problems' in parsed) throw wrongConfiguration(problemsIn(read, parsed.problems), io.cwd)
  return (report) => compareReports(parsed, report)
}
