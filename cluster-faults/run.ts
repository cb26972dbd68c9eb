// `npm run cluster-faults -- [--seed N] [--faults N] [--callers N]`: a game on three nodes and three log servers of this
// machine, under load, while a seed decides which process is killed, frozen or restarted next. Every play that was answered
// is looked for afterwards, and the histories of all nodes are compared.
import { parseArgs } from 'node:util'
import { faultKinds, runFaults } from './faults.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    faults: { type: 'string', default: '50' },
    callers: { type: 'string', default: '16' },
    kinds: { type: 'string', default: Object.keys(faultKinds).join(',') },
  },
})
const report = await runFaults({
  seed: Number(values.seed),
  faults: Number(values.faults),
  callers: Number(values.callers),
  kinds: values.kinds.split(','),
  say: (line) => process.stdout.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
process.exitCode = report.isGood ? 0 : 1
