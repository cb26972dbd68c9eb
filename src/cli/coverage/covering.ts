import { coverageSince, type Coverage } from '../../game/design/coverage.ts'
import { CliError, usageError } from '../../terminal/cli-error.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Io } from '../../terminal/io.ts'
import type { Shell } from '../../terminal/shell.ts'
import { writeOutput } from '../write-file.ts'
import { belowText, coverageText } from './coverage-text.ts'
import type { CoverageOptions } from './flags.ts'
import { lcovOf } from './lcov.ts'
import { findLocations, withLocations, type LocatedCoverage } from './located.ts'

/** The design that is exercised. */
interface CoveredDesign {
  /** The design directory, an absolute path. */
  readonly design: string
  /** The directory of the project. */
  readonly directory: string
}

/** A running measurement of coverage. */
export interface CoverageMeasurement {
  /** Returns the coverage from the start until the first call of this function. */
  readonly coverage: () => Promise<LocatedCoverage>
  /**
   * Writes the report to `out`, as text or as one JSON document `{ coverage }`, and the LCOV file. Throws a CliError if
   * the coverage is below the threshold.
   */
  readonly report: (out: Pick<Io['stdout'], 'write'> | undefined) => Promise<void>
}

/**
 * Starts to measure coverage. It subtracts earlier counts instead of clearing them, so that other measurements are not
 * disturbed. Throws a usage error if an LCOV file is requested, but the directory contains no valid design.
 */
export async function startMeasuring(
  { threshold, lcov }: CoverageOptions,
  shell: Shell,
  { design, directory }: CoveredDesign,
  read: () => Promise<Coverage>,
): Promise<CoverageMeasurement> {
  const locations = await findLocations(shell.io, design)
  if (!locations && lcov !== undefined)
    throw usageError(
      `--lcov reports lines, but ${design} contains no design`,
      "run 'gamify design validate' to see why",
    )
  const before = await read()
  let all: Promise<LocatedCoverage> | undefined
  const found = (): Promise<LocatedCoverage> =>
    (all ??= read().then((after) => withLocations(coverageSince(before, after), locations)))
  return {
    coverage: found,
    report: async (out) => {
      const coverage = await found()
      out?.write(`${shell.options.json ? JSON.stringify({ coverage }) : coverageText(coverage, shell.io.cwd)}\n`)
      if (lcov !== undefined) await writeOutput(shell, lcov, lcovOf(coverage.parts, directory))
      if (threshold === undefined || coverage.percent >= threshold) return
      throw new CliError(belowText(coverage, threshold), { code: 'coverage_below', exitCode: exitCode.refused })
    },
  }
}
