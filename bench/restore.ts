import type { Effort, Figure, Row } from './figure.ts'
import { runJob } from './job.ts'
import { median, timeRatio, type Pair } from './paired.ts'
import type { Restored } from './restore-run.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const PLAYERS = 1000

/** What a test suite waits before every test that begins where the first one did. */
export const restore: Figure = {
  name: 'restore',
  title: 'Back to a named snapshot of a game of a thousand players',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs }: Effort, directory: string): Promise<Row[]> {
  const times = pairs
  return [
    rowOf('in memory', await runJob('restore', { directory, players: PLAYERS, times, kept: 'memory' })),
    rowOf('in files', await runJob('restore', { directory, players: PLAYERS, times, kept: 'files' })),
  ]
}

function rowOf(where: string, { runs, bytes, saveMs }: Restored): Row {
  const ms = (of: (run: Pair<number>) => number): number => Number(median(runs.map(of)).toFixed(2))
  return {
    what: `restore ${where} / reading and parsing the same bytes`,
    ...timeRatio(runs, (each) => each),
    notes: {
      ms: ms(({ first }) => first),
      'ms to parse': ms(({ second }) => second),
      'ms to save': Number(saveMs.toFixed(2)),
      bytes,
    },
  }
}
