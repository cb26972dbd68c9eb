import type { Effort, Figure, Row } from './figure.ts'
import { Job } from './job.ts'
import { median, timeRatio, paired } from './paired.ts'

const PLAYERS = 1000

/** What it costs that a decision tells what it looks at, as `why` has it do. */
export const explain: Figure = {
  name: 'explain',
  title: 'A play decided with an explanation of it, and without',
  measure,
}

async function measure({ pairs, plays }: Effort): Promise<Row[]> {
  const job = new Job('explain')
  const burst = (observed: boolean) => () => job.run({ players: PLAYERS, plays, observed })
  const bursts = await paired(pairs, burst(true), burst(false))
  await job.stop()
  return [
    {
      what: 'a decision with an explanation / without',
      ...timeRatio(bursts, (µs) => µs),
      notes: {
        'µs with': Number(median(bursts.map(({ first }) => first)).toFixed(2)),
        'µs without': Number(median(bursts.map(({ second }) => second)).toFixed(2)),
      },
    },
  ]
}
