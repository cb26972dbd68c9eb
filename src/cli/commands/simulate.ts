import { availableParallelism } from 'node:os'
import { MAX_DAYS, MAX_JOBS, MAX_PLAYERS } from '../../lab/simulate/simulation.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { defineCommand } from '../command.ts'
import { withGithub } from '../github-report.ts'
import { choice, filled, integer, several, text, texts } from '../option.ts'
import { reportForm, reportForms, type ReportForm } from '../report-form.ts'
import { checkOutputs } from './simulate/outputs.ts'
import { planOf } from './simulate/plan.ts'
import { MAX_RUNS } from './simulate/runs.ts'

/** `gamify simulate`: plays a design with simulated players. Spec 7.1, 7.4. */
export const simulate = defineCommand({
  arguments: { files: several('file', 'Simulations (default: all in simulations/, or a built-in one)', 'simulation') },
  options: {
    design: filled(text('--design <dir>', 'The design directory (default: the one of the project)', 'directory')),
    players: integer('--players <n>', 'Scale all groups to this total number of players', 1, MAX_PLAYERS),
    days: integer('--days <n>', 'Simulate this number of days', 1, MAX_DAYS),
    randomSeed: filled(
      text('--random-seed <text>', 'The seed of all random draws (default: the id of the simulation)'),
    ),
    jobs: integer('--jobs <n>', 'The number of threads (default: the number of cores)', 1, MAX_JOBS),
    runs: integer(
      '--runs <n>',
      'Repeat with other seeds, and show each figure as a mean with its 95 % interval',
      1,
      MAX_RUNS,
    ),
    vary: texts('--vary <where=values>', 'Run once for each value of a number of the design (up to twice)'),
    show: texts(
      '--show <figure>',
      'A figure to show for each value of --vary, such as reach:rank:Gold.share (repeatable)',
    ),
    compare: filled(text('--compare <file>', 'Compare with a report that --out wrote', 'file')),
    reporter: choice('--reporter <form>', 'How to report the expectations', reportForms),
    out: filled(text('--out <file>', 'Write the report to this file as JSON, too', 'file')),
    csv: filled(text('--csv <dir>', 'Write the figures to this directory as tables', 'directory')),
    html: filled(text('--html <file>', 'Write a page with plots to this file', 'file')),
  },
  examples: [
    'gamify simulate',
    'gamify simulate simulations/launch.json --html launch.html',
    'gamify simulate --runs 10 --json > report.json',
    "gamify simulate --vary 'actions/like.rules.0.rewards.0.value=5,10,20' --show reach:rank:Gold.median_days",
  ],
  notes: [
    'Plays the design files with the real engine, and changes nothing. Needs no running emulator.',
    'The same files, seed and version give the same report, whatever the number of threads.',
    'Exits with 1 if an expectation does not hold; with --vary, if no value meets all of them.',
    'With --json: the report of the simulation, or an array of the reports of several.',
  ].join('\n'),
  async run({ jobs = availableParallelism(), ...flags }, shell) {
    const given = { ...flags, reporter: reportForm(shell, flags.reporter) }
    refuseCombinations(given)
    const plan = await withGithub(shell, given.reporter, 'Simulations', () => planOf(shell, { ...given, jobs }))
    await checkOutputs(shell, given, plan.read)
    if (given.vary.length > 0) return (await import('./simulate/varied.ts')).runVaried(shell, plan, given)
    return (await import('./simulate/runs.ts')).runAll(shell, plan, given)
  },
})

interface Combination {
  readonly runs: number | undefined
  readonly vary: readonly string[]
  readonly show: readonly string[]
  readonly compare: string | undefined
  readonly csv: string | undefined
  readonly reporter: ReportForm
}

function refuseCombinations({ runs, vary, show, compare, csv, reporter }: Combination): void {
  if (vary.length > 2)
    throw usageError(
      '--vary can be given twice at most',
      'write the other values into the design, and vary those later',
    )
  if (show.length > 0 && vary.length === 0) throw usageError('--show needs --vary', 'add --vary, or remove --show')
  // With what --vary cannot be combined, whether that is given, and what to do instead.
  const others = [
    ['--runs', runs !== undefined, 'vary first, then write the best value into the design and repeat it with --runs'],
    ['--compare', compare !== undefined, 'remove --compare: the table of --vary has the values next to each other'],
    ['--csv', csv !== undefined, 'use --out <file> for all figures as JSON, or --html <file> for plots and tables'],
    [
      `--reporter ${reporter}`,
      reporter === 'junit' || reporter === 'github',
      'use --reporter json: it says which expectations hold with each value',
    ],
  ] as const
  const [other] = others.filter(([, isGiven]) => isGiven)
  if (vary.length > 0 && other) throw usageError(`--vary and ${other[0]} cannot be combined`, other[2])
  if (runs !== undefined && compare !== undefined)
    throw usageError(
      '--runs and --compare cannot be combined',
      'remove --runs to compare single runs, or look at the intervals of two reports of --runs',
    )
}
