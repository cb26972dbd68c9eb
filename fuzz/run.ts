// `npm run fuzz -- --seed N --requests N [--row TEXT] [--at N]`: sends damaged requests to every route of a game in
// memory, and tells of any that was answered as none may be or held the loop, and of memory that games leave behind.
// `--row` keeps to routes whose name, such as `POST /v2/admin/players`, has the text within. `--at` repeats one request of
// a run, after those of its game. Ctrl-C ends a run early, with its report.
import { parseArgs } from 'node:util'
import { hasGrown } from '../test/support/growth.ts'
import { fuzz, REQUESTS_A_GAME, type FuzzOptions } from './fuzz.ts'
import { reportText, type Report } from './report.ts'
import { lineOf } from './sent.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    row: { type: 'string' },
    at: { type: 'string' },
  },
})

/** A whole number that an option gives; ends the program where it is none. */
function numberIn(name: 'seed' | 'requests' | 'at', least: number): number {
  const text = values[name] ?? ''
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number
  console.error(`--${name} is '${text}'; expected a whole number from ${least}`)
  process.exit(2)
}

const seed = numberIn('seed', 0)

/** Every so many games, how far it has come. */
const TELL_EVERY = 25

function tell({ sent, games, seconds, failures }: Report): void {
  if (games % TELL_EVERY !== 0) return
  console.error(`${sent} requests, ${Math.round(sent / seconds)} a second, ${failures.length} found`)
}

function optionsOf(): FuzzOptions {
  if (values.at === undefined) return { seed, requests: numberIn('requests', 1), row: values.row, onProgress: tell }
  const at = numberIn('at', 0)
  const from = at - (at % REQUESTS_A_GAME)
  return {
    seed,
    from,
    requests: at - from + 1,
    row: values.row,
    onOutcome: ({ number, chosen }, { sent, reply }) => {
      if (number !== at) return
      console.log(`${chosen.map(({ name }) => name).join('; ')}\n${lineOf(sent)}\n${JSON.stringify(reply)}`)
    },
  }
}

const ending = new AbortController()
process.once('SIGINT', () => ending.abort())

const report = await fuzz({ ...optionsOf(), signal: ending.signal })
console.log(reportText(report))
process.exitCode = report.failures.length > 0 || hasGrown(report.memory) ? 1 : 0
