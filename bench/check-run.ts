import { fileURLToPath } from 'node:url'
import { checkDesign } from '../src/lab/check/check-design.ts'
import { parseChecks } from '../src/lab/check/parse-checks.ts'
import { isBroken, loadDesign } from '../src/project/load-design.ts'
import { nodeFileSystem } from '../src/storage/fs.ts'
import { benchGame } from './settings.ts'

/** How many sequences are played. */
export interface SearchBurst {
  readonly runs: number
}

/** What a search took. */
export interface SearchedPlays {
  readonly plays: number
  readonly ms: number
}

const directory = fileURLToPath(new URL('../templates/starter/design', import.meta.url))

const coins = (operator: string, rhs: string) => ({
  always: { type: 'var', context: { lhs: '$scores.coins', operator, rhs } },
})

/** What holds in the starter template, so that the search goes on to its end. */
const checks = [
  { id: 'coins-not-negative', ...coins('ge', '0') },
  { id: 'coins-within-limit', ...coins('le', '1000') },
  { id: 'no-coin-farm', at_most: { metric: 'coins', gain: 1000, within: '1d' } },
]

/** Searches the starter template for violations of checks that hold. */
export async function run({ runs }: SearchBurst): Promise<SearchedPlays> {
  const design = await loadDesign(nodeFileSystem(), directory)
  if (isBroken(design)) throw new Error('the starter template is broken')
  const parsed = parseChecks(checks, design, 'bench')
  if ('problems' in parsed) throw new Error(`the checks of the bench are wrong: ${JSON.stringify(parsed.problems)}`)
  const start = performance.now()
  const { plays, outcomes } = await checkDesign({
    design,
    game: { ...benchGame, created: 0 },
    zoneOffset: () => 0,
    checks: parsed.checks.map(({ check }) => check),
    seed: 'bench',
    runs,
    now: Date.now,
  })
  const ms = performance.now() - start
  if (!outcomes.every(({ holds }) => holds)) throw new Error('the search ends early, because a check does not hold')
  return { plays, ms }
}
