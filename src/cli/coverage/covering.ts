import { coverageSince, type Coverage } from '../../game/design/coverage.ts'
import { CliError, usageError } from '../../terminal/cli-error.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Io } from '../../terminal/io.ts'
import { belowText, coverageText } from './coverage-text.ts'
import type { Shell } from '../../terminal/shell.ts'
import { writeOut } from '../write-file.ts'
import type { CoverageWanted } from './flags.ts'
import { lcovOf } from './lcov.ts'
import { findLocations, located, type LocatedCoverage } from './located.ts'

/** Where the design stands that is exercised. */
interface CoveredDesign {
  /** Absolute. */
  readonly design: string
  /** That of the project. */
  readonly directory: string
}

/** What is exercised while something goes on. */
export interface Covering {
  /** What was, up to when this is asked for first. */
  readonly found: () => Promise<LocatedCoverage>
  /**
   * Tells of it where that is to be told, as text or as one JSON document `{ coverage }`, and in files. Throws a CliError
   * where less was exercised than asked for.
   */
  readonly report: (out: Pick<Io['stdout'], 'write'> | undefined) => Promise<void>
}

/**
 * Begins to look at what is exercised. What was before is taken off, so that others who measure are not disturbed. Throws
 * a usage error where lines of design files are asked for, and there is no design in them.
 */
export async function beginCovering(
  { threshold, lcov }: CoverageWanted,
  shell: Shell,
  { design, directory }: CoveredDesign,
  read: () => Promise<Coverage>,
): Promise<Covering> {
  const places = await findLocations(shell.io, design)
  if (!places && lcov !== undefined)
    throw usageError(
      `--lcov reports lines, but ${design} contains no design`,
      "run 'gamify design validate' to see why",
    )
  const before = await read()
  let all: Promise<LocatedCoverage> | undefined
  const found = (): Promise<LocatedCoverage> =>
    (all ??= read().then((after) => located(coverageSince(before, after), places)))
  return {
    found,
    report: async (out) => {
      const coverage = await found()
      out?.write(`${shell.options.json ? JSON.stringify({ coverage }) : coverageText(coverage, shell.io.cwd)}\n`)
      if (lcov !== undefined) await writeOut(shell, lcov, lcovOf(coverage.parts, directory))
      if (threshold === undefined || coverage.percent >= threshold) return
      throw new CliError(belowText(coverage, threshold), { code: 'coverage_below', exitCode: exitCode.refused })
    },
  }
}
