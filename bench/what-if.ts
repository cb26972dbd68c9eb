import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Effort, Figure, Row } from './figure.ts'
import { Job, runJob } from './job.ts'
import { median, paired, timeRatio, type Pair } from './paired.ts'
import { profileRows } from './profile.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const PLAYERS = 1000

/** A recorded history that is decided again, beside a start of the same game from its journal. */
export const whatIfHistory: Figure = {
  name: 'what-if',
  title: 'A recorded history of a thousand players, decided again under another design',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs, plays, players: many }: Effort, directory: string): Promise<Row[]> {
  const some = await beside(join(directory, 'some'), plays, pairs)
  const profiled = new Job('what-if')
  const shares = await profiled.profiled(() => profiled.run({ file: historyIn(join(directory, 'some')) }))
  await profiled.stop()
  const all = await beside(join(directory, 'many'), many, Math.ceil(pairs / 3))
  return [some, all, ...profileRows('deciding again', shares)]
}

const historyIn = (directory: string): string => join(directory, 'history.ndjson')

/** Decides a history of so many plays again, and starts its game from the first entry, in turn. */
async function beside(directory: string, plays: number, pairs: number): Promise<Row> {
  const [data, file] = [join(directory, 'data'), historyIn(directory)]
  await runJob('played-history', { directory: data, file, players: PLAYERS, plays })
  const decided = async (): Promise<number> => (await runJob('what-if', { file })).ms
  const recovered = async (): Promise<number> => {
    // Without its checkpoints, the game starts from its first entry.
    rmSync(join(data, 'staging', 'snapshots'), { recursive: true })
    return (await runJob('recovery', { directory: data }, ['--expose-gc'])).ms
  }
  const runs = await paired(pairs, decided, recovered)
  const µsAPlay = (of: (run: Pair<number>) => number): number =>
    Number(((median(runs.map(of)) * 1000) / plays).toFixed(2))
  return {
    what: `deciding ${plays} plays again / recovering them by replay`,
    ...timeRatio(runs, (ms) => ms),
    goal: { most: 3 },
    notes: { 'µs a play': µsAPlay(({ first }) => first), 'µs a play to recover': µsAPlay(({ second }) => second) },
  }
}
