// `npm run load`: starts the service as users do and puts every kind of load on it, or with names only those. Tells of each
// what was seen, and ends with 1 where something is not as it should be, or fewer connections were to be had. `--quick` opens few.
import { parseArgs } from 'node:util'
import { inTemporaryDirectory } from '../bench/temporary-directory.ts'
import { cutUploads } from './cases/cut-uploads.ts'
import { halfOpen } from './cases/half-open.ts'
import { idleConnections } from './cases/idle-connections.ts'
import { pipelining } from './cases/pipelining.ts'
import { silentReaders } from './cases/silent-readers.ts'
import { slowSenders } from './cases/slow-senders.ts'
import { stop } from './cases/stop.ts'
import { streams } from './cases/streams.ts'
import { checksOf } from './checks-of.ts'
import { Ledger } from './ledger.ts'
import type { Check, LoadCase, Stage } from './load-case.ts'
import { connectionsWithin } from './open-files.ts'
import { serve, writeGame } from './service.ts'

const full = { connections: 10_000, plays: 1_000 }
const quick = { connections: 500, plays: 500 }

/** What is under way has three seconds; then the last snapshot is written. */
const STOP_MS = 10_000

const cases: readonly LoadCase[] = [
  idleConnections,
  streams,
  slowSenders,
  pipelining,
  halfOpen,
  cutUploads,
  silentReaders,
  stop,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const names = cases.map(({ name }) => name)
const unknown = positionals.find((name) => !names.includes(name))
if (unknown !== undefined) {
  console.error(`There is no load '${unknown}'; there are: ${names.join(', ')}`)
  process.exit(2)
}

const { connections: asked, plays } = values.quick ? quick : full
const connections = connectionsWithin(asked)
if (connections < asked)
  console.error(
    `The limit of open files (ulimit -n) is too low for ${asked} connections: there are ${connections}, ` +
      'and so this ends with 1, whatever holds',
  )
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const allHold = await inTemporaryDirectory(runAll)
process.exitCode = allHold && connections === asked ? 0 : 1

async function runAll(directory: string): Promise<boolean> {
  writeGame(directory)
  const startAgain = (): ReturnType<typeof serve> => serve(directory)
  const stage: Stage = {
    service: await startAgain(),
    ledger: new Ledger(),
    connections,
    plays,
    stopMs: STOP_MS,
    startAgain,
  }
  try {
    let allHold = true
    for (const each of cases) {
      if (positionals.length > 0 && !positionals.includes(each.name)) continue
      const checks = await checksOf(each, stage)
      show(each, checks)
      allHold &&= checks.every(({ holds }) => holds)
    }
    return allHold
  } finally {
    await stage.service.stop()
  }
}

function show({ title }: LoadCase, checks: readonly Check[]): void {
  console.log(`\n${title}`)
  for (const { what, seen, holds } of checks) console.log(`  ${holds ? 'holds ' : 'BROKEN'}  ${what}: ${seen}`)
}
