// `npm run simulate`: thousands of players, clients, operators and designers act on one game, and what must hold is looked
// at all along. `--seed N`, `--operations N` and `--days N` of game time tell how it goes; with `--minutes N` it ends when
// that time is up, at the pace of a month in ten million operations where nothing else is told. With glibc,
// MALLOC_MMAP_THRESHOLD_=65536 has the memory of the process tell what is in use: else it keeps what large files have left.
import { parseArgs } from 'node:util'
import { simulate } from './simulation.ts'
import { dayText, heapHasGrown, repeatLine, summaryText } from './summary.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string' },
    days: { type: 'string' },
    minutes: { type: 'string' },
  },
})

/** A number above 0; ends the program where it is none. */
function numberOf(name: 'seed' | 'operations' | 'days' | 'minutes', unless: number): number {
  const found = Number(values[name] ?? unless)
  if (Number.isFinite(found) && found > 0) return found
  console.error(`--${name} takes a number above 0, not '${values[name]}'. For example: ${example}`)
  process.exit(2)
}

const example = repeatLine({ seed: 1, operations: 100_000, days: 3 })
const untilTime = values.minutes !== undefined
const seed = Math.floor(numberOf('seed', 1))
const operations = Math.floor(numberOf('operations', untilTime ? 10_000_000 : 100_000))
const days = numberOf('days', untilTime ? 30 : 3)
const begun = performance.now()
const endMs = untilTime ? begun + numberOf('minutes', 1) * 60_000 : Number.POSITIVE_INFINITY

const result = await simulate({
  seed,
  operations,
  days,
  isTimeUp: () => performance.now() >= endMs,
  onDay: (day) => console.log(dayText(day)),
})
console.log(summaryText(result, performance.now() - begun))
process.exitCode = result.failure || heapHasGrown(result) ? 1 : 0
