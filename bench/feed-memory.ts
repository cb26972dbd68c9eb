import type { Effort, Figure, Row } from './figure.ts'
import { runJob } from './job.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

/** What an event in a feed costs in memory; the event itself is on disk. */
export const feedMemory: Figure = { name: 'feed-memory', title: 'Memory of an event in a feed', measure }

async function measure({ plays }: Effort): Promise<Row[]> {
  const bytes = await inTemporaryDirectory((directory) =>
    runJob('feed-memory', { directory, plays: plays * 5 }, ['--expose-gc']),
  )
  return [{ what: 'memory of an event', value: bytes, unit: 'B', goal: { most: 64 } }]
}
