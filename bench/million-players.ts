import { statSync } from 'node:fs'
import type { Effort, Figure, Row } from './figure.ts'
import { Job, runJob } from './job.ts'
import { newestSnapshot } from './newest-snapshot.ts'
import { median, timeRatio, paired } from './paired.ts'
import { profileRows } from './profile.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

/** A large game: its start, its memory, and what its snapshot holds up. */
export const millionPlayers: Figure = {
  name: 'million-players',
  title: 'A game of a million players with three scores each and three boards',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs, players }: Effort, directory: string): Promise<Row[]> {
  await runJob('population', { directory, players })
  const path = newestSnapshot(directory)
  const memory: number[] = []
  const starts = await paired(
    pairs,
    async () => {
      const { ms, bytes } = await runJob('recovery', { directory }, ['--expose-gc'])
      memory.push(bytes)
      return ms
    },
    () => runJob('parsing', { path }),
  )
  const snapshotBytes = statSync(path).size
  const profiled = new Job('recovery', ['--expose-gc'])
  const shares = await profiled.profiled(() => profiled.run({ directory }))
  await profiled.stop()
  const pauses = await runJob('pauses', { directory, players })
  return [
    {
      what: 'from snapshot to ready / parsing the same bytes',
      ...timeRatio(starts, (ms) => ms),
      goal: { most: 1.5 },
      notes: {
        'ms to ready': Math.round(median(starts.map(({ first }) => first))),
        'bytes a player in the snapshot': Math.round(snapshotBytes / players),
      },
    },
    { what: 'memory of a player', value: median(memory) / players, unit: 'B', goal: { most: 700 } },
    {
      what: 'longest turn of the loop while a snapshot is written under plays, without garbage collection',
      value: pauses.longestMs,
      unit: 'ms',
      goal: { most: 50 },
      notes: {
        'in which the thread worked, ms': Number(pauses.longestWorkMs.toFixed(1)),
        'longest collection, ms': Number(pauses.longestCollectionMs.toFixed(1)),
        'longest delay of a timer, ms': Number(pauses.longestDelayMs.toFixed(1)),
        'plays meanwhile': pauses.plays,
        'ms until it was written': Math.round(pauses.snapshotMs),
      },
    },
    ...profileRows('a start from a snapshot', shares),
  ]
}
