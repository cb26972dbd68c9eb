/**
 * How often a property is tried: `usual` times, or as `PROPERTY_RUNS` in the environment says. A failure is printed with
 * its seed and path; `PROPERTY_SEED` tries that seed again.
 */
export function runs(usual: number): { numRuns: number; seed?: number } {
  const { PROPERTY_RUNS, PROPERTY_SEED } = process.env
  const numRuns = PROPERTY_RUNS === undefined ? usual : Number(PROPERTY_RUNS)
  return PROPERTY_SEED === undefined ? { numRuns } : { numRuns, seed: Number(PROPERTY_SEED) }
}

/** No property takes longer at its usual number of runs; more have as much time as they need. */
export const TIMEOUT_MS = process.env['PROPERTY_RUNS'] === undefined ? 120_000 : 3_600_000
