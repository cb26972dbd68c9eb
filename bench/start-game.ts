import { join } from 'node:path'
import { builtPackage } from './built.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { Job, runJob } from './job.ts'
import { median, timeRatio, paired } from './paired.ts'
import { profileRows } from './profile.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

/** What a test file waits for a game of its own; each measured in a process that has done nothing else. */
export const startGame: Figure = {
  name: 'start-game',
  title: 'A game inside of a test, from startGame() until it can be called, the module being loaded',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs }: Effort, directory: string): Promise<Row[]> {
  const testing = join(await builtPackage(directory), 'dist', 'testing.js')
  const runs = await paired(
    pairs,
    () => runJob('start-game', { testing }),
    () => runJob('start-game', {}),
  )
  const firstMs = median(runs.map(({ first }) => first.firstMs))
  const profiled = new Job('start-game')
  const shares = await profiled.profiled(() => profiled.run({ testing }))
  await profiled.stop()
  const notes = { 'µs of the server': Math.round(median(runs.map(({ second }) => second.firstMs)) * 1000) }
  return [
    {
      what: 'loading the module',
      value: median(runs.map(({ first }) => first.loadMs)),
      unit: 'ms',
      goal: { most: 60 },
    },
    { what: 'the first startGame() of a process', value: firstMs, unit: 'ms', goal: { most: 20 }, notes },
    {
      what: 'each further one',
      value: median(runs.map(({ first }) => first.furtherMs)),
      unit: 'ms',
      goal: { most: 3 },
    },
    {
      what: 'first startGame() / node:http server without a route that listens',
      ...timeRatio(runs, (run) => run.firstMs),
    },
    ...profileRows('the module and six games', shares),
  ]
}
