// A thread of the lab: runs one job, says how far it is, and sends its report.
import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { compileDesign, type Design } from '../../game/design/design.ts'
import { pathText, type PathProblem } from '../../game/kernel/schema-problems.ts'
import type { LabLine, LabNews, LabRequest } from '../../interface/lab-jobs.ts'
import { checkDesign, DEFAULT_RUNS } from '../check/check-design.ts'
import { DEFAULT_SEED } from '../check/check.ts'
import { foundScript } from '../check/found-script.ts'
import { parseChecks } from '../check/parse-checks.ts'
import { checkReport } from '../check/summary.ts'
import { labZone } from '../lab-zone.ts'
import { unplacedLints } from '../lint/placed-lints.ts'
import { builtInSimulation } from '../simulate/built-in.ts'
import { seedOf } from '../simulate/planned.ts'
import { simulate } from '../simulate/simulate.ts'
import { parseSimulation } from '../simulate/simulation-file.ts'
import { readHistory } from '../what-if/recorded-history.ts'
import { whatIf } from '../what-if/what-if.ts'
import type { LabJob } from './job.ts'

type Asked<Kind extends LabRequest['kind']> = Extract<LabRequest, { readonly kind: Kind }>

const job = workerData as LabJob
/** Reports can be large, so they become text here, and the thread of the game passes that on. */
const tell = (news: LabNews): void => {
  const [kind] = Object.keys(news) as [LabLine['kind']]
  const line: LabLine = { kind, text: JSON.stringify(news) }
  parentPort?.postMessage(line)
}
const compiled = compileDesign(job.source)
if (!('source' in compiled)) throw new Error('the lab has a design that is not valid')
// A failure ends this thread with its error.
void run(compiled).then(tell)

function run(design: Design): Promise<LabNews> {
  const { request } = job
  switch (request.kind) {
    case 'simulate':
      return simulated(request, design)
    case 'check':
      return checked(request, design)
    case 'what-if':
      return replayed(design)
    case 'lints':
      return Promise.resolve({ report: unplacedLints(design, job.ignoredLints) })
  }
}

async function simulated({ simulation: written, seed, partial }: Asked<'simulate'>, design: Design): Promise<LabNews> {
  const parsed =
    written === undefined
      ? { simulation: builtInSimulation(design) }
      : parseSimulation(written, design, { id: 'studio' })
  if ('problems' in parsed) return refused(parsed.problems)
  const { simulation } = parsed
  const of = simulation.groups.reduce((sum, { players }) => sum + players, 0)
  const report = await simulate({
    simulation,
    design,
    game: job.game,
    seed: seedOf(simulation, seed),
    jobs: job.jobs,
    onProgress: ({ players, tries }) => tell({ progress: { done: players, of, plays: tries } }),
    onPartial: partial ? (soFar) => tell({ partial: soFar }) : undefined,
  })
  return { report }
}

async function checked(request: Asked<'check'>, design: Design): Promise<LabNews> {
  const parsed = parseChecks(request.checks, design, '')
  if ('problems' in parsed) return refused(parsed.problems)
  const { runs = DEFAULT_RUNS, seed = DEFAULT_SEED } = request
  const settings = { design, game: job.game, zoneOffset: labZone(job.game.timezone) }
  const outcome = await checkDesign({
    ...settings,
    checks: parsed.checks.map(({ check }) => check),
    runs,
    seed,
    now: Date.now,
    onProgress: ({ sequences, of = null, plays }) => tell({ progress: { done: sequences, of, plays } }),
  })
  const scripted = outcome.outcomes.map((each) => ({ ...each, found: foundScript(each, settings) }))
  return { report: checkReport(outcome, scripted, unplacedLints(design, job.ignoredLints), seed) }
}

async function replayed(design: Design): Promise<LabNews> {
  const { history = '', game } = job
  const recorded = await readHistory(() => createReadStream(history), game.id)
  const { header } = recorded
  const report = await whatIf({
    ...recorded,
    entries: recorded.entries(),
    runtime: header.runtime,
    design,
    game,
    zoneOffset: labZone(game.timezone),
    since: { seq: 1 },
    onProgress: (entries) => tell({ progress: { done: entries, of: header.seq, plays: entries } }),
  })
  return { report }
}

function refused(problems: readonly PathProblem[]): LabNews {
  return { problems: problems.map(({ path, message }) => ({ path: pathText(path), message })) }
}
