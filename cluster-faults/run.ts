// `npm run cluster-faults -- [--kills N | --faults N] [--seed N]`: a game on three nodes and three log servers of this
// machine, under load, while a seed decides which process is killed, frozen, cut off or restarted next. Every play that was
// answered is looked for after each fault, and the histories of all nodes are compared at the end.
import { parseArgs } from 'node:util'
import { noSmallDisks } from '../test/support/small-disk.ts'
import { faultKinds } from './fault-kinds.ts'
import { runFaults, type FaultReport } from './faults.ts'

const HELP = `npm run cluster-faults -- [flags]

  --kills <n>     Go on until so many processes were killed
  --faults <n>    Go on until there were so many faults (default: 50)
  --seed <n>      Repeat the faults of an earlier run
  --callers <n>   How many callers play at once (default: 16)
  --kinds <list>  The kinds of faults, separated by commas (default: all that need no
                  disks of their own, and with --kills those that kill)
  --json          Print the report as JSON instead of a table
  --help          Show this help

It needs a nats-server 2.12 or newer, in PATH or named by NATS_SERVER, and the built program (npm run build).
It exits with 1 if a play was lost or counted twice, plays stood still for too long, a planned restart failed a call, or
the nodes have different histories. The files of such a run are kept.

Kinds, and for how long plays may stand still:
${Object.entries(faultKinds)
  .map(([name, { mostMs, needsDisks }]) => `  ${name}, ${mostMs / 1_000} s${needsDisks ? '; needs root on Linux' : ''}`)
  .join('\n')}
`

const print = (text: string): void => void process.stdout.write(`${text}\n`)

function tableOf({ kinds }: FaultReport): string {
  const rows = Object.entries(kinds)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { times, kills, p50, most, limit, late }]) => [name, times, kills, p50, most, limit, late].map(String))
  const table = [['fault', 'times', 'kills', 'p50 ms', 'most ms', 'limit ms', 'over'], ...rows]
  const widths = table[0]?.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0))) ?? []
  return table
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n')
}

const options = {
  kills: { type: 'string' },
  faults: { type: 'string' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  callers: { type: 'string', default: '16' },
  kinds: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

function refuse(problem: string): never {
  process.stderr.write(`${problem}. --help shows the flags\n`)
  process.exit(2)
}

function numberOf(flag: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  return refuse(`--${flag} must be a whole number, and '${text}' is not`)
}

function flagsOf() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const values = flagsOf()
if (values.help) {
  print(HELP)
  process.exit(0)
}
if (values.kills !== undefined && values.faults !== undefined) refuse('--kills and --faults cannot be combined')
const chosen = values.kinds?.split(',') ?? Object.keys(faultKinds).filter((name) => !faultKinds[name]?.needsDisks)
const unknown = chosen.find((name) => !faultKinds[name])
if (unknown !== undefined) refuse(`there is no fault '${unknown}'`)
const kinds = values.kills === undefined ? chosen : chosen.filter((name) => faultKinds[name]?.kills)
const noDisks = kinds.some((name) => faultKinds[name]?.needsDisks) ? noSmallDisks() : undefined
if (noDisks !== undefined) refuse(noDisks)
if (kinds.length === 0) refuse('none of these faults kills a process')
const seed = numberOf('seed', values.seed)
print(`seed ${seed}`)
const report = await runFaults({
  seed,
  until:
    values.kills === undefined
      ? { faults: numberOf('faults', values.faults ?? '50') }
      : { kills: numberOf('kills', values.kills) },
  callers: numberOf('callers', values.callers),
  kinds,
  say: print,
})
if (values.json) print(JSON.stringify(report, null, 2))
else {
  const { faults, kills, plays, lost, twice, failed, isSameEverywhere, problems, kept } = report
  print(`\n${tableOf(report)}\n`)
  print(`seed ${seed}: ${faults} faults, ${kills} kills, ${plays} plays, ${lost} lost, ${twice} twice`)
  print(`${failed} calls failed in planned restarts; histories ${isSameEverywhere ? 'equal' : 'not found equal'}`)
  for (const problem of problems) print(`problem: ${problem}`)
  if (kept.length > 0) print(`The files are kept in ${kept.join(' and ')}`)
}
process.exitCode = report.problems.length === 0 ? 0 : 1
