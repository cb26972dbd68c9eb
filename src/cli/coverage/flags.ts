import { InvalidArgumentError } from 'commander'
import { usageError } from '../../terminal/cli-error.ts'
import type { Option } from '../command.ts'
import { filled, flag, text } from '../option.ts'

/** The flags of commands that can report the coverage of a design. Spec 6.2. */
export const coverageFlags = {
  coverage: flag('--coverage', 'Report how much of the design was exercised'),
  threshold: {
    flags: '--threshold <percent>',
    about: 'With --coverage: exit with 1 below this percentage',
    absent: undefined,
    parse: readPercent,
  } satisfies Option<number | undefined> as Option<number | undefined>,
  lcov: filled(text('--lcov <file>', 'With --coverage: write an LCOV file by lines of the design files', 'file')),
}

/** How to report coverage. */
export interface CoverageOptions {
  readonly threshold: number | undefined
  /** The path, as the user wrote it. */
  readonly lcov: string | undefined
}

function readPercent(value: string): number {
  const percent = /^\d{1,3}(\.\d{1,2})?$/.test(value) ? Number(value) : Number.NaN
  if (percent <= 100) return percent
  throw new InvalidArgumentError('Expected a number from 0 to 100, with two decimals at most.')
}

/**
 * Returns the options of the coverage report; undefined if it is not requested. Throws a usage error if `--coverage` is
 * missing.
 */
export function coverageOptions({
  coverage,
  threshold,
  lcov,
}: CoverageOptions & { readonly coverage: boolean }): CoverageOptions | undefined {
  if (coverage) return { threshold, lcov }
  const alone = threshold === undefined ? (lcov === undefined ? undefined : '--lcov') : '--threshold'
  if (alone !== undefined) throw usageError(`${alone} needs --coverage`, 'use both or neither')
  return undefined
}
