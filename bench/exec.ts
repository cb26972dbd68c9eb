import { join } from 'node:path'
import { binOf, builtPackage } from './built.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { median, timeRatio, paired } from './paired.ts'
import { profileRows, profilingInto, writtenShares } from './profile.ts'
import { runToEnd } from './spawned.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

/** What a CI job waits for a game of its own, beside the start of Node itself. */
export const exec: Figure = {
  name: 'exec',
  title: 'A command under `exec`, from start to exit, compile cache warm',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs }: Effort, directory: string): Promise<Row[]> {
  const bin = binOf(await builtPackage(directory))
  const runs = await paired(
    pairs,
    () => runToEnd(directory, bin, 'exec', '--', 'true'),
    () => runToEnd(directory, '-e', '0'),
  )
  const profiles = join(directory, 'profiles')
  await runToEnd(directory, ...profilingInto(profiles), bin, 'exec', '--', 'true')
  return [
    { what: 'exec -- true', value: median(runs.map(({ first }) => first)), unit: 'ms', goal: { most: 120 } },
    {
      what: 'exec -- true / node -e 0',
      ...timeRatio(runs, (ms) => ms),
      notes: { 'ms of node': Math.round(median(runs.map(({ second }) => second))) },
    },
    ...profileRows('exec -- true', writtenShares(profiles)),
  ]
}
