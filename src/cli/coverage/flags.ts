import { InvalidArgumentError } from 'commander'
import { usageError } from '../../terminal/cli-error.ts'
import type { Option } from '../command.ts'
import { filled, flag, text } from '../option.ts'

/** The flags of commands that can tell what of a design they have exercised. Spec 6.2. */
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

/** What is to become of what was exercised. */
export interface CoverageWanted {
  readonly threshold: number | undefined
  /** As it was given. */
  readonly lcov: string | undefined
}

function readPercent(value: string): number {
  const percent = /^\d{1,3}(\.\d{1,2})?$/.test(value) ? Number(value) : Number.NaN
  if (percent <= 100) return percent
  throw new InvalidArgumentError('Expected a number from 0 to 100, with two decimals at most.')
}

/** What the flags ask for; undefined where they ask for nothing. A usage error where one goes with a flag that is not there. */
export function coverageWanted({
  coverage,
  threshold,
  lcov,
}: CoverageWanted & { readonly coverage: boolean }): CoverageWanted | undefined {
  if (coverage) return { threshold, lcov }
  const alone = threshold === undefined ? (lcov === undefined ? undefined : '--lcov') : '--threshold'
  if (alone !== undefined) throw usageError(`${alone} needs --coverage`, 'use both or neither')
  return undefined
}
