import { resolve } from 'node:path'
import * as z from 'zod'
import type { Design } from '../game/design/design.ts'
import { messageAt } from '../game/kernel/schema-problems.ts'
import { checkDesign, DEFAULT_RUNS } from '../lab/check/check-design.ts'
import type { CheckParts } from '../lab/check/check-schema.ts'
import { DEFAULT_SEED, MAX_RUNS, MAX_SECONDS, type Check } from '../lab/check/check.ts'
import { foundScript } from '../lab/check/found-script.ts'
import { parseChecks } from '../lab/check/parse-checks.ts'
import { readChecks } from '../lab/check/read-checks.ts'
import type { CheckReport } from '../lab/check/report.ts'
import { checkReport } from '../lab/check/summary.ts'
import { labZone } from '../lab/lab-zone.ts'
import { ignoredProblems } from '../lab/lint/ignored.ts'
import type { Lint } from '../lab/lint/lint.ts'
import { placedLints, unplacedLints } from '../lab/lint/placed-lints.ts'
import { gameSchema } from '../project/config.ts'
import type { Project } from '../project/project.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import type { CheckOptions } from './checking.ts'
import { findDesign, type FoundDesign } from './find-design.ts'
import { readOptions, refused } from './options.ts'
import { findProject, gameWith, refusedFiles, signalSchema } from './run-simulation.ts'

const checksSchema = z.custom<string | readonly CheckParts[]>(
  (value) => (typeof value === 'string' ? value !== '' : Array.isArray(value)),
  'expected the path of a file with checks, or an array in the form of such a file',
)

const fields = {
  project: z.string().min(1).optional(),
  checks: checksSchema.optional(),
  game: gameSchema.optional(),
  runs: z.int().min(1).max(MAX_RUNS).optional(),
  seconds: z.number().positive().max(MAX_SECONDS).optional(),
  randomSeed: z.string().min(1).optional(),
  signal: signalSchema.optional(),
}

/** Searches as a test asks for it. Throws StartRefused with everything that is wrong. Spec 7.6. */
export async function runCheck(options: CheckOptions | null): Promise<CheckReport> {
  const checked = readOptions('check', fields, options)
  const { runs, seconds, randomSeed: seed = DEFAULT_SEED, signal } = checked
  if (runs !== undefined && seconds !== undefined)
    throw refused('The options of check are not valid', ['seconds: cannot be combined with runs; use only one of them'])
  const project = await findProject(checked.project)
  const found = await findDesign(checked.design ?? project.design)
  const { design } = found
  const checks = await findChecks(checked.checks, design, project)
  const lints = await lintsOf(found, project)
  const game = gameWith(project, checked.game)
  const settings = { design, game, zoneOffset: labZone(game.timezone) }
  const limits = { runs: runs ?? DEFAULT_RUNS, seconds, seed, signal, now: Date.now }
  const outcome = await checkDesign({ ...settings, ...limits, checks })
  const scripted = outcome.outcomes.map((each) => ({ ...each, found: foundScript(each, settings) }))
  return checkReport(outcome, scripted, lints, seed)
}

async function findChecks(
  wanted: string | readonly CheckParts[] | undefined,
  design: Design,
  { directory }: Project,
): Promise<readonly Check[]> {
  if (typeof wanted === 'object') return checksIn(wanted, design)
  const paths = wanted === undefined ? [] : [resolve(wanted)]
  const read = await readChecks(nodeFileSystem(), directory, design, paths)
  if ('problems' in read) throw refusedFiles('The checks are broken', read.problems)
  if (read.checks.length > 0) return read.checks.map(({ check }) => check)
  // A test that expects all checks to hold must not pass because there are none.
  throw refused('The project has no checks', [`write some to ${directory}/checks, or pass the option 'checks'`])
}

function checksIn(parts: readonly CheckParts[], design: Design): readonly Check[] {
  const parsed = parseChecks(parts, design, '')
  if ('checks' in parsed) return parsed.checks.map(({ check }) => check)
  throw refused('The checks are broken', parsed.problems.map(messageAt))
}

/** Returns what the lints find. Those that the project ignores are left out of its own design. */
async function lintsOf({ design, read, directory }: FoundDesign, project: Project): Promise<readonly Lint[]> {
  if (!read) return unplacedLints(design)
  if (directory !== project.design) return placedLints(design, read, [])
  const problems = await ignoredProblems(nodeFileSystem(), project, design.source)
  if (problems.length > 0) throw refusedFiles('The project is broken', problems)
  return placedLints(design, read, project.ignoredLints)
}
